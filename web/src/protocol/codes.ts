// The codes of problems that the page does something about; every other is only told, in the words for it
// (text/problems.ts). The protocol's own types leave them open: a newer server may have more.

/** Our own: nobody has answered. */
export const AWAY = "away";
/** Our own: the server speaks a newer protocol than this page. */
export const NEWER = "newer";

/** Refusals of a hello after which another try may succeed. */
export const PASSING: ReadonlySet<string> = new Set([
  "shutdown",
  "db-closed",
  "db-conflict",
  "db-error",
  "db-full",
  "db-locked",
  "db-missing",
  "db-read-only",
  "server-error",
  "too-many-sockets",
  "no-hello",
]);

/** This browser's seat at the table is no longer its own. */
export const SEAT_LOST: ReadonlySet<string> = new Set(["seat-gone", "no-entry"]);

/** Another name will do. */
export const OTHER_NAME: ReadonlySet<string> = new Set(["bad-name", "name-taken"]);

/** There is no such free seat (any more): another one may do, or to watch. */
export const NO_SEAT: ReadonlySet<string> = new Set(["seat-taken", "table-full", "already-begun", "invite-used"]);

/** Asking the same once more may succeed, in a while. */
export const ASK_AGAIN: ReadonlySet<string> = new Set([AWAY, "too-many-joins"]);

/** This page is too old for the server, or no longer understood: it is to be loaded again. */
export const RELOAD: ReadonlySet<string> = new Set([NEWER, "bad-version", "bad-message", "too-fast"]);

/** A replay was asked for of a game that is still played. */
export const NOT_OVER = "game-not-over";

/** Codes that are told in the words for another. */
export const TOLD_AS: Readonly<Record<string, string>> = {
  "bad-version": NEWER,
  "db-error": "server-error",
  "too-fast": "bad-message",
  slow: AWAY,
  shutdown: AWAY,
  "bad-token": "no-entry",
  "bad-request": "bad-message",
};
