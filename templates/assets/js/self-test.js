/**
 * `<self-test data-storage-key="…">`: a checklist whose ticks stay in this browser.
 * They are kept by item key, so that an item may come, go or move without loss of the others.
 */
"use strict";
{
  /** @typedef {Record<string, boolean>} Ticks */

  const KEPT = "Ticks are kept in this browser only. Nothing is sent.";
  const NOT_KEPT = "This browser keeps no storage for this page: ticks last until you leave it.";
  const CLEARED = "Your ticks are cleared.";

  /**
   * @param {string} key
   * @returns {Ticks} what is stored; empty where storage is off or holds something else
   */
  const readTicks = (key) => {
    try {
      const stored = JSON.parse(window.localStorage.getItem(key) ?? "{}");
      return stored !== null && typeof stored === "object" && !Array.isArray(stored) ? stored : {};
    } catch {
      return {};
    }
  };

  /**
   * @param {string} key
   * @param {Ticks} ticks
   * @returns {boolean} whether the browser kept them
   */
  const storeTicks = (key, ticks) => {
    try {
      window.localStorage.setItem(key, JSON.stringify(ticks));
      return true;
    } catch {
      return false;
    }
  };

  class SelfTest extends HTMLElement {
    connectedCallback() {
      for (const part of this.querySelectorAll(".self-test-head, .self-test-foot")) {
        part.removeAttribute("hidden");
      }
      for (const box of this.#boxes) {
        // Else Firefox puts back at a reload what was ticked before, whatever is stored.
        box.setAttribute("autocomplete", "off");
        box.addEventListener("change", () => this.#keep(box));
      }
      this.querySelector("[data-reset]")?.addEventListener("click", () => this.#clear());
      window.addEventListener("storage", (event) => {
        if (event.key === this.#storageKey || event.key === null) this.#showStored();
      });
      this.#showStored();
    }

    get #storageKey() {
      return this.dataset.storageKey ?? "";
    }

    /** @returns {HTMLInputElement[]} */
    get #boxes() {
      return [...this.querySelectorAll("input")];
    }

    #showStored() {
      const ticks = readTicks(this.#storageKey);
      for (const box of this.#boxes) box.checked = ticks[box.dataset.check ?? ""] === true;
      this.#count();
    }

    /**
     * Reads again before it writes: another tab may have ticked something else meanwhile.
     * @param {HTMLInputElement} box
     */
    #keep(box) {
      const ticks = readTicks(this.#storageKey);
      const key = box.dataset.check ?? "";
      if (box.checked) ticks[key] = true;
      else delete ticks[key];
      this.#say(storeTicks(this.#storageKey, ticks) ? KEPT : NOT_KEPT);
      this.#count();
    }

    #clear() {
      for (const box of this.#boxes) box.checked = false;
      this.#say(storeTicks(this.#storageKey, {}) ? CLEARED : NOT_KEPT);
      this.#count();
    }

    #count() {
      const boxes = this.#boxes;
      const ticked = boxes.filter((box) => box.checked).length;
      const output = this.querySelector("output");
      if (output) output.textContent = `${ticked}/${boxes.length}`;
    }

    /** @param {string} sentence */
    #say(sentence) {
      const status = this.querySelector("[role=status]");
      if (status && status.textContent !== sentence) status.textContent = sentence;
    }
  }

  customElements.define("self-test", SelfTest);
}
