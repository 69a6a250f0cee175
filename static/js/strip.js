// @ts-check
// The cards of a turn in a strip over the top of the cloth, from where they fly to their places. It
// lies over what is there; where that is not high enough the rows give way, by a transform only.

import { parse } from "./frames.js";

const NAME = 18; // px: the line with a name under a card
const GAP = 4; // px between cards
const LEGIBLE = 46; // px: the width under which a name cannot be read
export const GIVING_WAY = 200; // ms in which the rows give way, and take their room again

export class Strip {
  // Lays out places for these [seat, card] pairs, ascending by card.
  /** @param {Stage} stage @param {Pair[]} pairs */
  constructor(stage, pairs) {
    this.stage = stage;
    /** @type {Map<string, PageElement>} */
    this.slots = new Map(); // seat -> its place in the strip
    this.scale = 1; // of the rows
    this.rows = stage.table.querySelector(".rows");
    this.element = parse(`<div class="strip" aria-hidden="true"></div>`).firstElementChild;
    for (const [seat, card] of pairs) this.add(seat, card);
    stage.table.append(this.element);
    this.fit();
    stage.animate(this.rows, [{ transform: "none" }, {}], GIVING_WAY);
    this.refit = () => this.fit();
    addEventListener("resize", this.refit);
  }

  /** @param {string} seat @param {string} card */
  add(seat, card) {
    const parts = `<span class="strip__card"></span><span class="strip__name"></span>`;
    const slot = parse(`<div class="strip__slot" data-card="${card}">${parts}</div>`).firstElementChild;
    const player = this.stage.playerAt(seat);
    slot.lastElementChild.textContent = player.querySelector(".player__name").textContent.trim();
    slot.classList.toggle("is-me", player.matches(".is-me"));
    this.slots.set(seat, slot);
    this.element.append(slot);
  }

  // Cards of the strip are as large as those of the rows, which give way where there is no room.
  fit() {
    this.rows.style.transform = "";
    const table = this.stage.table.getBoundingClientRect();
    const board = this.stage.table.querySelector(".board").getBoundingClientRect();
    const rows = this.rows.getBoundingClientRect();
    const status = this.stage.table.querySelector(".status").getBoundingClientRect();
    // On a phone held sideways the status is beside the rows.
    const top = status.left < board.right ? status.bottom : board.top;
    const card = this.rows.querySelector(".place").getBoundingClientRect().width;
    const width = Math.min(board.width, this.stage.table.clientWidth) - 2 * GAP;
    const count = this.slots.size;
    const lines = (width + GAP) / count - GAP < Math.min(LEGIBLE, card) ? 2 : 1;
    const columns = Math.ceil(count / lines);
    const widest = (width + GAP) / columns - GAP;
    const room = rows.bottom - top - lines * (NAME + GAP) - GAP;
    const ideal = room / (rows.height + (lines * card * 4) / 3);
    let size = Math.min(card, card * ideal, widest);
    this.scale = Math.min(1, (room - (lines * size * 4) / 3) / rows.height);
    size = Math.max(size, 16);
    Object.assign(this.element.style, {
      top: `${top - table.top}px`,
      left: `${board.left - table.left + GAP}px`,
      width: `${width}px`,
      height: `${lines * ((size * 4) / 3 + NAME + GAP) + GAP}px`,
      gridTemplateColumns: `repeat(${columns}, minmax(0, ${Math.max(size, Math.min(widest, 112))}px))`,
    });
    this.element.style.setProperty("--strip-card", `${size}px`);
    this.rows.style.transform = this.scale < 1 ? `scale(${this.scale})` : "";
  }

  /** @param {string} seat */
  placeOf(seat) {
    return this.slots.get(seat)?.firstElementChild;
  }

  // Whether the strip lies over the box of that player.
  /** @param {PageElement} box */
  covers(box) {
    const one = this.element.getBoundingClientRect();
    const other = box.getBoundingClientRect();
    return one.top < other.bottom && other.top < one.bottom
      && one.left < other.right && other.left < one.right;
  }

  /** @param {string} seat */
  lift(seat) {
    for (const [other, slot] of this.slots) slot.classList.toggle("is-active", other === seat);
  }

  // All cards come from their players, turn over together and slide into ascending order.
  /** @param {number} ms */
  async deal(ms) {
    const seats = [...this.slots.keys()].sort((one, other) => Number(one) - Number(other));
    const slots = [...this.slots];
    for (const [, slot] of slots) slot.firstElementChild.replaceChildren(this.stage.face("back"));
    // All is measured before anything else changes: the page is laid out once, not for each card.
    const homes = slots.map(([, slot]) => slot.getBoundingClientRect());
    const places = slots.map(([, slot]) => slot.firstElementChild.getBoundingClientRect());
    const boxes = slots.map(([seat]) => this.stage.boxOf(seat).getBoundingClientRect());
    slots.forEach(([seat, slot], index) => {
      const [own, here, box] = [homes[index], places[index], boxes[index]];
      const first = homes[seats.indexOf(seat)];
      const between = `translate(${first.left - own.left}px, ${first.top - own.top}px)`;
      const start = `translate(${box.left - here.left}px, ${box.top - here.top}px)`;
      const small = (box.width || here.width / 2) / here.width;
      slot.animate(
        [
          { transform: `${start} scale(${small})`, transformOrigin: "0 0", opacity: 0.4 },
          { transform: between, transformOrigin: "0 0", opacity: 1, offset: 0.2 },
          { transform: between, offset: 0.45, easing: "cubic-bezier(0.4, 0, 0.2, 1)" },
          { transform: "none" },
        ],
        { duration: ms, easing: "ease-out" },
      );
    });
    for (const [seat] of slots) this.stage.boxOf(seat).replaceChildren();
    const aside = { transform: "rotateY(90deg)", offset: 0.5 };
    const beyond = { transform: "rotateY(-90deg)", offset: 0.5 };
    const turn = [{ transform: "none" }, aside, beyond, { transform: "none" }];
    await this.stage.pause(ms * 0.2);
    for (const [, slot] of slots) slot.firstElementChild.animate(turn, ms * 0.25);
    await this.stage.pause(ms * 0.125);
    this.faceUp();
    await this.stage.pause(ms * 0.675);
  }

  // The cards lie in the strip at once, and no longer before their players.
  faceUp() {
    for (const [seat, slot] of this.slots) {
      slot.firstElementChild.replaceChildren(this.stage.face(slot.dataset.card));
      this.stage.boxOf(seat).replaceChildren();
    }
  }

  // The rows take their room again.
  async close() {
    if (!this.element.isConnected) return;
    const was = this.rows.style.transform;
    this.rows.style.transform = "";
    this.scale = 1;
    this.stage.animate(this.element, [{ opacity: 1 }, { opacity: 0 }], GIVING_WAY);
    await this.stage.animate(this.rows, [{ transform: was || "none" }, {}], GIVING_WAY);
    this.remove();
  }

  remove() {
    removeEventListener("resize", this.refit);
    this.element.remove();
    this.rows.style.transform = "";
  }
}
