/**
 * `<stage-progress data-storage-key="…" data-checks="a b c">`: how many checks of a stage's
 * self-test this browser has ticked. Ticks of checks that no longer exist do not count.
 */
"use strict";
{
  /**
   * @param {string} key
   * @returns {Record<string, unknown>} what is stored; empty where storage is off or damaged
   */
  const readTicks = (key) => {
    try {
      const stored = JSON.parse(window.localStorage.getItem(key) ?? "{}");
      return stored !== null && typeof stored === "object" ? stored : {};
    } catch {
      return {};
    }
  };

  class StageProgress extends HTMLElement {
    connectedCallback() {
      window.addEventListener("storage", () => this.#show());
      window.addEventListener("pageshow", () => this.#show());
      this.#show();
    }

    #show() {
      const checks = (this.dataset.checks ?? "").split(" ").filter(Boolean);
      const ticks = readTicks(this.dataset.storageKey ?? "");
      const ticked = checks.filter((check) => ticks[check] === true).length;
      const bar = document.createElement("progress");
      bar.max = checks.length;
      bar.value = ticked;
      bar.setAttribute("aria-label", "Checks of the self-test ticked in this browser");
      const words = `${ticked} of ${checks.length} checks`;
      this.replaceChildren(bar, document.createTextNode(words));
      this.hidden = checks.length === 0;
    }
  }

  customElements.define("stage-progress", StageProgress);
}
