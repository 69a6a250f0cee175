// @ts-check
// The score card of a round that is over: the heads of each player and their totals, the best first.
// It lies over the cloth for a while; a tap takes it away. It stops nobody from anything.

const SHOWN = 4500; // ms where no reveal is played
const LEAST = 2500; // ms in which ten lines can be read

/** @type {(() => void) | null} */
let ending = null; // takes away the card that is shown

// round: what the line of the story says. stage: the reveal it belongs to, null where none is played.
// Resolves when the card is gone.
/**
 * @param {PageElement} table
 * @param {Step | Record<string, string>} round
 * @param {Stage | null} stage
 */
export async function showRound(table, round, stage = null) {
  const blank = document.getElementById("round-card");
  if (!blank) return;
  ending?.();
  const card = blank.content.firstElementChild.cloneNode(true);
  fill(table, card, round);
  table.append(card);
  await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    const end = () => {
      card.remove();
      stage?.flying.delete(lasting);
      clearTimeout(timer);
      removeEventListener("keydown", leave);
      ending = null;
      resolve();
    };
    /** @param {KeyboardEvent} event */
    const leave = ({ key }) => key === "Escape" && end();
    const lasting = { remove: end }; // goes with the cards that fly
    stage?.flying.add(lasting);
    const timer = setTimeout(end, stage ? Math.max(LEAST, Number(round.ms)) : SHOWN);
    card.addEventListener("click", end);
    addEventListener("keydown", leave);
    ending = end;
  });
}

/** @param {PageElement} table @param {PageElement} card @param {Step | Record<string, string>} round */
function fill(table, card, { number, scores, totals }) {
  const title = card.querySelector("[data-text]");
  title.textContent = title.dataset.text.replace("{number}", number);
  const all = totals.split(" ").map(Number);
  const lines = scores
    .split(" ")
    .map((heads, seat) => ({ seat, heads, total: all[seat] }))
    .filter(({ heads }) => heads !== "-")
    .sort((one, other) => one.total - other.total || one.seat - other.seat);
  const line = card.querySelector("tbody tr");
  line.replaceWith(
    ...lines.map(({ seat, heads, total }) => {
      const player = table.querySelector(`.player[data-seat="${seat}"]`);
      const filled = line.cloneNode(true);
      filled.classList.toggle("is-me", player.matches(".is-me"));
      filled.classList.toggle("is-first", total === lines[0].total);
      const [name, round, sum] = filled.querySelectorAll("[data-cell]");
      name.textContent = player.querySelector(".player__name").textContent.trim();
      round.textContent = `+${heads}`;
      sum.textContent = String(total);
      return filled;
    }),
  );
}
