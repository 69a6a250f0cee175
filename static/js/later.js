// @ts-check
// Scripts that are seldom needed.

// Of a button: its script is loaded at the first click, and then hears it.
export function watchLaterScripts() {
  document.addEventListener("click", ({ target }) => {
    const source = target.closest("[data-module]")?.dataset.module;
    if (source) load(source)?.addEventListener("load", () => target.click());
  });
}

// Undefined where it was loaded before.
/** @param {string} src */
export function load(src) {
  if (document.querySelector(`script[src="${src}"]`)) return undefined;
  const script = Object.assign(document.createElement("script"), { type: "module", src });
  document.head.append(script);
  return script;
}
