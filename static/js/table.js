// The table page: takes what the server pushes, plays the reveal, sends what the player does.
// The server's HTML is the truth; everything here only brings it on the table gracefully.

import { watchCommands } from "./commands.js";
import { watchConnection } from "./connection.js";
import { countDown } from "./countdown.js";
import { watchKeys } from "./keys.js";
import { offerRows } from "./offers.js";
import { region, remember, show, spoil } from "./regions.js";
import { Reveals, stepsBetween } from "./reveal.js";
import { darken, layQuestion } from "./specials.js";
import { watchCopies } from "./share.js";

const table = document.getElementById("table");
const announcer = document.getElementById("announcer");
const title = document.title;
const reveals = new Reveals(table, present);

let version = Number(document.getElementById("table-version").dataset.version);

const connection = watchConnection(table);
const commands = watchCommands(connection);

function parse(message) {
  const template = document.createElement("template");
  template.innerHTML = message;
  return template.content;
}

function receive(page) {
  const fresh = Number(page.getElementById("table-version").dataset.version);
  if (fresh <= version) return;
  version = fresh;
  commands.answered(page);
  const steps = stepsBetween(region(reveals.ahead ?? document, "story"), region(page, "story"));
  if (reveals.isPlaying && steps.length === 0) {
    reveals.ahead = page; // somebody has chosen meanwhile: the reveal goes on, and ends with it
    return;
  }
  reveals.finish();
  announce(steps);
  if (steps.length > 0) darken(table);
  reveals.show(page, steps.length);
}

function present(page) {
  show(page);
  const stamp = document.getElementById("table-version");
  stamp.dataset.version = version;
  for (const input of document.querySelectorAll("#commands [name=version]")) input.value = version;
  settle();
}

function settle() {
  const prompt = region(document, "prompt");
  const isUrgent = prompt.classList.contains("is-urgent");
  document.title = isUrgent ? `● ${title}` : title;
  const mine = region(document, "players").querySelector(`[data-seat="${prompt.dataset.seat}"]`);
  mine?.classList.add("is-me");
  address(region(document, "address").textContent);
  offerRows(region(document, "board"), prompt);
  layQuestion(table);
  countDown();
}

// The status names people for everybody; who is meant is spoken to.
function address(sentence) {
  if (!sentence) return;
  region(document, "status").querySelector(".status__sentence").textContent = sentence;
  spoil("status");
}

function announce(steps) {
  announcer.replaceChildren(
    ...steps.map((step) => {
      const line = document.createElement("span");
      line.textContent = `${step.textContent.trim()} `;
      return line;
    }),
  );
}

table.addEventListener("htmx:wsBeforeMessage", (event) => {
  const page = parse(event.detail.message);
  if (page.getElementById("table-version")) {
    event.preventDefault();
    receive(page);
  } else {
    commands.refused(); // a notice: htmx puts it in its place
  }
});

watchCopies();
watchKeys(reveals);

for (const opener of document.querySelectorAll("[data-opens]")) {
  opener.addEventListener("click", () =>
    document.getElementById(opener.dataset.opens).showModal(),
  );
}

// The browser's own text for the deal; its owner may change it until the cards are dealt.
const seed = document.querySelector("#do-sit [name=client_seed]");
seed.value = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, "0"),
).join("");

remember(document);
settle();
