// Stichwerk as an app: the service worker, a newer version of it, and putting it on the home screen.

/** What browsers that can install a page tell before; not in the types of TypeScript. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** How often to ask for a newer version, in milliseconds. */
const ASK_EVERY = 3_600_000;

let waiting = $state.raw<ServiceWorker | null>(null);
let offer = $state.raw<InstallEvent | null>(null);

window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = event as InstallEvent;
});

export const installation = {
  /** A newer version is loaded and waits to be used. Say so only where it disturbs no game. */
  get updateWaits(): boolean {
    return waiting !== null;
  },
  /** Whether the browser offers to install it. */
  get offered(): boolean {
    return offer !== null;
  },

  /** Use the newer version: the page is loaded again. */
  update(): void {
    if (waiting) use(waiting);
  },

  /** Load the page again, with a newer version if there is one: the browser would bring back the shell it keeps. */
  async reload(): Promise<void> {
    const found = waiting ?? (await newerWorker().catch(() => null));
    if (found) use(found);
    else location.reload();
  },

  async install(): Promise<void> {
    await offer?.prompt();
    offer = null;
  },
};

/** Begin to work without a network: the shell of the page is kept by the browser. */
export async function register(): Promise<void> {
  if (!import.meta.env.PROD) return; // while it is being developed, everything is always new
  if (!("serviceWorker" in navigator)) return; // on http pages of the home network, and in some private windows
  try {
    const registration = await navigator.serviceWorker.register("/sw.js");
    noteWaiting(registration);
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", () => noteWaiting(registration));
    });
    setInterval(() => void registration.update().catch(() => undefined), ASK_EVERY);
  } catch {
    // blocked: everything works without it, as long as there is a network
  }
}

function use(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  worker.postMessage("use it");
}

/** Ask the server for a newer version, and wait until it is loaded; null: there is none. */
async function newerWorker(): Promise<ServiceWorker | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update();
  const coming = registration?.installing ?? null;
  if (coming === null) return registration?.waiting ?? null;
  return new Promise((resolve) => {
    coming.addEventListener("statechange", () => {
      if (coming.state !== "installing") resolve(coming.state === "installed" ? coming : null);
    });
  });
}

function noteWaiting(registration: ServiceWorkerRegistration): void {
  // The very first one has nothing to replace.
  if (registration.waiting && navigator.serviceWorker.controller) waiting = registration.waiting;
}
