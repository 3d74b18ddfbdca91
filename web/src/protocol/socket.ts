// One live connection to a table. It heals by itself: what was asked and not answered is asked again under the same id,
// so that nothing is lost and nothing happens twice (docs/protocol.md).

import { newsOf } from "./changes.ts";
import { NEWER, PASSING } from "./codes.ts";
import type { Changes, Closing, FromClient, FromServer, Refusal, TableView } from "./types.ts";

/** What is spoken: by this page, and by servers of before. (They tell the whole table each time.) */
const [VERSION, OLDEST] = [2, 1];

/** `lost`: it is being made anew. `barred`: that, too, but the server is there, and it never comes about.
 *  `ended`: the server does not want to; there is no use in trying again. */
export type Connection = "connecting" | "open" | "lost" | "barred" | "ended";

type WithId = Extract<FromClient, { id: string }>;
/** What can be asked of a table; the id is added here. */
export type Ask = WithId extends infer Each ? (Each extends { id: string } ? Omit<Each, "id"> : never) : never;

/** What is heard: of what has changed, it is told how all is now. */
export type Heard = Exclude<FromServer, Changes>;

export interface Listener {
  heard(message: Heard): void;
  changed(connection: Connection): void;
  /** The connection has ended, and why. */
  ended(why: Refusal | Closing | { code: typeof NEWER; text: string }): void;
}

/** A way to ask something of a table and to hear of it: a connection to a server, or whatever stands in for one. */
export interface Line {
  open(): void;
  close(): void;
  /** Ask for something; its id. */
  ask(what: Ask): string;
  /** What the clock at the other end shows. */
  now(): number;
}

/** What this page understands: all that the types tell of. */
const KNOWN: Record<FromServer["type"], true> = {
  welcome: true,
  news: true,
  changes: true,
  presence: true,
  ack: true,
  error: true,
  hints: true,
  said: true,
  pong: true,
  closing: true,
};

/** Times in milliseconds. */
const FIRST_PAUSE = 100;
const LONGER = 1.5;
const LONGEST_PAUSE = 5_000;
/** So long the other end may be silent before it is asked whether it is there, and so long it has to answer. */
const SILENT_FOR = 5_000;
const ANSWER_WITHIN = 4_000;
/** So long may pass until there is a first word; after a while we knock again: one may stand still, another not. */
const CONNECT_WITHIN = 8_000;
const KNOCK_AGAIN = 2_500;
/** What the server answers to a request for a WebSocket that is none. */
const NEEDS_UPGRADE = 426;

export class TableSocket implements Line {
  /** What we have, and what may become it: whichever is answered first. */
  private socket: WebSocket | null = null;
  private knocking: WebSocket[] = [];
  private connection: Connection = "connecting";
  /** The last that was heard of; at first nothing, so that all that happened in this game is told. */
  private since = 0;
  /** The table as it was told last. */
  private view: TableView | null = null;
  private version = VERSION;
  private pause = FIRST_PAUSE;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private doubt: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private another: ReturnType<typeof setTimeout> | undefined;
  private readonly unanswered = new Map<string, WithId>();
  private readonly prefix = Math.random().toString(36).slice(2, 10);
  private asked = 0;
  private clock = Date.now() - performance.now();

  constructor(
    private readonly table: string,
    private readonly token: string | null,
    private readonly listener: Listener,
  ) {}

  open(): void {
    window.addEventListener("online", this.wake);
    window.addEventListener("offline", this.drop);
    window.addEventListener("pageshow", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  close(): void {
    this.end("ended");
  }

  /** Ask for something. It is sent now or as soon as there is a connection, until it is answered. Its id. */
  ask(what: Ask): string {
    this.asked += 1;
    const message = { ...what, id: `${this.prefix}-${this.asked}` } as WithId;
    this.unanswered.set(message.id, message);
    if (this.connection === "open") this.send(message);
    return message.id;
  }

  /** What the server's clock shows now, whatever that of this machine says. */
  now(): number {
    return this.clock + performance.now();
  }

  // ---------------------------------------------------------------- making it, losing it

  private connect(): void {
    clearTimeout(this.retry);
    this.forget();
    this.knock();
    this.another = setTimeout(() => this.knock(), KNOCK_AGAIN);
    this.expect(CONNECT_WITHIN);
  }

  private knock(): void {
    // The table stands in the address, so that whoever spreads connections over several servers can go by it.
    const protocol = location.protocol === "https:" ? "wss" : "ws";
    const address = `${protocol}://${location.host}/ws?table=${encodeURIComponent(this.table)}`;
    const socket = new WebSocket(address);
    this.knocking.push(socket);
    socket.onopen = () => {
      const hello: FromClient = {
        type: "hello",
        v: this.version,
        table: this.table,
        token: this.token,
        since: this.since,
      };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => {
      if (this.socket === null && this.knocking.includes(socket)) this.enter(socket);
      if (this.socket === socket) this.take(String(event.data));
    };
    socket.onclose = () => {
      const knocked = this.knocking.includes(socket);
      this.knocking = this.knocking.filter((each) => each !== socket);
      if (this.socket === socket || (knocked && this.knocking.length === 0)) this.lose();
    };
  }

  /** This one was answered first. */
  private enter(socket: WebSocket): void {
    const others = this.knocking.filter((each) => each !== socket);
    clearTimeout(this.another);
    this.knocking = [];
    this.socket = socket;
    for (const each of others) each.close();
  }

  private lose(): void {
    if (this.connection === "ended") return;
    this.forget();
    if (this.connection === "lost" && this.view === null) void this.lookAtTheWay();
    if (this.connection !== "barred") this.become("lost");
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(LONGEST_PAUSE, LONGER * this.pause);
  }

  /** It never comes about: perhaps the server is there, and something in between lets no WebSockets through. */
  private async lookAtTheWay(): Promise<void> {
    const answer = await fetch("/ws").catch(() => null);
    if (answer?.status === NEEDS_UPGRADE && this.connection === "lost") this.become("barred");
  }

  /** The network, the page or the machine may have slept: make sure at once that somebody is there. */
  private readonly wake = (): void => {
    if (document.visibilityState === "hidden" || this.connection === "ended") return;
    if (this.connection === "open") {
      this.send({ type: "ping" });
      this.expect(ANSWER_WITHIN);
    } else if (this.connection === "lost" || this.connection === "barred") {
      this.pause = FIRST_PAUSE;
      this.connect();
    }
  };

  private readonly drop = (): void => {
    if (this.connection !== "ended") this.lose();
  };

  /** Any message will do as an answer; without one, what we have is no connection. */
  private expect(within: number): void {
    this.doubt ??= setTimeout(() => this.lose(), within);
  }

  private forget(): void {
    clearTimeout(this.doubt);
    clearTimeout(this.silence);
    clearTimeout(this.another);
    this.doubt = undefined;
    const old = [this.socket, ...this.knocking];
    this.socket = null;
    this.knocking = [];
    for (const each of old) each?.close();
  }

  private end(connection: "ended"): void {
    this.become(connection);
    clearTimeout(this.retry);
    window.removeEventListener("online", this.wake);
    window.removeEventListener("offline", this.drop);
    window.removeEventListener("pageshow", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.forget();
  }

  private become(connection: Connection): void {
    if (this.connection === connection) return;
    this.connection = connection;
    this.listener.changed(connection);
  }

  // ---------------------------------------------------------------- messages

  private send(message: FromClient): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private take(text: string): void {
    clearTimeout(this.doubt);
    clearTimeout(this.silence);
    this.doubt = undefined;
    this.silence = setTimeout(() => this.connection === "open" && this.wake(), SILENT_FOR);
    const found = parsed(text);
    if (found === null || !Object.hasOwn(KNOWN, found.type) || (found.type === "welcome" && found.v > VERSION)) {
      this.listener.ended({ code: NEWER, text: "the server is newer than this page" });
      this.end("ended");
      return;
    }
    const message = found.type === "changes" ? this.whole(found) : found;
    if (message === null) return;
    if (message.type === "welcome") {
      this.view = message.view;
      this.welcomed(message.now, message.seq);
    } else if (message.type === "news") {
      this.since = message.seq;
      this.view = message.view;
    } else if (message.type === "pong") {
      // What comes late makes the server's clock look slow: whatever came sooner is nearer to the truth.
      this.clock = Math.max(this.clock, message.now - performance.now());
    } else if (message.type === "ack" || message.type === "error") {
      if (message.id !== null) this.unanswered.delete(message.id);
    }
    if (message.type === "closing") this.closed(message);
    else if (message.type === "error" && this.connection !== "open") this.refused(message);
    else this.listener.heard(message);
  }

  /** With the whole table. What follows on something that was not heard is of no use: then it is asked for. */
  private whole(changes: Changes): Heard | null {
    if (this.view !== null && changes.after === this.since) return newsOf(changes, this.view);
    this.send({ type: "whole" });
    return null;
  }

  private welcomed(now: number, seq: number): void {
    this.since = seq;
    this.clock = now - performance.now();
    this.pause = FIRST_PAUSE;
    this.become("open");
    for (const message of this.unanswered.values()) this.send(message);
  }

  private refused(why: Refusal): void {
    if (PASSING.has(why.code)) return; // the server closes, and we try again
    if (why.code === "bad-version" && this.version > OLDEST) {
      this.version = OLDEST;
      return;
    }
    this.listener.ended(why);
    this.end("ended");
  }

  private closed(why: Closing): void {
    if (why.again) return;
    this.listener.ended(why);
    this.end("ended");
  }
}

function parsed(text: string): FromServer | null {
  try {
    return JSON.parse(text) as FromServer;
  } catch {
    return null; // not from a server that we know
  }
}
