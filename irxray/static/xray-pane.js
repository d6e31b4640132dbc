// @ts-check
"use strict";
/* One layer in a pane of its own. Up to some thousand lines the page holds them all; the lines of
   a longer layer stand in a plain listing, for print, and are drawn while they are in sight. */

/** @typedef {Map<number, number>} XrayCodes  line or item to evidence code */

/** Lines that a long pane lays out together. */
const XRAY_BLOCK = 20;

class XrayPane extends HTMLElement {
  /** @type {XrayLayer} */
  layer = xrayLater;
  /** @type {XrayInk} */
  ink = xrayLater;
  /** @type {XrayLamp} */
  lamp = xrayLater;
  /** @type {HTMLElement} */
  body = xrayLater;
  /** @type {HTMLElement} */
  list = xrayLater;
  /** @type {HTMLLIElement[]} all lines; none where only those in sight are drawn */
  items = [];
  /** @type {XrayRows | null} */
  rows = null;
  /** @type {Map<number, Element[]>} stretches that show an item */
  parts = new Map();
  /** @type {Element[]} */
  glowing = [];
  /** @type {Element[]} */
  marked = [];
  /** Number and equations of a line that is drawn here. @type {(line: number) => string} */
  gutter = () => "";
  everyLine = false;
  /** @type {Map<HTMLElement, number>} rows without colours yet */
  plain = new Map();
  refining = 0;
  /** Line that is the Tab stop of a long pane. */
  stop = 0;

  /** @param {XrayLayer} layer @param {XrayInk} ink @param {XrayLamp} lamp */
  begin(layer, ink, lamp) {
    this.layer = layer;
    this.ink = ink;
    this.lamp = lamp;
    this.everyLine = this.dataset.tabs !== undefined;
    this.body = /** @type {HTMLElement} */ (this.querySelector(".pane-body"));
    this.style.setProperty("--x-digits", String(layer.count).length + "ch");
    const title = `${layer.data.title}, ${layer.count} lines`;
    if (layer.data.listing < 0) this.beginStatic(title);
    else this.beginWindow(title);
    this.arrange();
  }

  /** @param {string} title */
  beginStatic(title) {
    const { layer } = this;
    this.list = /** @type {HTMLElement} */ (this.querySelector(".lines"));
    xrayListbox(this.list, title);
    this.items = /** @type {HTMLLIElement[]} */ ([...this.list.children]);
    layer.read = () => this.items.map((li) => li.querySelector("code")?.textContent ?? "");
    this.items.forEach((li, index) => {
      xrayOption(li, layer.isLinked(index + 1));
      if (this.everyLine && li.tabIndex === -1 && layer.isLinked(index + 1)) li.tabIndex = 0;
      for (const label of li.querySelectorAll("a")) label.removeAttribute("href");
      li.querySelector(".more")?.replaceChildren();
    });
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll("[data-i]"))) {
      for (const item of xrayNumbers(part.dataset.i)) {
        this.parts.set(item, [...(this.parts.get(item) ?? []), part]);
      }
    }
  }

  /** @param {string} title */
  beginWindow(title) {
    const { listing } = this.layer.data;
    const text = (this.querySelector(".listing")?.textContent ?? "").split("\n");
    this.layer.read = () => text.map((line) => line.slice(listing));
    const digits = String(text.length).length;
    this.gutter = (/** @type {number} */ line) =>
      text[line - 1].slice(0, digits) +
      text[line - 1].slice(digits, listing).trim().padStart(listing - digits) +
      " ";
    this.classList.add("window");
    this.rows = /** @type {XrayRows} */ (document.createElement("xray-rows"));
    this.rows.begin(this.body, title);
  }

  /** Go where a reader begins: to the entry computation. */
  rest() {
    const { layer, body } = this;
    const first = layer.first();
    if (layer.isLinked(first)) {
      for (const name of ["tabindex", "role", "aria-label"]) body.removeAttribute(name);
      if (!this.stop && !this.everyLine) this.setStop(first);
    }
    if (layer.data.start) this.bring(layer.data.start);
  }

  /** Show bodies where and as they are now opened. */
  arrange() {
    const { layer, items, rows } = this;
    layer.arrange();
    rows?.show({
      count: layer.rows.length,
      draw: (row) => this.draw(layer.rows[row]),
      update: (li, row) => this.lamp.dress(li, layer.index, layer.rows[row]),
      stop: () => layer.rowOf[this.stop]
    });
    if (rows) return;
    const { activeElement } = document;
    this.stack(layer.order.map((line) => items[line - 1]));
    items.forEach((li, index) => {
      li.hidden = layer.rowOf[index + 1] < 0;
      this.indent(li, index + 1);
    });
    for (const line of layer.callers.keys()) xrayBodyChips(layer, items[line - 1], line);
    if (activeElement instanceof HTMLElement && this.contains(activeElement))
      activeElement.focus({ preventScroll: true });
  }

  /** Put lines in their order. Those of a long pane stand in blocks, each of which is laid out and
      painted as a whole while it is near the frame: thousands of lines apart cost a frame's time.
      @param {HTMLElement[]} lines */
  stack(lines) {
    if (this.everyLine) return this.list.append(...lines);
    const blocks = [];
    for (let at = 0; at < lines.length; at += XRAY_BLOCK) {
      const block = xrayElement("div", "block");
      block.role = "none";
      block.append(...lines.slice(at, at + XRAY_BLOCK));
      blocks.push(block);
    }
    this.list.replaceChildren(...blocks);
  }

  /** How far below the top of the frame a line, or what it is folded under, begins and ends.
      @param {number} line */
  place(line) {
    const from = this.body.getBoundingClientRect().top;
    const { top, bottom } = this.items[this.layer.host(line) - 1].getBoundingClientRect();
    return { top: top - from, bottom: bottom - from };
  }

  /** @param {HTMLElement} li @param {number} line */
  indent(li, line) {
    const depth = this.layer.depth[line];
    if (depth) li.dataset.depth = String(Math.min(depth, 5));
  }

  /** A line for this pane's window, or to be shown elsewhere. @param {number} line */
  draw(line) {
    const { layer } = this;
    if (this.items.length) return xrayCopyOf(this.items[line - 1]);
    const li = xrayItem(layer, line, xrayPlainCode(layer, line, this.ink), this.gutter(line));
    li.classList.add("flat");
    this.indent(li, line);
    this.plain.set(li, line);
    this.refining ||= window.setTimeout(() => this.refine(), 120);
    return li;
  }

  /** Give rows drawn of late their colours and chips, once the hand is at rest. */
  refine() {
    this.refining = 0;
    for (const [li, line] of this.plain) {
      if (!li.isConnected) continue;
      li.querySelector("code")?.replaceWith(xrayCode(this.layer, line, this.ink));
      xrayBodyChips(this.layer, li, line);
      this.lamp.looks.delete(li);
      this.lamp.dress(li, this.layer.index, line);
    }
    this.plain.clear();
  }

  /** Light what is lit now. */
  sync() {
    const { lamp, layer } = this;
    if (this.rows) return this.rows.paint();
    for (const element of this.glowing) {
      element.removeAttribute("data-lit");
      element.classList.remove("lit");
    }
    this.glowing = [];
    for (const [line, code] of lamp.lines.get(layer.index) ?? []) {
      this.items[line - 1].dataset.lit = XRAY_EVIDENCE[code];
      this.glowing.push(this.items[line - 1]);
    }
    const parts = [...(lamp.items.get(layer.index)?.keys() ?? [])].flatMap(
      (item) => this.parts.get(item) ?? []
    );
    const chips = [...(lamp.bodies.get(layer.index) ?? [])].map((body) => this.chip(body));
    for (const part of [...parts, ...chips]) {
      part?.classList.add("lit");
      if (part) this.glowing.push(part);
    }
  }

  /** @param {number} body */
  chip(body) {
    return this.items[this.layer.bodies[body].under - 1].querySelector(`[data-body="${body}"]`);
  }

  /** Mark what a search found. */
  mark() {
    if (this.rows) return this.rows.sync();
    for (const element of this.marked) element.removeAttribute("data-hit");
    this.marked = [...(this.lamp.marks.get(this.layer.index) ?? [])].map(
      (line) => this.items[line - 1]
    );
    for (const element of this.marked) element.dataset.hit = "";
  }

  /** The element of a line, where it is in the page. @param {number} line */
  element(line) {
    return this.rows ? (this.rows.drawn.get(this.layer.rowOf[line]) ?? null) : this.items[line - 1];
  }

  /** Open what a line is folded under, and scroll to it. @param {number} line */
  reveal(line) {
    if (this.layer.unfold(line)) this.arrange();
    this.bring(line);
    if (!this.element(line)) this.rows?.paint();
    return this.element(line);
  }

  /** Scroll a line, or what it is folded under, into sight where it is not; the page stays put.
      @param {number} line */
  bring(line) {
    const { body, rows } = this;
    if (rows) rows.aim(this.layer.rowOf[this.layer.host(line)]);
    else if (!this.sees([line])) body.scrollTop += this.place(line).top - body.clientHeight / 3;
  }

  /** Whether any of these lines is in sight. @param {number[]} lines */
  sees(lines) {
    const { body, layer, rows } = this;
    if (rows) return lines.some((line) => rows.sees(layer.rowOf[layer.host(line)]));
    return lines.some((line) => {
      const { top, bottom } = this.place(line);
      return top >= 0 && bottom <= body.clientHeight;
    });
  }

  /** @param {number} line */
  setStop(line) {
    const old = this.stop;
    this.stop = line;
    if (this.rows || this.everyLine) return this.rows?.setStop();
    if (old) this.items[old - 1].tabIndex = -1;
    this.items[line - 1].tabIndex = 0;
  }
}

customElements.define("xray-pane", XrayPane);

/** @param {string | undefined} text @returns {number[]} */
function xrayNumbers(text) {
  return text ? text.split(" ").map(Number) : [];
}
