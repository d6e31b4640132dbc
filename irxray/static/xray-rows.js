// @ts-check
"use strict";
/* A list of any length of which only the rows in sight are in the page. */

/** Rows drawn above and below those in sight. */
const XRAY_MARGIN = 2;

/** @typedef {object} XrayRowSource
    @property {number} count
    @property {(row: number) => HTMLLIElement} draw
    @property {(li: HTMLLIElement, row: number) => void} update  bring a drawn row up to date
    @property {() => number} stop  row that is the Tab stop, -1 where it is all the same */

/** @param {HTMLElement} list @param {string} label */
function xrayListbox(list, label) {
  list.role = "listbox";
  list.ariaLabel = label;
}

class XrayRows extends HTMLElement {
  list = document.createElement("ol");
  /** @type {Map<number, HTMLLIElement>} */
  drawn = new Map();
  /** @type {XrayRowSource} */
  source = { count: 0, draw: () => document.createElement("li"), update: () => {}, stop: () => -1 };
  /** @type {HTMLElement} what scrolls */
  frame = this;
  /** Height of a row, in pixels. */
  pitch = 20;
  /** Height of the frame, and where it is scrolled to: kept, for asking costs a layout. */
  seen = 0;
  top = 0;
  /** First and last row that are drawn. */
  first = 0;
  last = -1;
  /** Which rows the page holds, as a word; drawing them again is in vain. */
  held = "";
  /** Row that was scrolled into sight: it is drawn first, what is around it a moment later, for a
      screenful costs a frame more than it has to spare. */
  aimed = -1;
  /** @type {HTMLElement | null} */
  stop = null;

  /** @param {HTMLElement} frame @param {string} label */
  begin(frame, label) {
    this.frame = frame;
    this.list.className = "lines";
    xrayListbox(this.list, label);
    this.append(this.list);
    frame.append(this);
    frame.addEventListener("scroll", () => this.scrolled(), { passive: true });
    new ResizeObserver(() => this.resize()).observe(frame);
  }

  /** @param {XrayRowSource} source */
  show(source) {
    this.source = source;
    this.list.replaceChildren();
    this.drawn.clear();
    this.held = "";
    this.aimed = -1;
    this.style.height = `${source.count * this.pitch}px`;
    this.resize();
  }

  scrolled() {
    this.top = this.frame.scrollTop;
    const { first, last } = this;
    this.range();
    if (first !== this.first || last !== this.last) this.paint();
  }

  range() {
    const top = Math.floor(this.top / this.pitch);
    const { count } = this.source;
    this.first = Math.max(0, Math.min(top, count) - XRAY_MARGIN);
    this.last = Math.min(count, top + Math.ceil(this.seen / this.pitch) + XRAY_MARGIN) - 1;
  }

  /** Measure anew: a row's height follows the reader's pointer and type size. */
  resize() {
    this.seen = this.frame.clientHeight;
    this.top = this.frame.scrollTop;
    this.paint();
    const height = /** @type {HTMLElement | null} */ (this.list.firstElementChild)?.offsetHeight;
    if (!height || height === this.pitch) return;
    this.pitch = height;
    this.style.height = `${this.source.count * height}px`;
    this.paint();
  }

  /** Draw the rows in sight, take the others away; the row that has the focus stays. */
  paint() {
    if (!this.seen) return;
    this.range();
    const { first, last, aimed } = this;
    if (aimed >= 0) {
      this.aimed = -1;
      if (!this.drawn.has(aimed)) {
        const li = this.row(aimed);
        this.setApart(li, aimed);
        this.list.append(li);
      }
      setTimeout(() => this.paint(), 50);
    } else if (this.held !== `${first} ${last}`) {
      this.draw(first, last);
      this.held = `${first} ${last}`;
    }
    this.sync();
  }

  /** Take a row out of the flow, at its place. @param {HTMLLIElement} li @param {number} row */
  setApart(li, row) {
    li.style.cssText = `position:absolute;top:${row * this.pitch}px`;
  }

  /** A row that has the focus is taken out of the flow while it is out of sight.
      @param {number} first @param {number} last */
  draw(first, last) {
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    this.list.style.paddingTop = `${first * this.pitch}px`;
    for (const [row, li] of this.drawn) {
      const outside = row < first || row > last;
      if (outside && li !== active) {
        li.remove();
        this.drawn.delete(row);
      } else if (outside) this.setApart(li, row);
      else if (li.style.position) li.style.cssText = "";
    }
    /** @type {Element | null} */
    let next = null;
    for (let row = last; row >= first; row--) {
      const li = this.row(row);
      if (li.parentNode !== this.list || li.nextSibling !== next) this.list.insertBefore(li, next);
      next = li;
    }
    if (active !== document.activeElement) active?.focus({ preventScroll: true });
  }

  /** @param {number} row */
  row(row) {
    const known = this.drawn.get(row);
    if (known) return known;
    const li = this.source.draw(row);
    li.ariaPosInSet = String(row + 1);
    li.ariaSetSize = String(this.source.count);
    this.drawn.set(row, li);
    return li;
  }

  /** Bring all drawn rows up to date. */
  sync() {
    this.drawn.forEach((li, row) => this.source.update(li, row));
    this.setStop();
  }

  /** Make the Tab stop of the row that is it. */
  setStop() {
    const stop =
      this.drawn.get(this.source.stop()) ??
      /** @type {HTMLElement | null} */ (this.list.querySelector(".on"));
    if (stop === this.stop) return;
    if (this.stop) this.stop.tabIndex = -1;
    if (stop) stop.tabIndex = 0;
    this.stop = stop;
  }

  /** @param {number} row */
  sees(row) {
    const top = row * this.pitch - this.top;
    return top >= 0 && top + this.pitch <= this.seen;
  }

  /** Scroll a row into sight where it is not; what is there is drawn by the next `paint`.
      @param {number} row */
  aim(row) {
    if (row < 0 || this.sees(row)) return;
    const end = this.source.count * this.pitch - this.seen;
    this.top = Math.max(0, Math.min(end, row * this.pitch - this.seen / 5));
    this.frame.scrollTop = this.top;
    this.aimed = row;
  }

  /** The element of a row, which is scrolled into sight where it is not. @param {number} row */
  reach(row) {
    this.aim(row);
    if (!this.drawn.has(row)) this.paint();
    return this.drawn.get(row) ?? null;
  }
}

customElements.define("xray-rows", XrayRows);
