// Serves the game on one loopback port, from memory: node server.js PORT
"use strict";

const { Server } = require("boardgame.io/dist/cjs/server.js");
const { Sixieme } = require("./game.js");

const port = Number(process.argv[2]);
const server = Server({ games: [Sixieme], origins: [`http://127.0.0.1:${port}`] });

const listen = server.app.listen.bind(server.app);
server.app.listen = (number, ready) => listen(number, "127.0.0.1", ready);
server.run({ port });
