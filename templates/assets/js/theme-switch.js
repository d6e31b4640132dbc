/**
 * `<theme-switch>`: one button that goes through auto, the other theme, and the system's own.
 * The order depends on the system, so that each first press changes what the reader sees.
 */
"use strict";
{
  const STORAGE_KEY = "rudrite:theme";
  const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");

  /** @returns {string[]} the choices in the order of presses */
  const choices = () =>
    prefersDark.matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"];

  /** @param {string} choice `light`, `dark` or `auto` */
  const storeChoice = (choice) => {
    try {
      if (choice === "auto") window.localStorage.removeItem(STORAGE_KEY);
      else window.localStorage.setItem(STORAGE_KEY, choice);
    } catch {
      // Storage is off or full: the choice then holds for this page only.
    }
  };

  class ThemeSwitch extends HTMLElement {
    connectedCallback() {
      this.hidden = false;
      this.querySelector("button")?.addEventListener("click", () => this.#advance());
      this.#show(document.documentElement.dataset.themeChoice ?? "auto");
    }

    #advance() {
      const order = choices();
      const root = document.documentElement;
      const at = order.indexOf(root.dataset.themeChoice ?? "auto");
      const choice = order[(at + 1) % order.length];
      const system = prefersDark.matches ? "dark" : "light";
      root.dataset.themeChoice = choice;
      root.dataset.theme = choice === "auto" ? system : choice;
      storeChoice(choice);
      this.#show(choice);
    }

    /** @param {string} choice */
    #show(choice) {
      const label = this.querySelector("[data-choice]");
      if (label) label.textContent = choice;
    }
  }

  customElements.define("theme-switch", ThemeSwitch);
}
