// @ts-check
"use strict";
/* The links of one instrument: which items of which panes are the same computation. */

/** @typedef {Map<number, Map<number, number>>} XrayReach  pane to item to evidence code */

/** Stands in a field of an element until its `begin`. @type {any} */
const xrayLater = undefined;

/** Evidence by its code, strongest first. */
const XRAY_EVIDENCE = ["exact", "call-site", "inferred"];

/** Values by key, in two flat arrays: constant time however many there are. */
class XrayIndex {
  /** @param {number} count keys run from 0 to count - 1
      @param {ArrayLike<number>} keys @param {ArrayLike<number>} values one for each key */
  constructor(count, keys, values) {
    this.start = new Int32Array(count + 1);
    for (let i = 0; i < keys.length; i++) this.start[keys[i] + 1]++;
    for (let k = 0; k < count; k++) this.start[k + 1] += this.start[k];
    this.values = new Int32Array(keys.length);
    const next = this.start.slice();
    for (let i = 0; i < keys.length; i++) this.values[next[keys[i]]++] = values[i];
  }

  /** @param {number} key */
  of(key) {
    return this.values.subarray(this.start[key], this.start[key + 1]);
  }

  /** @param {number} key */
  has(key) {
    return this.start[key] < this.start[key + 1];
  }
}

/** One column of a table in a flat list. @param {number[]} flat @param {number} width @param {number} at */
function xrayColumn(flat, width, at) {
  return Int32Array.from({ length: flat.length / width }, (_, row) => flat[row * width + at]);
}

/** Links between an upper and a lower pane. */
class XrayEdges {
  /** @param {number} upper @param {number} lower panes
      @param {number[]} flat upper item, lower item, code, and so on
      @param {number[]} counts items of each pane */
  constructor(upper, lower, flat, counts) {
    this.upper = upper;
    this.lower = lower;
    this.above = xrayColumn(flat, 3, 0);
    this.below = xrayColumn(flat, 3, 1);
    this.code = xrayColumn(flat, 3, 2);
    const order = this.code.map((_, edge) => edge);
    this.down = new XrayIndex(counts[upper], this.above, order);
    this.up = new XrayIndex(counts[lower], this.below, order);
  }
}

class XrayLinks {
  /** @param {Array<[number, number, number[]]>} links @param {number[]} counts items of each pane
      @param {[number, number, number[]] | null} pairing two jaxpr panes, and pairs of equations */
  constructor(links, counts, pairing) {
    this.edges = links.map(([upper, lower, flat]) => new XrayEdges(upper, lower, flat, counts));
    /** @type {Array<{from: number, to: number, twin: Map<number, number>}>} */
    this.twins = [];
    if (pairing) this.pair(...pairing);
  }

  /** @param {number} one @param {number} other @param {number[]} flat -1 where one stands alone */
  pair(one, other, flat) {
    const there = new Map();
    const back = new Map();
    for (let i = 0; i < flat.length; i += 2) {
      if (flat[i] < 0 || flat[i + 1] < 0) continue;
      there.set(flat[i], flat[i + 1]);
      back.set(flat[i + 1], flat[i]);
    }
    this.twins = [
      { from: one, to: other, twin: there },
      { from: other, to: one, twin: back }
    ];
  }

  /** All that `items` reach upward, downward, and from there in the other capture, each with the
      weakest evidence on the best way. @param {number} pane @param {Iterable<number>} items */
  reach(pane, items) {
    /** @type {XrayReach} */
    const reach = new Map([[pane, new Map()]]);
    for (const item of items) reach.get(pane)?.set(item, 0);
    this.follow(pane, reach, true);
    this.follow(pane, reach, false);
    const way = this.twins.find(({ from, to }) => reach.has(from) && !reach.has(to));
    if (way) this.cross(way, reach);
    return reach;
  }

  /** @param {number} pane @param {XrayReach} reach @param {boolean} down */
  follow(pane, reach, down) {
    for (const edges of this.edges) {
      if ((down ? edges.upper : edges.lower) !== pane) continue;
      const next = down ? edges.lower : edges.upper;
      const found = reach.get(next) ?? new Map();
      for (const [item, code] of reach.get(pane) ?? []) {
        for (const edge of (down ? edges.down : edges.up).of(item)) {
          const other = down ? edges.below[edge] : edges.above[edge];
          const weakest = Math.max(code, edges.code[edge]);
          const known = found.get(other);
          if (known === undefined || weakest < known) found.set(other, weakest);
        }
      }
      reach.set(next, found);
      this.follow(next, reach, down);
    }
  }

  /** @param {{from: number, to: number, twin: Map<number, number>}} way @param {XrayReach} reach */
  cross({ from, to, twin }, reach) {
    const found = new Map();
    for (const [item, code] of reach.get(from) ?? []) {
      const other = twin.get(item);
      if (other !== undefined) found.set(other, code);
    }
    reach.set(to, found);
    this.follow(to, reach, false);
    this.follow(to, reach, true);
  }

  /** Items one step away in `to`, call sites left out where there is better.
      @param {number} from @param {number} to @param {number} item @returns {number[]} */
  near(from, to, item) {
    const edges = this.edges.find(
      (e) => (e.upper === from && e.lower === to) || (e.upper === to && e.lower === from)
    );
    if (!edges) return [];
    const down = edges.upper === from;
    const found = [...(down ? edges.down : edges.up).of(item)];
    const better = found.filter((edge) => this.isDirect(edges, edge));
    return better.map((edge) => (down ? edges.below[edge] : edges.above[edge]));
  }

  /** Whether a link says more than that its lower item was reached through a call.
      @param {XrayEdges} edges @param {number} edge */
  isDirect(edges, edge) {
    if (edges.code[edge] !== 1) return true;
    return edges.up.of(edges.below[edge]).every((other) => edges.code[other] === 1);
  }
}
