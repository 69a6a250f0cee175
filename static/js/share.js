// A button that hands on the address it names: to the apps of a phone, else to the clipboard.

export function watchCopies() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copies]");
    if (!button) return;
    const address = new URL(button.dataset.copies, location.href).href;
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      navigator.share({ title: document.title, url: address }).catch(() => {}); // changed their mind
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
