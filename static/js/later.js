// Scripts that are seldom needed.

// Of a button: its script is loaded at the first click, and then takes over.
export function watchLaterScripts() {
  document.addEventListener("click", ({ target }) => {
    const source = target.closest("[data-module]")?.dataset.module;
    if (source) load(source);
  });
}

export function load(source) {
  if (document.querySelector(`script[src="${source}"]`)) return;
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src: source }));
}
