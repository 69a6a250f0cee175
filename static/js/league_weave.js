// @ts-check
// One thread of the season picture before the others: while it is pointed at or has the focus, and
// from a tap or Enter on until the next one.

for (const weave of document.querySelectorAll(".weave")) {
  /** @type {string | undefined} */
  let kept = weave.querySelector("[data-chosen]")?.dataset.p;

  const show = (/** @type {string | undefined} */ player) => {
    weave.classList.toggle("has-chosen", player !== undefined);
    for (const part of weave.querySelectorAll("[data-chosen]")) delete part.dataset.chosen;
    for (const link of weave.querySelectorAll("a[aria-current]")) link.removeAttribute("aria-current");
    if (player === undefined) return;
    for (const part of weave.querySelectorAll(`[data-p="${player}"]`)) {
      part.dataset.chosen = "";
      part.closest("a")?.setAttribute("aria-current", "true");
    }
  };
  const playerAt = (/** @type {UIEvent} */ event) =>
    (event.target.closest("[data-p]") ?? event.target.querySelector?.(":scope > [data-p]"))?.dataset.p;

  weave.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") show(playerAt(event) ?? kept);
  });
  weave.addEventListener("pointerleave", () => show(kept));
  weave.addEventListener("focusin", (event) => show(playerAt(event) ?? kept));
  weave.addEventListener("focusout", () => show(kept));
  weave.addEventListener("click", (event) => {
    const player = playerAt(event);
    if (player !== undefined) event.preventDefault();
    kept = player === kept ? undefined : player;
    show(kept);
  });
}
