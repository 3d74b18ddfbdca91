// A table one sits at (or watches): its connection, what the server tells, and what one asks of it.

import { SEAT_LOST } from "../protocol/codes.ts";
import { type Ask, type Connection, type Heard, type Line, type Listener, TableSocket } from "../protocol/socket.ts";
import type {
  Closing,
  Hints,
  MoveOutlook,
  News,
  Presence,
  Refusal,
  TableView,
  Welcome,
  WireEvent,
} from "../protocol/types.ts";
import { seats } from "../state/seats.svelte.ts";
import { cutFor, noteCut, rememberOrder } from "./cut.ts";
import { leave, leaveNoMore } from "./leaving.ts";
import { startsAtOnce } from "./opening.ts";
import { sharing } from "./sharing.ts";
import { Stage } from "./stage.svelte.ts";

/** Whoever missed more than this sees the present at once. */
const MISSED_SHOWN = 12;

/** What is told of somebody without a move of theirs. Anything else that is told of a seat is its move, in any game. */
const NO_MOVES: ReadonlySet<string> = new Set<WireEvent["event"]>([
  "Sat",
  "GuestComes",
  "TookOver",
  "HostChanged",
  "CutMade",
  "CutOpened",
  "StandIn",
  "SeatBack",
  "Nudged",
  "Stirred",
  "Hinted",
  "IsReady",
  "TrickTaken",
  "TakenBack",
]);

/** Refusals of what was asked twice, or by two at once: it has happened already, so nobody needs to hear of it. */
const HAPPENED_ALREADY = new Set(["round-not-over", "game-not-over"]);

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
  /** The game starts without anybody's doing: there is nobody to wait for. */
  starting = $state(false);
  /** One's own move that is on its way. */
  sending = $state.raw<string | null>(null);
  /** Why the last thing asked was not done, until something is asked again. */
  refusal = $state.raw<Refusal | null>(null);
  /** What one's moves are worth, where that was asked for at this turn. */
  hints = $state.raw<Hints | null>(null);
  /** What somebody said last, by seat. */
  said = $state.raw<Record<number, { which: string; at: number }>>({});
  readonly stage = new Stage();

  private readonly socket: Line;
  private seq = 0;
  private moveId: string | null = null;
  /** The news that the move on its way has brought about. */
  private moveSeq = Infinity;
  /** What was asked without the person: its refusal is nothing to show. */
  private readonly unasked = new Set<string>();
  private lastCut = "";
  /** What the tutor was asked about a move, and who waits for the answer. */
  private inMind = $state.raw<{ id: string; told: () => void } | null>(null);
  /** Where one was when hints were asked for. */
  private hintedAt = "";
  private cutStands = "";

  constructor(
    private readonly id: string,
    private readonly token: string | null,
    connect = (listener: Listener): Line => new TableSocket(id, token, listener),
  ) {
    this.socket = connect({
      heard: (message) => this.hear(message),
      changed: (connection) => (this.connection = connection),
      ended: (why) => this.end(endingOf(why)),
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
    leaveNoMore(this.id);
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
    this.moveSeq = Infinity;
    this.moveId = this.socket.ask({ type: "move", move, seen: this.seq });
  }

  /** Ask for anything else. */
  ask(what: Exclude<Ask, { type: "move" }>): void {
    this.refusal = null;
    this.socket.ask(what);
  }

  /** Ask what one's moves are worth; `tutor`: only to be asked "sure?" before a costly one. */
  askHints(tutor = false): void {
    if (this.view === null) return;
    this.hintedAt = momentIn(this.view);
    if (tutor) this.unasked.add(this.socket.ask({ type: "hint", tutor }));
    else this.ask({ type: "hint" });
  }

  /** Ask the tutor about a move that one is about to make: what was found out, if that is ever told. */
  askAbout(move: string): Promise<MoveOutlook | null> {
    if (this.view === null) return Promise.resolve(null);
    this.hintedAt = momentIn(this.view);
    const id = this.socket.ask({ type: "hint", tutor: true, move });
    this.unasked.add(id);
    return new Promise((done) => (this.inMind = { id, told: () => done(this.weighed) }));
  }

  /** What was found out about the move that was asked about; null: nothing yet. */
  get weighed(): MoveOutlook | null {
    const { hints, inMind } = this;
    return (hints !== null && hints.id === inMind?.id && hints.moves.find((each) => each.move === hints.asked)) || null;
  }

  /** Give up the seat, or let a bot play for it. The table is not looked at any more. */
  leave(): void {
    this.close();
    if (this.token !== null) leave(this.id, this.token);
  }

  /** What the server's clock shows: deadlines are told in its time. */
  now(): number {
    return this.socket.now();
  }

  private hear(message: Heard): void {
    switch (message.type) {
      case "welcome":
        this.presence = message.presence;
        this.welcomed(message);
        break;
      case "news":
        if (message.seq <= this.seq) break;
        if (this.moved(message)) this.moveSeq = message.seq;
        this.see(message.seq, message.view, (view) => this.stage.play(message.happenings, view));
        break;
      case "presence":
        this.presence = message;
        break;
      case "said":
        this.said = { ...this.said, [message.seat]: { which: message.which, at: this.now() } };
        break;
      case "ack":
        if (message.id === this.moveId) this.moveSeq = message.seq;
        this.arrive();
        break;
      case "hints":
        if (this.view !== null && this.hintedAt === momentIn(this.view)) this.hints = message;
        if (message.id === this.inMind?.id) this.inMind.told();
        break;
      case "error":
        this.refuse(message);
        break;
    }
  }

  private end(ending: Ending): void {
    this.ending = ending;
    // A seat that is somebody else's now is no use any more: next time one watches.
    if (SEAT_LOST.has(ending.code)) seats.giveUp(this.id);
  }

  private welcomed({ seq, view: told, missed }: Welcome): void {
    // The view is that after all of it: cards dealt in between cannot be shown as they were.
    const short = missed.length <= MISSED_SHOWN && missed.every((each) => each.event !== "Dealt");
    this.see(seq, told, (view) => {
      if (this.view !== null && short) this.stage.play(missed, view);
      else this.stage.jump(view);
      if (this.view === null) this.stage.recall(missed, view);
    });
  }

  /** The table is like this now; `show` brings it to the stage. */
  private see(seq: number, told: TableView, show: (view: TableView) => void): void {
    const view = sharing(this.view, told);
    show(view);
    const started = this.starting;
    this.seq = seq;
    this.view = view;
    if (this.hints !== null && this.hintedAt !== momentIn(view)) this.hints = null;
    this.arrive();
    this.cut(view);
    this.starting = view.status === "lobby" && (this.starting || startsAtOnce(view.id));
    if (this.starting && !started) this.ask({ type: "start" });
  }

  private cut(view: TableView): void {
    // Cards that are played change nothing about how they were cut.
    const { cut: own, cut_commitment, cut_receipt, opening_receipt } = view.seats[view.you ?? -1] ?? {};
    const told = [own, cut_commitment, cut_receipt, opening_receipt];
    const stands = [view.number, view.status, view.opening_cuts, view.cutting_time, ...told].join();
    if (stands === this.cutStands) return;
    this.cutStands = stands;
    noteCut(view);
    const cut = cutFor(view);
    const asked = `${view.number} ${view.cutting_time} ${cut?.type}`;
    if (cut === null || this.lastCut === asked) return;
    this.lastCut = asked;
    if (cut.type === "cut") this.say(cut);
    else void rememberOrder(view).then(() => this.say(cut));
  }

  /** Ask for something that happens by itself: if it is refused, nobody needs to know. */
  private say(cut: Exclude<Ask, { type: "move" }>): void {
    this.unasked.add(this.socket.ask(cut));
  }

  /** Whether this tells of one's own move. The server's answer comes after it, but what is told is drawn at once. */
  private moved({ happenings, view }: News): boolean {
    return this.sending !== null && happenings.some((each) => !NO_MOVES.has(each.event) && seatIn(each) === view.you);
  }

  /** The move is on its way until the table is seen as it is after it. */
  private arrive(): void {
    if (this.seq < this.moveSeq) return;
    this.moveId = null;
    this.moveSeq = Infinity;
    this.sending = null;
  }

  private refuse(why: Refusal): void {
    if (why.id !== null && this.unasked.delete(why.id)) return;
    this.starting = false;
    if (HAPPENED_ALREADY.has(why.code)) return;
    if (why.id === this.moveId) {
      this.moveId = null;
      this.sending = null;
    }
    this.refusal = why;
  }
}

/** Where in the game one is oneself: hints are of no use anywhere else. */
function momentIn({ number, play, you }: TableView): string {
  if (play === null || you === null) return "";
  const { round, phase, tricks_done, trick, places, waiting } = play.table;
  return [number, round, phase, tricks_done, trick.length, places[you]?.cards, waiting.includes(you)].join(" ");
}

function seatIn(happening: WireEvent): number | null {
  return "seat" in happening ? happening.seat : null;
}

function endingOf(why: Refusal | Closing | Ending): Ending {
  return { code: "code" in why ? why.code : why.why, text: why.text };
}
