{% load static %}{# Shows a page of its own where the club cannot be reached, and the notices that are sent to this device. Everything else goes to the network, as without it. #}
const PAGE = "/offline/?language={{ language }}";
const FILES = [PAGE, {% for file in files %}"{% static file %}"{% if not forloop.last %}, {% endif %}{% endfor %}];
// Another one when a file changes: then all of them are fetched again.
const NAME = FILES.join(" ");
// What a proxy answers while the site is being started.
const NOT_THERE = [502, 503, 504];

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

const SIGN_OUT = "{% url 'account_logout' %}";

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "POST" && new URL(request.url).pathname === SIGN_OUT) event.waitUntil(unsubscribe());
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(visit(event));
  else if (FILES.includes(new URL(request.url).pathname)) event.respondWith(fetchOrKept(request));
});

async function activate() {
  await registration.navigationPreload?.enable();
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)));
}

async function visit(event) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (!NOT_THERE.includes(response.status)) return response;
  } catch {
    // No connection, or nobody answers.
  }
  return (await caches.match(PAGE)) ?? Response.error();
}

async function fetchOrKept(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

addEventListener("push", (event) => {
  const { title, body, path } = event.data.json();
  // Of one thing the newest notice alone stays.
  const options = { body, tag: path, renotify: true, data: path, lang: "{{ language }}" };
  event.waitUntil(registration.showNotification(title, options));
});

// The site knows a device by the sign-in that added it, which may have ended weeks ago.
async function unsubscribe() {
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}

addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event.newSubscription));
});

// Tells the site where this browser is reached from now on; it knows the earlier address by the sign-in.
async function renew(renewed) {
  const page = await (await fetch("{% url 'accounts:profile' %}")).text();
  const [, key] = page.match(/data-push="([^"]+)"/) ?? [];
  const [, csrfmiddlewaretoken] = page.match(/name="csrfmiddlewaretoken" value="([^"]+)"/) ?? [];
  if (!key || !csrfmiddlewaretoken) return;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const known = renewed ?? (await registration.pushManager.subscribe(options));
  const { endpoint, keys } = known.toJSON();
  const body = new URLSearchParams({ csrfmiddlewaretoken, renewed: "", address: endpoint, ...keys });
  await fetch("{% url 'accounts:push_add' %}", { method: "POST", body });
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

async function open(path) {
  const { href, origin } = new URL(path, location.origin);
  if (origin !== location.origin) return;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url === href);
  await (there ? there.focus() : clients.openWindow(href));
}
