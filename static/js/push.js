// @ts-check
// Notices on this device: asks the browser where it can be reached, and hands that to the form.

import { hexOf } from "./random.js";

const form = document.querySelector("form[data-push]");
const said = document.querySelector("[data-push-said]");

async function start() {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const address = new TextEncoder().encode(known?.endpoint);
  const hash = hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", address)));
  const here = document.querySelector(`form[data-push-device="${hash}"]`);
  said.textContent = "";
  form.hidden = here !== null;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    said.textContent = "";
    try {
      // One under another key of the site would be refused.
      await (await pushManager.getSubscription())?.unsubscribe();
      const options = { userVisibleOnly: true, applicationServerKey: form.dataset.push };
      const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON();
      const fields = { address: endpoint, p256dh: keys?.p256dh, auth: keys?.auth };
      for (const [name, value] of Object.entries(fields)) form.elements[name].value = value ?? "";
      form.submit();
    } catch {
      const isBlocked = Notification.permission === "denied";
      said.textContent = isBlocked ? said.dataset.blocked : said.dataset.failed;
    }
  });
  if (!here) return;
  here.closest("li").querySelector("[data-push-here]").hidden = false;
  here.addEventListener("submit", async (event) => {
    event.preventDefault();
    await known?.unsubscribe().catch(() => {});
    here.submit();
  });
}

if (navigator.serviceWorker && window.PushManager && window.Notification) start();
