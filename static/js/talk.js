// @ts-check
// The talk of the table: takes what the socket brings, sends what is written, shows reactions at their
// players. On narrow screens the panel is a sheet; it opens only when its button is pressed.

import { parse } from "./frames.js";
import { wording } from "./notice.js";
import { store, stored } from "./storage.js";

const BUBBLE = 4000; // ms for which a reaction is shown at its player
const ANSWERED_IN = 8000; // ms in which the server must answer
const HIDES = "talk-hidden"; // whether this device shows no talk at all
const TAB = "sessionStorage"; // what was read is remembered for each tab by itself

// Returns the function that takes a frame with news of the talk.
/** @param {PageElement} table @param {Connection} connection */
export function watchTalk(table, connection) {
  const panel = document.getElementById("talk");
  return panel ? new Talk(panel, table, connection).take : () => {};
}

class Talk {
  /**
   * @param {PageElement} panel
   * @param {PageElement} table
   * @param {Connection} connection
   */
  constructor(panel, table, connection) {
    this.panel = panel;
    this.table = table;
    this.connection = connection;
    this.log = partOfTalk("log"); // the list is scrolled in it
    this.list = partOfTalk("list");
    this.opener = partOfTalk("open");
    this.dialog = partOfTalk("options");
    this.narrow = matchMedia("(max-width: 67.99rem)");
    this.readKey = `talk-read-${panel.dataset.code}`;
    this.number = Number(panel.dataset.number); // of the newest change that was taken
    this.take = this.take.bind(this);
    for (const id of ["open", "hide", "close"]) partOfTalk(id).hidden = false;
    this.opener.addEventListener("click", () => this.open(!this.isOpen));
    partOfTalk("close").addEventListener("click", () => this.open(false));
    partOfTalk("hide").addEventListener("click", () => this.hide(!this.isHidden));
    // No key that is pressed here plays a card.
    panel.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape" && this.isOpen) this.open(false);
    });
    addEventListener("submit", (event) => this.submit(/** @type {Press} */ (event)));
    addEventListener("click", (event) => this.openOptions(event));
    document.addEventListener("visibilitychange", () => this.count());
    this.narrow.addEventListener("change", () => {
      this.settle();
      this.scroll();
    });
    this.isHidden = Boolean(stored(HIDES));
    this.settle();
    this.scroll();
  }

  get isOpen() {
    return this.panel.classList.contains("is-open");
  }

  // Whether what comes is seen at once.
  get isSeen() {
    return !document.hidden && !this.isHidden && (this.isOpen || !this.narrow.matches);
  }

  /** @param {boolean} isOpen */
  open(isOpen) {
    this.panel.classList.toggle("is-open", isOpen);
    this.opener.setAttribute("aria-expanded", String(isOpen));
    this.settle();
    if (isOpen) {
      this.scroll();
      partOfTalk("title").focus();
    } else {
      this.opener.focus();
    }
  }

  /** @param {boolean} isHidden */
  hide(isHidden) {
    this.isHidden = isHidden;
    store(HIDES, isHidden ? "1" : null);
    this.settle();
    this.scroll();
  }

  settle() {
    this.panel.classList.toggle("is-hidden", this.isHidden);
    partOfTalk("hide").textContent = wording(this.isHidden ? "talk-show" : "talk-hide-words");
    this.log.setAttribute("aria-live", this.isSeen ? "polite" : "off");
    this.count();
  }

  scroll() {
    this.log.scrollTop = this.log.scrollHeight;
  }

  // The number of messages that were not seen, at the button that opens the sheet.
  count() {
    const messages = [...this.list.children];
    if (this.isSeen) store(this.readKey, messages.at(-1)?.dataset.number ?? "0", TAB);
    const read = Number(stored(this.readKey, TAB) ?? 0);
    const unread = messages.filter(
      ({ dataset }) =>
        Number(dataset.number) > read && !dataset.reaction && dataset.author !== this.panel.dataset.reader,
    );
    partOfTalk("count").textContent = this.isHidden || unread.length === 0 ? "" : String(unread.length);
  }

  /** @param {DocumentFragment} page */
  take(page) {
    const news = page.getElementById("talk-news").dataset;
    const isWhole = news.whole === "1";
    const { scrollTop, clientHeight, scrollHeight } = this.log;
    const isAtEnd = scrollTop + clientHeight > scrollHeight - 40;
    const focused = this.panel.querySelector(":focus");
    const people = page.getElementById("talk-hidden");
    if (people) partOfTalk("hidden").replaceWith(people);
    else if (isWhole) this.countHidden();
    if (isWhole) this.list.replaceChildren();
    for (const said of page.querySelectorAll(".said")) this.add(said, isWhole);
    const isOff = news.off === "1";
    partOfTalk("off").hidden = !isOff;
    for (const id of ["form", "turn-off", "turn-on"]) {
      if (partOfTalk(id)) partOfTalk(id).hidden = isOff === (id !== "turn-on");
    }
    this.number = Math.max(this.number, Number(news.number));
    if (isAtEnd) this.scroll();
    this.count();
    // What had it was replaced or hidden: a key that is pressed now must not play a card.
    if (focused && !focused.offsetParent) this.log.focus();
  }

  /** @param {PageElement} said @param {boolean} isWhole */
  add(said, isWhole) {
    const { author, number, reaction, seat } = said.dataset;
    const old = document.getElementById(said.id);
    if (partOfTalk("hidden").querySelector(`[data-author="${author}"]`)) {
      const isNew = isWhole || Number(number) > this.number;
      if (isNew) this.countHidden(author);
    } else if (old) {
      old.replaceWith(said);
    } else {
      const first = Number(this.list.querySelector(".said")?.dataset.number ?? 0);
      if (!isWhole && Number(number) < first) return; // an older one that is not shown here
      this.list.append(said);
      if (reaction && seat && !isWhole && !this.isHidden) this.showBubble(said, seat);
    }
  }

  // One more message of somebody who is hidden; without them all are counted from 0.
  /** @param {string} [author] */
  countHidden(author) {
    for (const person of partOfTalk("hidden").children) {
      const shown = person.querySelector("b");
      if (!author) shown.textContent = "0";
      else if (person.dataset.author === author) shown.textContent = `${+shown.textContent + 1}`;
      person.hidden = shown.textContent === "0";
    }
  }

  // In a layer over the table, as the players' boxes are replaced while they play.
  /** @param {PageElement} said @param {string} seat */
  showBubble(said, seat) {
    const box = this.table.querySelector(`.player[data-seat="${seat}"]`)?.getBoundingClientRect();
    if (!box) return;
    const bubble = document.createElement("div");
    bubble.className = "bubble";
    bubble.setAttribute("aria-hidden", "true");
    bubble.append(
      said.querySelector(".reaction").cloneNode(true),
      said.querySelector(".said__words").textContent,
    );
    const edge = this.table.getBoundingClientRect();
    bubble.style.left = `${Math.max(box.left - edge.left, 4)}px`;
    bubble.style.top = `${box.top - edge.top}px`;
    this.table.append(bubble);
    const right = bubble.getBoundingClientRect().right - document.documentElement.clientWidth;
    if (right > 0) bubble.style.left = `${box.left - edge.left - right - 4}px`;
    setTimeout(() => bubble.remove(), BUBBLE);
  }

  /** @param {MouseEvent} event */
  async openOptions(event) {
    const link = event.target.closest?.(".said__more");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const page = await this.ask(link.href);
    if (!page) return;
    partOfTalk("options-body").replaceChildren(page);
    this.dialog.showModal();
  }

  /** @param {Press} event */
  async submit(event) {
    const form = event.target;
    if (!("talk" in form.dataset)) return;
    event.preventDefault();
    const text = form.elements.text;
    const isReaction = event.submitter?.name === "reaction";
    const isText = text && !isReaction;
    // A second tap does nothing, but a text waits for the reaction before it.
    if (this.sending && !isText) return;
    while (this.sending) await this.sending;
    if (isText && !text.value.trim()) return;
    const fields = new FormData(form, event.submitter);
    if (isReaction) fields.delete("text");
    if (!this.connection.isOpen) fields.set("reply", "1");
    /** @type {Promise<DocumentFragment | null> | null} */
    this.sending = this.ask(form.action, {
      method: "POST",
      body: new URLSearchParams([...fields]),
    });
    const page = await this.sending;
    this.sending = null;
    if (!page) return;
    if (isText) text.value = "";
    this.dialog.close();
    if (page.getElementById("talk-news")) this.take(page);
  }

  // The answer as a fragment; null, and a sentence in the panel, if there is none or a refusal.
  /** @param {string} url @param {RequestInit} options */
  async ask(url, options = {}) {
    partOfTalk("refusal").textContent = "";
    try {
      const headers = { "HX-Request": "true" };
      const signal = AbortSignal.timeout(ANSWERED_IN);
      const answer = await fetch(url, { ...options, headers, signal });
      const page = parse(await answer.text());
      if (answer.ok) return page;
      partOfTalk("refusal").textContent = page.getElementById("notice").textContent;
    } catch {
      partOfTalk("refusal").textContent = wording("talk-in-doubt");
    }
    this.dialog.close();
    return null;
  }
}

/** @param {string} name */
function partOfTalk(name) {
  return document.getElementById(`talk-${name}`);
}
