// @ts-check
"use strict";
/* The search over all layers in view: text, opcode, shape, or a size such as >1MB. */

// >1MB    <= 64 kB    >4096
const XRAY_SIZE = /^([<>]=?)\s*([\d.]+)\s*([kmgt]?)(i?)b?$/i;

/** What a query asks of an item's bytes, or null for a query of text.
    @param {string} query @returns {((bytes: number) => boolean) | null} */
function xraySizeTest(query) {
  const match = XRAY_SIZE.exec(query);
  if (!match) return null;
  const [, sign, digits, unit, binary] = match;
  const step = binary ? 1024 : 1000;
  const size = Number(digits) * step ** ["", "k", "m", "g", "t"].indexOf(unit.toLowerCase());
  const larger = sign[0] === ">";
  return (bytes) => bytes >= 0 && (bytes === size ? sign.length > 1 : bytes > size === larger);
}

/** Lines of a layer that a query finds, in order. @param {XrayLayer} layer @param {string} query */
function xrayFind(layer, query) {
  const found = new Set();
  const size = xraySizeTest(query);
  const wanted = query.toLowerCase();
  for (const [item] of layer.data.name.entries()) {
    const [shape, bytes] = layer.shapeOf(item);
    if (size ? size(bytes) : layer.nameOf(item).toLowerCase() === wanted || shape === wanted) {
      for (const line of layer.lines(item).slice(0, 1)) found.add(line);
    }
  }
  if (!size) {
    layer.all().forEach((text, index) => {
      if (text.toLowerCase().includes(wanted)) found.add(index + 1);
    });
  }
  return [...found].sort((a, b) => a - b);
}

class XraySearch extends HTMLElement {
  /** @type {XrayFilm} */
  film = xrayLater;
  /** @type {HTMLInputElement} */
  field = xrayLater;
  /** @type {HTMLElement} */
  figures = xrayLater;
  /** @type {XrayPlace[]} */
  hits = [];
  at = -1;
  asked = "";
  timer = 0;

  /** @param {XrayFilm} film */
  begin(film) {
    this.film = film;
    this.field = /** @type {HTMLInputElement} */ (this.querySelector("input"));
    this.figures = /** @type {HTMLElement} */ (this.querySelector("output"));
    this.field.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.run(), 120);
    });
    this.field.addEventListener("keydown", (event) => this.key(event));
  }

  run() {
    clearTimeout(this.timer);
    const { lamp } = this.film;
    this.asked = this.field.value.trim();
    this.at = -1;
    this.hits = [];
    lamp.marks = new Map();
    const counts = [];
    for (const { data, index } of this.asked ? new Set(this.film.layersInView()) : []) {
      const lines = xrayFind(this.film.layers[index], this.asked);
      lamp.marks.set(index, new Set(lines));
      this.hits.push(...lines.map((line) => ({ pane: index, line })));
      if (lines.length) counts.push(`${data.title} ${XRAY_NUMBER.format(lines.length)}`);
    }
    for (const pane of this.film.panes) pane.mark();
    if (this.film.view !== "side") this.film.list.list.sync();
    this.figures.textContent = this.asked && (counts.join(", ") || "nothing found");
  }

  /** Go to the next find, or the one before. @param {number} by */
  go(by) {
    if (this.asked !== this.field.value.trim()) this.run();
    const { length } = this.hits;
    if (!length) return;
    this.at = this.at < 0 && by < 0 ? length - 1 : (this.at + by + length) % length;
    this.film.visit(this.hits[this.at]);
    this.figures.textContent = `${this.at + 1} of ${XRAY_NUMBER.format(length)}`;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Enter") this.go(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") this.leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Back to the lines: to what is in the light, else to the first Tab stop. */
  leave() {
    const { light } = this.film.lamp;
    if (light) this.film.focusLine(light);
    else this.film.get('.ln[tabindex="0"]').focus();
  }
}

customElements.define("xray-search", XraySearch);
