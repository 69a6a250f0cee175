// The places of a row during a reveal: what lies there, where there is room, what goes away.

import { sound } from "./sound.js";

export async function collect(stage, seat, places, heads) {
  const home = stage.homeOf(seat);
  sound("take");
  await Promise.all(places.map((place) => stage.carry(place, home)));
  if (stage.isStopped) return;
  stage.rise(seat, heads);
  gain(stage.playerAt(seat), Number(heads));
}

// So many heads more for a player: in the round, in the running total and on the way to the limit.
export function gain(player, heads) {
  count(player.querySelector(".player__round"), heads, "+");
  const total = player.querySelector(".player__total");
  count(total, heads);
  player.querySelector(".player__bar rect")?.setAttribute("width", total.textContent);
}

export function freePlaces(line) {
  return [...line.querySelectorAll(".place")].filter((place) => !place.firstElementChild);
}

export function numbersIn(line) {
  return [...line.querySelectorAll(".place")].filter((place) =>
    place.firstElementChild?.matches(":not(.cabriole)"),
  );
}

export function count(figure, more, sign = "") {
  if (figure) figure.textContent = `${sign}${Number(figure.textContent) + more}`;
}

// Room for a number where the row has none at its end: within it, in ascending order, or one place
// more where 7 qui prend lies. The place that is too many lies over the one that tells the heads.
// Undefined where the number simply comes next.
export function openPlace(line, card) {
  const places = [...line.querySelectorAll(".place")];
  const higher = places.find((place) => numberOn(place) > Number(card));
  const free = freePlaces(line);
  if (!higher && (free.length > 0 || line.querySelector(".cabriole"))) return undefined;
  const room = document.createElement("span");
  room.className = "place";
  if (higher) higher.before(room);
  else places.at(-1).after(room);
  if (free.length > 0) free.at(-1).remove();
  else line.querySelector(".sixth").previousElementSibling.classList.add("place--over");
  return room;
}

// The place in which a number lies.
export function placeWith(line, card) {
  return numbersIn(line).find((place) => numberOn(place) === Number(card));
}

export function numberOn(place) {
  const drawn = place.querySelector("use")?.getAttribute("href");
  return Number(/#c(\d+)$/.exec(drawn)?.[1] ?? 0);
}
