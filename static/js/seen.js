// @ts-check
// The seen cards: every number of the deck, marked as the server says where it is, and as one's own.
// It opens only when it is asked for; while it is open everything else can be done as before.

import { region, regionAsSent } from "./regions.js";
import { numberOn } from "./rows.js";

/** @type {Record<string, string>} */
const KINDS = { t: "table", h: "held", x: "taken" }; // by the letters of the server

export class Seen {
  /** @param {PageElement} table @param {PageElement} announcer */
  constructor(table, announcer) {
    this.table = table;
    this.announcer = announcer;
    this.openers = [...document.querySelectorAll(".seen-open")];
    /** @type {string[]} */
    this.kinds = []; // where each number is, from 1
    addEventListener("click", ({ target }) => {
      if (target.closest?.(".seen-open")) this.toggle(target.closest(".seen-open"));
      else if (target.closest?.("#seen-close")) this.close();
    });
    table.addEventListener("told", ({ detail }) => this.follow(detail));
  }

  // opener: the button that was pressed. By the key the focus stays at the card one thinks of, and
  // the counts are read out.
  /** @param {PageElement} [opener] */
  toggle(opener) {
    if (this.table.matches("[data-seen]")) this.close();
    else if (this.kinds.length > 0) {
      this.open(true);
      this.opener = opener;
      if (opener) inSeen("#seen-title").focus();
      else this.announcer.textContent = this.counts();
    }
  }

  close() {
    const hadFocus = region(document, "seen").contains(document.activeElement);
    this.open(false);
    if (hadFocus) this.opener?.focus();
  }

  /** @param {boolean} isOpen */
  open(isOpen) {
    this.table.toggleAttribute("data-seen", isOpen);
    this.show();
    for (const opener of this.openers) opener.setAttribute("aria-expanded", String(isOpen));
  }

  // As the server sent it.
  draw() {
    const letters = inSeen("[data-cards]")?.dataset.cards ?? "";
    const hand = [...regionAsSent("hand").querySelectorAll(".hand__card")];
    this.kinds = [...letters].map((letter) => KINDS[letter] ?? "no");
    for (const opener of this.openers) opener.hidden = letters === "";
    if (letters === "") this.open(false);
    else this.put(hand.map(({ value }) => value), "own");
  }

  // A step of the reveal: what is turned up lies on the table, a row that is taken is gone.
  /** @param {Record<string, string>} line */
  follow({ step, cards, card, row }) {
    if (step === "reveal" || step === "rows") {
      this.put(cards.split(" ").map((each) => each.split(":").at(-1)), "table");
    } else if (step === "take") {
      const places = this.table.querySelectorAll(`.row[data-row="${row}"] .place`);
      this.put([...places].map(numberOn), "taken");
      this.put([card], "table");
    }
  }

  /** @param {(string | number | undefined)[]} numbers @param {string} kind */
  put(numbers, kind) {
    for (const number of numbers) {
      const index = Number(number) - 1;
      if (this.kinds[index]) this.kinds[index] = kind;
    }
    this.show();
  }

  show() {
    if (!this.table.matches("[data-seen]")) return;
    const chips = inSeen(".seen__cards").children;
    /** @type {Record<string, number[]>} */
    const numbers = {};
    for (const [index, kind] of this.kinds.entries()) {
      chips[index].dataset.seen = kind;
      numbers[kind] ??= [];
      numbers[kind].push(index + 1);
    }
    for (const line of inSeen(".seen__list").children) {
      const its = numbers[line.dataset.kind] ?? [];
      line.hidden = its.length === 0;
      const [count, all] = line.lastElementChild.children;
      count.textContent = String(its.length);
      all.textContent = `: ${its.join(", ")}`;
    }
  }

  counts() {
    return [...inSeen(".seen__list").querySelectorAll("div:not([hidden])")]
      .map(({ children: [kind, its] }) => `${kind.textContent.trim()} ${its.firstElementChild.textContent}.`)
      .join(" ");
  }
}

/** @param {string} selector */
function inSeen(selector) {
  return region(document, "seen").querySelector(selector);
}
