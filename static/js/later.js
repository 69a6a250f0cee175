// Buttons whose script is seldom needed: it is loaded at the first click, and then takes over.

export function watchLaterScripts() {
  document.addEventListener("click", ({ target }) => {
    const source = target.closest("[data-module]")?.dataset.module;
    if (!source || document.querySelector(`script[src="${source}"]`)) return;
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src: source }));
  });
}
