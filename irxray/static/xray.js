// @ts-check
/* The instrument's behaviour: light a line and its counterparts, pin, walk.
   Each item links to items of the pane above and of the pane below; its counterparts are all it
   reaches upward and all it reaches downward, each with the weakest evidence on the best path. */
(() => {
  "use strict";

  /** @typedef {Map<number, Array<[number, number]>>} Edges  item to [item, evidence code] */
  /** @typedef {Map<string, Map<number, number>>} Reach  pane to item to evidence code */

  const EVIDENCE = ["exact", "call-site", "inferred"];
  const NAMES = { exact: "", "call-site": " by call site", inferred: " inferred" };

  /** @param {string | undefined} text @returns {number[]} */
  const numbers = (text) => (text ? text.split(" ").map(Number) : []);

  class Instrument {
    /** @param {HTMLElement} root */
    constructor(root) {
      this.root = root;
      this.strip = /** @type {HTMLElement} */ (root.querySelector(".strip"));
      this.hint = this.strip.textContent || "";
      const block = root.querySelector(".xray-data");
      const data = JSON.parse((block && block.textContent) || "{}");
      /** @type {Map<string, Array<{pane: string, edges: Edges}>>} */
      this.up = new Map();
      /** @type {Map<string, Array<{pane: string, edges: Edges}>>} */
      this.down = new Map();
      for (const [upper, lower, links] of data.links) this.connect(upper, lower, links);
      /** @type {Map<string, Map<number, Element[]>>} lines that show an item, by pane */
      this.lines = new Map();
      /** @type {Map<string, Map<number, Element[]>>} stretches that show an item, by pane */
      this.parts = new Map();
      this.index();
      /** @type {Element[]} */
      this.lit = [];
      /** @type {HTMLElement | null} */
      this.pinned = null;
      this.listen();
      this.reveal();
    }

    /** @param {string} upper @param {string} lower @param {Array<[number, number, number]>} links */
    connect(upper, lower, links) {
      /** @type {Edges} */ const down = new Map();
      /** @type {Edges} */ const up = new Map();
      for (const [a, b, code] of links) {
        down.set(a, [...(down.get(a) || []), [b, code]]);
        up.set(b, [...(up.get(b) || []), [a, code]]);
      }
      this.down.set(upper, [...(this.down.get(upper) || []), { pane: lower, edges: down }]);
      this.up.set(lower, [...(this.up.get(lower) || []), { pane: upper, edges: up }]);
    }

    index() {
      for (const pane of this.root.querySelectorAll(".pane")) {
        const key = /** @type {HTMLElement} */ (pane).dataset.pane || "";
        this.lines.set(key, this.collect(pane, "[data-items]", "items"));
        this.parts.set(key, this.collect(pane, "[data-i]", "i"));
      }
    }

    /** @param {Element} pane @param {string} selector @param {string} name */
    collect(pane, selector, name) {
      /** @type {Map<number, Element[]>} */
      const found = new Map();
      for (const element of pane.querySelectorAll(selector)) {
        for (const item of numbers(/** @type {HTMLElement} */ (element).dataset[name])) {
          const known = found.get(item);
          if (known) known.push(element);
          else found.set(item, [element]);
        }
      }
      return found;
    }

    listen() {
      const root = this.root;
      root.addEventListener("pointerover", (event) => this.hover(event.target));
      root.addEventListener("pointerleave", () => this.rest());
      root.addEventListener("focusin", (event) => this.hover(event.target));
      root.addEventListener("focusout", () => this.rest());
      root.addEventListener("click", (event) => this.click(event));
      root.addEventListener("keydown", (event) => this.key(event));
    }

    /** Begin where the program begins: scroll each pane to its marked line. */
    reveal() {
      for (const line of this.root.querySelectorAll("[data-start]")) {
        const body = line.closest(".pane-body");
        if (body) body.scrollTop = /** @type {HTMLElement} */ (line).offsetTop - 8;
      }
      for (const pane of this.root.querySelectorAll(".pane")) {
        if (!pane.querySelector('[data-items][tabindex="0"]')) {
          const start = pane.querySelector("[data-start] ~ [data-items]");
          const first = start || pane.querySelector("[data-items]");
          if (first) first.setAttribute("tabindex", "0");
        }
      }
    }

    /** @param {EventTarget | null} target */
    hover(target) {
      if (this.pinned || !(target instanceof Element)) return;
      const line = /** @type {HTMLElement | null} */ (target.closest(".ln"));
      if (!line) return this.rest();
      const part = target.closest("[data-i]");
      this.light(line, part);
    }

    rest() {
      if (!this.pinned) this.clear();
    }

    clear() {
      for (const element of this.lit) {
        element.removeAttribute("data-lit");
        element.classList.remove("lit");
      }
      this.lit = [];
      this.say(this.hint);
    }

    /** Light the line, or the one expression of it that was touched, and all counterparts.
        @param {HTMLElement} line @param {Element | null} part */
    light(line, part) {
      this.clear();
      const own = part ? numbers(/** @type {HTMLElement} */ (part).dataset.i).slice(0, 1) : [];
      const items = own.length ? own : numbers(line.dataset.items);
      if (!items.length) return this.say(line.title ? `${this.place(line)}: ${line.title}` : this.hint);
      const pane = this.paneOf(line);
      const reach = this.reach(pane, items);
      for (const [key, found] of reach) this.paint(key, found, key === pane ? line : null);
      this.describe(line, pane, reach);
    }

    /** @param {Element} line */
    paneOf(line) {
      const pane = /** @type {HTMLElement | null} */ (line.closest(".pane"));
      return (pane && pane.dataset.pane) || "";
    }

    /** @param {string} pane @param {number[]} items @returns {Reach} */
    reach(pane, items) {
      /** @type {Reach} */
      const reach = new Map([[pane, new Map(items.map((item) => [item, 0]))]]);
      this.follow(pane, this.up, reach);
      this.follow(pane, this.down, reach);
      return reach;
    }

    /** @param {string} pane @param {Map<string, Array<{pane: string, edges: Edges}>>} sides @param {Reach} reach */
    follow(pane, sides, reach) {
      for (const { pane: next, edges } of sides.get(pane) || []) {
        const found = reach.get(next) || new Map();
        for (const [item, code] of reach.get(pane) || []) {
          for (const [other, step] of edges.get(item) || []) {
            const weakest = Math.max(code, step);
            if (!found.has(other) || weakest < found.get(other)) found.set(other, weakest);
          }
        }
        reach.set(next, found);
        this.follow(next, sides, reach);
      }
    }

    /** @param {string} key @param {Map<number, number>} found @param {HTMLElement | null} origin */
    paint(key, found, origin) {
      /** @type {Map<Element, number>} */
      const lines = new Map();
      for (const [item, code] of found) {
        for (const line of this.linesOf(key, item)) {
          lines.set(line, Math.min(code, lines.has(line) ? Number(lines.get(line)) : code));
        }
        for (const part of (this.parts.get(key) || new Map()).get(item) || []) {
          part.classList.add("lit");
          this.lit.push(part);
        }
      }
      for (const [line, code] of lines) {
        line.setAttribute("data-lit", EVIDENCE[code]);
        this.lit.push(line);
      }
      if (!origin) this.scroll([...lines.keys()]);
    }

    /** @param {string} key @param {number} item @returns {Element[]} */
    linesOf(key, item) {
      return (this.lines.get(key) || new Map()).get(item) || [];
    }

    /** Bring the first counterpart into its pane when none is in sight; the page stays put.
        @param {Element[]} lines */
    scroll(lines) {
      const shown = lines.filter((line) => /** @type {HTMLElement} */ (line).offsetParent);
      const body = shown.length ? shown[0].closest(".pane-body") : null;
      if (!body) return;
      const frame = body.getBoundingClientRect();
      const boxes = shown.map((line) => line.getBoundingClientRect());
      if (boxes.some((box) => box.top >= frame.top && box.bottom <= frame.bottom)) return;
      body.scrollTop += boxes[0].top - frame.top - frame.height / 3;
    }

    /** @param {Element} line */
    place(line) {
      const pane = line.closest(".pane");
      const title = pane && pane.querySelector(".pane-title");
      const name = ((title && title.textContent) || "").trim().replace(/\s+/g, " ");
      return `${name} line ${/** @type {HTMLElement} */ (line).dataset.line}`;
    }

    /** @param {HTMLElement} line @param {string} pane @param {Reach} reach */
    describe(line, pane, reach) {
      const parts = [];
      for (const [key, found] of reach) {
        if (key === pane || !found.size) continue;
        const owner = this.root.querySelector(`.pane[data-pane="${key}"] .pane-title`);
        const title = ((owner && owner.textContent) || key).trim().replace(/\s+/g, " ");
        const weakest = Math.min(...found.values());
        const count = new Set([...found.keys()].flatMap((item) => this.linesOf(key, item))).size;
        const how = NAMES[/** @type {keyof typeof NAMES} */ (EVIDENCE[weakest])];
        parts.push(`${title}: ${count} ${count === 1 ? "line" : "lines"}${how}`);
      }
      const what = parts.length ? parts.join(", ") : "no counterpart in another layer";
      this.say(`${this.pinned ? "Pinned " : ""}${this.place(line)}. ${what}.`);
    }

    /** @param {string} words */
    say(words) {
      if (this.strip.textContent !== words) this.strip.textContent = words;
    }

    /** @param {MouseEvent} event */
    click(event) {
      const target = event.target instanceof Element ? event.target : null;
      const line = /** @type {HTMLElement | null} */ (target && target.closest(".ln[data-items]"));
      if (!line || String(window.getSelection() || "")) return;
      this.toggle(line, target && target.closest("[data-i]"));
    }

    /** @param {HTMLElement} line @param {Element | null} part */
    toggle(line, part) {
      const same = this.pinned === line;
      this.release();
      if (same) return this.light(line, part);
      this.pinned = line;
      line.setAttribute("data-pinned", "");
      line.setAttribute("aria-selected", "true");
      this.light(line, part);
    }

    release() {
      if (this.pinned) {
        this.pinned.removeAttribute("data-pinned");
        this.pinned.setAttribute("aria-selected", "false");
      }
      this.pinned = null;
      this.clear();
    }

    /** @param {KeyboardEvent} event */
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      const line = /** @type {HTMLElement | null} */ (target && target.closest(".ln[data-items]"));
      if (event.key === "Escape" && this.pinned) {
        this.release();
        if (line) this.light(line, null);
      } else if (line && (event.key === "Enter" || event.key === " ")) {
        this.toggle(line, null);
      } else if (line && event.key in this.moves) {
        this.moves[event.key](line);
      } else {
        return;
      }
      event.preventDefault();
    }

    /** @type {Record<string, (line: HTMLElement) => void>} */
    moves = {
      ArrowDown: (line) => this.step(line, 1),
      ArrowUp: (line) => this.step(line, -1),
      ArrowRight: (line) => this.cross(line, 1),
      ArrowLeft: (line) => this.cross(line, -1),
      Home: (line) => this.step(line, -Infinity),
      End: (line) => this.step(line, Infinity),
    };

    /** @param {HTMLElement} line @param {number} by */
    step(line, by) {
      const pane = line.closest(".pane");
      const all = pane ? [...pane.querySelectorAll(".ln[data-items]")] : [];
      const shown = all.filter((each) => /** @type {HTMLElement} */ (each).offsetParent);
      const at = Math.min(Math.max(shown.indexOf(line) + by, 0), shown.length - 1);
      this.focus(/** @type {HTMLElement} */ (shown[at]));
    }

    /** Go to the counterpart in the next pane that is shown, or to its first line.
        @param {HTMLElement} line @param {number} by */
    cross(line, by) {
      const panes = [...this.root.querySelectorAll(".pane")].filter(
        (each) => /** @type {HTMLElement} */ (each).offsetParent,
      );
      const next = panes[panes.findIndex((each) => each.contains(line)) + by];
      if (!next) return;
      const there = next.querySelector(".ln[data-lit]") || next.querySelector(".ln[data-items]");
      if (there) this.focus(/** @type {HTMLElement} */ (there));
    }

    /** @param {HTMLElement} line */
    focus(line) {
      const pane = line.closest(".pane");
      const stops = pane ? pane.querySelectorAll('.ln[tabindex="0"]') : [];
      if (stops.length === 1) stops[0].setAttribute("tabindex", "-1");
      line.setAttribute("tabindex", "0");
      line.focus({ preventScroll: true });
      this.scroll([line]);
    }
  }

  for (const root of document.querySelectorAll(".xray")) {
    new Instrument(/** @type {HTMLElement} */ (root));
  }
})();
