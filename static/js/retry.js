// @ts-check
// The page in the place of one that could not be loaded: it asks for the club until it answers, and
// then loads the page that was wanted.

const EVERY = 3000; // ms

async function retry() {
  try {
    if ((await fetch("/readyz?exclude=layer&exclude=keeper&exclude=disk", { cache: "no-store" })).ok) location.reload();
  } catch {
    // Not yet.
  }
}

setInterval(retry, EVERY);
addEventListener("online", retry);
