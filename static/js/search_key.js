// @ts-check
// The key "/" leads to the search, or into its field where it is on the page.

addEventListener("keydown", (event) => {
  const isTyping =
    event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
  if (event.key !== "/" || isTyping || !isPlain) return;
  const field = document.getElementById("search-for");
  const link = document.querySelector("a[data-search]");
  if (field instanceof HTMLInputElement) field.focus();
  else if (link instanceof HTMLAnchorElement) link.click();
  else return;
  event.preventDefault();
});
