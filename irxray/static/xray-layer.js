// @ts-check
"use strict";
/* One layer as the script knows it: what stands on which line, and what folds under what. */

/** @typedef {object} XrayData
    @property {XrayPaneData[]} panes
    @property {Array<[number, number, number[]]>} links
    @property {[number, number, number[]] | null} pairing
    @property {Record<string, Record<string, string>>} words
    @property {Record<string, Array<[string, string]>>} folds
    @property {Record<string, Array<[string, string]>>} tokens
    @property {Array<[number, XrayKernel[], number[]]>} fates */

/** @typedef {object} XrayPaneData  a pane in the page's data block
    @property {string} key
    @property {string} layer
    @property {string} target
    @property {string} side
    @property {string} slot  the place it can stand in
    @property {string} title  for a reader
    @property {number} lines
    @property {number} listing  characters before each line of a windowed pane's listing, else -1
    @property {number} start  line where a reader begins
    @property {number[]} spans  item step, line step, start, end, and so on
    @property {string[]} names
    @property {number[]} name  of each item, into names
    @property {Array<[string, number]>} shapes  text, bytes or -1
    @property {number[]} shape  of each item, into shapes
    @property {Array<[string, number[]]>} why  reason, then first line and count, and so on
    @property {Array<[string, number, number, number, number[]]>} bodies */

/** @typedef {object} XrayBody
    @property {string} label
    @property {number} first
    @property {number} last
    @property {boolean} open
    @property {number[]} callers
    @property {number} under  the caller it is shown under */

/** Bodies of longer layers are closed to begin with. */
const XRAY_OPEN_LINES = 400;

class XrayLayer {
  /** @param {XrayPaneData} data @param {number} index */
  constructor(data, index) {
    this.data = data;
    this.index = index;
    this.count = data.lines;
    const sum = (/** @type {number} */ at) => {
      let total = 0;
      return xrayColumn(data.spans, 4, at).map((step) => (total += step));
    };
    this.spanItem = sum(0);
    this.spanLine = sum(1);
    this.spanStart = xrayColumn(data.spans, 4, 2);
    this.spanEnd = xrayColumn(data.spans, 4, 3);
    const order = this.spanLine.map((_, span) => span);
    this.onLine = new XrayIndex(this.count + 2, this.spanLine, order);
    this.ofItem = new XrayIndex(data.name.length, this.spanItem, order);
    /** @type {string[] | null} */
    this.texts = null;
    /** @type {() => string[]} */
    this.read = () => [];
    /** @type {XrayBody[]} */
    this.bodies = data.bodies.map(([label, first, last, closed, callers]) => {
      const open = !closed && this.count <= XRAY_OPEN_LINES;
      return { label, first, last, open, callers, under: callers[0] };
    });
    /** @type {Map<number, number[]>} */
    this.callers = new Map();
    this.bodies.forEach(({ callers }, body) => {
      for (const line of callers) this.callers.set(line, [...(this.callers.get(line) ?? []), body]);
    });
    this.bodyAt = new Int32Array(this.count + 2).fill(-1);
    this.bodies.forEach(({ first, last }, body) => this.bodyAt.fill(body, first, last + 1));
    /** @type {number[]} all lines, in the order in which they are shown */
    this.order = [];
    /** @type {number[]} those of them that are in no closed body */
    this.rows = [];
    this.rowOf = new Int32Array(this.count + 2).fill(-1);
    this.depth = new Uint8Array(this.count + 2);
  }

  /** @param {number} line */
  isLinked(line) {
    return this.onLine.has(line);
  }

  /** @param {number} line @returns {number[]} */
  items(line) {
    return [...new Set(Array.from(this.onLine.of(line), (span) => this.spanItem[span]))];
  }

  /** @param {number} item @returns {number[]} */
  lines(item) {
    return Array.from(this.ofItem.of(item), (span) => this.spanLine[span]);
  }

  /** The innermost item of a line at a column. @param {number} line @param {number} column */
  itemAt(line, column) {
    const spans = [...this.onLine.of(line)].filter(
      (span) => this.spanStart[span] <= column && column < this.spanEnd[span]
    );
    spans.sort((a, b) => this.width(a) - this.width(b));
    return spans.length ? this.spanItem[spans[0]] : -1;
  }

  /** @param {number} span */
  width(span) {
    return this.spanEnd[span] - this.spanStart[span];
  }

  /** Items of a line, outermost first. @param {number} line */
  outermost(line) {
    const spans = [...this.onLine.of(line)].sort((a, b) => this.width(b) - this.width(a));
    return spans.map((span) => this.spanItem[span]);
  }

  /** @param {number} item */
  nameOf(item) {
    return this.data.names[this.data.name[item]];
  }

  /** @param {number} item @returns {[string, number]} text, bytes or -1 */
  shapeOf(item) {
    return this.data.shapes[this.data.shape[item]];
  }

  /** The text of every line; read once. */
  all() {
    this.texts ??= this.read();
    return this.texts;
  }

  /** @param {number} line */
  raw(line) {
    return this.all()[line - 1] ?? "";
  }

  /** Why a line has no link. @param {number} line */
  why(line) {
    for (const [reason, runs] of this.data.why) {
      for (let i = 0; i < runs.length; i += 2) {
        if (runs[i] <= line && line < runs[i] + runs[i + 1]) return reason;
      }
    }
    return "unexplained";
  }

  /** What is said of a line without a link. @param {number} line */
  unlinked(line) {
    return `${this.data.title} line ${line}: ${this.why(line)}`;
  }

  /** Work out anew in which order lines stand, and which are in sight. */
  arrange() {
    /** @type {Map<number, number[]>} */
    const under = new Map();
    this.bodies.forEach((body, index) => {
      under.set(body.under, [...(under.get(body.under) ?? []), index]);
    });
    this.order = [];
    this.rows = [];
    this.rowOf.fill(-1);
    /** @param {number} first @param {number} last @param {number} body @param {number} depth
        @param {boolean} inSight */
    const run = (first, last, body, depth, inSight) => {
      for (let line = first; line <= last; line++) {
        if (this.bodyAt[line] !== body) continue;
        this.order.push(line);
        this.depth[line] = depth;
        if (inSight && (this.raw(line) || !this.bodies.length)) {
          this.rowOf[line] = this.rows.length;
          this.rows.push(line);
        }
        for (const inner of under.get(line) ?? []) {
          const { first, last, open } = this.bodies[inner];
          run(first, last, inner, depth + 1, inSight && open);
        }
      }
    };
    run(1, this.count, -1, 0, true);
  }

  /** The line with which a reader begins: the first linked one of the entry computation. */
  first() {
    const start = this.data.start || this.rows[0];
    return this.isLinked(start) ? start : this.step(start, 1);
  }

  /** The closed body in sight that hides a line, -1 where none does. @param {number} line */
  cover(line) {
    let body = -1;
    while (this.rowOf[line] < 0 && this.bodyAt[line] >= 0) {
      body = this.bodyAt[line];
      line = this.bodies[body].under;
    }
    return body;
  }

  /** The line that stands for `line`: itself, or the one whose closed body hides it.
      @param {number} line */
  host(line) {
    return this.bodies[this.cover(line)]?.under ?? line;
  }

  /** Open what `line` is folded under. @param {number} line @returns {boolean} whether any was */
  unfold(line) {
    let opened = false;
    for (let body = this.bodyAt[line]; body >= 0; body = this.bodyAt[this.bodies[body].under]) {
      opened ||= !this.bodies[body].open;
      this.bodies[body].open = true;
    }
    return opened;
  }

  /** Bodies that can be opened at a line. @param {number} line @returns {number[]} */
  bodiesAt(line) {
    return this.callers.get(line) ?? [];
  }

  /** Open a body under one of its callers, or close it. @param {number} index @param {number} line */
  toggle(index, line) {
    const body = this.bodies[index];
    body.open = body.under !== line || !body.open;
    body.under = line;
    return body.open;
  }

  /** The next linked line in sight, or the outermost one that way.
      @param {number} line @param {number} by 1, -1, or an infinity */
  step(line, by) {
    const last = this.rows.length - 1;
    const jump = !Number.isFinite(by);
    const way = jump ? -Math.sign(by) : by;
    const from = jump ? (by > 0 ? last : 0) : this.rowOf[this.host(line)] + by;
    for (let row = from; row >= 0 && row <= last; row += way) {
      if (this.isLinked(this.rows[row])) return this.rows[row];
    }
    return line;
  }
}
