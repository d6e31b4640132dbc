/**
 * `<fluency-drill data-storage-key="…">`: deals cards from the JSON block inside it, keeps the
 * streak in this browser, and raises the level after some right answers in a row. The cards
 * themselves are `<dot-card>` and `<choice-card>`.
 */
"use strict";
{
  /** Right answers in a row that raise the level. */
  const RUN = 5;

  /** @typedef {{streak: number, best: number}} Score */
  /** @typedef {{skill: string, level: number, scores: Record<string, Score>}} Kept */
  /** @typedef {{id: string, level?: number}} Card */

  const QUESTIONS = {
    operations: {
      words: "Does this operation compute new numbers, or only arrange the ones there are?",
      choices: [["computes", "computes"], ["arranges", "arranges"]],
    },
    scans: {
      words: "Which of these was traced?",
      choices: [
        ["scan", "lax.scan"],
        ["associative_scan", "lax.associative_scan, unrolled"],
        ["neither", "neither of the two"],
      ],
    },
  };

  /** @param {unknown} value */
  const count = (value) =>
    typeof value === "number" && Number.isInteger(value) && value > 0 ? value : 0;

  /** @param {string} key @returns {any} what is stored; nothing where storage is off */
  const stored = (key) => {
    try {
      return JSON.parse(window.localStorage.getItem(key) ?? "null");
    } catch {
      return null;
    }
  };

  /** @param {any} found @returns {Kept} what was found, in order, whatever it was */
  const tidied = (found) => {
    const scores = Object.fromEntries(
      ["dots", "operations", "scans"].map((skill) => {
        const score = found?.scores?.[skill];
        return [skill, { streak: count(score?.streak), best: count(score?.best) }];
      }),
    );
    const skill = String(found?.skill ?? "");
    return {
      skill: Object.keys(scores).includes(skill) ? skill : "dots",
      level: count(found?.level) || 1,
      scores,
    };
  };

  /** @param {Card[]} cards @returns {Card[]} the same in another order */
  const shuffled = (cards) => {
    const order = [...cards];
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(Math.random() * (at + 1));
      [order[at], order[other]] = [order[other], order[at]];
    }
    return order;
  };

  class FluencyDrill extends HTMLElement {
    /** @type {Record<string, Card[]>} */
    #cards = {};
    /** @type {Record<string, Card[]>} cards still to come, by skill and level */
    #piles = {};
    /** Right answers in a row at this level. */
    #run = 0;
    /** @type {Kept} */
    #kept = { skill: "dots", level: 1, scores: {} };

    connectedCallback() {
      this.#cards = JSON.parse(this.querySelector("[data-cards]")?.textContent ?? "{}");
      this.#kept = tidied(stored(this.#key));
      this.#kept.level = Math.min(this.#kept.level, this.#topLevel);
      this.querySelector(".drill-desk")?.removeAttribute("hidden");
      this.querySelector(".drill-examples")?.removeAttribute("open");
      for (const radio of this.#radios) radio.addEventListener("change", () => this.#chosen());
      this.addEventListener("answered", (event) => this.#answered(event));
      this.#button("next").addEventListener("click", () => this.#deal()?.begin());
      this.#button("clear").addEventListener("click", () => this.#clear());
      window.addEventListener("storage", (event) => {
        if (event.key === this.#key || event.key === null) this.#readScores();
      });
      this.#showChoice();
      this.#deal();
    }

    get #key() {
      return this.dataset.storageKey ?? "";
    }

    /** @param {string} name */
    #part(name) {
      const part = this.querySelector(`[data-${name}]`);
      if (!part) throw new Error(`the drill has no part ${name}`);
      return part;
    }

    /** @param {string} name */
    #button(name) {
      return /** @type {HTMLButtonElement} */ (this.#part(name));
    }

    /** @returns {HTMLInputElement[]} */
    get #radios() {
      return [...this.querySelectorAll('input[type="radio"]')].filter(
        (input) => input instanceof HTMLInputElement,
      );
    }

    get #topLevel() {
      return Math.max(...this.#cards.dots.map((card) => card.level ?? 1));
    }

    get #score() {
      return this.#kept.scores[this.#kept.skill];
    }

    #showChoice() {
      const { skill, level } = this.#kept;
      for (const radio of this.#radios) {
        radio.checked = radio.value === (radio.name === "drill-skill" ? skill : String(level));
      }
      this.#part("levels").toggleAttribute("hidden", skill !== "dots");
      this.#showScore();
    }

    #showScore() {
      this.#part("streak").textContent = String(this.#score.streak);
      this.#part("best").textContent = String(this.#score.best);
    }

    #chosen() {
      const on = this.#radios.filter((radio) => radio.checked);
      this.#kept.skill = on.find((radio) => radio.name === "drill-skill")?.value ?? "dots";
      this.#kept.level = Number(on.find((radio) => radio.name === "drill-level")?.value ?? 1);
      this.#run = 0;
      this.#store();
      this.#showChoice();
      this.#deal();
    }

    /** @returns {Card | undefined} the next card of the skill and level, each once before any again */
    #next() {
      const { skill, level } = this.#kept;
      const name = skill === "dots" ? `dots ${level}` : skill;
      const pile = this.#piles[name];
      if (pile?.length) return pile.pop();
      const cards = this.#cards[skill].filter((card) => (card.level ?? level) === level);
      this.#piles[name] = shuffled(cards);
      return this.#piles[name].pop();
    }

    /** @returns {{begin: () => void} | undefined} the card now on the desk */
    #deal() {
      const card = this.#next();
      if (!card) return undefined;
      const isDot = this.#kept.skill === "dots";
      /** @type {any} */
      const shown = document.createElement(isDot ? "dot-card" : "choice-card");
      if (isDot) shown.card = card;
      else shown.show(card, QUESTIONS[/** @type {"scans"} */ (this.#kept.skill)]);
      this.#part("slot").replaceChildren(shown);
      this.#say("", "");
      this.#button("next").textContent = "Another card";
      return shown;
    }

    /** @param {Event} event */
    #answered(event) {
      const { right, words } = /** @type {CustomEvent} */ (event).detail;
      this.#readScores();
      const score = this.#score;
      score.streak = right ? score.streak + 1 : 0;
      score.best = Math.max(score.best, score.streak);
      this.#run = right ? this.#run + 1 : 0;
      const raised = this.#raiseLevel();
      this.#store();
      this.#showScore();
      if (right) this.#say("right", `Right. Streak ${score.streak}.${raised}`);
      else this.#say("wrong", `Not this time. ${words}`);
      const next = this.#button("next");
      next.textContent = "Next card";
      next.focus();
    }

    /** @returns {string} what to say of it; empty while the level stays */
    #raiseLevel() {
      const atTop = this.#kept.level >= this.#topLevel;
      if (this.#kept.skill !== "dots" || this.#run < RUN || atTop) return "";
      this.#run = 0;
      this.#kept.level += 1;
      this.#showChoice();
      return ` ${RUN} in a row: on to level ${this.#kept.level}.`;
    }

    /** Another tab may have counted meanwhile. */
    #readScores() {
      const found = stored(this.#key);
      if (found) this.#kept.scores = tidied(found).scores;
      this.#showScore();
    }

    #store() {
      try {
        window.localStorage.setItem(this.#key, JSON.stringify(this.#kept));
      } catch {
        // Storage is off or full: the streak then lasts until the reader leaves.
      }
    }

    #clear() {
      for (const skill of Object.keys(this.#kept.scores)) {
        this.#kept.scores[skill] = { streak: 0, best: 0 };
      }
      this.#store();
      this.#showScore();
      this.#say("", "Your streaks are cleared.");
    }

    /** @param {string} mark `right`, `wrong` or empty @param {string} words */
    #say(mark, words) {
      const status = this.#part("verdict");
      status.setAttribute("data-mark", mark);
      status.textContent = words;
    }
  }

  customElements.define("fluency-drill", FluencyDrill);
}
