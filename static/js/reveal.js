// The reveal, played on the old board from the lines of the new story: each line is a step with its
// cards in data attributes and its length in ms. Cards fly over the page and take no room in it.

import { region, regionAsSent, spoil } from "./regions.js";
import { STEPS } from "./steps.js";

const FLIGHT = 380; // ms, or less when the step is shorter

// The lines of a story that the one shown before does not have.
export function stepsBetween(old, fresh) {
  const lines = [...fresh.querySelectorAll("[data-step]")];
  if (old.dataset.key !== fresh.dataset.key) return lines;
  const told = Number(old.dataset.dropped) + old.querySelectorAll("[data-step]").length;
  return lines.slice(Math.max(0, told - Number(fresh.dataset.dropped)));
}

// One reveal at a time; when it ends, `present` brings the page to what the server sent last.
export class Reveals {
  constructor(table, present) {
    this.table = table;
    this.present = present;
    this.reveal = null;
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

  // Whether a key may press the focused button: not one that belongs to the turn before.
  mayPress(event) {
    if (event.key !== "Enter" && event.key !== " ") return true;
    return !event.target.closest("#prompt, #pool, #specials, #hand") || this.mayChoose;
  }

  // Play the last `count` steps of the story that was sent, then present what the server sent.
  async play(count) {
    if (count === 0 || this.stillness.matches || document.hidden) {
      this.present();
      return;
    }
    const mine = (this.reveal = new Reveal(this.table));
    const story = regionAsSent("story").cloneNode(true);
    try {
      await mine.play([...story.querySelectorAll("[data-step]")].slice(-count), story);
    } finally {
      // Also when a step fails: the page must come to show what is.
      if (this.reveal === mine) this.finish();
    }
  }

  // A tap on the rows ends the reveal and does nothing else.
  skip(event) {
    if (!this.isPlaying || !event.target.closest("#board")) return;
    event.preventDefault();
    event.stopPropagation();
    this.finish();
  }

  finish() {
    if (!this.reveal) return;
    this.reveal.stop();
    this.reveal = null;
    delete this.table.dataset.choosing;
    this.present();
  }
}

class Reveal {
  constructor(table) {
    this.table = table;
    this.isStopped = false;
    this.flying = new Set();
    this.pauses = new Set();
    this.sprite = table.dataset.sprite;
    this.joins = null; // the special card that lies with the row where the next number lands
  }

  async play(steps, story) {
    spoil("status", "players", "pool", "board", "story", "hand", "specials");
    for (const step of steps) step.classList.add("is-coming");
    region(document, "story").replaceWith(story);
    this.table.dataset.revealing = "";
    this.sentence = this.table.querySelector(".status__sentence");
    this.table.querySelector(".countdown")?.remove();
    for (const step of steps) {
      if (this.isStopped) return;
      this.tell(step);
      await Promise.all([this.act(step), this.pause(Number(step.dataset.ms))]);
    }
  }

  stop() {
    this.isStopped = true;
    delete this.table.dataset.revealing;
    for (const card of this.flying) card.remove();
    for (const endPause of this.pauses) endPause();
  }

  tell(step) {
    step.classList.remove("is-coming");
    const story = region(document, "story");
    story.scrollTop = step.offsetTop - story.clientHeight / 2;
    this.sentence.replaceChildren(...[...step.childNodes].map((node) => node.cloneNode(true)));
  }

  act(step) {
    return STEPS[step.dataset.step]?.(this, step.dataset);
  }

  // A card leaves its place for another and is not seen again: it lies in a pile now.
  async carry(from, to) {
    const face = from.firstElementChild;
    await this.move(face, from.getBoundingClientRect(), to.getBoundingClientRect(), 0.2);
    from.classList.remove("is-new");
  }

  // The Cabriole goes from one place to another in an arc.
  async leap(cow, to) {
    const from = cow.getBoundingClientRect();
    to.append(cow);
    const there = cow.getBoundingClientRect();
    const [x, y] = [from.left - there.left, from.top - there.top];
    const height = Math.max(from.height * 0.6, Math.abs(y) * 0.25);
    const flight = cow.animate(
      [
        { transform: `translate(${x}px, ${y}px)`, zIndex: 9 },
        { transform: `translate(${x / 2}px, ${y / 2 - height}px) rotate(-8deg)`, zIndex: 9 },
        { transform: "none", zIndex: 9 },
      ],
      { duration: FLIGHT, easing: "ease-in-out" },
    );
    await flight.finished.catch(() => {});
  }

  async fly(from, to, card) {
    const face = from.firstElementChild ?? this.face(card);
    await this.move(face, from.getBoundingClientRect(), to.getBoundingClientRect(), 1);
    if (!this.isStopped) to.replaceChildren(this.face(card));
  }

  // A card is turned up before its player.
  lay(seat, card) {
    const face = this.face(card);
    this.placeOf(seat).replaceChildren(face);
    face.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], 260);
  }

  // Lift a card off the page and let it fly from one rectangle to another.
  async move(face, from, to, opacity) {
    if (this.isStopped) return; // the places are gone that it would fly between
    face.remove();
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
    const flight = face.animate(
      [{ transformOrigin: "0 0" }, { transform: `${shift} ${scale}`, transformOrigin: "0 0", opacity }],
      { duration: FLIGHT, easing: "cubic-bezier(0.3, 0, 0.2, 1)", fill: "forwards" },
    );
    await flight.finished.catch(() => {});
    face.remove();
    this.flying.delete(face);
  }

  face(card) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "card");
    svg.setAttribute("viewBox", "0 0 60 80");
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `${this.sprite}#c${card}`);
    svg.append(use);
    return svg;
  }

  specialFace(kind) {
    const face = this.face(0);
    face.firstElementChild.setAttribute("href", `${this.table.dataset.specials}#${kind}`);
    return face;
  }

  row(index) {
    return this.table.querySelector(`.row[data-row="${index}"]`);
  }

  placeOf(seat) {
    return this.table.querySelector(`.player[data-seat="${seat}"] .player__place`);
  }

  pause(ms) {
    return new Promise((resolve) => {
      const end = () => {
        this.pauses.delete(end);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.pauses.add(end);
    });
  }
}
