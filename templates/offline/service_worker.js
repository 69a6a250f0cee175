{% load static %}{# Shows a page of its own where the club cannot be reached. Everything else goes to the network, as without it. #}
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

addEventListener("fetch", (event) => {
  const { request } = event;
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
