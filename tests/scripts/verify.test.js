import assert from "node:assert/strict";
import { test } from "node:test";

const { Dealer, KINDS, bytesOf, digest } = await import("../../static/js/deal.js");
const { hexOf } = await import("../../static/js/random.js");
const { SpecialRound } = await import("../../static/js/special_deal.js");
const { verify } = await import("../../static/js/verify.js");

const SECRET = "07".repeat(32);
const TEXTS = ["Ada", "Bo"];
const never = () => assert.fail("the pile is not made anew here");

// A round of two with special cards, dealt as RECORD.md says: 12 numbers each, then four rows; three
// special cards each, one per lap.
async function dealt() {
  const dealer = new Dealer(bytesOf(SECRET), TEXTS);
  const numbers = await dealer.shuffled(1, "numbers", Array.from({ length: 104 }, (_, at) => at + 1));
  const kinds = await dealer.shuffled(1, "specials", KINDS.flatMap((kind) => Array(4).fill(kind)));
  const ascending = (cards) => cards.toSorted((one, other) => one - other);
  return {
    players: TEXTS,
    options: { variant: "special" },
    fairness: {
      server_seed: SECRET,
      commitment: hexOf(await digest(bytesOf(SECRET))),
      client_seeds: TEXTS,
    },
    rounds: [
      {
        seats: [0, 1],
        rows: numbers.slice(24, 28),
        hands: [ascending(numbers.slice(0, 12)), ascending(numbers.slice(12, 24))],
        specials: [0, 1].map((seat) => [0, 2, 4].map((lap) => kinds[lap + seat])),
        special_pile: kinds.slice(6),
        turns: [],
      },
    ],
  };
}

test("a game that was abandoned while a row had to be named is dealt as it should be", async () => {
  const record = await dealt();
  const [round] = record.rounds;
  // No row ends below 0: whatever the deal, this number fits nowhere.
  round.turns = [{ cards: [0, 104], decisions: [] }];
  assert.deepEqual(await verify(record), { deals: 1, problems: [] });
});

test("a row that was not named in the middle of a game cannot be read", async () => {
  const record = await dealt();
  const [round] = record.rounds;
  round.turns = [{ cards: [0, 104], decisions: [] }, { cards: [1, 103], decisions: [] }];
  assert.deepEqual(await verify(record), { deals: 1, problems: [{ code: "unreadable", round: 1 }] });
  round.turns.pop();
  round.scores = [0, 0];
  assert.deepEqual(await verify(record), { deals: 1, problems: [{ code: "unreadable", round: 1 }] });
});

test("a row that was named begins anew with the card that took it", async () => {
  const round = new SpecialRound([50, 60, 70, 80], [[], []], [], never);
  await round.play([0, 1], { cards: [5, 81], decisions: [{ seat: 0, take: 2 }] }, false);
  assert.deepEqual(round.rows.map(({ cards }) => cards), [[50], [60], [5], [80, 81]]);
});

test("a draw that is another than the pile's top is named", async () => {
  const round = new SpecialRound([50, 60, 70, 80], [["stop"], []], ["shift", "insert"], never);
  const decisions = [{ seat: 0, exchange: "stop", draw: "insert" }];
  const wrong = await round.play([0, 1], { cards: [81, 82], decisions }, false);
  assert.deepEqual(wrong, [{ seat: 0, found: "insert", expected: "shift" }]);
  assert.deepEqual(round.hands[0], ["shift"]);
});
