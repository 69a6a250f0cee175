// Check-in with quick fingers, and with both hands on the keyboard. The page works without it.

// Milliseconds in which a finger may still be on its way to what stood there before.
const ON_ITS_WAY = 600;
// Between two looks at who was checked in elsewhere.
const LOOK_AGAIN = 4000;

const checkIn = document.getElementById("check-in");
const sought = document.getElementById("sought");
const said = document.getElementById("said");
const search = sought.form.action;

function lists() {
  return document.getElementById("lists");
}

function typed() {
  return sought.value.trim().replace(/\s+/g, " ");
}

// --- Taps --------------------------------------------------------------------------------

// Players whose tap is not answered yet.
const sent = new Set();

function grey(tap) {
  tap.type = "button";
  tap.setAttribute("aria-disabled", "true");
}

// One request after the other, in the order of the taps: no answer shows an older state than the one
// before, and none is lost because the lists were renewed meanwhile.
let last = Promise.resolve();
let unanswered = 0;
function ask(verb, address, values) {
  unanswered += 1;
  last = last.then(async () => {
    const before = lists();
    const how = { source: checkIn, target: "#lists", swap: "outerHTML", values };
    await htmx.ajax(verb, address, how).catch(() => {});
    unanswered -= 1;
    return lists() !== before;
  });
  return last;
}

async function send(form, button) {
  const values = new FormData(form, button);
  const player = button.matches(".tap") && button.name === "player" ? button.value : "";
  if (player) {
    sent.add(player);
    grey(button);
  }
  // Whoever is tapped is found: the next name begins anew.
  sought.value = "";
  const isAnswered = await ask("POST", form.action, values);
  sent.delete(player);
  if (!isAnswered) takeBack(player);
}

function takeBack(player) {
  const tap = player && document.getElementById(`tap-${player}`);
  if (tap) {
    tap.type = "submit";
    tap.removeAttribute("aria-disabled");
  }
  const alert = document.createElement("p");
  alert.setAttribute("role", "alert");
  alert.textContent = checkIn.dataset.unsent;
  said.replaceChildren(alert);
}

checkIn.addEventListener("submit", (event) => {
  event.preventDefault();
  send(event.target, event.submitter);
});

// A button that was renewed under the finger that is on it gets its tap all the same.
let pressed = null;
checkIn.addEventListener("pointerdown", (event) => {
  pressed = event.target.closest(".tap");
});
document.addEventListener("pointercancel", () => {
  pressed = null;
});
document.addEventListener("pointerup", (event) => {
  const button = document.elementFromPoint(event.clientX, event.clientY)?.closest(".tap");
  if (pressed && !pressed.isConnected && button?.id && button.id === pressed.id) button.click();
  pressed = null;
});

// --- Renewed lists -------------------------------------------------------------------------

let places = new Map();
let soughtBefore = "";
const moved = new WeakMap();

function buttons() {
  return [...checkIn.querySelectorAll("button")].map((button) => [
    `${button.form?.action} ${button.value}`,
    button,
  ]);
}

function placeOf(button) {
  const { left, top } = button.getBoundingClientRect();
  return `${Math.round(left)} ${Math.round(top)}`;
}

document.body.addEventListener("htmx:beforeSwap", () => {
  soughtBefore = lists().dataset.sought;
  places = new Map(buttons().map(([name, button]) => [name, placeOf(button)]));
});

document.body.addEventListener("htmx:afterSwap", () => {
  for (const player of sent) {
    const tap = document.getElementById(`tap-${player}`);
    if (tap) grey(tap);
  }
  // Who searches looks at what comes, and has no finger on it.
  const soughtNow = lists().dataset.sought;
  if (soughtNow && soughtNow !== soughtBefore) return;
  for (const [name, button] of buttons()) {
    if (places.get(name) !== placeOf(button)) moved.set(button, performance.now());
  }
});

// A tap on what has just come under the finger was meant for what stood there. Keys have no place:
// their clicks have no detail.
checkIn.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("button");
    if (event.detail && performance.now() - moved.get(button) < ON_ITS_WAY) event.preventDefault();
  },
  true,
);

function look() {
  ask("GET", search, { q: typed() });
}

// Who was checked in elsewhere. Not while somebody writes a name.
setInterval(() => {
  const isWriting = checkIn.querySelector("details[open]");
  if (!document.hidden && !unanswered && !isWriting) look();
}, LOOK_AGAIN);

// --- The keyboard ----------------------------------------------------------------------------

let enterPressed = false;

// Enter takes the first who was found, as soon as the lists are those of what is typed; of those
// who are only called almost so it points at the first.
function takeFirst() {
  if (!enterPressed || !typed() || lists().dataset.sought !== typed()) return;
  enterPressed = false;
  const found = lists().querySelector("[data-enter]");
  if (found) found.click();
  else lists().querySelector("[data-similar]")?.focus();
}

sought.form.addEventListener("submit", (event) => {
  event.preventDefault();
  enterPressed = true;
  takeFirst();
});
sought.addEventListener("input", () => {
  enterPressed = false;
});
document.body.addEventListener("htmx:afterSettle", () => {
  takeFirst();
  // The answer to a tap that came after the next name was typed.
  const isStale = lists().dataset.sought !== typed();
  if (isStale && !unanswered && document.activeElement === sought && typed()) look();
});
