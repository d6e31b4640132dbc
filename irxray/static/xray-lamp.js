// @ts-check
"use strict";
/* What is in the light and what is pinned, as values; elements are dressed by it. */

/** @typedef {{pane: number, line: number}} XrayPlace */

/** @typedef {object} XrayLight
    @property {number} pane
    @property {number} line
    @property {number} item  -1 for all items of the line
    @property {XrayReach} reach */

class XrayLamp {
  /** @param {XrayLayer[]} layers @param {XrayLinks} links */
  constructor(layers, links) {
    this.layers = layers;
    this.links = links;
  }

  /** @type {XrayLight | null} */
  light = null;
  /** @type {XrayLight | null} */
  pinned = null;
  /** @type {XrayReach} lines by pane, with their evidence */
  lines = new Map();
  /** @type {Map<number, number[]>} lines by pane, in order, once they have been asked for */
  sorted = new Map();
  /** @type {XrayReach} items by pane */
  items = new Map();
  /** @type {Map<number, Set<number>>} closed bodies that hold lit lines, by pane */
  bodies = new Map();
  /** How elements were dressed last: most need nothing done. @type {WeakMap<Element, string>} */
  looks = new WeakMap();
  /** @type {Map<number, Set<number>>} lines that a search found, by pane */
  marks = new Map();

  out() {
    this.light = null;
    this.lines = new Map();
    this.sorted = new Map();
    this.items = new Map();
    this.bodies = new Map();
  }

  /** Light an item, or all of a line. @param {number} pane @param {number} line @param {number} item
      @returns {XrayLight | null} nothing where the line has no link */
  shine(pane, line, item) {
    const items = item >= 0 ? [item] : this.layers[pane].items(line);
    this.out();
    if (items.length) {
      this.items = this.links.reach(pane, items);
      this.light = { pane, line, item, reach: this.items };
      this.spread();
    }
    return this.light;
  }

  /** Lines of the lit items, each with its strongest evidence, and the closed bodies over them. */
  spread() {
    this.sorted = new Map();
    for (const [pane, items] of this.items) {
      const layer = this.layers[pane];
      const lines = new Map();
      const bodies = new Set();
      for (const [item, code] of items) {
        for (const line of layer.lines(item)) {
          const known = lines.get(line);
          if (known === undefined || code < known) lines.set(line, code);
          bodies.add(layer.cover(line));
        }
      }
      this.lines.set(pane, lines);
      bodies.delete(-1);
      this.bodies.set(pane, bodies);
    }
  }

  /** Lit lines of a pane, in order. @param {number} pane */
  linesOf(pane) {
    const known = this.sorted.get(pane);
    if (known) return known;
    const lines = [...(this.lines.get(pane)?.keys() ?? [])].sort((a, b) => a - b);
    this.sorted.set(pane, lines);
    return lines;
  }

  /** Lit lines of other panes, by pane. @param {XrayLayer[]} layers those that count */
  counterparts(layers) {
    const found = [];
    for (const layer of new Set(layers)) {
      const lines = this.linesOf(layer.index);
      if (layer.index === this.light?.pane || !lines.length) continue;
      let weakest = 2;
      for (const code of this.lines.get(layer.index)?.values() ?? [])
        weakest = Math.min(weakest, code);
      found.push({ layer, lines, weakest });
    }
    return found;
  }

  /** Whether this very place is pinned. @param {number} pane @param {number} line */
  holds(pane, line) {
    return this.pinned?.pane === pane && this.pinned.line === line;
  }

  /** Bring one element of a line up to date. @param {HTMLElement} li @param {number} pane @param {number} line */
  dress(li, pane, line) {
    const code = this.lines.get(pane)?.get(line);
    const hit = !!this.marks.get(pane)?.has(line);
    const pinned = this.holds(pane, line);
    const bodies = this.layers[pane].bodiesAt(line);
    const chips = bodies.filter((body) => this.bodies.get(pane)?.has(body));
    const items = code === undefined ? [] : [...(this.items.get(pane)?.keys() ?? [])].slice(0, 9);
    const dark = code === undefined && !hit && !pinned && !chips.length;
    const look = dark ? "" : [code, hit, pinned, chips, items].join();
    if ((this.looks.get(li) ?? "") === look) return;
    this.looks.set(li, look);
    if (code === undefined) li.removeAttribute("data-lit");
    else li.dataset.lit = XRAY_EVIDENCE[code];
    this.dressPinned(li, pinned);
    li.toggleAttribute("data-hit", hit);
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (li.querySelectorAll("[data-i]"))) {
      const lit = xrayNumbers(part.dataset.i).some((item) => this.items.get(pane)?.has(item));
      part.classList.toggle("lit", lit);
    }
    for (const chip of /** @type {NodeListOf<HTMLElement>} */ (
      li.querySelectorAll("[data-body]")
    )) {
      chip.classList.toggle("lit", chips.includes(Number(chip.dataset.body)));
    }
  }

  /** @param {HTMLElement | null} li @param {boolean} pinned */
  dressPinned(li, pinned) {
    if (!li) return;
    li.toggleAttribute("data-pinned", pinned);
    li.ariaSelected = String(pinned);
  }
}
