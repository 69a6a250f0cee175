// The reveal, played on the old board from the lines of the new story: each line is a step with its
// cards in data attributes and its length in ms. Cards fly over the page and take no room in it.

import { region, spoil } from "./regions.js";

const FLIGHT = 380; // ms, or less when the step is shorter

// The lines of a story that the one shown before does not have.
export function stepsBetween(old, fresh) {
  const lines = [...fresh.querySelectorAll("[data-step]")];
  if (old.dataset.key !== fresh.dataset.key) return lines;
  return lines.slice(old.querySelectorAll("[data-step]").length);
}

export class Reveal {
  constructor(table) {
    this.table = table;
    this.isStopped = false;
    this.flying = new Set();
    this.pauses = new Set();
    this.sprite = table.dataset.sprite;
  }

  async play(steps, story) {
    for (const id of ["status", "players", "board", "story", "hand"]) spoil(id);
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
    const { step: kind, seat, card, row } = step.dataset;
    switch (kind) {
      case "reveal":
        return this.turnUp(step.dataset.cards);
      case "place":
        return this.place(seat, card, this.row(row), Number(step.dataset.adds));
      case "take":
        return this.take(step.dataset);
    }
  }

  turnUp(cards) {
    region(document, "hand").querySelector("[aria-pressed=true]")?.classList.add("is-played");
    for (const pair of cards.split(" ")) {
      const [seat, card] = pair.split(":");
      const face = this.face(card);
      this.placeOf(seat).replaceChildren(face);
      face.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], 260);
    }
  }

  async place(seat, card, row, adds) {
    const free = [...row.querySelectorAll(".place")].find((place) => !place.firstElementChild);
    if (!free) return;
    await this.fly(this.placeOf(seat), free, card);
    if (this.isStopped) return;
    free.classList.add("is-new");
    count(row.querySelector(".sixth b"), adds);
  }

  // The row goes to its taker, then the card starts it anew.
  async take({ seat, card, row, heads, adds, ms }) {
    const line = this.row(row);
    const home = this.placeOf(seat);
    line.classList.add("is-full");
    await this.pause(ms * 0.3);
    const laid = [...line.querySelectorAll(".place")].filter((place) => place.firstElementChild);
    await Promise.all(laid.map((place) => this.carry(place, home)));
    if (this.isStopped) return;
    line.classList.remove("is-full");
    count(home.closest(".player").querySelector(".player__round"), Number(heads), "+");
    const cost = line.querySelector(".sixth b");
    if (cost) cost.textContent = "0";
    await this.place(seat, card, line, Number(adds));
  }

  // A card leaves its place for another and is not seen again: it lies in a pile now.
  async carry(from, to) {
    const face = from.firstElementChild;
    await this.move(face, from.getBoundingClientRect(), to.getBoundingClientRect(), 0.2);
    from.classList.remove("is-new");
  }

  async fly(from, to, card) {
    const face = from.firstElementChild ?? this.face(card);
    await this.move(face, from.getBoundingClientRect(), to.getBoundingClientRect(), 1);
    if (!this.isStopped) to.replaceChildren(this.face(card));
  }

  // Lift a card off the page and let it fly from one rectangle to another.
  async move(face, from, to, opacity) {
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

function count(figure, more, sign = "") {
  if (figure) figure.textContent = `${sign}${Number(figure.textContent) + more}`;
}
