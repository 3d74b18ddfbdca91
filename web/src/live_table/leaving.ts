// Leaving a table. The server is told even if nobody can be reached now: as soon as somebody can, also after the page
// was loaded anew. Whoever comes back before that has not left.

import { keep, kept } from "../browser/storage.ts";
import { NEWER } from "../protocol/codes.ts";
import { TableSocket } from "../protocol/socket.ts";

/** Those that are being told of it. */
const telling = new Map<string, TableSocket>();

/** Leave this table. */
export function leave(table: string, token: string): void {
  keep("leaving", { ...toTell(), [table]: token });
  tell(table, token);
}

/** Tell of what could not be told when the page was last open. */
export function leaveAtLast(): void {
  for (const [table, token] of Object.entries(toTell())) tell(table, token);
}

/** Whoever sits down has not left; and whoever has left needs not be told again. */
export function leaveNoMore(table: string): void {
  keep("leaving", Object.fromEntries(Object.entries(toTell()).filter(([other]) => other !== table)));
  telling.get(table)?.close();
  telling.delete(table);
}

function tell(table: string, token: string): void {
  if (telling.has(table)) return;
  const socket = new TableSocket(table, token, {
    heard(message) {
      if ((message.type === "ack" || message.type === "error") && message.id === asked) leaveNoMore(table);
    },
    changed: () => undefined,
    ended(why) {
      // The table or the seat is gone: that is as good. A newer page will be understood again.
      if (!("code" in why) || why.code !== NEWER) leaveNoMore(table);
    },
  });
  telling.set(table, socket);
  socket.open();
  const asked = socket.ask({ type: "leave" });
}

function toTell(): Record<string, string> {
  return kept("leaving", {});
}
