// @ts-check
// Deal a recorded game again from its secret and its players' texts, and compare every card.
// What is checked is the deal; that the cards were played by the rules and the scores are not.

import { Dealer, KINDS, OX_KINDS, bytesOf, digest } from "./deal.js";
import { hexOf } from "./random.js";
import { ROWS, SpecialRound, inOrder, without } from "./special_deal.js";

/** @import { Hash } from "./deal.js" */
/** @import { Turn } from "./special_deal.js" */

/**
 * A round of a record, with what its variant has.
 * @typedef {{
 *   seats: number[], rows: number[], hands: number[][], draft: number[], ox: number[],
 *   specials: string[][], special_pile: string[], turns: Turn[], scores?: number[],
 * }} Round
 */
/**
 * @typedef {{
 *   players: string[],
 *   options: {variant?: string, ending?: string, limit?: number, known_cards?: boolean, draft?: boolean},
 *   fairness: {server_seed: string | null, commitment: string, client_seeds: string[]} | null,
 *   rounds: Round[],
 * }} Recorded
 */
/** @typedef {string | number | undefined} Item */
/**
 * @typedef {{
 *   code: string, round?: number, turn?: number, seat?: number, found?: Item, expected?: Item,
 * }} Problem
 */

const LAST_CARD = 104;
const OX_CARDS = [0, 0, 2, 4, 6, 11, 16]; // of the team, by the number of players

// record: JSON data of RECORD.md. hash: bytes -> SHA-256, for tests. Returns {deals, problems}: how
// many deals were checked, and what does not follow, first by round. A problem has a `code`:
// "unproved" (no secret in the record), "commitment", "texts", "seats", "hands", "rows", "draft",
// "specials", "special_pile", "draw", "ox", "unreadable"; and where it has them round and turn (from 1),
// seat (from 0), found and expected.
/**
 * @param {Recorded} record
 * @param {Hash} hash
 * @returns {Promise<{deals: number, problems: Problem[]}>}
 */
export async function verify(record, hash = digest) {
  const { fairness, players } = record;
  if (!fairness?.server_seed) return { deals: 0, problems: [{ code: "unproved" }] };
  const secret = bytesOf(fairness.server_seed);
  if (hexOf(await hash(secret)) !== fairness.commitment) {
    return { deals: 0, problems: [{ code: "commitment" }] };
  }
  const texts = fairness.client_seeds;
  if (texts.length !== players.length || texts.some((text) => !text || text.includes("|"))) {
    return { deals: 0, problems: [{ code: "texts" }] };
  }
  const check = new Check(record, new Dealer(secret, texts, hash));
  for (const [index, round] of record.rounds.entries()) {
    check.round = index + 1;
    try {
      await check.follow(round);
    } catch {
      check.note("unreadable");
      break;
    }
  }
  return { deals: record.rounds.length, problems: check.problems };
}

class Check {
  /** @param {Recorded} record @param {Dealer} dealer */
  constructor({ options, players }, dealer) {
    this.options = options;
    this.dealer = dealer;
    /** @type {Problem[]} */
    this.problems = [];
    this.round = 0; // the one that is followed, from 1
    this.totals = players.map(() => 0);
    /** @type {string[][]} */
    this.kept = players.map(() => []); // special cards left over from the round before
    this.seats = players.map((_, seat) => seat);
  }

  /** @param {string} code @param {Partial<Problem>} details */
  note(code, details = {}) {
    this.problems.push({ code, round: this.round, ...details });
  }

  /** @param {Round} round */
  async follow(round) {
    this.checkSeats(round);
    await this.checkNumbers(round);
    if (this.options.variant === "special") await this.checkSpecials(round);
    if (this.isOx) await this.checkOxCards(round);
    round.scores?.forEach((heads, at) => {
      this.totals[round.seats[at]] += heads;
    });
  }

  get isOx() {
    return this.options.variant === "ox";
  }

  // Who plays a round follows from the scores of the record: all, or who has not passed the limit.
  /** @param {Round} round */
  checkSeats({ seats }) {
    if (this.options.ending === "elimination") {
      const limit = this.options.limit ?? 66;
      this.seats = this.seats.filter((seat) => this.totals[seat] <= limit);
    }
    if (seats.join() !== this.seats.join()) this.note("seats");
  }

  /** @param {Round} round */
  async checkNumbers(round) {
    const { seats, rows, hands } = round;
    const size = this.options.variant === "special" ? 12 : 10;
    const dealt = seats.length + (this.isOx ? 1 : 0);
    const last = this.options.known_cards ? size * dealt + ROWS : LAST_CARD;
    const deck = Array.from({ length: last }, (_, index) => index + 1);
    const order = await this.dealer.shuffled(this.round, "numbers", deck);
    if (this.options.draft) {
      this.checkDraft(round, order, size);
      return;
    }
    seats.forEach((seat, at) => {
      const own = order.slice(at * size, (at + 1) * size).sort((one, other) => one - other);
      this.compare("hands", hands[at], own, { seat });
    });
    const first = dealt * size;
    // The ox turns its numbers over in the order in which they were dealt.
    if (this.isOx) this.compare("ox", round.ox, order.slice(first - size, first));
    this.compare("rows", rows, order.slice(first, first + ROWS));
  }

  /** @param {Round} round @param {number[]} order @param {number} size */
  checkDraft({ seats, rows, hands, draft }, order, size) {
    /** @type {number[][]} */
    const picked = seats.map(() => []);
    for (const [at, card] of draft.entries()) {
      picked[(this.round - 1 + at) % seats.length].push(card);
    }
    if (new Set(draft).size < draft.length || draft.some((card) => !order.includes(card))) {
      this.note("draft");
    }
    picked.forEach((cards, at) => {
      cards.sort((one, other) => one - other);
      this.compare("draft", hands[at], cards, { seat: seats[at] });
    });
    // A game may have been abandoned before the rows were laid.
    if (draft.length < seats.length * size) return;
    this.compare("rows", rows, order.filter((card) => !draft.includes(card)).slice(0, ROWS));
  }

  /** @param {Round} round */
  async checkOxCards({ seats, special_pile: pile }) {
    const deck = OX_KINDS.flatMap((kind) => [kind, kind]);
    const order = await this.dealer.shuffled(this.round, "specials", deck);
    this.compare("special_pile", pile, order.slice(0, OX_CARDS[seats.length]));
  }

  /** @param {Round} round */
  async checkSpecials({ seats, rows, specials, special_pile: pile, turns, scores }) {
    let supply = KINDS.flatMap((kind) => Array(4).fill(kind));
    for (const kind of this.kept.flat()) supply = without(supply, kind);
    const order = await this.dealer.shuffled(this.round, "specials", supply);
    const each = Math.min(3, Math.floor(supply.length / seats.length));
    const dealt = each * seats.length;
    const hands = this.kept.map((kinds) => [...kinds]);
    seats.forEach((seat, at) => {
      const drawn = order.slice(0, dealt).filter((_, index) => index % seats.length === at);
      hands[seat].push(...drawn);
      this.compare("specials", inOrder(specials[at]), inOrder(hands[seat]), { seat });
    });
    this.compare("special_pile", pile, order.slice(dealt));
    const { dealer, round } = this;
    const game = new SpecialRound(rows, hands, order.slice(dealt), (count, discard) =>
      dealer.shuffled(round, `reshuffle-${count}`, discard),
    );
    for (const [index, turn] of turns.entries()) {
      const isCutOff = !scores && index === turns.length - 1;
      for (const draw of await game.play(seats, turn, isCutOff)) {
        this.note("draw", { turn: index + 1, ...draw });
      }
    }
    this.kept = game.hands;
  }

  // Name the first item that is another one than was dealt.
  /** @param {string} code @param {Item[]} found @param {Item[]} expected @param {Partial<Problem>} where */
  compare(code, found, expected, where = {}) {
    const longer = found.length > expected.length ? found : expected;
    const at = longer.findIndex((_, index) => found[index] !== expected[index]);
    if (at >= 0) this.note(code, { ...where, found: found[at], expected: expected[at] });
  }
}
