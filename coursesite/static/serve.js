/**
 * In pages that `build.py serve` shows, and only there: reloads the page when a newer one has been
 * built, and shows over it why one could not be. The page's policy forbids connections, so the
 * server's news come as scripts.
 */
"use strict";
{
  /** @typedef {{ place: string, message: string, quote: string, hint: string }} Failure */
  /**
   * @typedef {{ state: number, reload: boolean, sections: Record<string, string> | null,
   *   failure: Failure | null, progress: string }} News
   */
  /** @typedef {{ page: string, anchor: string, offset: number, top: number }} Place */

  const KEPT = "rudrite:serve";
  const AGAIN_MS = 500;
  let version = Number(document.currentScript?.dataset.version);
  const page = window.location.pathname;
  let seen = 0;
  let misses = 0;

  /** @returns {Place} where the reader is: by the last element with an id above, and by pixels */
  const readPlace = () => {
    const above = [...document.querySelectorAll("main [id]")].filter(
      (element) => element.getBoundingClientRect().top <= 1 && element.getClientRects().length,
    );
    const last = above.at(-1);
    const offset = last ? last.getBoundingClientRect().top : 0;
    return { page, anchor: last?.id ?? "", offset, top: window.scrollY };
  };

  const keepPlace = () => {
    try {
      window.sessionStorage.setItem(KEPT, JSON.stringify(readPlace()));
    } catch {
      // Without storage the browser's own memory of the place has to do.
    }
  };

  /** @returns {Place | null} */
  const takePlace = () => {
    try {
      const text = window.sessionStorage.getItem(KEPT);
      window.sessionStorage.removeItem(KEPT);
      return text ? JSON.parse(text) : null;
    } catch {
      return null;
    }
  };

  /** @param {Place | null} place */
  const restorePlace = (place) => {
    if (place?.page !== page) return;
    const element = place.anchor ? document.getElementById(place.anchor) : null;
    const shift = element ? element.getBoundingClientRect().top - place.offset : 0;
    window.scrollTo({ top: element ? window.scrollY + shift : place.top, behavior: "instant" });
  };

  /**
   * @param {string} name
   * @param {string} role
   * @param {[tag: string, text: string][]} parts
   */
  const show = (name, role, parts) => {
    document.getElementById(name)?.remove();
    const shown = parts.filter(([, text]) => text);
    if (shown.length === 0) return;
    const box = document.createElement("div");
    box.id = name;
    box.setAttribute("role", role);
    box.tabIndex = -1;
    for (const [tag, text] of shown) {
      const part = document.createElement(tag);
      part.textContent = text;
      box.append(part);
    }
    document.body.append(box);
  };

  /** @param {Failure | null} failure */
  const showFailure = (failure) =>
    show("rudrite-serve-failure", "alert", failure ? [
      ["h2", "Not built: what you see is the last good page"],
      ["p", failure.place],
      ["p", failure.message],
      ["pre", failure.quote],
      ["p", failure.hint],
    ] : []);

  /** @param {string} words */
  const showProgress = (words) => show("rudrite-serve-progress", "status", [["p", words]]);

  /**
   * Puts new sections in the place of old ones. The markup is the site's own, from the same server
   * as the page.
   * @param {Record<string, string>} sections
   */
  const replaceSections = (sections) => {
    const place = readPlace();
    for (const [id, markup] of Object.entries(sections)) {
      const fresh = new DOMParser().parseFromString(markup, "text/html").body.firstElementChild;
      if (fresh) document.getElementById(id)?.replaceWith(document.adoptNode(fresh));
    }
    restorePlace(place);
  };

  /** @param {News} news */
  const take = (news) => {
    seen = news.state;
    misses = 0;
    if (news.reload && !news.failure) {
      keepPlace();
      window.location.reload();
      return;
    }
    if (news.sections) {
      replaceSections(news.sections);
      version = news.state;
    }
    showFailure(news.failure);
    showProgress(news.progress);
    ask();
  };

  const ask = () => {
    const script = document.createElement("script");
    const query = new URLSearchParams({ page, version: String(version), seen: String(seen) });
    script.src = `/_serve/news.js?${query}`;
    script.addEventListener("load", () => script.remove());
    script.addEventListener("error", () => {
      script.remove();
      misses += 1;
      if (misses > 4) showProgress("The server does not answer. Start it again: make serve");
      window.setTimeout(ask, AGAIN_MS);
    });
    document.head.append(script);
  };

  Reflect.set(window, "rudriteServe", take);
  restorePlace(takePlace());
  // After load, so that a browser does not count the question as a part of the page.
  if (document.readyState === "complete") ask();
  else window.addEventListener("load", () => window.setTimeout(ask));
}
