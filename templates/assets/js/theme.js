/**
 * Sets the theme before the first paint: the reader's choice, else what the system prefers.
 * The stylesheets follow the system by themselves where this script does not run.
 */
"use strict";
{
  const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");

  /** @returns {string} `light`, `dark` or `auto`; `auto` too where storage is switched off. */
  const storedChoice = () => {
    try {
      const choice = window.localStorage.getItem("rudrite:theme");
      return choice === "light" || choice === "dark" ? choice : "auto";
    } catch {
      return "auto";
    }
  };

  /** @param {string} choice `light`, `dark` or `auto` */
  const showTheme = (choice) => {
    const root = document.documentElement;
    root.dataset.themeChoice = choice;
    root.dataset.theme = choice === "auto" ? (prefersDark.matches ? "dark" : "light") : choice;
  };

  showTheme(storedChoice());
  prefersDark.addEventListener("change", () => {
    showTheme(document.documentElement.dataset.themeChoice ?? "auto");
  });
}
