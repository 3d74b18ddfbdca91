// A WebSocket that the test holds the other end of.

import type { FromClient, FromServer } from "../../src/protocol/types.ts";

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const found = FakeSocket.all.at(-1);
    if (!found) throw new Error("no socket was made");
    return found;
  }

  readyState = 0;
  sent: FromClient[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }

  close(): void {
    this.readyState = 3;
  }

  // ------------------------------------------------------------ what the server does

  accept(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  tell(message: FromServer | { type: string }): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** Not an answer to anything that was asked. */
  refuse(code: string, text: string): void {
    this.tell({ type: "error", code, text, id: null, rule: "", about: {} });
  }

  break(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}
