/**
 * Gives each code block a button that copies its text, and takes the keyboard stop from each
 * block that does not scroll: only what is wider than its frame must be reached by Tab.
 */
"use strict";
{
  /** How long the button says how it went, in ms. */
  const SAID_MS = 2000;

  /**
   * Selecting and `execCommand` is what remains where a page has no clipboard (plain http).
   * @param {Element} code
   * @returns {Promise<boolean>} whether the text was copied
   */
  const copyText = async (code) => {
    try {
      await navigator.clipboard.writeText(code.textContent ?? "");
      return true;
    } catch {
      window.getSelection()?.selectAllChildren(code);
      return document.execCommand("copy");
    }
  };

  class CopyButton extends HTMLElement {
    connectedCallback() {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy-button";
      button.textContent = "copy";
      button.setAttribute("aria-live", "polite");
      button.addEventListener("click", () => void this.#copy(button));
      this.append(button);
    }

    /** @param {HTMLButtonElement} button */
    async #copy(button) {
      const code = this.parentElement?.querySelector("pre");
      if (!code) return;
      button.textContent = (await copyText(code)) ? "copied" : "not copied";
      window.setTimeout(() => {
        button.textContent = "copy";
      }, SAID_MS);
    }
  }

  customElements.define("copy-button", CopyButton);

  /** @param {Element} block */
  const frame = (block) => {
    const wrapper = document.createElement("div");
    wrapper.className = "code-frame";
    block.replaceWith(wrapper);
    wrapper.append(block, document.createElement("copy-button"));
  };

  /** @param {Element} region */
  const keepStopIfItScrolls = (region) => {
    if (region.scrollWidth > region.clientWidth) region.setAttribute("tabindex", "0");
    else region.removeAttribute("tabindex");
  };

  for (const block of document.querySelectorAll("pre.code")) frame(block);

  const sizes = new ResizeObserver((entries) => {
    for (const entry of entries) keepStopIfItScrolls(entry.target);
  });
  const regions = document.querySelectorAll("pre.code, .output, .table-scroll, .math.display");
  for (const region of regions) sizes.observe(region);
}
