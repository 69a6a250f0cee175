// @ts-check
// The talk of the table: takes what the socket brings, sends what is written, shows reactions at their
// players. On narrow screens the panel is a sheet; it opens only when its button is pressed.

import { parse } from "./frames.js";
import { wording } from "./notice.js";
import { store, stored } from "./storage.js";

const BUBBLE = 4000; // ms for which a reaction is shown at its player
const HIDES = "talk-hidden"; // whether this device shows no talk at all
const TAB = "sessionStorage"; // what was read is remembered for each tab by itself

// Returns the function that takes a frame with news of the talk.
/** @param {PageElement} table @param {Connection} connection */
export function watchTalk(table, connection) {
  const panel = document.getElementById("talk");
  const talk = panel && new Talk(panel, table, connection);
  return (/** @type {DocumentFragment} */ page) => talk?.take(page);
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
    this.log = partOfTalk("log"); // the list is scrolled in it, by CSS from its end
    this.list = partOfTalk("list");
    this.opener = partOfTalk("open");
    this.dialog = partOfTalk("options");
    this.narrow = matchMedia("(max-width: 67.99rem)");
    this.readKey = `talk-read-${panel.dataset.code}`;
    this.number = Number(panel.dataset.number); // of the newest change that was taken
    for (const id of ["open", "hide", "close"]) partOfTalk(id).hidden = false;
    this.opener.addEventListener("click", () => this.open(!this.isOpen));
    partOfTalk("close").addEventListener("click", () => this.open(false));
    partOfTalk("hide").addEventListener("click", () => this.hide(!this.isHidden));
    // No key that is pressed here plays a card.
    panel.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape" && this.isOpen) this.open(false);
    });
    // What no socket can bring is the answer.
    addEventListener("htmx:configRequest", ({ detail }) => {
      if (!connection.isOpen) detail.formData.set("reply", "1");
    });
    addEventListener("htmx:afterRequest", ({ detail }) => this.answered(detail));
    addEventListener("click", (event) => this.openOptions(event));
    document.addEventListener("visibilitychange", () => this.count());
    this.narrow.addEventListener("change", () => this.settle());
    this.isHidden = Boolean(stored(HIDES));
    this.settle();
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
    (isOpen ? partOfTalk("title") : this.opener).focus();
  }

  /** @param {boolean} isHidden */
  hide(isHidden) {
    this.isHidden = isHidden;
    store(HIDES, isHidden ? "1" : "");
    this.settle();
  }

  settle() {
    this.panel.classList.toggle("is-hidden", this.isHidden);
    partOfTalk("hide").textContent = wording(this.isHidden ? "talk-show" : "talk-hide-words");
    this.log.setAttribute("aria-live", this.isSeen ? "polite" : "off");
    this.count();
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
    const focused = this.panel.querySelector(":focus");
    const people = page.getElementById("talk-hidden");
    if (people) partOfTalk("hidden").replaceWith(people);
    else if (isWhole) for (const person of partOfTalk("hidden").children) countHidden(person, 0);
    if (isWhole) this.list.replaceChildren();
    for (const said of page.querySelectorAll(".said")) this.add(said, isWhole);
    this.panel.classList.toggle("is-off", news.off === "1");
    this.number = Math.max(this.number, Number(news.number));
    this.count();
    // What had it was replaced or hidden: a key that is pressed now must not play a card.
    const said = document.getElementById(focused?.closest(".said")?.id ?? "");
    if (focused && !focused.offsetParent) (said?.querySelector(".said__more") ?? this.log).focus();
  }

  /** @param {PageElement} said @param {boolean} isWhole */
  add(said, isWhole) {
    const { author, number, reaction, seat } = said.dataset;
    const old = document.getElementById(said.id);
    const person = partOfTalk("hidden").querySelector(`[data-author="${author}"]`);
    if (person) {
      const isNew = isWhole || Number(number) > this.number;
      if (isNew) countHidden(person, Number(person.querySelector("b").textContent) + 1);
    } else if (old) {
      old.replaceWith(said);
    } else {
      const first = Number(this.list.querySelector(".said")?.dataset.number ?? 0);
      if (!isWhole && Number(number) < first) return; // an older one that is not shown here
      this.list.append(said);
      if (reaction && seat && !isWhole && !this.isHidden) this.showBubble(said, seat);
    }
  }

  // In a layer over the table, as the players' boxes are replaced while they play.
  /** @param {PageElement} said @param {string} seat */
  showBubble(said, seat) {
    const box = this.table.querySelector(`.player[data-seat="${seat}"]`)?.getBoundingClientRect();
    if (!box) return;
    const bubble = parse(`<div class="bubble" aria-hidden="true"></div>`).firstElementChild;
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
    const body = partOfTalk("options-body");
    body.replaceChildren();
    await htmx.ajax("GET", link.href, { target: body, swap: "innerHTML" }).catch(() => {});
    if (body.firstElementChild) this.dialog.showModal();
  }

  // htmx has sent a form; what is refused stays where it is typed.
  /** @param {{elt: PageForm, xhr?: XMLHttpRequest}} request */
  answered({ elt, xhr }) {
    if (!elt.closest("form") || !elt.closest("#talk, #talk-options")) return;
    this.dialog.close();
    if (!xhr || xhr.status < 200 || xhr.status >= 400) return;
    elt.reset();
    if (xhr.responseText) this.take(parse(xhr.responseText));
  }
}

// How many messages of somebody who is hidden are not shown.
/** @param {PageElement} person @param {number} messages */
function countHidden(person, messages) {
  person.querySelector("b").textContent = String(messages);
  person.hidden = messages === 0;
}

/** @param {string} name */
function partOfTalk(name) {
  return document.getElementById(`talk-${name}`);
}
