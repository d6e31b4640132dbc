/**
 * `<record-filter>`: its links lead to sections; with this script they filter the records instead.
 * One value of each facet may hold at a time. The last one chosen stays in the address, so that a
 * filtered list can be sent to somebody.
 */
"use strict";
{
  class RecordFilter extends HTMLElement {
    /** @type {Map<string, string>} key by facet */
    #chosen = new Map();

    connectedCallback() {
      this.querySelector(".filter-foot")?.removeAttribute("hidden");
      // What the links led to is shown by filtering now.
      for (const index of document.querySelectorAll(".record-index")) {
        index.setAttribute("hidden", "");
      }
      for (const link of this.#links) {
        link.addEventListener("click", (event) => this.#choose(event, link));
      }
      this.querySelector("[data-clear]")?.addEventListener("click", () => this.#clear());
      window.addEventListener("hashchange", () => this.#follow());
      this.#follow();
    }

    /** @returns {HTMLAnchorElement[]} */
    get #links() {
      return [...this.querySelectorAll("a")];
    }

    /** @param {HTMLAnchorElement} link */
    #facetOf(link) {
      const facet = /** @type {HTMLElement | null} */ (link.closest("[data-facet]"));
      return facet?.dataset.facet ?? "";
    }

    /**
     * @param {MouseEvent} event
     * @param {HTMLAnchorElement} link
     */
    #choose(event, link) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const facet = this.#facetOf(link);
      const key = link.dataset.key ?? "";
      if (this.#chosen.get(facet) === key) this.#chosen.delete(facet);
      else this.#chosen.set(facet, key);
      this.#remember(this.#chosen.size ? link.hash : "");
      this.#show();
    }

    #clear() {
      this.#chosen.clear();
      this.#remember("");
      this.#show();
    }

    /** Takes the filter, or the record to be seen, from the address. */
    #follow() {
      const link = this.#links.find((each) => each.hash !== "" && each.hash === location.hash);
      if (link) this.#chosen = new Map([[this.#facetOf(link), link.dataset.key ?? ""]]);
      else if (location.hash !== "") this.#chosen.clear();
      this.#show();
      const id = decodeURIComponent(location.hash.slice(1));
      if (!link && id !== "") document.getElementById(id)?.scrollIntoView();
    }

    /** @param {string} hash */
    #remember(hash) {
      try {
        history.replaceState(null, "", hash || location.pathname + location.search);
      } catch {
        // Some browsers refuse this for files; the filter works all the same.
      }
    }

    #show() {
      let shown = 0;
      let all = 0;
      for (const group of document.querySelectorAll(".record-group")) {
        const entries = /** @type {HTMLElement[]} */ ([...group.querySelectorAll(".record-entry")]);
        const kept = entries.filter((entry) => this.#fits(entry));
        for (const entry of entries) entry.toggleAttribute("hidden", !kept.includes(entry));
        group.toggleAttribute("hidden", kept.length === 0);
        shown += kept.length;
        all += entries.length;
      }
      for (const link of this.#links) {
        const chosen = this.#chosen.get(this.#facetOf(link)) === link.dataset.key;
        if (chosen) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
      const output = this.querySelector("output");
      if (output) output.textContent = this.#chosen.size ? `${shown} of ${all} records` : `${all} records`;
      this.querySelector("[data-clear]")?.toggleAttribute("hidden", this.#chosen.size === 0);
    }

    /** @param {HTMLElement} entry */
    #fits(entry) {
      return [...this.#chosen].every(([facet, key]) =>
        (entry.dataset[facet] ?? "").split(" ").includes(key),
      );
    }
  }

  customElements.define("record-filter", RecordFilter);
}
