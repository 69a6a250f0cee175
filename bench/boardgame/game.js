// The base game as a boardgame.io game: rounds of ten cards, dealt for ever.
//
// G.secret is never sent; of G.players everybody gets their own entry only (PlayerView.STRIP_SECRETS).
"use strict";

const { ActivePlayers, INVALID_MOVE, PlayerView } = require("boardgame.io/dist/cjs/core.js");

const CARDS = Array.from({ length: 104 }, (_, index) => index + 1);
const ROWS = 4;
const HAND = 10;
const FULL_ROW = 5;

function headsOf(card) {
  if (card === 55) return 7;
  if (card % 11 === 0) return 5;
  if (card % 10 === 0) return 3;
  return card % 5 === 0 ? 2 : 1;
}

const headsIn = (row) => row.reduce((sum, card) => sum + headsOf(card), 0);

function deal(G, ctx, random) {
  const cards = random.Shuffle(CARDS);
  for (let seat = 0; seat < ctx.numPlayers; seat += 1) {
    G.players[seat] = { hand: cards.splice(0, HAND).sort((a, b) => a - b), choice: null };
  }
  G.rows = cards.splice(0, ROWS).map((card) => [card]);
  G.round += 1;
  G.turn = 0;
}

// The row a card belongs to: the one whose last card is the highest below it; -1 for none.
function rowFor(rows, card) {
  let best = -1;
  rows.forEach((row, index) => {
    const last = row[row.length - 1];
    if (last < card && (best < 0 || last > rows[best][rows[best].length - 1])) best = index;
  });
  return best;
}

function take(G, seat, index, card) {
  G.heads[seat] += headsIn(G.rows[index]);
  G.rows[index] = [card];
}

// Place the revealed cards from the lowest on, until a card needs its player to take a row.
function place(G, ctx, random) {
  while (G.open.length > 0) {
    const { seat, card } = G.open[0];
    const index = rowFor(G.rows, card);
    if (index < 0) {
      G.taker = String(seat);
      return;
    }
    if (G.rows[index].length === FULL_ROW) take(G, seat, index, card);
    else G.rows[index].push(card);
    G.open.shift();
  }
  if (G.players[0].hand.length === 0) deal(G, ctx, random);
}

function reveal(G, ctx, random) {
  G.turn += 1;
  G.told = `${G.round}.${G.turn}`;
  G.revealed = [];
  for (let seat = 0; seat < ctx.numPlayers; seat += 1) {
    const player = G.players[seat];
    G.revealed.push({ seat, card: player.choice });
    player.hand = player.hand.filter((card) => card !== player.choice);
    player.choice = null;
    G.chosen[seat] = false;
  }
  G.open = [...G.revealed].sort((a, b) => a.card - b.card);
  place(G, ctx, random);
}

const moves = {
  choose: {
    move: ({ G, ctx, random, playerID }, card) => {
      const player = G.players[playerID];
      if (G.taker !== null || !player.hand.includes(card)) return INVALID_MOVE;
      player.choice = card;
      G.chosen[playerID] = true;
      if (G.chosen.every(Boolean)) reveal(G, ctx, random);
      return undefined;
    },
    client: false,
    redact: true,
    // All choose at once, so each but the first would be refused as made on an old state.
    ignoreStaleStateID: true,
  },
  take: {
    move: ({ G, ctx, random, playerID }, index) => {
      if (G.taker !== playerID || !(index in G.rows)) return INVALID_MOVE;
      G.taker = null;
      const { seat, card } = G.open.shift();
      take(G, seat, index, card);
      place(G, ctx, random);
      return undefined;
    },
    client: false,
    ignoreStaleStateID: true,
  },
};

exports.Sixieme = {
  name: "sixieme",
  disableUndo: true,
  setup: ({ ctx, random }) => {
    const G = {
      players: {},
      rows: [],
      heads: Array(ctx.numPlayers).fill(0),
      chosen: Array(ctx.numPlayers).fill(false),
      round: 0,
      turn: 0,
      told: "",
      revealed: [],
      open: [],
      taker: null,
    };
    deal(G, ctx, random);
    return G;
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { activePlayers: ActivePlayers.ALL },
  moves,
};
