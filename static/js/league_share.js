// @ts-check
// Buttons that copy a field, and say so.

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = button.dataset.done;
    } catch {
      // Not allowed here (no HTTPS): it is selected, and can be copied by hand.
      field.focus();
    }
  });
}
