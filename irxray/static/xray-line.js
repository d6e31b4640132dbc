// @ts-check
"use strict";
/* Lines drawn by the script: those of windowed panes, and copies of lines for other views. */

/** @typedef {object} XrayInk  how a layer's lines are coloured and folded
    @property {Array<[string, RegExp]>} tokens  class and pattern
    @property {Array<[string, RegExp]>} folds  label and pattern */

/** @param {string} tag @param {string} [name] @param {string} [text] */
function xrayElement(tag, name = "", text = "") {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text) element.textContent = text;
  return element;
}

/** @param {Array<[string, string]>} rules */
function xrayPatterns(rules) {
  return rules.map(
    ([name, pattern]) => /** @type {[string, RegExp]} */ ([name, new RegExp(pattern, "g")])
  );
}

/** Stretches that a set of patterns finds; the first pattern wins where two overlap.
    @param {string} text @param {Array<[string, RegExp]>} patterns
    @returns {Array<{start: number, end: number, name: string}>} */
function xrayStretches(text, patterns) {
  /** @type {Array<{start: number, end: number, name: string}>} */
  const found = [];
  for (const [name, pattern] of patterns) {
    for (const match of text.matchAll(pattern)) {
      const part = match[1] ?? match[0];
      const start = match.index + match[0].length - part.length;
      const end = start + part.length;
      if (part && found.every((other) => end <= other.start || other.end <= start)) {
        found.push({ start, end, name });
      }
    }
  }
  return found;
}

/** @param {string} label @param {string} text */
function xrayChipLabel(label, text) {
  return (label === "{}" && /S\(\d+\)/.exec(text)?.[0]) || label;
}

/** A line's text with the chips' words in place of what is folded: soon drawn, for a row that has
    just come into sight. @param {XrayLayer} layer @param {number} line @param {XrayInk} ink */
function xrayPlainCode(layer, line, ink) {
  let text = layer.raw(line);
  for (const { start, end, name } of xrayStretches(text, ink.folds).sort(
    (a, b) => b.start - a.start
  )) {
    text = text.slice(0, start) + xrayChipLabel(name, text.slice(start, end)) + text.slice(end);
  }
  return xrayElement("code", "", text);
}

/** A line's text with colours, chips and items.
    @param {XrayLayer} layer @param {number} line @param {XrayInk} ink */
function xrayCode(layer, line, ink) {
  const text = layer.raw(line);
  const code = xrayElement("code");
  const folds = xrayStretches(text, ink.folds);
  const tokens = xrayStretches(text, ink.tokens);
  const spans = [...layer.onLine.of(line)].sort((a, b) => layer.width(a) - layer.width(b));
  const cut = layer.items(line).length > 1 ? spans : [];
  const edges = new Set([0, text.length]);
  for (const { start, end } of [...folds, ...tokens]) edges.add(start).add(end);
  for (const span of cut) edges.add(layer.spanStart[span]).add(layer.spanEnd[span]);
  const at = [...edges].filter((edge) => edge <= text.length).sort((a, b) => a - b);
  /** @type {HTMLElement} */
  let into = code;
  for (let i = 0; i + 1 < at.length; i++) {
    const start = at[i];
    const fold = folds.find((each) => each.start <= start && start < each.end);
    if (!fold) into = code;
    else if (fold.start === start) {
      const chip = xrayElement("span", "fd");
      chip.dataset.chip = xrayChipLabel(fold.name, text.slice(fold.start, fold.end));
      into = xrayElement("span", "x");
      chip.append(into);
      code.append(chip);
    }
    const token = tokens.find((each) => each.start <= start && start < each.end);
    const items = cut.filter((s) => layer.spanStart[s] <= start && start < layer.spanEnd[s]);
    into.append(
      xrayPiece(
        text.slice(start, at[i + 1]),
        token?.name ?? "",
        items.map((s) => layer.spanItem[s])
      )
    );
  }
  return code;
}

/** @param {string} text @param {string} token @param {number[]} items */
function xrayPiece(text, token, items) {
  if (!token && !items.length) return text;
  const piece = xrayElement("span", token, text);
  if (items.length) piece.dataset.i = items.join(" ");
  return piece;
}

/** The list item of a line, without an id.
    @param {XrayLayer} layer @param {number} line @param {Node} code
    @param {string} gutter what stands before the code */
function xrayItem(layer, line, code, gutter) {
  const li = /** @type {HTMLLIElement} */ (
    xrayElement("li", layer.isLinked(line) ? "ln on" : "ln")
  );
  li.dataset.layer = layer.data.layer;
  li.dataset.line = String(line);
  if (layer.data.target) li.dataset.target = layer.data.target;
  if (layer.data.side) li.dataset.side = layer.data.side;
  if (gutter || layer.isLinked(line)) li.append(xrayElement("span", "lbs", gutter));
  li.append(code);
  xrayOption(li, layer.isLinked(line));
  return li;
}

/** A line of a pane, to be shown elsewhere too. @param {HTMLLIElement} original */
function xrayCopyOf(original) {
  const li = /** @type {HTMLLIElement} */ (original.cloneNode(true));
  for (const name of ["id", "hidden", "data-depth"]) li.removeAttribute(name);
  li.querySelectorAll(".bd").forEach((chip) => chip.remove());
  if (li.hasAttribute("tabindex")) li.tabIndex = -1;
  return li;
}

/** @param {HTMLElement} li @param {boolean} linked */
function xrayOption(li, linked) {
  li.role = "option";
  li.ariaSelected = "false";
  if (linked) li.tabIndex = -1;
  else li.ariaDisabled = "true";
  if (!li.lastElementChild?.textContent?.trim()) li.ariaLabel = "blank line";
}

/** Chips of the bodies that open under a line.
    @param {XrayLayer} layer @param {HTMLElement} li @param {number} line */
function xrayBodyChips(layer, li, line) {
  li.querySelectorAll(".bd").forEach((chip) => chip.remove());
  for (const index of layer.bodiesAt(line)) {
    const { open, under } = layer.bodies[index];
    const chip = xrayElement("span", "bd", open && under === line ? "▾" : "▸");
    chip.dataset.body = String(index);
    li.querySelector("code")?.before(chip);
  }
}
