/**
 * `<site-search>`: looks words up in the index that a classic script has put into
 * `window.rudriteSearch`. Works without a server; nothing leaves the browser.
 */
"use strict";
{
  /** @typedef {[path: string, anchor: string, page: string, heading: string, text: string]} Entry */
  /** @typedef {{ entry: Entry, score: number, at: number }} Hit */

  const SHOWN = 30;
  const BEFORE = 60;
  const AFTER = 160;

  /**
   * @param {string} text
   * @returns {string} without accents and capitals, of the same length where that can be
   */
  const fold = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

  /**
   * @param {Entry} entry
   * @param {string[]} words
   * @returns {Hit | null} nothing unless every word occurs
   */
  const rate = (entry, words) => {
    const head = fold(`${entry[3]} ${entry[2]}`);
    const text = fold(entry[4]);
    let score = 0;
    for (const word of words) {
      const inHead = head.includes(word);
      const count = text.split(word).length - 1;
      if (!inHead && count === 0) return null;
      score += (inHead ? 20 : 0) + Math.min(count, 5) + (fold(entry[3]) === word ? 40 : 0);
    }
    return { entry, score, at: Math.max(0, text.indexOf(words[0] ?? "")) };
  };

  /**
   * @param {Hit} hit
   * @param {string[]} words
   * @returns {HTMLElement}
   */
  const showHit = ({ entry: [path, anchor, page, heading, text], at }, words) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = anchor ? `${path}#${anchor}` : path;
    link.textContent = heading === page ? page : `${heading} · ${page}`;
    const part = text.slice(Math.max(0, at - BEFORE), at + AFTER);
    const sentence = document.createElement("p");
    sentence.append(at > BEFORE ? "… " : "", ...marked(part, words));
    item.append(link, sentence);
    return item;
  };

  /**
   * @param {string} text
   * @param {string[]} words
   * @returns {Node[]} the text with the words in `<mark>`
   */
  const marked = (text, words) => {
    const safe = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return text.split(new RegExp(`(${safe.join("|")})`, "gi")).map((part, index) => {
      if (index % 2 === 0) return document.createTextNode(part);
      const mark = document.createElement("mark");
      mark.textContent = part;
      return mark;
    });
  };

  class SiteSearch extends HTMLElement {
    connectedCallback() {
      const input = this.querySelector("input");
      if (!input) return;
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
      const hits = words.length ? this.#hits(words) : [];
      const shown = hits.slice(0, SHOWN).map((hit) => showHit(hit, words));
      this.querySelector("ol")?.replaceChildren(...shown);
      this.#say(words.length, hits.length);
    }

    /**
     * @param {string[]} words
     * @returns {Hit[]} best first
     */
    #hits(words) {
      /** @type {Entry[]} */
      const index = Reflect.get(window, "rudriteSearch") ?? [];
      const hits = index.map((entry) => rate(entry, words)).filter((hit) => hit !== null);
      return hits.sort((a, b) => b.score - a.score);
    }

    /**
     * @param {number} words
     * @param {number} hits
     */
    #say(words, hits) {
      const count = this.querySelector("[role=status]");
      const places = hits === 1 ? "1 place" : `${hits} places`;
      const more = hits > SHOWN ? `, the best ${SHOWN} shown` : "";
      if (count) count.textContent = words ? places + more : "";
    }
  }

  customElements.define("site-search", SiteSearch);
}
