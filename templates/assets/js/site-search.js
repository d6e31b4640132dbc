/**
 * `<site-search>`: looks words up in the index that classic scripts have put into
 * `window.rudriteSearch`. Works without a server; nothing leaves the browser.
 */
"use strict";
{
  /**
   * @typedef {[path: string, anchor: string, page: string, heading: string, weight: number,
   *   prose: string, code: string]} Entry
   */
  /** @typedef {{ heading: string, page: string, prose: string, code: string }} Folded */
  /** @typedef {{ entry: Entry, folded: Folded, score: number, found: number }} Hit */

  const SHOWN = 30;
  const BEFORE = 60;
  const AFTER = 180;

  /** What a word's first find is worth, by where it is, and what the next few add to it. */
  const WORTH = { heading: 12, page: 3, prose: 4, code: 0.5 };
  const FURTHER = 0.25;
  const COUNTED = 3;
  /** What a find inside another word is worth. */
  const INSIDE = 0.25;
  /** What it adds that all words stand together, or are the whole heading. */
  const WHOLE = { heading: 15, prose: 10, same: 30 };

  /**
   * @param {string} text
   * @returns {string} without accents, capitals and hyphens, of the same length where that can be
   */
  const fold = (text) =>
    text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[-\u2010\u2011·]/g, " ");

  /**
   * @param {string} word
   * @returns {string} for use in a regular expression
   */
  const literal = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

  /**
   * @param {string} text
   * @param {RegExp} start finds the beginning of a word
   * @param {string} word
   * @param {number} worth
   * @returns {number} what the word's finds in the text are worth
   */
  const value = (text, start, word, worth) => {
    const count = text.match(start)?.length ?? 0;
    if (count) return worth * (1 + FURTHER * Math.min(count - 1, COUNTED));
    return text.includes(word) ? Math.min(worth, INSIDE) : 0;
  };

  /**
   * @param {Entry} entry
   * @param {Folded} folded
   * @param {string[]} words
   * @returns {Hit} with how many of the words occur
   */
  const rate = (entry, folded, words) => {
    let score = 0;
    let found = 0;
    for (const word of words) {
      const start = new RegExp(`(?:^|[^\\p{L}\\p{N}])${literal(word)}`, "gu");
      const worth =
        value(folded.heading, start, word, WORTH.heading) +
        value(folded.page, start, word, WORTH.page) +
        value(folded.prose, start, word, WORTH.prose) +
        value(folded.code, start, word, WORTH.code);
      score += worth;
      found += worth ? 1 : 0;
    }
    const phrase = words.join(" ");
    if (folded.heading === phrase) score += WHOLE.same;
    if (words.length > 1 && folded.heading.includes(phrase)) score += WHOLE.heading;
    if (words.length > 1 && folded.prose.includes(phrase)) score += WHOLE.prose;
    return { entry, folded, score: score * entry[4], found };
  };

  /**
   * @param {string} folded
   * @param {string[]} words
   * @returns {number} where the stretch begins that holds most of the words; -1 where none does
   */
  const densest = (folded, words) => {
    let best = -1;
    let most = 0;
    for (const word of words) {
      for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
        const stretch = folded.slice(at, at + AFTER);
        const count = words.filter((each) => stretch.includes(each)).length;
        if (count > most || (count === most && at < best)) [best, most] = [at, count];
      }
    }
    return best;
  };

  /**
   * @param {string} text
   * @param {number} at a place of interest
   * @returns {string} what stands around it, cut between words
   */
  const excerpt = (text, at) => {
    const from = at > BEFORE ? text.indexOf(" ", at - BEFORE) + 1 : 0;
    const to = at + AFTER < text.length ? text.lastIndexOf(" ", at + AFTER) : text.length;
    const part = text.slice(from, to > from ? to : at + AFTER);
    return `${from > 0 ? "… " : ""}${part}${to < text.length ? " …" : ""}`;
  };

  /**
   * @param {Hit} hit
   * @param {string[]} words
   * @returns {string} the prose around the words, else the code around them, else how it begins
   */
  const around = ({ entry: [, , , , , prose, code], folded }, words) => {
    const at = densest(folded.prose, words);
    if (at >= 0) return excerpt(prose, at);
    const inCode = densest(folded.code, words);
    return inCode >= 0 ? excerpt(code, inCode) : excerpt(prose, 0);
  };

  /**
   * @param {Hit} hit
   * @param {string[]} words
   * @returns {HTMLElement}
   */
  const showHit = (hit, words) => {
    const [path, anchor, page, heading] = hit.entry;
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = anchor ? `${path}#${anchor}` : path;
    link.textContent = heading === page ? page : `${heading} · ${page}`;
    const sentence = document.createElement("p");
    sentence.append(...marked(around(hit, words), words));
    item.append(link, sentence);
    return item;
  };

  /**
   * @param {string} text
   * @param {string[]} words
   * @returns {Node[]} the text with the words in `<mark>`
   */
  const marked = (text, words) =>
    text.split(new RegExp(`(${words.map(literal).join("|")})`, "gi")).map((part, index) => {
      if (index % 2 === 0) return document.createTextNode(part);
      const mark = document.createElement("mark");
      mark.textContent = part;
      return mark;
    });

  class SiteSearch extends HTMLElement {
    /** @type {{ entry: Entry, folded: Folded }[]} */
    #index = [];

    connectedCallback() {
      const input = this.querySelector("input");
      if (!input) return;
      /** @type {Entry[]} */
      const entries = Reflect.get(window, "rudriteSearch") ?? [];
      this.#index = entries.map((entry) => {
        const [, , page, heading, , prose, code] = entry;
        const texts = { heading: fold(heading), page: fold(page) };
        return { entry, folded: { ...texts, prose: fold(prose), code: fold(code) } };
      });
      input.closest("[data-field]")?.removeAttribute("hidden");
      input.value = new URLSearchParams(window.location.hash.slice(1)).get("q") ?? "";
      input.addEventListener("input", () => this.#look(input.value, true));
      this.#look(input.value, false);
      input.focus({ preventScroll: true });
    }

    /**
     * @param {string} wanted
     * @param {boolean} isTyped whether the address has to follow
     */
    #look(wanted, isTyped) {
      const words = fold(wanted).split(/\s+/).filter((word) => word.length > 1);
      if (isTyped) {
        const hash = wanted ? `#q=${encodeURIComponent(wanted)}` : " ";
        window.history.replaceState(null, "", hash === " " ? window.location.pathname : hash);
      }
      const some = words.length ? this.#hits(words) : [];
      const all = some.filter((hit) => hit.found === words.length);
      const hits = all.length ? all : some;
      const shown = hits.slice(0, SHOWN).map((hit) => showHit(hit, words));
      this.querySelector("ol")?.replaceChildren(...shown);
      this.#say(wanted.trim(), words.length, hits.length, all.length > 0);
    }

    /**
     * @param {string[]} words
     * @returns {Hit[]} best first: those with most of the words, then the weightiest
     */
    #hits(words) {
      const rated = this.#index.map(({ entry, folded }) => rate(entry, folded, words));
      const hits = rated.filter((hit) => hit.found > 0);
      return hits.sort((a, b) => b.found - a.found || b.score - a.score);
    }

    /**
     * @param {string} wanted
     * @param {number} words
     * @param {number} hits
     * @param {boolean} hasAll whether the hits have all of the words
     */
    #say(wanted, words, hits, hasAll) {
      const count = this.querySelector("[role=status]");
      if (!count) return;
      const places = hits === 1 ? "1 place" : `${hits} places`;
      const more = hits > SHOWN ? `, the best ${SHOWN} shown` : "";
      const part = hits === 1 ? "1 place has some of them" : `${hits} places have some of them`;
      if (wanted && !words) count.textContent = "Type two letters or more.";
      else if (!words) count.textContent = "";
      else if (hasAll) count.textContent = places + more;
      else if (hits) count.textContent = `No place has all of these words; ${part}${more}.`;
      else
        count.textContent =
          `Nothing in the course says “${wanted}”. Try a single word, or only its beginning; ` +
          "the front page lists all stages.";
    }
  }

  customElements.define("site-search", SiteSearch);
}
