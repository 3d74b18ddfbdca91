// A table one sits at (or watches): its connection, what the server tells, and what one asks of it.

import { type Ask, type Connection, TableSocket } from "../protocol/socket.ts";
import type { Closing, FromServer, Presence, Refusal, TableView, Welcome } from "../protocol/types.ts";
import { Stage } from "./stage.svelte.ts";

/** Whoever missed more than this sees the present at once. */
const MISSED_SHOWN = 12;

/** Why there is no table to show. `code` chooses the text. */
export interface Ending {
  code: string;
  text: string;
}

export class TableStore {
  /** The table as the server last told. The screen shows `stage.scene`, which may lag behind for a moment. */
  view = $state.raw<TableView | null>(null);
  presence = $state.raw<Presence | null>(null);
  connection = $state<Connection>("connecting");
  ending = $state.raw<Ending | null>(null);
  /** One's own move that is on its way. */
  sending = $state.raw<string | null>(null);
  /** Why the last thing asked was not done, until something is asked again. */
  refusal = $state.raw<Refusal | null>(null);
  /** What somebody said last, by seat. */
  said = $state.raw<Record<number, { which: string; at: number }>>({});
  readonly stage = new Stage();

  private readonly socket: TableSocket;
  private seq = 0;
  private moveId: string | null = null;

  constructor(id: string, token: string | null) {
    this.socket = new TableSocket(id, token, {
      heard: (message) => this.hear(message),
      changed: (connection) => (this.connection = connection),
      ended: (why) => (this.ending = endingOf(why)),
    });
  }

  /** Whether one may move now: it is one's turn, it is on the screen, and nothing is on its way. */
  get mayMove(): boolean {
    const play = this.view?.play;
    const you = this.view?.you ?? null;
    if (!play || you === null || play.wait !== null) return false;
    return this.stage.caughtUp && this.sending === null && play.table.waiting.includes(you);
  }

  open(): void {
    this.socket.open();
  }

  close(): void {
    this.socket.close();
    this.stage.close();
  }

  /** Play this move, as written in `view.play.legal`, or `lay:…`. */
  move(move: string): void {
    if (this.sending !== null) return;
    this.refusal = null;
    this.sending = move;
    this.moveId = this.socket.ask({ type: "move", move, seen: this.seq });
  }

  /** Ask for anything else. */
  ask(what: Exclude<Ask, { type: "move" }>): void {
    this.refusal = null;
    this.socket.ask(what);
  }

  /** What the server's clock shows: deadlines are told in its time. */
  now(): number {
    return this.socket.now();
  }

  private hear(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        this.presence = message.presence;
        this.welcomed(message);
        break;
      case "news":
        if (message.seq <= this.seq) break;
        this.seq = message.seq;
        this.view = message.view;
        this.stage.play(message.happenings, message.view);
        break;
      case "presence":
        this.presence = message;
        break;
      case "said":
        this.said = { ...this.said, [message.seat]: { which: message.which, at: this.now() } };
        break;
      case "ack":
        this.answered(message.id);
        break;
      case "error":
        this.answered(message.id);
        this.refusal = message;
        break;
    }
  }

  private welcomed({ seq, view, missed }: Welcome): void {
    const known = this.view !== null;
    this.seq = seq;
    this.view = view;
    if (known && missed.length <= MISSED_SHOWN) this.stage.play(missed, view);
    else this.stage.jump(view);
  }

  private answered(id: string | null): void {
    if (id === null || id !== this.moveId) return;
    this.moveId = null;
    this.sending = null;
  }
}

function endingOf(why: Refusal | Closing | Ending): Ending {
  return { code: "code" in why ? why.code : why.why, text: why.text };
}
