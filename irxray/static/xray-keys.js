// @ts-check
"use strict";
/* Keys, buttons and copying. Keys act only while the focus is inside the instrument. */

/** @type {Record<string, (film: XrayFilm, at: XrayTouch) => unknown>} keys that need a line */
const XRAY_LINE_KEYS = {
  Enter: (film, { pane, line, item }) => film.toggle(pane, line, item),
  " ": (film, { pane, line, item }) => film.toggle(pane, line, item),
  ArrowDown: (film, at) => xrayStep(film, at, 1),
  ArrowUp: (film, at) => xrayStep(film, at, -1),
  Home: (film, at) => xrayStep(film, at, -Infinity),
  End: (film, at) => xrayStep(film, at, Infinity),
  ArrowRight: (film, { pane }) => xrayCross(film, pane, 1),
  ArrowLeft: (film, { pane }) => xrayCross(film, pane, -1),
  n: (film, at) => xrayWalk(film, at, 1),
  p: (film, at) => xrayWalk(film, at, -1),
  o: (film, { pane, line }) => xrayOpen(film, pane, line),
  f: (film, { li }) => li.classList.toggle("full"),
  c: (film, { pane, line }) => xrayCopy(film, film.layers[pane].raw(line), "line"),
  C: (film, { pane }) => xrayCopy(film, xrayWhole(film.layers[pane]), "layer")
};

/** @type {Record<string, (film: XrayFilm) => unknown>} keys that act wherever the focus is inside */
const XRAY_KEYS = {
  "/": (film) => film.search.field.focus(),
  "?": (film) => xrayDialog(film).showModal(),
  w: (film) => xrayWrap(film)
};

/** @param {XrayFilm} film @param {KeyboardEvent} event */
function xrayKey(film, event) {
  const target = event.target instanceof Element ? event.target : null;
  if (event.ctrlKey || event.metaKey || event.altKey || target?.closest("input, select, dialog"))
    return;
  const at = film.place(target);
  const onLine = at && film.layers[at.pane].isLinked(at.line) && XRAY_LINE_KEYS[event.key];
  if (event.key === "Escape" && film.lamp.pinned) {
    film.release();
    if (at) film.shine(at.pane, at.line, at.item);
  } else if (onLine) onLine(film, at);
  else if (XRAY_KEYS[event.key]) XRAY_KEYS[event.key](film);
  else return;
  event.preventDefault();
}

/** @param {XrayFilm} film @param {XrayTouch} at @param {number} by */
function xrayStep(film, { pane, line, li }, by) {
  if (film.view === "side") film.focusLine({ pane, line: film.layers[pane].step(line, by) });
  else film.list.step(li, by)?.focus({ preventScroll: true });
}

/** To the counterpart in the next pane in view, or to a line of it. @param {XrayFilm} film
    @param {number} pane @param {number} by */
function xrayCross(film, pane, by) {
  const panes = film.slots.inView().map(({ panes, at }) => panes[at]);
  const next = panes[panes.indexOf(pane) + by];
  if (film.view !== "side" || next === undefined) return;
  const line = film.lamp.linesOf(next)[0] ?? (film.panes[next].stop || film.layers[next].first());
  if (film.layers[next].isLinked(line)) film.focusLine({ pane: next, line });
}

/** Walk the counterparts of what is pinned, all panes round; where nothing is, pin the line first.
    @param {XrayFilm} film @param {XrayTouch} at @param {number} by */
function xrayWalk(film, at, by) {
  const { lamp } = film;
  if (!lamp.pinned) film.pin();
  const { pinned } = lamp;
  if (!pinned) return;
  const places = [...new Set(film.layersInView())].flatMap(({ index }) => {
    const lines = index === pinned.pane ? [pinned.line] : lamp.linesOf(index);
    return lines.map((line) => ({ pane: index, line }));
  });
  const here = places.findIndex(({ pane, line }) => pane === at.pane && line === at.line);
  const start = here < 0 ? places.findIndex(({ pane }) => pane === pinned.pane) : here;
  film.focusLine(places[(start + by + places.length) % places.length]);
}

/** @param {XrayFilm} film @param {number} pane @param {number} line */
function xrayOpen(film, pane, line) {
  const layer = film.layers[pane];
  const bodies = layer.bodiesAt(line);
  const inside = layer.bodyAt[line];
  if (bodies.length) for (const body of bodies) xrayToggleBody(film, pane, body, line);
  else if (inside >= 0) {
    const { under } = layer.bodies[inside];
    xrayToggleBody(film, pane, inside, under);
    film.focusLine({ pane, line: layer.isLinked(under) ? under : layer.step(under, 1) });
  } else film.say("Nothing folds here.");
}

/** @param {XrayFilm} film */
function xrayDialog(film) {
  return /** @type {HTMLDialogElement} */ (film.get("dialog"));
}

/** @param {XrayFilm} film */
function xrayWrap(film) {
  const wrapped = film.classList.toggle("wrap");
  film.get('[value="wrap"]').ariaPressed = String(wrapped);
}

/** What the buttons do, by their value.
    @type {Record<string, (film: XrayFilm, button: HTMLElement, pane: XrayPane) => unknown>} */
const XRAY_BUTTONS = {
  wrap: (film) => xrayWrap(film),
  keys: (film) => xrayDialog(film).showModal(),
  close: (film) => xrayDialog(film).close(),
  next: (film) => film.search.go(1),
  previous: (film) => film.search.go(-1),
  full: (_film, button, pane) =>
    button.setAttribute("aria-pressed", String(pane.classList.toggle("full"))),
  copy: (film, _button, pane) => xrayCopy(film, xrayWhole(pane.layer), "layer")
};

/** @param {XrayFilm} film @param {HTMLElement} button */
function xrayPress(film, button) {
  const { view, slot } = button.dataset;
  const pane = /** @type {XrayPane} */ (button.closest("xray-pane"));
  if (view) film.setView(view);
  else if (slot) film.toggleSlot(slot);
  else XRAY_BUTTONS[button.getAttribute("value") ?? ""]?.(film, button, pane);
}

// ------------------------------------------------------------------------ copying

/** A layer's text as the compiler printed it. @param {XrayLayer} layer */
function xrayWhole(layer) {
  return layer.all().slice(0, layer.count).join("\n") + "\n";
}

/** @param {XrayFilm} film @param {string} text @param {string} what */
async function xrayCopy(film, text, what) {
  try {
    await navigator.clipboard.writeText(text);
    film.say(`Copied the ${what}, unfolded.`);
  } catch {
    film.say("Copying is not allowed.");
  }
}

/** What is copied from lines is their text, folded stretches too, without numbers and labels.
    @param {ClipboardEvent} event */
function xrayCopySelection(event) {
  const selection = window.getSelection();
  if (!selection?.rangeCount || selection.isCollapsed) return;
  const range = selection.getRangeAt(0);
  const part = range.cloneContents();
  const codes = [...part.querySelectorAll("li:not([hidden]) > code")];
  const within = range.commonAncestorContainer;
  const element = within instanceof Element ? within : within.parentElement;
  const text = codes.length
    ? codes.map((code) => code.textContent ?? "").join("\n")
    : element?.closest(".ln code")
      ? (part.textContent ?? "")
      : "";
  if (!text) return;
  event.clipboardData?.setData("text/plain", text);
  event.preventDefault();
}
