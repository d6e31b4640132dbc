// @ts-check
"use strict";
/* Which panes are shown, and which backend each of them holds. */

/** @typedef {object} XraySlot  a place for a pane
    @property {string} id  such as `jaxpr`, `hlo`, `hlo+` for a second backend, `before:hlo`
    @property {number[]} panes  what it can hold
    @property {number} at  which of them it holds */

const XRAY_PANES = 4;

class XraySlots {
  /** @param {XrayLayer[]} layers @param {string[]} shown ids */
  constructor(layers, shown) {
    this.layers = layers;
    /** @type {XraySlot[]} */
    this.all = [];
    for (const { data, index } of layers) {
      const id = data.slot;
      const slot = this.slot(id);
      if (slot) slot.panes.push(index);
      else this.all.push({ id, panes: [index], at: 0 });
    }
    const many = this.all.find(({ panes }) => panes.length > 1);
    if (many) this.all.push({ id: `${many.id}+`, panes: many.panes, at: 1 });
    this.shown = new Set(shown);
    this.current = this.all[0].id;
  }

  /** @param {string} id */
  slot(id) {
    return this.all.find((slot) => slot.id === id);
  }

  /** @param {XraySlot} slot */
  layer({ panes, at }) {
    return this.layers[panes[at]];
  }

  /** Slots in view, in order. */
  inView() {
    return this.all.filter(({ id }) => this.shown.has(id));
  }

  /** The slot that holds a pane, one in view first. @param {number} pane */
  holding(pane) {
    const holds = (/** @type {XraySlot} */ { panes, at }) => panes[at] === pane;
    return this.inView().find(holds) ?? this.all.find(holds);
  }

  /** The backend in view for a side. @param {string} side */
  hlo(side) {
    const slots = this.all.filter(({ id }) => id === (side ? side + ":hlo" : "hlo"));
    return this.layer(slots[0]);
  }

  /** The two backends that are compared; one where there is only one. */
  compared() {
    const found = this.all.map((slot) => this.layer(slot)).filter(({ data }) => data.layer === "hlo");
    return found.sort((a, b) => b.data.side.length - a.data.side.length);
  }

  /** Show a pane, or take it away. @param {string} id @param {boolean} alone whether one is seen at a time
      @returns {string} why not; empty where it was done */
  toggle(id, alone) {
    const shows = this.shown.has(id);
    if (!alone && shows && this.shown.size <= 2)
      return "Two panes at least: first show another.";
    if (!alone && !shows && this.shown.size >= XRAY_PANES)
      return "Four panes at most: first take one away.";
    this.current = id;
    if (shows && !alone) this.shown.delete(id);
    else this.shown.add(id);
    return "";
  }

  /** Put a backend where another one is; they change places where both are held.
      @param {number} from @param {number} to */
  exchange(from, to) {
    const here = this.holding(from);
    if (!here) return;
    const there = this.all.find((slot) => slot !== here && slot.panes[slot.at] === to);
    if (there) there.at = there.panes.indexOf(from);
    here.at = here.panes.indexOf(to);
  }

  /** Bring a pane into view, in the place of the last one where there is no room. @param {number} pane */
  bringIn(pane) {
    const slots = this.all.filter(({ panes }) => panes.includes(pane));
    const slot =
      slots.find(({ id, panes, at }) => panes[at] === pane && this.shown.has(id)) ?? slots[0];
    this.exchange(slot.panes[slot.at], pane);
    if (!this.shown.has(slot.id) && this.shown.size >= XRAY_PANES) {
      this.shown.delete([...this.shown][XRAY_PANES - 1]);
    }
    this.shown.add(slot.id);
    this.current = slot.id;
  }
}
