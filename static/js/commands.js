// @ts-check
// The player's answers to what the game asks: forms of the page, each sent as a command with an id.
// A command without an answer is withdrawn by that id before another one is sent: what was not played
// by the time the page says so is never played. While it has said nothing, the same command is sent
// again, which the server does once. A card that is chosen during a reveal is held until its end, and
// can be taken back there. Who wishes it is asked first: they press again, or confirm.

import { hearServerTime, serverTime } from "./clock.js";
import { secondsLeft } from "./countdown.js";
import { notify, wording } from "./notice.js";
import { randomHex } from "./random.js";
import { regionAsSent } from "./regions.js";
import { wishOf } from "./speed.js";
import { restlessFor } from "./still.js";

const PATIENCE = 2000; // ms without an answer after which the connection is not trusted
const ACCIDENT = 600; // ms within which a second press is none
const SPARE = 5; // seconds before the end of the time for a choice, by which a held card is sent
const LONGEST = 60; // seconds: no reveal lasts so long
const PAGE = randomHex(6);

/**
 * A form and what is sent of it. isInDoubt: its answer may be lost. isUnwanted: something else was pressed
 * since.
 * @typedef {{
 *   form: PageForm, fields: Record<string, string>, isInDoubt?: boolean, isUnwanted?: boolean,
 * }} Command
 */
/**
 * The id of the words in which a press is asked for once more, and the button that was pressed.
 * @typedef {{words: string, id: string, value: string}} Asked
 */

export class Commands {
  // restore: puts the hand and the question back as the server sent them.
  /**
   * @param {Connection} connection
   * @param {Reveals} reveals
   * @param {() => void} restore
   */
  constructor(connection, reveals, restore) {
    this.connection = connection;
    this.reveals = reveals;
    this.restore = restore;
    this.count = 0;
    this.pressedAt = -Infinity; // by the clock of events
    /** @type {Command | null} */
    this.held = null; // what was chosen during a reveal
    /** @type {Asked | null} */
    this.asked = null; // what must be pressed again or confirmed
    /** @type {Command | null} */
    this.last = null; // the newest command while it has no answer
    connection.addEventListener("lost", () => this.doubt());
    connection.addEventListener("open", () => {
      notify("");
      if (this.last?.isInDoubt) this.settle(this.last);
    });
    addEventListener("submit", (event) => {
      if (!event.target.matches("#commands [data-frame]")) return;
      if (!this.press(/** @type {Press} */ (event))) event.preventDefault();
    });
    // A page that is closed sends nothing more.
    document.addEventListener("visibilitychange", () => document.hidden && this.release());
  }

  // Returns whether the browser is to post the form, as without scripts: behind some proxies no socket
  // can be opened.
  /** @param {Press} event */
  press({ target: form, submitter, timeStamp }) {
    if (timeStamp - this.pressedAt < ACCIDENT) return false;
    this.pressedAt = timeStamp;
    /** @type {Record<string, string>} */
    const fields = Object.fromEntries(/** @type {Iterable<[string, string]>} */ (new FormData(form, submitter)));
    const isTakenBack = this.held && this.held.fields.card === fields.card;
    const asked = isTakenBack ? null : this.askFirst(form, submitter);
    if (!asked && !this.reveals.isPlaying && this.connection.isRefused) return true;
    if (submitter.id === "confirm") document.getElementById(this.asked?.id)?.focus();
    if (asked || this.asked) {
      this.asked = asked;
      this.restore();
    }
    if (asked) return false;
    if (this.reveals.isPlaying) this.hold(form, fields);
    else this.give(form, fields);
    return false;
  }

  // What to ask before this is done, null for nothing. A pick is for good and its card is small: a
  // finger picks by two taps, whatever its owner wishes.
  /** @param {PageForm} form @param {PageElement} submitter @returns {Asked | null} */
  askFirst(form, { id, value }) {
    let wish = wishOf(this.reveals.table, "ask");
    if (form.id === "do-pick" && wish !== "confirm" && restlessFor() > 0) wish = "twice";
    const words = form.id.replace("do", wish);
    if (!document.getElementById(words) || id === "confirm") return null;
    return wish === "twice" && id === this.asked?.id ? null : { words, id, value };
  }

  // The card that is held already is taken back.
  /** @param {PageForm} form @param {Record<string, string>} fields */
  hold(form, fields) {
    this.held = this.held?.fields.card === fields.card ? null : { form, fields };
    // A replay may last longer than the time for a choice.
    clearTimeout(this.holding);
    this.holding = setTimeout(() => this.release(), Math.min(secondsLeft() - SPARE, LONGEST) * 1000);
    this.restore();
  }

  // Send what is held, if the hand still has it.
  release() {
    if (!this.held) return;
    const { form, fields } = this.held;
    this.held = null;
    if (regionAsSent("hand").querySelector(`#card-${fields.card}:enabled`)) this.give(form, fields);
    this.restore();
  }

  /** @param {PageForm} form @param {Record<string, string>} fields */
  give(form, fields) {
    if (this.isGiven(fields)) return; // a second tap
    notify("");
    if (this.last?.isInDoubt) {
      notify(wording("in-doubt"));
      this.last.isUnwanted = true;
      this.withdraw(this.last);
    } else if (!this.connection.isOpen && !this.connection.isBrieflyAway) {
      notify(wording("no-connection"));
    } else {
      this.count += 1;
      fields.id = `${PAGE}.${this.count}`;
      const sent = serverTime();
      if (sent !== undefined) fields.sent = `${sent}`;
      this.last = { form, fields, isInDoubt: false };
      mark(form, fields);
      this.send(fields);
    }
  }

  // Whether the newest command says the same, and its answer is still on its way.
  /** @param {Record<string, string>} fields */
  isGiven(fields) {
    if (!this.last || (this.last.isInDoubt && !this.connection.isBrieflyAway)) return false;
    return ["flipped", ...Object.keys(fields)].every((name) => this.last?.fields[name] === fields[name]);
  }

  // A view that was made before the command arrived shows another card as chosen, or none.
  markCard() {
    document.getElementById(this.asked?.id)?.classList.add("is-aimed");
    const given = this.held ?? this.last;
    if (!given || given.isInDoubt) return;
    const { card } = given.fields;
    if (document.getElementById(`card-${card}`)) markCard(card);
  }

  // What the server says of a command: done, repeated, refused with a notice, or withdrawn.
  /** @param {string} id @param {string} result @param {PageElement} notice */
  answered(id, result, notice) {
    if (id !== this.last?.fields.id) return; // a newer one has taken its place
    clearTimeout(this.timer);
    const wasInDoubt = this.last.isInDoubt;
    if (result === "refused") {
      notify(notice.textContent);
      if (notice.dataset.now) hearServerTime(Number(notice.dataset.now));
      if (wasInDoubt) return; // not even the question was answered: the next tap asks again
    }
    this.last = null;
    if (result === "done" || result === "repeated") {
      if (wasInDoubt) notify("");
      // By then the view has come that shows what was done, here or in another tab.
      const chosen = () => regionAsSent("hand").querySelector("[aria-pressed=true]")?.value;
      setTimeout(() => this.last ?? markCard(chosen()), PATIENCE);
      return;
    }
    if (result === "withdrawn") notify(wording("not-sent"));
    this.restore();
  }

  doubt() {
    clearTimeout(this.timer);
    if (this.last) this.last.isInDoubt = true;
  }

  // After an absence: send the command again if nobody has noticed, else withdraw it.
  /** @param {Command} last */
  settle(last) {
    if (this.connection.wasBrieflyAway && !last.isUnwanted) {
      last.isInDoubt = false;
      this.send(last.fields);
    } else {
      this.withdraw(last);
    }
  }

  // Ask what became of the last command, and let it never be done if it is not done yet.
  /** @param {Command} last */
  withdraw({ fields }) {
    const { id, csrfmiddlewaretoken } = fields;
    this.send({ kind: "withdraw", id, csrfmiddlewaretoken });
  }

  /** @param {Record<string, string>} fields */
  send(fields) {
    clearTimeout(this.timer);
    if (this.connection.isOpen) {
      const { csrfmiddlewaretoken, ...frame } = fields;
      this.connection.send(JSON.stringify(frame));
      this.timer = setTimeout(() => this.connection.lose(), PATIENCE);
    } else {
      this.doubt(); // until the end of a short absence
    }
  }
}

// Shows what is asked for before the server has answered.
/** @param {PageForm} form @param {Record<string, string>} fields */
function mark(form, fields) {
  if (form.id === "do-choose") {
    markCard(fields.card);
    return;
  }
  for (const { name, value, classList } of document.querySelectorAll(`[form="${form.id}"]`)) {
    classList.toggle("is-sent", !name || fields[name] === value);
  }
}

/** @param {string} number */
function markCard(number) {
  for (const card of document.querySelectorAll(".hand__card")) {
    card.setAttribute("aria-pressed", String(card.value === number));
  }
}
