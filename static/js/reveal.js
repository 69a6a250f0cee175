// @ts-check
// The reveal, played on the old board from the lines of the new story: each line is a step with its
// cards in data attributes and its length in ms. Cards fly over the page and take no room in it.

import { parse } from "./frames.js";
import { lost, region, regionAsSent, spoil } from "./regions.js";
import { showRound } from "./round_card.js";
import { glide, numberOn } from "./rows.js";
import { factorOf } from "./speed.js";
import { STEPS } from "./steps.js";
import { GIVING_WAY, Strip } from "./strip.js";

export const FRAME = 17; // ms
const FLIGHT = 260; // ms at normal speed
const LIFTED = 60; // ms for which a card is seen lifted before it flies
const RISE = 700; // ms in which a gain rises

// How many turns the page that shows `old` was not told of; what `fresh` tells would be false on it.
/** @param {PageElement} old @param {PageElement} fresh */
export function turnsMissed(old, fresh) {
  if (old.dataset.key === fresh.dataset.key || old.dataset.following === fresh.dataset.told) return 0;
  return Number(fresh.dataset.told) - Number(old.dataset.told);
}

// The lines of a story that the one shown before does not have; none where some between them are gone.
/** @param {PageElement} old @param {PageElement} fresh */
export function stepsBetween(old, fresh) {
  const lines = [...fresh.querySelectorAll("[data-step]")];
  if (old.dataset.key !== fresh.dataset.key) return lines;
  const told = Number(old.dataset.dropped) + old.querySelectorAll("[data-step]").length;
  const known = told - Number(fresh.dataset.dropped);
  return known < 0 ? [] : lines.slice(known);
}

// One reveal at a time; when it ends, `present` brings the page to what the server sent last.
export class Reveals {
  /** @param {PageElement} table @param {(isEndOfReveal?: boolean) => void} present */
  constructor(table, present) {
    this.table = table;
    this.present = present;
    /** @type {Reveal | null} */
    this.reveal = null;
    this.isBehind = false; // the table was faster than the last reveal
    this.stillness = matchMedia("(prefers-reduced-motion: reduce)");
    document.getElementById("skip").addEventListener("click", () => this.finish());
    table.addEventListener("click", (event) => this.skip(event), { capture: true });
  }

  get isPlaying() {
    return this.reveal !== null;
  }

  // Whether the hand is open for the next card while this one is still shown.
  get mayChoose() {
    return "choosing" in this.table.dataset;
  }

  // Whether a key may press the focused button: not one that belongs to the turn before, nor one on
  // which the page itself has put the focus.
  /** @param {KeyboardEvent} event */
  mayPress({ key, target }) {
    if (key !== "Enter" && key !== " ") {
      lost.found = null;
      return true;
    }
    if (target === lost.found) return false;
    return !this.isPlaying || this.mayChoose || !target.closest("#prompt, #pool, #specials, #hand");
  }

  // Play the last `count` steps of the story that was sent, then present what the server sent.
  /** @param {number} count */
  async play(count) {
    const factor = factorOf(this.table, this.isBehind);
    this.isBehind = false;
    const story = regionAsSent("story").cloneNode(true);
    const steps = count === 0 ? [] : [...story.querySelectorAll("[data-step]")].slice(-count);
    if (steps.length === 0 || factor === 0 || this.stillness.matches || document.hidden) {
      this.present();
      const round = steps.find(({ dataset }) => dataset.step === "score");
      if (round) showRound(this.table, round.dataset);
      return;
    }
    await this.run(new Reveal(this.table, factor), steps, story);
  }

  // Play the whole story again, on regions of the page as they were before it.
  /** @param {PageElement[]} before */
  async replay(before) {
    this.finish();
    spoil("prompt");
    for (const old of before) region(document, old.id).replaceWith(old);
    this.table.dispatchEvent(new Event("gain"));
    const story = regionAsSent("story").cloneNode(true);
    const factor = factorOf(this.table, false) || 1;
    const reveal = new Reveal(this.table, factor, { isReplay: true, isStill: this.stillness.matches });
    await this.run(reveal, [...story.querySelectorAll("[data-step]")], story);
  }

  /** @param {Reveal} mine @param {PageElement[]} steps @param {PageElement} story */
  async run(mine, steps, story) {
    this.reveal = mine;
    try {
      await mine.play(steps, story);
    } finally {
      // Also when a step fails: the page must come to show what is.
      if (this.reveal === mine) this.finish();
    }
  }

  // The table has moved on.
  interrupt() {
    this.isBehind = this.isPlaying;
    this.finish();
  }

  // A tap on the rows ends the reveal and does nothing else.
  /** @param {MouseEvent} event */
  skip(event) {
    if (!this.isPlaying || !event.target.closest("#board, .round-card")) return;
    event.preventDefault();
    event.stopPropagation();
    this.finish();
  }

  finish() {
    if (!this.reveal) return;
    this.reveal.stop();
    this.reveal = null;
    delete this.table.dataset.choosing;
    this.present(true);
  }
}

export class Reveal {
  // factor: of the lengths of the steps. isReplay: this turn was shown before. isStill: nothing moves.
  /** @param {PageElement} table @param {number} factor */
  constructor(table, factor, { isReplay = false, isStill = false } = {}) {
    this.table = table;
    this.factor = factor;
    this.isReplay = isReplay;
    this.isStill = isStill;
    /** @type {Strip | null} */
    this.strip = null; // where the cards of the turn lie until they are placed
    this.isStopped = false;
    /** @type {Set<{remove(): void}>} */
    this.flying = new Set();
    /** @type {Set<number>} */
    this.pauses = new Set();
    this.sentence = table.querySelector(".status__sentence");
    /** @type {string | null} */
    this.joins = null; // the special card that lies with the row where the next number lands
  }

  /** @param {PageElement[]} steps @param {PageElement} story */
  async play(steps, story) {
    spoil("status", "players", "pool", "board", "story", "hand", "specials");
    for (const step of steps) step.classList.add("is-coming");
    region(document, "story").replaceWith(story);
    this.table.dataset.revealing = "";
    // In a replay the time for a choice is running.
    if (!this.isReplay) this.table.querySelector(".countdown")?.remove();
    // Both the page at rest and the cards that come over it in one frame take a slow phone too long.
    await this.pause(FRAME);
    if (steps[0].dataset.step !== "reveal") await this.gather();
    for (const step of steps) {
      const ms = Number(step.dataset.ms) * this.factor;
      if (!this.isReplay) this.table.dispatchEvent(new CustomEvent("told", { detail: step.dataset }));
      // A take is told once it has been seen; what a step returns is done once that has been read.
      const isTake = "hold" in step.dataset;
      if (!isTake) this.tell(step);
      const data = /** @type {Step} */ ({ ...step.dataset, ms });
      const acted = Promise.resolve(STEPS[step.dataset.step]?.(this, data)).then((after) => {
        if (isTake) this.tell(step);
        return after;
      });
      const [after] = await Promise.all([acted, this.pause(ms)]);
      await after?.();
    }
    await this.strip?.close();
  }

  // Cards that were turned up before, and wait until a row is taken or a special card is played.
  async gather() {
    /** @type {Pair[]} */
    const pairs = [];
    for (const player of this.table.querySelectorAll(".player")) {
      const card = numberOn(player.querySelector(".player__place"));
      if (card) pairs.push([player.dataset.seat, `${card}`]);
    }
    /** @param {Pair} pair */
    const counted = ([, card]) => Number(this.face(card).dataset.counts ?? card);
    pairs.sort((one, other) => counted(one) - counted(other));
    if (pairs.length === 0) return;
    this.openStrip(pairs);
    this.strip?.faceUp();
    await this.pause(GIVING_WAY * this.factor); // where a card is to land is measured on rows that lie still
  }

  /** @param {Pair[]} pairs */
  openStrip(pairs) {
    this.strip?.remove();
    this.strip = new Strip(this, pairs);
  }

  stop() {
    this.isStopped = true;
    delete this.table.dataset.revealing;
    this.strip?.remove();
    for (const card of this.flying) card.remove();
    this.pauses.forEach(clearTimeout);
  }

  /** @param {PageElement} step */
  tell(step) {
    step.classList.remove("is-coming");
    // With the next frame, which lays out the page anyway.
    requestAnimationFrame(() => {
      const story = step.closest("#story");
      if (story) story.scrollTop = step.offsetTop - story.clientHeight / 2;
    });
    // The card of a round says the same, and beside a low window's rows the scores find no room.
    if (step.dataset.step === "score" && document.getElementById("round-card")) return;
    this.say(...step.cloneNode(true).childNodes);
  }

  /** @param {(string | Node)[]} words */
  say(...words) {
    this.sentence.replaceChildren(...words);
  }

  // The next card to fly.
  /** @param {string} seat */
  lift(seat) {
    this.strip?.lift(seat);
    return this.pause(this.strip ? LIFTED * this.factor : 0);
  }

  // A card leaves its place for a pile, where it lies over `below` others: upwards, off the name beside.
  /** @param {PageElement} from @param {PageElement} to @param {number} below */
  carry(from, to, below) {
    const { left, top, width } = to.getBoundingClientRect();
    const end = { left, top: top - 2 * below, width };
    from.classList.remove("is-new");
    return this.move(from.firstElementChild, from.getBoundingClientRect(), end, { stays: true });
  }

  // Resolves when it is over.
  /**
   * @param {PageElement} element
   * @param {Keyframe[]} frames
   * @param {number} ms at normal speed
   * @param {KeyframeAnimationOptions} options
   */
  animate(element, frames, ms, options = {}) {
    const duration = this.isStill ? 0 : ms * this.factor;
    element.animate(frames, { duration, easing: "ease-out", ...options });
    return this.pause(duration);
  }

  // The Cabriole goes from one place to another in an arc.
  /** @param {PageElement} cow @param {PageElement} to */
  leap(cow, to) {
    const gone = glide(this, [cow], () => to.append(cow));
    const arc = [{ zIndex: 9 }, { translate: "0 -60%", zIndex: 9 }, { zIndex: 9 }];
    this.animate(cow, arc, FLIGHT);
    return gone;
  }

  /** @param {PageElement} from @param {PageElement} to @param {string | number} card */
  async fly(from, to, card) {
    const face = from.firstElementChild ?? this.face(card);
    await this.move(face, from.getBoundingClientRect(), to.getBoundingClientRect());
    to.replaceChildren(this.face(card));
  }

  // A card is turned up where its player's card lies.
  /** @param {string} seat @param {string} card */
  lay(seat, card) {
    const face = this.face(card);
    this.placeOf(seat).replaceChildren(face);
    this.animate(face, [{ transform: "rotateY(90deg)" }, { transform: "none" }], FLIGHT * 0.7);
  }

  // What counts the heads of the pile that comes to lie there.
  /** @param {PageElement} home */
  pileAt(home) {
    const { left, top, width, height } = home.getBoundingClientRect();
    const gain = parse(`<b class="gain" aria-hidden="true"></b>`).firstElementChild;
    gain.style.left = `max(2rem, ${left + width / 2}px)`;
    gain.style.top = `${top + height / 2}px`;
    document.body.append(gain);
    this.flying.add(gain);
    return gain;
  }

  // The pile is its player's; what it counts rises and fades.
  /** @param {PageElement} gain */
  async liftPile(gain) {
    for (const card of this.flying) if (card !== gain) card.remove();
    const rise = [{}, { translate: "0 -40%", offset: 0.7 }, { translate: "0 -60%", opacity: 0 }];
    await this.animate(gain, rise, RISE);
    gain.remove();
  }

  // Lift a card off the page and let it fly from one rectangle to another.
  /**
   * @param {PageElement} face
   * @param {DOMRect} from
   * @param {Pick<DOMRect, "left" | "top" | "width">} to
   */
  async move(face, from, to, { opacity = 1, stays = false } = {}) {
    face.remove();
    if (!from.width) return; // where it would come from is not on the page any more
    face.classList.add("flying");
    Object.assign(face.style, {
      left: `${from.left}px`,
      top: `${from.top}px`,
      width: `${from.width}px`,
    });
    document.body.append(face);
    this.flying.add(face);
    const shift = `translate(${to.left - from.left}px, ${to.top - from.top}px)`;
    const scale = `scale(${to.width / from.width})`;
    await this.animate(
      face,
      [{ transformOrigin: "0 0" }, { transform: `${shift} ${scale}`, transformOrigin: "0 0", opacity }],
      FLIGHT,
      { easing: "cubic-bezier(0.3, 0, 0.2, 1)", fill: "forwards" },
    );
    if (!stays) face.remove();
  }

  /** @param {string | number} card */
  face(card) {
    const flipped = this.table.querySelector(`.is-flipped:has([href$="#c${card}"])`);
    if (flipped) return flipped.cloneNode(true);
    const use = `<use href="${this.table.dataset.sprite}#${card === "back" ? "" : "c"}${card}"></use>`;
    const page = parse(`<svg class="card" viewBox="0 0 60 80" aria-hidden="true">${use}</svg>`);
    return page.firstElementChild;
  }

  /** @param {string} kind */
  specialFace(kind) {
    const face = this.face("back");
    face.firstElementChild?.setAttribute("href", `${this.table.dataset.specials}#${kind}`);
    return face;
  }

  /** @param {string} index */
  row(index) {
    return this.table.querySelector(`.row[data-row="${index}"]`);
  }

  /** @param {string} seat */
  playerAt(seat) {
    return this.table.querySelector(`.player[data-seat="${seat}"]`);
  }

  // The place in the player's box.
  /** @param {string} seat */
  boxOf(seat) {
    return this.playerAt(seat).querySelector(".player__place");
  }

  // Where the player's card lies: in the strip, or in their box.
  /** @param {string} seat */
  placeOf(seat) {
    return this.strip?.placeOf(seat) ?? this.boxOf(seat);
  }

  // Where cards go that a player takes: to their box, unless the strip lies over it.
  /** @param {string} seat */
  homeOf(seat) {
    const box = this.boxOf(seat);
    const slot = this.strip?.placeOf(seat);
    return slot && this.strip?.covers(box) ? slot : box;
  }

  // Pauses of a reveal that was stopped never end: no step of it goes on.
  /** @param {number} ms */
  pause(ms) {
    return new Promise((resolve) => {
      if (!this.isStopped) this.pauses.add(setTimeout(resolve, ms));
    });
  }
}
