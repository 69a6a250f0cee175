// @ts-check
// A button that hands on the address it names: to the apps of a device where that is wanted or the
// device is a phone, else to the clipboard. It is loaded at the first click on one.

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copies]");
  if (!button) return;
  const { words } = button.dataset;
  const address = new URL(button.dataset.copies, location.href).href;
  const isPhone = matchMedia("(pointer: coarse)").matches;
  if (navigator.share && (isPhone || "shares" in button.dataset)) {
    // To close the device's dialog is no error.
    navigator.share({ title: document.title, text: words, url: address }).catch(() => {});
    return;
  }
  try {
    await navigator.clipboard.writeText(words ? `${words}\n${address}` : address);
    button.textContent = button.dataset.done;
  } catch {
    // Not allowed here (no HTTPS): the address can be copied by hand.
    prompt(button.textContent, address);
  }
});
