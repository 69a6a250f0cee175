// @ts-check
// The places of a row during a reveal: what lies there, where there is room, what goes away.

import { parse } from "./frames.js";
import { sound } from "./sound.js";

const IMPACT = 140; // ms
const BETWEEN = 80; // ms from one card that leaves the row to the next, as in games/table/transition.py
const GLIDE = 260; // ms in which rows or numbers make room for another one
const FLASH = 160; // ms until what follows; the flash fades out meanwhile

// A card comes to lie over the sixth place, a low one over the head of the row. call: what is said then.
/** @param {Stage} stage @param {PageElement} line @param {Step} step */
export async function land(stage, line, { seat, card, plays, call, adds, low }) {
  stage.say(plays);
  const place = newPlace();
  place.className += ` place--over ${low ?? ""}`;
  line.querySelector(".sixth").before(place);
  await stage.lift(seat);
  await stage.fly(stage.placeOf(seat), place, card);
  sound("land", adds);
  stage.say(call);
  await stage.animate(place, [{ transform: "scale(1.3)" }, { transform: "scale(0.94)" }, {}], IMPACT);
  return place;
}

// The row holds its breath, then one card after the other goes on the taker's pile. Only when all lie
// there are their heads the player's. counts: what the pile counts after each.
/**
 * @param {Stage} stage
 * @param {PageElement} line
 * @param {PageElement[]} places
 * @param {Step} step
 */
export async function rake(stage, line, places, { seat, heads, hold, counts }) {
  line.classList.add("is-taken");
  await stage.pause(Number(hold) * stage.factor);
  const home = stage.homeOf(seat);
  const pile = stage.pileAt(home);
  const figures = counts.split(" ").map(Number);
  await Promise.all(
    places.map(async (place, at) => {
      await stage.pause(at * BETWEEN * stage.factor);
      await stage.carry(place, home, at);
      sound("rake", figures[at] - (figures[at - 1] ?? 0), 1 + at / 6);
      pile.textContent = `+${figures[at]}`;
    }),
  );
  const player = stage.playerAt(seat);
  gain(player, heads);
  sound("taken", heads);
  for (const box of [player, home.parentElement]) {
    stage.animate(box, [{ boxShadow: "inset 0 0 0 4px var(--brass)" }, {}], 3 * FLASH);
  }
  stage.liftPile(pile);
  line.classList.remove("is-taken");
  settle(line, -heads);
  await stage.pause(FLASH * stage.factor);
}

// So many heads more for a player: in the round, in the running total and on the way to the limit.
/** @param {PageElement} player @param {number | string} heads */
export function gain(player, heads) {
  count(player.querySelector(".player__round"), heads, "+");
  const total = player.querySelector(".player__total");
  count(total, heads);
  player.querySelector(".player__bar rect")?.setAttribute("width", total.textContent);
  player.dispatchEvent(new Event("gain"));
}

// With nothing in it.
export function newPlace() {
  return parse(`<span class="place"></span>`).firstElementChild;
}

/** @param {PageElement} line */
export function freePlaces(line) {
  return [...line.querySelectorAll(".place")].filter((place) => !place.firstElementChild);
}

/** @param {PageElement} line */
export function numbersIn(line) {
  return [...line.querySelectorAll(".place")].filter((place) =>
    place.firstElementChild?.matches(":not(.cabriole)"),
  );
}

// What a row costs once so many more heads lie there, and whether the next number takes it.
/** @param {PageElement} line @param {number | string} more */
export function settle(line, more) {
  const figure = line.querySelector(".sixth b");
  // A card that goes away at once was never counted.
  if (figure) count(figure, Math.max(Number(more), -figure.textContent));
  line.classList.toggle("is-full", freePlaces(line).length === 0);
}

/** @param {PageElement} figure @param {number | string} more */
export function count(figure, more, sign = "") {
  if (figure) figure.textContent = `${sign}${Number(figure.textContent) + Number(more)}`;
}

// These move to the places and the sizes that they have after a change.
/** @param {Stage} stage @param {PageElement[]} elements @param {() => void} change */
export function glide(stage, elements, change) {
  const before = elements.map((one) => one.getBoundingClientRect());
  change();
  const after = elements.map((one) => one.getBoundingClientRect());
  const scale = stage.strip?.scale ?? 1;
  for (const [at, one] of elements.entries()) {
    if (!one.isConnected) continue;
    const [was, is] = [before[at], after[at]];
    const shift = `translate(${(was.left - is.left) / scale}px, ${(was.top - is.top) / scale}px)`;
    const start = { transform: `${shift} scale(${was.width / is.width})`, transformOrigin: "0 0" };
    stage.animate(one, [start, { transformOrigin: "0 0" }], GLIDE);
  }
  return stage.pause(GLIDE * stage.factor);
}

// Room for a number where the row has none at its end: within it, in ascending order, or one place
// more where 7 qui prend lies. The place that is too many lies over the one that tells the heads.
// Undefined where the number simply comes next.
/** @param {Stage} stage @param {PageElement} line @param {string} card */
export function openPlace(stage, line, card) {
  const places = [...line.querySelectorAll(".place")];
  const higher = places.find((place) => numberOn(place) > Number(card));
  const free = freePlaces(line);
  if (!higher && (free.length > 0 || line.querySelector(".cabriole"))) return undefined;
  const room = newPlace();
  const sixth = line.querySelector(".sixth");
  glide(stage, places, () => {
    (higher ?? sixth).before(room);
    if (free.length > 0) free.at(-1)?.remove();
    else sixth.previousElementSibling.classList.add("place--over");
  });
  return room;
}

/** @param {PageElement} place */
export function numberOn(place) {
  const drawn = place.querySelector("use")?.getAttribute("href");
  return Number(/#c(\d+)$/.exec(drawn ?? "")?.[1] ?? 0);
}
