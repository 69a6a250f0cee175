// A button that copies the address it names, and says so.

export function watchCopies() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copies]");
    if (!button) return;
    const address = new URL(button.dataset.copies, location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      button.textContent = button.dataset.done;
    } catch {
      // Not allowed here (no HTTPS): the address can be copied by hand.
      prompt(button.textContent, address);
    }
  });
}
