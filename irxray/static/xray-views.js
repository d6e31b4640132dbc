// @ts-check
"use strict";
/* Rows of the two views that show all layers in one list. */

/** @typedef {object} XrayRow
    @property {"line" | "head" | "note" | "pair"} kind
    @property {number} pane
    @property {number} line  0 where the row stands for no line
    @property {number} item  -1 where the row is no item's
    @property {string} text  beside the item, or instead of one
    @property {string[]} [pair]  an equation on two backends, and what differs */

/** Each expression of the source, then its equations, operations and instructions, with the bytes
    of their results. @param {XrayLayer[]} layers source, jaxpr, StableHLO, HLO
    @param {XrayLinks} links @returns {XrayRow[]} */
function xrayInterleave(layers, links) {
  /** @type {XrayRow[]} */
  const rows = [];
  const [source] = layers;
  const used = layers.map(() => new Set());
  const items = [...source.data.name.keys()].filter((item) => source.ofItem.has(item));
  const place = (/** @type {number} */ item) => source.ofItem.of(item)[0];
  items.sort(
    (a, b) =>
      source.spanLine[place(a)] - source.spanLine[place(b)] ||
      source.spanEnd[place(a)] - source.spanEnd[place(b)]
  );
  for (const item of items) {
    const found = xrayBelow(layers, links, item);
    const words = ["equation", "operation", "instruction"];
    const text = words.map((word, at) => xraySum(layers[at + 1], found[at + 1], word)).join(" · ");
    rows.push({ kind: "head", pane: source.index, line: source.lines(item)[0], item, text });
    for (let at = 1; at < layers.length; at++) {
      const lines = new Set(found[at].flatMap((each) => layers[at].lines(each)));
      for (const line of [...lines].sort((a, b) => a - b)) {
        used[at].add(line);
        rows.push(xrayLineRow(layers[at], line));
      }
    }
  }
  return rows.concat(xrayRest(layers, used));
}

/** @param {XrayLayer} layer @param {number} line @returns {XrayRow} */
function xrayLineRow(layer, line) {
  return { kind: "line", pane: layer.index, line, item: -1, text: "" };
}

/** Items of each layer that belong to an expression. @param {XrayLayer[]} layers
    @param {XrayLinks} links @param {number} item */
function xrayBelow(layers, links, item) {
  const found = [[item]];
  for (let at = 0; at + 1 < layers.length; at++) {
    const [from, to] = [layers[at].index, layers[at + 1].index];
    found.push([...new Set(found[at].flatMap((each) => links.near(from, to, each)))]);
  }
  return found;
}

/** @param {XrayLayer} layer @param {number[]} items @param {string} word */
function xraySum(layer, items, word) {
  const bytes = items.reduce((sum, item) => sum + Math.max(0, layer.shapeOf(item)[1]), 0);
  return xrayCount(items.length, word) + (bytes ? ` ${xrayBytes(bytes)}` : "");
}

/** Linked lines that belong to no expression. @param {XrayLayer[]} layers @param {Set<number>[]} used
    @returns {XrayRow[]} */
function xrayRest(layers, used) {
  /** @type {XrayRow[]} */
  const rows = [];
  layers.slice(1).forEach((layer, at) => {
    for (let line = 1; line <= layer.count; line++) {
      if (layer.isLinked(line) && !used[at + 1].has(line)) rows.push(xrayLineRow(layer, line));
    }
  });
  if (!rows.length) return rows;
  const text = `${xrayCount(rows.length, "line")} that no single expression accounts for`;
  return [{ kind: "note", pane: 0, line: 0, item: -1, text }, ...rows];
}

/** Two backends, or two captures, equation by equation. */
class XrayComparison {
  /** @param {XrayLayer[]} sides two HLO layers @param {XrayLayer[]} layers
      @param {XrayFates[]} fates @param {XrayLinks} links */
  constructor(sides, layers, fates, links) {
    this.fates = sides.map(({ index }) => fates[index]);
    const [here, there] = sides.map(
      ({ data: { side } }) =>
        layers.filter(({ data }) => data.layer === "jaxpr" && data.side === side)[0]
    );
    const way = links.twins.find(({ from, to }) => from === here.index && to === there.index);
    /** Equations of the second program by those of the first. @type {(equation: number) => number} */
    this.twin = (equation) => (way ? (way.twin.get(equation) ?? -1) : equation);
    /** @type {XrayRow[]} */
    this.rows = [];
    this.changed = 0;
    this.fill(here, there);
  }

  /** @param {XrayLayer} here @param {XrayLayer} there */
  fill(here, there) {
    let next = 0;
    const alone = (/** @type {number} */ end) => {
      for (; next < end; next++)
        this.push(there, next, ["not in this program", this.told(1, next), "new equation"]);
    };
    for (const equation of here.data.name.keys()) {
      const twin = this.twin(equation);
      const one = this.told(0, equation);
      if (twin < 0) this.push(here, equation, [one, "not in this program", "equation gone"]);
      else {
        alone(twin);
        next = twin + 1;
        this.push(here, equation, [one, this.told(1, twin), this.change(equation, twin)]);
      }
    }
    alone(there.data.name.length);
  }

  /** @param {XrayLayer} layer @param {number} equation @param {string[]} pair */
  push(layer, equation, pair) {
    if (pair[2] !== "same") this.changed++;
    this.rows.push({
      kind: "pair",
      pane: layer.index,
      line: layer.lines(equation)[0] ?? 0,
      item: equation,
      text: "",
      pair
    });
  }

  /** @param {number} side @param {number} equation */
  kernels(side, equation) {
    const { kernels, byEquation } = this.fates[side];
    return (byEquation[equation] ?? []).map((kernel) => kernels[kernel]);
  }

  /** Where an equation runs, and what its kernels write. @param {number} side @param {number} equation */
  told(side, equation) {
    const mine = this.kernels(side, equation);
    if (!mine.length) return "no instruction left";
    const how = this.fates[side].inferred.has(equation) ? ", inferred" : "";
    return (
      xrayBytes(this.bytes(side, equation)) +
      how +
      ", " +
      xraySome(
        mine.map(([, name]) => "%" + name),
        3
      )
    );
  }

  /** @param {number} side @param {number} equation */
  bytes(side, equation) {
    return this.kernels(side, equation).reduce((sum, [, , bytes]) => sum + bytes, 0);
  }

  /** What differs, in words. @param {number} equation @param {number} twin */
  change(equation, twin) {
    const here = this.kernels(0, equation);
    const there = this.kernels(1, twin);
    if (!here.length && !there.length) return "same";
    if (!there.length) return "vanished";
    if (!here.length) return "appeared";
    const words = [];
    const one = new Set(here.flatMap(([, , , equations]) => equations.map(this.twin)));
    const other = new Set(there.flatMap(([, , , equations]) => equations));
    if (one.size !== other.size || [...one].some((each) => !other.has(each)))
      words.push("fused differently");
    const more = this.bytes(1, twin) - this.bytes(0, equation);
    if (more) words.push(`${xrayBytes(Math.abs(more))} ${more > 0 ? "more" : "less"}`);
    return words.join(", ") || "same";
  }
}
