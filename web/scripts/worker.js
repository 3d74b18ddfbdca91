// The service worker: keeps the shell of the page, all files of one build, so that it opens at once and without a
// network. What is told by the server is never kept. A newer build waits until the page says to use it.
// `BUILD` is put in front by the build: { version, files }.

const KEPT = `stichwerk-${BUILD.version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers());
});

self.addEventListener("message", (event) => {
  if (event.data === "use it") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname === "/" || BUILD.files.includes(pathname)) event.respondWith(answer(request, pathname));
});

async function keepAll() {
  const cache = await caches.open(KEPT);
  // Past the browser's own cache: the page must be that of this build.
  await cache.addAll(["/", ...BUILD.files].map((path) => new Request(path, { cache: "no-cache" })));
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("stichwerk-") && name !== KEPT).map((name) => caches.delete(name)),
  );
  await self.clients.claim();
}

async function answer(request, pathname) {
  const cache = await caches.open(KEPT);
  return (await cache.match(pathname)) ?? fetch(request);
}
