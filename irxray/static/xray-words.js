// @ts-check
"use strict";
/* What the instrument says: how many counterparts, and one sentence on the item in the light. */

/** Made once: `toLocaleString` costs half a millisecond a call. */
const XRAY_NUMBER = new Intl.NumberFormat("en");

/** @param {number} count @param {string} one */
function xrayCount(count, one) {
  return `${XRAY_NUMBER.format(count)} ${one}${count === 1 ? "" : "s"}`;
}

/** Decimal units: 134 MB is 134,217,728 bytes. @param {number} bytes */
function xrayBytes(bytes) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  if (!unit) return xrayCount(bytes, "byte");
  return `${value >= 100 ? Math.round(value) : Number(value.toPrecision(3))}\u202f${units[unit]}`;
}

/** At most `limit` of some names, the rest as a number. @param {string[]} names @param {number} limit */
function xraySome(names, limit) {
  const all = [...new Set(names)];
  const shown = all.slice(0, limit);
  const rest = all.length - shown.length;
  if (rest) return `${shown.join(", ")} and ${XRAY_NUMBER.format(rest)} more`;
  return shown.length > 1
    ? `${shown.slice(0, -1).join(", ")} and ${shown[shown.length - 1]}`
    : shown.join("");
}

class XrayWords {
  /** @param {XrayLayer[]} layers @param {Record<string, Record<string, string>>} glossary
      @param {XrayFates[]} fates */
  constructor(layers, glossary, fates) {
    this.layers = layers;
    this.glossary = glossary;
    this.fates = fates;
  }

  /** @param {XrayLayer} layer @param {number} item */
  gives(layer, item) {
    const [shape, bytes] = layer.shapeOf(item);
    if (!shape) return "";
    return ", gives " + shape + (bytes < 0 ? "" : " (" + xrayBytes(bytes) + ")");
  }

  /** What an operation is. @param {XrayLayer} layer @param {number} item */
  what(layer, item) {
    const name = layer.nameOf(item);
    const entry = this.glossary[layer.data.layer]?.[name];
    return entry ? `${name} ${entry}` : name;
  }

  /** Items that another pane holds of this one, in order. @param {XrayReach} reach @param {XrayLayer} layer */
  items(reach, layer) {
    return [...(reach.get(layer.index)?.keys() ?? [])].sort((a, b) => a - b);
  }

  /** @param {string} layer @param {string} side */
  pane(layer, side) {
    return this.layers.filter(({ data }) => data.layer === layer && data.side === side)[0];
  }

  /** Names of some items, and how many there are. @param {XrayLayer} layer @param {number[]} items
      @param {string} word */
  named(layer, items, word) {
    const names = items.map((item) => layer.nameOf(item).replace("stablehlo.", ""));
    return `${xrayCount(items.length, word)} (${xraySome(names, 3) || "none"})`;
  }

  /** Where an item comes from: its expressions. @param {XrayReach} reach @param {string} side */
  origin(reach, side) {
    const source = this.pane("source", side);
    const named = this.items(reach, source).map(
      (item) => `“${source.nameOf(item)}” on line ${source.lines(item)[0]}`
    );
    return ", comes from " + (xraySome(named, 2) || "no expression of the source");
  }

  /** What became of equations on a backend. @param {number[]} equations @param {XrayLayer} hlo */
  fate(equations, hlo) {
    const fates = this.fates[hlo.index];
    const on = `; on ${hlo.data.title.replace("HLO ", "")} it `;
    const kernels = new Set(equations.flatMap((equation) => fates.byEquation[equation] ?? []));
    if (!kernels.size) return `${on}left no instruction`;
    const shared = new Set([...kernels].flatMap((kernel) => fates.kernels[kernel][3]));
    for (const equation of equations) shared.delete(equation);
    const names = [...kernels].map((kernel) => `%${fates.kernels[kernel][1]}`);
    const inferred = equations.every((equation) => fates.inferred.has(equation));
    const along = shared.size ? " together with " + xrayCount(shared.size, "other equation") : "";
    return `${on}${inferred ? "is inferred to run" : "runs"} in ${xraySome(names, 2)}${along}`;
  }

  /** One sentence on an item. @param {XrayLayer} layer @param {number} item
      @param {XrayReach} reach @param {XrayLayer} hlo the backend in view */
  sentence(layer, item, reach, hlo) {
    const { layer: kind, side } = layer.data;
    const jaxpr = this.pane("jaxpr", side);
    const stablehlo = this.pane("stablehlo", side);
    const equations = this.items(reach, jaxpr);
    const operations = this.named(stablehlo, this.items(reach, stablehlo), "StableHLO operation");
    const became = `, became ${operations}${this.fate(equations, hlo)}.`;
    if (kind === "source") {
      const gives = this.gives(jaxpr, equations[equations.length - 1]);
      const traced = this.named(jaxpr, equations, "equation");
      return `“${layer.nameOf(item)}” traces to ${traced}${gives}${became}`;
    }
    const head = this.what(layer, item) + this.gives(layer, item) + this.origin(reach, side);
    if (kind === "jaxpr") return head + became;
    const of = equations.map((equation) => `${equation + 1} (${jaxpr.nameOf(equation)})`);
    const end = kind === "hlo" ? this.holder(layer, item) : this.fate(equations, hlo);
    return `${head}, belongs to equation ${xraySome(of, 3) || "none"}${end}.`;
  }

  /** The kernel that an instruction is part of. @param {XrayLayer} layer @param {number} item */
  holder(layer, item) {
    const body = layer.bodyAt[layer.lines(item)[0]];
    if (body < 0) return "; it runs by itself";
    const name = /%[\w.-]+/.exec(layer.raw(layer.bodies[body].under));
    return name ? `; it is part of ${name[0]}` : "";
  }

  /** How many lines are lit where. @param {Array<{layer: XrayLayer, lines: number[], weakest: number}>} found */
  counterparts(found) {
    const total = found.reduce((sum, { lines }) => sum + lines.length, 0);
    if (!total) return "No counterpart elsewhere";
    const parts = found.map(({ layer, lines, weakest }) => {
      const how = weakest === 2 ? ", inferred" : weakest === 1 ? ", by call site" : "";
      const places = xraySome(lines.map(String), 3);
      return `${layer.data.title} line${lines.length > 1 ? "s" : ""} ${places}${how}`;
    });
    return `${xrayCount(total, "counterpart")}: ${parts.join("; ")}`;
  }
}

/** @typedef {[number, string, number, number[]]} XrayKernel  line, name, bytes, equations */

/** @typedef {object} XrayFates  what became of each equation on one backend
    @property {XrayKernel[]} kernels
    @property {number[][]} byEquation  kernels of each
    @property {Set<number>} inferred  equations */

/** Fates by pane. @param {Array<[number, XrayKernel[], number[]]>} data */
function xrayFates(data) {
  /** @type {XrayFates[]} */
  const fates = [];
  for (const [pane, kernels, inferred] of data) {
    /** @type {number[][]} */
    const byEquation = [];
    kernels.forEach(([, , , equations], kernel) => {
      for (const equation of equations) (byEquation[equation] ??= []).push(kernel);
    });
    fates[pane] = { kernels, byEquation, inferred: new Set(inferred) };
  }
  return fates;
}

/** Say what is in the light and in a sentence what it is, and offer the ways to its counterparts.
    @param {XrayFilm} film @param {string} [instead] of the counterparts */
function xrayTell(film, instead) {
  const { lamp, layers, words } = film;
  const { light } = lamp;
  const found = light ? lamp.counterparts(film.layersInView()) : [];
  if (film.unsaid) film.say(instead ?? words.counterparts(found) + (lamp.pinned ? ". Pinned." : "."));
  film
    .get(".jumps")
    .replaceChildren(...found.map(({ layer, lines }) => xrayJump(film, layer, lines)));
  film.get(".sentence").textContent = "";
  if (!light) return;
  const layer = layers[light.pane];
  const items = light.item < 0 ? layer.outermost(light.line) : [light.item];
  const [item] = items;
  const reach = items.length > 1 ? film.links.reach(light.pane, [item]) : light.reach;
  const sentence = words.sentence(layer, item, reach, film.slots.hlo(layer.data.side));
  film.get(".sentence").textContent = `${layer.data.title} line ${light.line}: ${sentence}`;
}

/** A button that leads to the counterparts in a layer.
    @param {XrayFilm} film @param {XrayLayer} layer @param {number[]} lines */
function xrayJump(film, { data, index }, lines) {
  const button = xrayElement("button", "jump", `${data.title} ${lines.length}`);
  button.dataset.layer = data.layer;
  button.ariaLabel = `go to ${data.title}, ${xrayCount(lines.length, "counterpart")}`;
  button.addEventListener("click", () => {
    if (!film.lamp.pinned) film.pin();
    film.focusLine({ pane: index, line: lines[0] });
  });
  return button;
}
