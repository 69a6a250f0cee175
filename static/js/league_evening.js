// Check-in with both hands on the keyboard, and buttons that print. The pages work without it.

const sought = document.getElementById("sought");
let enterPressed = false;

// Enter takes the first who was found, as soon as the lists are those of what is typed; of those
// who are only called almost so it points at the first.
function takeFirst() {
  const lists = document.getElementById("lists");
  const typed = sought.value.trim().replace(/\s+/g, " ");
  if (!enterPressed || !typed || lists.dataset.sought !== typed) return;
  enterPressed = false;
  const found = lists.querySelector("[data-enter]");
  if (found) found.click();
  else lists.querySelector("[data-similar]")?.focus();
}

if (sought) {
  sought.form.addEventListener("submit", (event) => {
    event.preventDefault();
    enterPressed = true;
    takeFirst();
  });
  sought.addEventListener("input", () => {
    enterPressed = false;
  });
  document.body.addEventListener("htmx:afterSettle", takeFirst);
  // Whoever has come is found: the next name begins anew.
  document.body.addEventListener("htmx:afterRequest", (event) => {
    const { successful, requestConfig } = event.detail;
    if (successful && requestConfig.verb === "post") sought.value = "";
  });
}

for (const button of document.querySelectorAll("[data-prints]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
