/**
 * `<dot-card>`: one `dot_general` to decode. Axes are marked with a tap or from the keyboard, the
 * result's shape is typed. It tells its parent with an `answered` event and then explains itself.
 */
"use strict";
{
  /**
   * @typedef {object} Dot a card as the page's JSON holds it
   * @property {string} id
   * @property {string} dtype
   * @property {number[]} lhs
   * @property {number[]} rhs
   * @property {number[][]} contract axes of a and of b, paired in order
   * @property {number[][]} batch
   * @property {number[]} out
   * @property {string} einsum
   * @property {string} origin
   */

  /** @typedef {"kept" | "contracts" | "batch"} Part what becomes of an axis */

  /** @type {Part[]} */
  const PARTS = ["kept", "contracts", "batch"];
  /** @type {Record<string, Part>} */
  const PART_KEYS = { k: "kept", c: "contracts", b: "batch" };
  /** @type {Record<Part, string>} */
  const PART_HEADS = { contracts: "Contracting", batch: "Batch", kept: "Kept" };
  const SIDES = ["a", "b"];

  /**
   * @param {string} name
   * @param {string} className
   * @param {string} text
   */
  const element = (name, className = "", text = "") => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text) made.textContent = text;
    return made;
  };

  /** @param {number[][]} pair */
  const printedPair = (pair) => `(${pair.map((axes) => `[${axes.join(", ")}]`).join(", ")})`;

  /** @param {Dot} dot */
  const printed = (dot) =>
    `dot_general[dimension_numbers=(${printedPair(dot.contract)}, ${printedPair(dot.batch)})] a b`;

  /**
   * @param {Dot} dot
   * @param {number} side 0 for a, 1 for b
   * @param {number} axis
   * @returns {Part}
   */
  const partOf = (dot, side, axis) => {
    if (dot.contract[side].includes(axis)) return "contracts";
    return dot.batch[side].includes(axis) ? "batch" : "kept";
  };

  /** @param {Dot} dot @returns {string[]} letters of a, of b and of the result */
  const letters = (dot) => dot.einsum.split(/,|->/);

  /** @param {number[]} one @param {number[]} other */
  const equal = (one, other) =>
    one.length === other.length && one.every((size, at) => size === other[at]);

  /**
   * What went wrong with a typed shape, in words.
   * @param {Dot} dot
   * @param {number[]} typed
   */
  const shapeFault = (dot, typed) => {
    const batch = dot.batch[0].length;
    const told = `The result is [${dot.out.join(", ")}], not [${typed.join(", ")}].`;
    if (batch && equal(typed, [...dot.out.slice(batch), ...dot.out.slice(0, batch)])) {
      return `${told} Batch axes come first.`;
    }
    const sorted = [dot.out, typed].map((sizes) => [...sizes].sort((x, y) => x - y));
    if (equal(sorted[0], sorted[1])) {
      return `${told} The order is batch, what is left of a, what is left of b.`;
    }
    return told;
  };

  class DotCard extends HTMLElement {
    /** @type {Dot | null} */
    #dot = null;
    /** @type {HTMLButtonElement[]} */
    #axes = [];
    #shape = document.createElement("input");
    #check = document.createElement("button");

    /** @param {Dot} dot */
    set card(dot) {
      this.#dot = dot;
      this.dataset.card = dot.id;
      const form = document.createElement("form");
      form.noValidate = false;
      form.append(
        element("p", "drill-question", "Mark what each axis does. What shape is the result?"),
        this.#program(dot),
        this.#operands(dot),
        this.#answerLine(),
        element(
          "p",
          "drill-keys",
          "Keys: arrows move, C contracts, B batch, K kept; Tab to the shape, Enter checks.",
        ),
      );
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.#judge();
      });
      this.replaceChildren(form);
    }

    begin() {
      this.#axes[0]?.focus();
    }

    /** @param {Dot} dot */
    #program(dot) {
      const block = element("pre", "drill-text");
      const types = [dot.lhs, dot.rhs].map(
        (sizes, side) => `${SIDES[side]}:${dot.dtype}[${sizes.join(",")}]`,
      );
      block.append(element("code", "", `${types.join("  ")}\n${printed(dot)}`));
      block.tabIndex = 0;
      return block;
    }

    /** @param {Dot} dot */
    #operands(dot) {
      const rows = element("div", "drill-operands");
      this.#axes = [];
      [dot.lhs, dot.rhs].forEach((sizes, side) => {
        const row = element("div", "drill-operand");
        row.setAttribute("role", "group");
        row.setAttribute("aria-label", `axes of ${SIDES[side]}`);
        row.append(element("span", "operand-name", SIDES[side]));
        sizes.forEach((size, axis) => row.append(this.#axisButton(side, axis, size)));
        rows.append(row);
      });
      this.#axes.forEach((button, at) => {
        button.tabIndex = at ? -1 : 0;
      });
      rows.addEventListener("keydown", (event) => this.#key(event));
      return rows;
    }

    /** @param {number} side @param {number} axis @param {number} size */
    #axisButton(side, axis, size) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(element("span", "axis-size", String(size)), element("span", "axis-part"));
      Object.assign(button.dataset, { side: String(side), axis: String(axis) });
      this.#mark(button, "kept");
      button.addEventListener("click", () => {
        const at = PARTS.findIndex((part) => part === button.dataset.part);
        this.#mark(button, PARTS[(at + 1) % PARTS.length]);
        this.#moveTo(this.#axes.indexOf(button));
      });
      this.#axes.push(button);
      return button;
    }

    /** @param {HTMLButtonElement} button @param {Part} part */
    #mark(button, part) {
      button.dataset.part = part;
      button.className = `axis axis-${part}`;
      const word = button.querySelector(".axis-part");
      if (word) word.textContent = part;
      const { side, axis } = button.dataset;
      const size = button.querySelector(".axis-size")?.textContent;
      const name = `axis ${axis} of ${SIDES[Number(side)]}, size ${size}: ${part}`;
      button.setAttribute("aria-label", name);
    }

    /** @param {number} at */
    #moveTo(at) {
      const target = this.#axes[(at + this.#axes.length) % this.#axes.length];
      for (const button of this.#axes) button.tabIndex = button === target ? 0 : -1;
      target.focus();
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
      const at = this.#axes.findIndex((button) => button === event.target);
      if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      const part = PART_KEYS[event.key.toLowerCase()];
      const last = this.#axes.length - 1;
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
      const row = { ArrowDown: "1", ArrowUp: "0" }[event.key];
      if (part) this.#mark(this.#axes[at], part);
      else if (to !== undefined) this.#moveTo(to);
      else if (row) this.#moveTo(this.#axes.findIndex((each) => each.dataset.side === row));
      else return;
      event.preventDefault();
    }

    #answerLine() {
      const line = element("p", "drill-answer");
      const label = document.createElement("label");
      label.append(element("span", "", "result"), this.#shape);
      Object.assign(this.#shape, {
        type: "text", required: true, autocomplete: "off", spellcheck: false,
        placeholder: "8, 16", pattern: "[\\[\\(]?\\s*\\d+([\\s,x×]+\\d+)*[\\s,]*[\\]\\)]?",
        title: "sizes with commas or spaces between them",
      });
      this.#shape.setAttribute("inputmode", "text");
      this.#check.className = "button";
      this.#check.type = "submit";
      this.#check.textContent = "Check";
      line.append(label, this.#check);
      return line;
    }

    #judge() {
      const dot = this.#dot;
      if (!dot || this.#shape.disabled) return;
      const typed = (this.#shape.value.match(/\d+/g) ?? []).map(Number);
      const faults = this.#axisFaults(dot);
      if (!equal(typed, dot.out)) faults.push(shapeFault(dot, typed));
      for (const control of [...this.#axes, this.#shape, this.#check]) control.disabled = true;
      this.querySelector(".drill-keys")?.remove();
      this.append(this.#explanation(dot));
      const detail = { right: faults.length === 0, words: faults.join(" ") };
      this.dispatchEvent(new CustomEvent("answered", { bubbles: true, detail }));
    }

    /** @param {Dot} dot @returns {string[]} one sentence for each part with axes marked wrongly */
    #axisFaults(dot) {
      /** @type {Map<Part, string[]>} */
      const missed = new Map();
      for (const button of this.#axes) {
        const [side, axis] = [Number(button.dataset.side), Number(button.dataset.axis)];
        const part = partOf(dot, side, axis);
        if (part === button.dataset.part) continue;
        missed.set(part, [...(missed.get(part) ?? []), `axis ${axis} of ${SIDES[side]}`]);
      }
      return [...missed].map(([part, axes]) => `${PART_HEADS[part]}: ${axes.join(", ")}.`);
    }

    /** @param {Dot} dot */
    #explanation(dot) {
      const box = element("div", "drill-explanation");
      const parts = Object.fromEntries(
        [dot.lhs, dot.rhs].flatMap((sizes, side) =>
          sizes.map((_, axis) => [letters(dot)[side][axis], partOf(dot, side, axis)]),
        ),
      );
      [dot.lhs, dot.rhs, dot.out].forEach((sizes, at) => {
        const row = element("p", "drill-shape");
        row.append(element("span", "operand-name", ["a", "b", "result"][at]));
        sizes.forEach((size, axis) => {
          const letter = letters(dot)[at][axis];
          const chip = element("span", `axis axis-${parts[letter]}`);
          chip.append(element("span", "axis-size", String(size)));
          chip.append(element("span", "axis-part", `${letter} ${parts[letter]}`));
          row.append(chip);
        });
        box.append(row);
      });
      const same = element("p", "drill-same", "The same as ");
      same.append(element("code", "", `jnp.einsum("${dot.einsum}", a, b)`), ".");
      if (dot.origin) same.append(` It stands in ${dot.origin}.`);
      box.append(same);
      return box;
    }
  }

  customElements.define("dot-card", DotCard);
}
