// @ts-check
"use strict";
/* The views that show all layers in one list: interleaved, and two backends compared. */

class XrayList extends HTMLElement {
  /** @type {XrayPane[]} */
  panes = xrayLater;
  /** @type {XrayLamp} */
  lamp = xrayLater;
  /** @type {XrayRow[]} */
  rows = [];
  list = /** @type {XrayRows} */ (document.createElement("xray-rows"));

  /** @param {XrayPane[]} panes @param {XrayLamp} lamp */
  begin(panes, lamp) {
    this.panes = panes;
    this.lamp = lamp;
    this.list.begin(/** @type {HTMLElement} */ (this.querySelector(".view-body")), "");
  }

  /** @param {string} title @param {XrayRow[]} rows @param {XrayLayer[]} backends
      @param {string} figures */
  show(title, rows, backends, figures) {
    this.rows = rows;
    this.querySelectorAll("select").forEach((choice, at) => {
      /** @type {HTMLElement} */ (choice.parentElement).hidden = !backends[at];
      if (backends[at]) choice.value = backends[at].data.key;
    });
    /** @type {HTMLElement} */ (this.querySelector(".view-figures")).textContent = figures;
    this.list.list.ariaLabel = title;
    this.list.show({
      count: rows.length,
      draw: (row) => this.draw(rows[row]),
      update: (li, row) => rows[row].line && this.lamp.dress(li, rows[row].pane, rows[row].line),
      stop: () =>
        Number(
          document.activeElement
            ?.closest("xray-list [aria-posinset]")
            ?.getAttribute("aria-posinset") ?? 0
        ) - 1
    });
  }

  /** @param {XrayRow} row */
  draw(row) {
    const { kind, pane, line, item, text, pair } = row;
    const owner = this.panes[pane];
    if (kind === "line") return owner.draw(line);
    const { layer } = owner;
    const what =
      text && !item && kind === "note"
        ? text
        : layer.nameOf(item) + (pair ? ` ${layer.shapeOf(item)[0]}` : "");
    const li = xrayItem(layer, line, xrayElement("code", "", what), "");
    li.classList.add(kind);
    if (item >= 0) li.dataset.i = String(item);
    if (kind === "head") li.append(xrayElement("span", "sum", text));
    for (const cell of pair ?? []) li.append(xrayElement("span", "told", cell));
    return li;
  }

  /** @param {number} pane @param {number} line */
  reveal(pane, line) {
    return this.list.reach(this.rows.findIndex((row) => row.pane === pane && row.line === line));
  }

  /** The row next to an element that stands for a line. @param {HTMLElement} li @param {number} by */
  step(li, by) {
    const way = Number.isFinite(by) ? by : -Math.sign(by);
    let row = by > 0 ? this.rows.length - 1 : 0;
    if (Number.isFinite(by)) row = Number(li.getAttribute("aria-posinset")) - 1 + by;
    while (this.rows[row] && !this.rows[row].line) row += way;
    return this.rows[row] ? this.list.reach(row) : null;
  }
}

customElements.define("xray-list", XrayList);

/** Show in the list what the view says. @param {XrayFilm} film */
function xrayFillList(film) {
  const { list, view, slots, layers, links } = film;
  list.hidden = view === "side";
  const sides = slots.compared();
  if (view === "interleaved") {
    const { side } = layers[film.lamp.light?.pane ?? 0].data;
    const hlo = sides.find(({ data }) => data.side === side) ?? sides[0];
    const above = layers.filter(({ data }) => data.side === side && !data.target);
    list.show("interleaved", xrayInterleave([...above, hlo], links), [hlo], "");
  } else if (view === "compare") {
    const { rows, changed } = new XrayComparison(sides, layers, film.fates, links);
    list.show(
      "compared",
      rows,
      sides,
      `${changed} of ${xrayCount(rows.length, "equation")} differ`
    );
  }
}
