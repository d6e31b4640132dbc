// @ts-check
"use strict";
/* What a click does, and a choice among backends. */

/** @param {XrayFilm} film @param {EventTarget | null} target */
function xrayClick(film, target) {
  const element = target instanceof Element ? target : null;
  const button = /** @type {HTMLElement | null} */ (element?.closest("button") ?? null);
  const chip = /** @type {HTMLElement | null} */ (element?.closest(".bd, .fd") ?? null);
  const at = film.place(target);
  if (button) return xrayPress(film, button);
  if (chip?.dataset.body && at)
    return xrayToggleBody(film, at.pane, Number(chip.dataset.body), at.line);
  if (chip) return void chip.classList.toggle("open");
  if (!at?.line || !film.layers[at.pane].isLinked(at.line) || String(window.getSelection())) return;
  film.toggle(at.pane, at.line, at.item);
}

/** Open a body under a line, or close it.
    @param {XrayFilm} film @param {number} pane @param {number} body @param {number} line */
function xrayToggleBody(film, pane, body, line) {
  const layer = film.layers[pane];
  const open = layer.toggle(body, line);
  film.panes[pane].arrange();
  film.lamp.spread();
  film.relight();
  film.say(`${layer.bodies[body].label} is ${open ? "open" : "closed"}.`);
}

/** Another backend was chosen. @param {XrayFilm} film @param {EventTarget | null} target */
function xrayChoose(film, target) {
  if (!(target instanceof HTMLSelectElement)) return;
  const inPane = target.name === "backend";
  const from = inPane
    ? film.panes.findIndex((pane) => pane.contains(target))
    : film.slots.compared()[Number(target.name)].index;
  const to = film.layers.findIndex(
    ({ data }) => (inPane ? data.target : data.key) === target.value
  );
  film.switchBackend(from, to);
  if (inPane) film.panes[to].querySelector("select")?.focus({ preventScroll: true });
}
