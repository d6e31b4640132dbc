/**
 * `<depth-scale>`: marks the section being read and the layer it is about, and folds the
 * contents away on narrow screens. Without it the contents are a plain list of links.
 */
"use strict";
{
  /** Share of the window's height above which a section's head must be to count as being read. */
  const READING_LINE = 0.35;

  /**
   * @param {HTMLElement[]} sections in page order
   * @returns {HTMLElement | undefined} the last one that begins above the reading line
   */
  const sectionBeingRead = (sections) => {
    const atEnd =
      window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
    if (atEnd && window.scrollY > 0) return sections.at(-1);
    const line = window.innerHeight * READING_LINE;
    return sections.findLast((section) => section.getBoundingClientRect().top <= line);
  };

  class DepthScale extends HTMLElement {
    /** @type {HTMLAnchorElement[]} */
    #links = [];
    /** @type {HTMLElement[]} */
    #sections = [];
    #title = "";
    #waiting = false;

    connectedCallback() {
      this.#links = [...this.querySelectorAll(".contents a")].filter(
        (link) => link instanceof HTMLAnchorElement,
      );
      this.#sections = this.#links
        .map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))))
        .filter((section) => section !== null);
      this.#title = this.querySelector(".depth-now")?.textContent ?? "";
      this.#toggle?.removeAttribute("hidden");
      this.#toggle?.addEventListener("click", () => this.#fold(this.#isOpen));
      this.addEventListener("click", (event) => {
        if (event.target instanceof HTMLAnchorElement) this.#fold(true);
      });
      this.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && this.#isOpen) this.#close();
      });
      for (const change of ["scroll", "resize"]) {
        window.addEventListener(change, () => this.#markSoon(), { passive: true });
      }
      this.#mark();
    }

    get #toggle() {
      return this.querySelector("button");
    }

    get #isOpen() {
      return this.classList.contains("is-open");
    }

    /** @param {boolean} folded */
    #fold(folded) {
      this.classList.toggle("is-open", !folded);
      this.#toggle?.setAttribute("aria-expanded", String(!folded));
    }

    #close() {
      this.#fold(true);
      this.#toggle?.focus();
    }

    #markSoon() {
      if (this.#waiting) return;
      this.#waiting = true;
      requestAnimationFrame(() => {
        this.#waiting = false;
        this.#mark();
      });
    }

    #mark() {
      const here = sectionBeingRead(this.#sections);
      const current = this.#links.find((link) => here && link.hash === `#${here.id}`);
      const item = current?.closest("li");
      for (const link of this.#links) {
        link.closest("li")?.classList.toggle("is-here", link === current);
        if (link === current) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
      for (const stratum of this.querySelectorAll(".strata [data-layer]")) {
        const layer = stratum.getAttribute("data-layer");
        stratum.classList.toggle("is-here", layer === item?.getAttribute("data-layer"));
      }
      const now = this.querySelector(".depth-now");
      if (now) now.textContent = current?.textContent ?? this.#title;
    }
  }

  customElements.define("depth-scale", DepthScale);
}
