// A server that takes its time to answer holds up no page: what it tells later is drawn when it comes.

/** Milliseconds. */
const PATIENCE = 3_000;

/** Wait for this, but not for ever. */
export function patiently(what: Promise<unknown>): Promise<unknown> {
  return Promise.race([what, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}
