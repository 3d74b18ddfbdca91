// Keeps the screen awake while one sits at a table, if one wants that and the browser can.

let lock: WakeLockSentinel | null = null;
let wanted = false;

export function keepAwake(want: boolean): void {
  wanted = want;
  if (want) void take();
  else void lock?.release();
}

// A page that was hidden has lost its lock.
document.addEventListener("visibilitychange", () => wanted && void take());

async function take(): Promise<void> {
  if (!("wakeLock" in navigator) || document.visibilityState === "hidden" || lock !== null) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
    if (!wanted) await lock.release();
  } catch {
    // the battery is low, or the browser does not want to
  }
}
