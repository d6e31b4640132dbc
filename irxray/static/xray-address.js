// @ts-check
"use strict";
/* An instrument's address: `#ex-05/hlo@tpu-v5e/L12`.

   #ANCHOR / [SIDE:]LAYER[@BACKEND] [/ LLINE[:COLUMN]] [/ VIEW]

   BACKEND is the one in view. COLUMN, 0-based, picks an expression of the line. VIEW is
   `interleaved` or `compare`, side by side goes without saying. */

/** @typedef {object} XrayAddress
    @property {string} side
    @property {string} layer
    @property {string} target
    @property {number} line  0 where nothing is pinned
    @property {number} column  -1 for the whole line
    @property {string} view */

const XRAY_ADDRESS =
  /^(?:([a-z]+):)?([a-z]+)(?:@([\w-]+))?(?:\/L(\d+)(?::(\d+))?)?(?:\/(interleaved|compare))?$/;

/** @param {string} hash @param {string} anchor @returns {XrayAddress | null} */
function xrayReadAddress(hash, anchor) {
  // Some programs write an address that is passed on with its signs encoded.
  const text = hash.slice(1).replaceAll("%40", "@").replaceAll("%3A", ":");
  if (!text.startsWith(`${anchor}/`)) return null;
  const match = XRAY_ADDRESS.exec(text.slice(anchor.length + 1));
  if (!match) return null;
  const [, side = "", layer, target = "", line = "0", column = "-1", view = "side"] = match;
  return { side, layer, target, line: Number(line), column: Number(column), view };
}

/** @param {string} anchor @param {XrayAddress} address */
function xrayWriteAddress(anchor, { side, layer, target, line, column, view }) {
  let hash = "#" + anchor + "/" + (side ? side + ":" : "") + layer;
  if (target) hash += "@" + target;
  if (line) hash += "/L" + line;
  if (line && column >= 0) hash += ":" + column;
  return view === "side" ? hash : hash + "/" + view;
}

/** Put what is pinned, and the backend in view, into the address bar. @param {XrayFilm} film */
function xrayPutAddress(film) {
  const at = film.lamp.pinned;
  const layer = at ? film.layers[at.pane] : film.slots.hlo("");
  const { side, layer: kind, target } = layer.data;
  const span =
    at && at.item >= 0
      ? layer.ofItem.of(at.item).find((each) => layer.spanLine[each] === at.line)
      : undefined;
  const hash = xrayWriteAddress(film.dataset.anchor ?? "", {
    side,
    layer: kind,
    target: target || film.slots.hlo(side).data.target,
    line: at?.line ?? 0,
    column: span === undefined ? -1 : layer.spanStart[span],
    view: film.view
  });
  // A notebook shows the instrument in a frame that has no address of its own.
  if (location.protocol !== "about:") history.replaceState(null, "", hash);
}

/** Go where the address bar says. @param {XrayFilm} film */
function xrayVisitAddress(film) {
  const address = xrayReadAddress(location.hash, film.dataset.anchor ?? "");
  if (!address) return;
  const { side, layer: kind, target, line, column, view } = address;
  const mine = film.layers.filter(({ data }) => data.side === side);
  /** @param {string} name */
  const named = (name) =>
    mine.find(({ data }) => data.layer === name && (!data.target || data.target === target));
  const hlo = named("hlo");
  const layer = named(kind);
  if (!layer) return;
  if (view !== "compare" || film.slots.compared().length > 1) film.view = view;
  if (hlo) film.slots.bringIn(hlo.index);
  film.slots.bringIn(layer.index);
  film.show();
  film.scrollIntoView({ block: "nearest" });
  if (!layer.isLinked(line)) return;
  film.redress(false);
  film.shine(layer.index, line, column < 0 ? -1 : layer.itemAt(line, column));
  film.pin();
  film.focusLine({ pane: layer.index, line });
  // On a phone the strip covers the lower half of the instrument.
  if (XRAY_PHONE.matches) document.activeElement?.scrollIntoView({ block: "center" });
}
