// @ts-check
// A button that hands on the address it names: to the apps of a device where that is wanted or the
// device is a phone, else to the clipboard, as one does that names a field.

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copies], [data-copy]");
  if (!button) return;
  const { words } = button.dataset;
  const field = document.getElementById(button.dataset.copy);
  const address = new URL(button.dataset.copies ?? "", location.href).href;
  const isPhone = matchMedia("(pointer: coarse)").matches;
  if (!field && navigator.share && (isPhone || "shares" in button.dataset)) {
    // To close the device's dialog is no error.
    navigator.share({ title: document.title, text: words, url: address }).catch(() => {});
    return;
  }
  try {
    await navigator.clipboard.writeText(field?.value ?? (words ? `${words}\n${address}` : address));
    button.textContent = button.dataset.done;
  } catch {
    // Not allowed here (no HTTPS): it can be copied by hand.
    if (field) field.select();
    else prompt(button.textContent, address);
  }
});
