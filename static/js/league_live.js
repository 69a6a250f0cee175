// @ts-check
// A page of a session that shows what happens: the regions that the server pushes take the place of
// those on the page.

import { Connection } from "./connection.js";
import { parse } from "./frames.js";
import { remember, takeOver } from "./regions.js";
import { countRounds } from "./round_timer.js";

// Between two looks at a page for which no socket can be opened.
const LOOK_AGAIN = 30_000;

const { socket, version } = document.getElementById("live").dataset;

// bring: brings on the page what has been taken over.
/** @param {() => void} bring */
export function follow(bring) {
  const present = () => {
    bring();
    countRounds();
  };
  remember();
  countRounds();
  const connection = new Connection(socket, version, (text) => {
    const frame = parse(text);
    const stamp = frame.getElementById("version");
    if (!stamp) return;
    takeOver(frame, stamp.dataset.gone);
    present();
  });
  setInterval(() => lookAgain(connection, present), LOOK_AGAIN);
  return connection;
}

/** @param {Connection} connection @param {() => void} present */
async function lookAgain(connection, present) {
  if (connection.isOpen || document.hidden) return;
  const answer = await fetch(location.pathname).catch(() => null);
  if (!answer?.ok) return;
  const page = parse(await answer.text());
  // What was pushed meanwhile is newer.
  if (connection.isOpen) return;
  takeOver(page);
  present();
}
