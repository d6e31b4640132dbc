// @ts-check
"use strict";
/* The instrument: panes and views, what the pointer and the address bar ask for, what is said. */

/** @typedef {{pane: number, line: number, item: number, li: HTMLElement}} XrayTouch */

const XRAY_PHONE = window.matchMedia("(max-width: 44rem)");

class XrayFilm extends HTMLElement {
  /** @type {XrayLayer[]} */
  layers = xrayLater;
  /** @type {XrayLinks} */
  links = xrayLater;
  /** @type {XrayLamp} */
  lamp = xrayLater;
  /** @type {XrayFates[]} */
  fates = xrayLater;
  /** @type {XrayWords} */
  words = xrayLater;
  /** @type {XraySlots} */
  slots = xrayLater;
  /** @type {XrayPane[]} */
  panes = xrayLater;
  /** @type {XrayList} */
  list = xrayLater;
  /** @type {XraySearch} */
  search = xrayLater;
  /** @type {HTMLElement} */
  status = xrayLater;
  view = "";
  hint = "";
  telling = 0;
  /** Whether words are still to come. */
  unsaid = false;

  connectedCallback() {
    const block = this.querySelector(".xray-data");
    if (this.view || !block) return;
    this.begin(JSON.parse(block.textContent ?? ""));
    this.closest(".xray")?.classList.add("live");
    this.show();
    for (const pane of this.panes) pane.rest();
    this.listen();
    xrayVisitAddress(this);
  }

  /** @param {XrayData} data */
  begin(data) {
    this.layers = data.panes.map((pane, index) => new XrayLayer(pane, index));
    const counts = data.panes.map(({ name }) => name.length);
    this.links = new XrayLinks(data.links, counts, data.pairing);
    this.lamp = new XrayLamp(this.layers, this.links);
    this.fates = xrayFates(data.fates);
    this.words = new XrayWords(this.layers, data.words, this.fates);
    this.slots = new XraySlots(this.layers, (this.dataset.slots ?? "").split(" "));
    this.view = this.dataset.view ?? "side";
    this.status = this.get(".say");
    const touch = window.matchMedia("(pointer: coarse)").matches && this.status.dataset.touch;
    this.hint = touch || (this.status.textContent ?? "");
    this.say(this.hint);
    const rules = (/** @type {Array<[string, string]> | undefined} */ each) =>
      xrayPatterns(each ?? []);
    this.panes = this.layers.map((layer) => {
      const { key, layer: kind } = layer.data;
      const pane = /** @type {XrayPane} */ (this.get(`xray-pane[data-pane="${key}"]`));
      pane.begin(
        layer,
        { tokens: rules(data.tokens[kind]), folds: rules(data.folds[kind]) },
        this.lamp
      );
      return pane;
    });
    this.list = /** @type {XrayList} */ (this.get("xray-list"));
    this.list.begin(this.panes, this.lamp);
    this.search = /** @type {XraySearch} */ (this.get("xray-search"));
    this.search.begin(this);
  }

  /** @param {string} selector @returns {HTMLElement} */
  get(selector) {
    return /** @type {HTMLElement} */ (this.querySelector(selector));
  }

  // ------------------------------------------------------------ panes and views

  /** Layers whose counterparts count and that are searched. */
  layersInView() {
    const slots = this.view === "side" ? this.slots.inView() : this.slots.all;
    const chosen = slots.filter(({ id }) => this.view !== "interleaved" || !/[+@]/.test(id));
    return chosen.map((slot) => this.slots.layer(slot));
  }

  /** Show what the state says: view, panes, buttons. */
  show() {
    const { slots, view } = this;
    this.dataset.view = view;
    const shown = slots.inView();
    this.panes.forEach((pane, index) => {
      const order = shown.findIndex(({ panes, at }) => panes[at] === index);
      pane.hidden = order < 0;
      pane.style.order = String(order);
      pane.toggleAttribute("data-current", shown[order]?.id === slots.current);
      const choice = pane.querySelector("select");
      if (choice) choice.value = pane.dataset.target ?? "";
    });
    this.get(".panes").dataset.count = String(shown.length);
    for (const button of this.querySelectorAll("button")) {
      const { view: other, slot } = button.dataset;
      const pressed = slot
        ? XRAY_PHONE.matches
          ? slot === slots.current
          : slots.shown.has(slot)
        : other === view;
      if (other ?? slot) button.ariaPressed = String(pressed);
    }
    xrayFillList(this);
    for (const { rows } of this.panes) rows?.resize();
    this.relight();
  }

  /** @param {string} view */
  setView(view) {
    this.view = view;
    this.show();
    xrayPutAddress(this);
  }

  /** Show a pane, or take it away; on a phone, show it alone. @param {string} id */
  toggleSlot(id) {
    const problem = this.slots.toggle(id, XRAY_PHONE.matches);
    if (problem) this.say(problem);
    else this.show();
  }

  /** @param {number} from @param {number} to HLO panes */
  switchBackend(from, to) {
    this.slots.exchange(from, to);
    this.show();
    this.panes[to].rest();
    if (this.lamp.light) this.describe();
    xrayPutAddress(this);
  }

  // ---------------------------------------------------------------------- light

  /** @param {number} pane @param {number} line @param {number} item */
  shine(pane, line, item) {
    if (!this.lamp.shine(pane, line, item)) return this.dim(this.layers[pane].unlinked(line));
    if (this.view === "side") this.follow(pane);
    this.relight();
    this.describe();
  }

  relight() {
    for (const pane of this.panes) pane.sync();
    if (this.view !== "side") this.list.list.paint();
  }

  /** Before anything is drawn, for scrolling asks for the layout: scroll the other panes to their first counterpart where none is in sight. @param {number} from */
  follow(from) {
    for (const { panes, at } of this.slots.inView()) {
      const pane = this.panes[panes[at]];
      const lines = this.lamp.linesOf(panes[at]);
      if (panes[at] !== from && lines.length && !pane.sees(lines)) pane.bring(lines[0]);
    }
  }

  /** Put the light out. @param {string} words */
  dim(words = this.hint) {
    this.lamp.out();
    this.relight();
    this.describe(words);
  }

  rest() {
    if (!this.lamp.pinned) this.dim();
  }

  /** Say what is in the light once the hand is at rest: words move the page's layout.
      @param {string} [words] in place of that */
  describe(words) {
    this.unsaid = true;
    clearTimeout(this.telling);
    this.telling = window.setTimeout(() => xrayTell(this, words), 120);
  }

  /** Say it at once, and nothing else of what went before. @param {string} words */
  say(words) {
    this.unsaid = false;
    if (this.status.textContent !== words) this.status.textContent = words;
  }

  // ------------------------------------------------------------------------ pin

  /** Pin what is in the light. */
  pin() {
    this.lamp.pinned = this.lamp.light;
    this.redress();
    this.describe();
    xrayPutAddress(this);
  }

  release() {
    this.redress(false);
    this.lamp.pinned = null;
    this.dim();
    xrayPutAddress(this);
  }

  /** Show on its line what is pinned. @param {boolean} pinned */
  redress(pinned = true) {
    const at = this.lamp.pinned;
    if (at) this.lamp.dressPinned(this.panes[at.pane].element(at.line), pinned);
    if (this.view !== "side") this.list.list.sync();
  }

  /** @param {number} pane @param {number} line @param {number} item */
  toggle(pane, line, item) {
    const same = this.lamp.holds(pane, line) && this.lamp.pinned?.item === item;
    this.release();
    this.shine(pane, line, item);
    if (!same) this.pin();
  }

  // -------------------------------------------------------------------- the hand

  listen() {
    this.addEventListener("pointerover", (event) => this.touch(event.target));
    this.addEventListener("pointerleave", () => this.rest());
    this.addEventListener("focusin", (event) => this.touch(event.target));
    this.addEventListener("focusout", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && this.contains(relatedTarget))) this.rest();
    });
    this.addEventListener("click", (event) => xrayClick(this, event.target));
    this.addEventListener("change", (event) => xrayChoose(this, event.target));
    this.addEventListener("keydown", (event) => xrayKey(this, event));
    this.addEventListener("copy", (event) => xrayCopySelection(event));
    window.addEventListener("hashchange", () => xrayVisitAddress(this));
    XRAY_PHONE.addEventListener("change", () => this.show());
  }

  /** The line, and the item within it, that an element belongs to.
      @param {EventTarget | null} target @returns {XrayTouch | null} */
  place(target) {
    const li =
      target instanceof Element
        ? /** @type {HTMLElement | null} */ (target.closest(".ln[data-line]"))
        : null;
    if (!li || !(target instanceof Element)) return null;
    const { layer, line, target: backend = "", side = "" } = li.dataset;
    const pane = this.layers.findIndex(
      ({ data }) => data.layer === layer && data.target === backend && data.side === side
    );
    const part = /** @type {HTMLElement | null} */ (target.closest("[data-i]"));
    const item = part && li.contains(part) ? xrayNumbers(part.dataset.i)[0] : -1;
    return { pane, line: Number(line), item, li };
  }

  /** @param {EventTarget | null} target */
  touch(target) {
    const { light, pinned } = this.lamp;
    if (pinned) return;
    const at = this.place(target);
    if (!at || !at.line) this.rest();
    else if (light?.pane !== at.pane || light.line !== at.line || light.item !== at.item)
      this.shine(at.pane, at.line, at.item);
  }

  /** Light a line and show it, the focus staying where it is. @param {XrayPlace} place */
  visit({ pane, line }) {
    if (this.lamp.pinned) this.release();
    this.shine(pane, line, -1);
    this.reveal(pane, line);
  }

  /** The element of a line in the present view. @param {number} pane @param {number} line */
  reveal(pane, line) {
    if (this.view !== "side") return this.list.reveal(pane, line);
    const slot = this.slots.holding(pane);
    if (XRAY_PHONE.matches && slot && slot.id !== this.slots.current) this.toggleSlot(slot.id);
    return this.panes[pane].reveal(line);
  }

  /** @param {XrayPlace} place */
  focusLine({ pane, line }) {
    const li = this.reveal(pane, line);
    const { rows } = this.panes[pane];
    // The rows' stop is moved with what then lights up: to move the focus brings styles up to date.
    if (rows) this.panes[pane].stop = line;
    else this.panes[pane].setStop(line);
    li?.focus({ preventScroll: true });
    rows?.setStop();
  }
}

customElements.define("xray-film", XrayFilm);
