// @ts-check
// A round with special cards, followed as far as the order of draws depends on it: which special
// cards are in hands, on the table and in the discard (RULES.md, Special cards).

import { KINDS } from "./deal.js";

/** @typedef {{cards: number[], holds: number, stopped: boolean}} Row */
/**
 * What somebody decided in a turn of a record: it has the fields of its kind only.
 * @typedef {{
 *   seat: number, take: number, special: string, card: number, row: number, exchange: string, draw: string,
 * }} Decision
 */
/** @typedef {{cards: number[], decisions: Decision[]}} Turn */

const STAY = ["fifth_row", "seven_takes", "stop"];
export const ROWS = 4;

/** @template T @param {T[]} list @param {T} item */
export function without(list, item) {
  const at = list.indexOf(item);
  if (at < 0) throw new RangeError(`${item} is not there`);
  return [...list.slice(0, at), ...list.slice(at + 1)];
}

/** @param {string[]} kinds */
export const inOrder = (kinds) => KINDS.flatMap((kind) => kinds.filter((other) => other === kind));

export class SpecialRound {
  // hands: seat -> kinds. reshuffle(count, discard) gives the new pile.
  /**
   * @param {number[]} rows
   * @param {string[][]} hands
   * @param {string[]} pile
   * @param {(count: number, discard: string[]) => Promise<string[]>} reshuffle
   */
  constructor(rows, hands, pile, reshuffle) {
    /** @type {Row[]} */
    this.rows = rows.map((card) => ({ cards: [card], holds: 5, stopped: false }));
    this.hands = hands;
    this.pile = [...pile];
    /** @type {string[]} */
    this.discard = [];
    this.reshuffle = reshuffle;
    this.reshuffles = 0;
  }

  // Place the cards of a turn; returns the draws that are others than recorded. isCutOff: the game was
  // abandoned in this turn, perhaps while a row had to be named.
  /** @param {number[]} seats @param {Turn} turn @param {boolean} isCutOff */
  async play(seats, turn, isCutOff) {
    const queue = turn.cards.map((card, at) => ({ seat: seats[at], card }));
    const left = [...turn.decisions];
    const wrong = [];
    for (let { seat, card } of queue.sort((one, other) => one.card - other.card)) {
      const next = (/** @type {keyof Decision} */ key) =>
        left[0]?.seat === seat && left[0][key] !== undefined ? left.shift() : undefined;
      const special = next("special");
      if (special) this.spend(seat, special.special);
      if (special?.special === "replace") card = special.card;
      if (!(special && this.act(special, card)) && this.place(card)) {
        const taken = next("take");
        if (!taken && isCutOff) return wrong;
        if (!taken) throw new RangeError(`no row is named for ${card}`);
        this.take(this.rows[taken.take], [card]);
      }
      for (let exchange = next("exchange"); exchange; exchange = next("exchange")) {
        const drawn = await this.exchange(seat, exchange.exchange);
        if (drawn !== exchange.draw) wrong.push({ seat, found: exchange.draw, expected: drawn });
      }
    }
    return wrong;
  }

  /** @param {number} seat @param {string} kind */
  spend(seat, kind) {
    this.hands[seat] = without(this.hands[seat], kind);
    if (!STAY.includes(kind)) this.discard.push(kind);
  }

  /** @param {number} seat @param {string} kind */
  async exchange(seat, kind) {
    this.hands[seat] = without(this.hands[seat], kind);
    this.discard.push(kind);
    if (this.pile.length === 0) {
      this.reshuffles += 1;
      this.pile = await this.reshuffle(this.reshuffles, inOrder(this.discard));
      this.discard = [];
    }
    const drawn = /** @type {string} */ (this.pile.shift());
    this.hands[seat].push(drawn);
    return drawn;
  }

  // What a special card does; returns whether the number lies now.
  /** @param {Decision} decision @param {number} card */
  act({ special, card: named, row }, card) {
    switch (special) {
      case "fifth_row":
        this.rows.push({ cards: [card], holds: 5, stopped: false });
        return true;
      case "seven_takes":
        this.rowFor(card).holds = 6;
        this.rowFor(card).cards.push(card);
        return true;
      case "insert":
        this.insert(this.rows[row], card);
        return true;
      case "shift":
        return this.shift(named, this.rows[row], card);
      case "stop":
        this.rows[row].stopped = true;
        return false;
      case "minus_is_plus":
        this.take(this.rows[row] ?? this.rowFor(card), [card]);
        return true;
      default:
        return false;
    }
  }

  // By the usual rules; returns whether a row must be named.
  /** @param {number} card */
  place(card) {
    const row = this.rowFor(card);
    if (!row) return true;
    if (row.cards.length >= row.holds) this.take(row, [card]);
    else row.cards.push(card);
    return false;
  }

  /** @param {number} card */
  rowFor(card) {
    const end = (/** @type {Row} */ { cards }) => cards[cards.length - 1];
    const open = this.rows.filter((row) => !row.stopped && end(row) < card);
    return open.sort((one, other) => end(other) - end(one))[0];
  }

  /** @param {Row} row @param {number} card */
  insert(row, card) {
    row.cards = [...row.cards, card].sort((one, other) => one - other);
    if (row.cards.length > row.holds) this.take(row, row.cards.slice(-1));
  }

  /** @param {number} named @param {Row} target @param {number} card */
  shift(named, target, card) {
    const [origin] = this.rows.filter((row) => row.cards.includes(named));
    origin.cards = without(origin.cards, named);
    this.insert(target, named);
    if (origin.cards.length > 0) return false;
    origin.cards = [card];
    return true;
  }

  // Take a row, in which these cards lie afterwards; the last of five rows to be taken is gone.
  /** @param {Row} row @param {number[]} cards */
  take(row, cards) {
    const isFifth = this.rows.length > ROWS;
    if (row.holds === 6) this.discard.push("seven_takes");
    if (isFifth) this.discard.push("fifth_row");
    for (const other of this.rows.filter(({ stopped }) => stopped)) {
      other.stopped = false;
      this.discard.push("stop");
    }
    if (isFifth) this.rows.splice(this.rows.indexOf(row), 1);
    Object.assign(row, { cards, holds: 5, stopped: false });
  }
}
