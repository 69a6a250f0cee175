// A button that copies the address it names, and says so; or shares it where the device can.

export function watchCopies() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copies]");
    if (!button) return;
    const address = new URL(button.dataset.copies, location.href).href;
    if ("shares" in button.dataset && navigator.share) {
      // To close the device's dialog is no error.
      navigator.share({ title: document.title, url: address }).catch(() => {});
      return;
    }
    try {
      await navigator.clipboard.writeText(address);
      button.textContent = button.dataset.done;
    } catch {
      // Not allowed here (no HTTPS): the address can be copied by hand.
      prompt(button.textContent, address);
    }
  });
}
