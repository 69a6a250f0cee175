// Serves the game on one loopback port, from memory or from files: node server.js PORT [FOLDER]
"use strict";

const { FlatFile, Server } = require("boardgame.io/dist/cjs/server.js");
const { Sixieme } = require("./game.js");

const [port, dir] = process.argv.slice(2);
const db = dir ? new FlatFile({ dir }) : undefined;
if (db) {
  // By default node-persist writes once a second, and each move waits for it: that would be a figure of a clock.
  const { games } = db;
  const init = games.init.bind(games);
  games.init = (options) => init({ ...options, writeQueue: false });
}
const server = Server({ games: [Sixieme], origins: [`http://127.0.0.1:${port}`], db });

const listen = server.app.listen.bind(server.app);
server.app.listen = (number, ready) => listen(number, "127.0.0.1", ready);
server.run({ port: Number(port) });
