/**
 * `<choice-card>`: a text to recognise and two or three answers to choose from, by tap, by Tab
 * and Enter, or by the figure in front of each answer.
 */
"use strict";
{
  /**
   * @typedef {object} Choice a card as the page's JSON holds it
   * @property {string} id
   * @property {string} text
   * @property {string} answer
   * @property {string} why
   * @property {string} origin
   */

  /**
   * @typedef {object} Question what all cards of a skill share
   * @property {string} words
   * @property {[string, string][]} choices key and words of each answer
   */

  class ChoiceCard extends HTMLElement {
    /** @type {HTMLButtonElement[]} */
    #buttons = [];

    constructor() {
      super();
      this.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        this.#buttons[Number(event.key) - 1]?.click();
      });
    }

    /**
     * @param {Choice} card
     * @param {Question} question
     */
    show(card, question) {
      this.dataset.card = card.id;
      const ask = document.createElement("p");
      ask.className = "drill-question";
      ask.textContent = question.words;
      const block = document.createElement("pre");
      block.className = "drill-text";
      block.tabIndex = 0;
      const code = document.createElement("code");
      code.textContent = card.text;
      block.append(code);
      this.replaceChildren(ask, block, this.#choices(card, question));
    }

    begin() {
      this.#buttons[0]?.focus();
    }

    /**
     * @param {Choice} card
     * @param {Question} question
     */
    #choices(card, question) {
      const row = document.createElement("div");
      row.className = "drill-choices";
      this.#buttons = question.choices.map(([key, words], at) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "button";
        button.dataset.answer = key;
        button.textContent = `${at + 1} ${words}`;
        button.addEventListener("click", () => this.#judge(card, key, question));
        return button;
      });
      row.append(...this.#buttons);
      return row;
    }

    /**
     * @param {Choice} card
     * @param {string} chosen
     * @param {Question} question
     */
    #judge(card, chosen, question) {
      const right = chosen === card.answer;
      for (const button of this.#buttons) {
        button.disabled = true;
        button.classList.toggle("is-answer", button.dataset.answer === card.answer);
      }
      const words = question.choices.find(([key]) => key === card.answer)?.[1] ?? "";
      this.append(this.#explanation(card, words));
      const detail = { right, words: right ? "" : `The answer is: ${words}.` };
      this.dispatchEvent(new CustomEvent("answered", { bubbles: true, detail }));
    }

    /**
     * @param {Choice} card
     * @param {string} words
     */
    #explanation(card, words) {
      const box = document.createElement("p");
      box.className = "drill-explanation";
      const answer = document.createElement("strong");
      answer.textContent = words;
      const origin = document.createElement("code");
      origin.textContent = card.origin;
      box.append(answer, `. ${card.why} From `, origin, ".");
      return box;
    }
  }

  customElements.define("choice-card", ChoiceCard);
}
