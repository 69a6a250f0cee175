// @ts-check
// Keep a page that is shown while the club cannot be reached (templates/offline/service_worker.js).
// Its address names the language, so that another language brings another page.

addEventListener("load", () => {
  const { lang } = document.documentElement;
  navigator.serviceWorker?.register(`/service-worker.js?language=${lang}`).catch(() => {});
});
