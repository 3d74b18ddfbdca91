// The service worker: keeps the shell of the page, all files of one build, so that it opens at once and without a
// network. Of what the server tells only that is kept which the score pad cannot do without; it is asked for anew
// whenever there is a network. A newer build waits until the page says to use it.
// `BUILD` is put in front by the build: { version, files }.

/** The pages, which have addresses of their own. */
const PAGES = ["/", "/pad"];
/** What the score pad has to know of the games, by language. */
const PADS = /^\/api\/pads\/\w+$/;
const LANGUAGES = ["en", "de", "fr", "nl"];
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
  if (PAGES.includes(pathname) || BUILD.files.includes(pathname)) event.respondWith(answer(request, pathname));
  else if (PADS.test(pathname)) event.respondWith(newest(request, pathname));
});

async function keepAll() {
  const cache = await caches.open(KEPT);
  // Past the browser's own cache: the page must be that of this build.
  await cache.addAll([...PAGES, ...BUILD.files].map((path) => new Request(path, { cache: "no-cache" })));
  // Without these everything else works all the same.
  await Promise.allSettled(LANGUAGES.map((language) => cache.add(`/api/pads/${language}`)));
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

/** As it was kept, at once; for the next time it is asked for anew. */
async function newest(request, pathname) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(pathname);
  const asked = fetch(request).then(async (found) => {
    if (found.ok) await cache.put(pathname, found.clone());
    return found;
  });
  if (!kept) return asked;
  asked.catch(() => undefined); // without a network it stays as it is
  return kept;
}
