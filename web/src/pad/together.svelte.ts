// A pad that several phones fill, kept in step with the server: what was done here is handed in, what was done
// elsewhere comes back, in one and the same question, asked again and again. It may be lost, late or asked twice: steps
// have names. Loaded only where a pad is shared.

import { HOST, newId, type Stamped, type Step } from "../pads/steps.ts";
import type { PadPermission, Sharing } from "../pads/store.ts";
import { HttpProblem } from "../protocol/http.ts";
import type { PadEnter, PadNews } from "../protocol/types.ts";
import { sharedPads } from "./shared_pads.ts";
import type { OpenPad, Shelf } from "./shelf.svelte.ts";

/** How long it waits before it asks again, in milliseconds: as long as somebody looks at it, and else. */
const [SOON, LATER, AFTER_TROUBLE] = [2_000, 30_000, 6_000];
/** So many steps are handed in at once. */
const AT_ONCE = 50;
/** There is no such pad any more. */
const GONE = new Set(["pad-gone", "unknown-pad", "bad-token"]);

export class Together {
  /** Why nothing comes and goes just now: the code; null: all is well. */
  trouble = $state<string | null>(null);
  /** How many steps of this phone were not taken. */
  refused = $state(0);
  private after = 0;
  /** The steps that the server has. */
  private readonly handedIn = new Set<string>();
  private notTaken = new Map<string, PadPermission>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: Promise<void> | null = null;
  private again = false;
  private ended = false;

  constructor(
    private readonly shelf: Shelf,
    private readonly id: string,
  ) {}

  /** Go on until the function that comes back is called. */
  begin(): () => void {
    const now = (): void => void this.now();
    window.addEventListener("online", now);
    document.addEventListener("visibilitychange", now);
    now();
    return () => {
      this.ended = true;
      clearTimeout(this.timer);
      window.removeEventListener("online", now);
      document.removeEventListener("visibilitychange", now);
    };
  }

  /** Ask at once. */
  async now(): Promise<void> {
    if (this.asking) {
      this.again = true;
      return this.asking;
    }
    clearTimeout(this.timer);
    this.asking = this.ask();
    await this.asking;
    this.asking = null;
    if (this.ended) return;
    const wait = this.again ? 0 : this.trouble ? AFTER_TROUBLE : document.visibilityState === "visible" ? SOON : LATER;
    this.again = false;
    this.timer = setTimeout(() => void this.now(), wait);
  }

  private get open(): OpenPad | null {
    return this.shelf.opened?.pad.id === this.id ? this.shelf.opened : null;
  }

  private async ask(): Promise<void> {
    const { open } = this;
    const sharing = open?.sharing;
    if (!open || !sharing) return;
    const waiting = this.waiting(open, sharing);
    try {
      const steps = waiting.slice(0, AT_ONCE).map(toWire);
      this.hear(open, sharing, await sharedPads.sync(sharing.pad, sharing.token, { after: this.after, steps }));
      this.trouble = null;
      if (waiting.length > AT_ONCE) this.again = true;
    } catch (why) {
      if (!(why instanceof HttpProblem)) throw why;
      this.trouble = why.code;
      if (GONE.has(why.code)) await this.shelf.receive(this.id, [], { ...sharing, gone: true });
    }
  }

  /** What was done here and is not handed in yet. What was not taken is tried again when something else is allowed. */
  private waiting({ steps, by }: OpenPad, { may, token }: Sharing): Stamped[] {
    if (token === null) return [];
    return steps.filter(
      (step): step is Stamped => step.by === by && !this.handedIn.has(step.id) && this.notTaken.get(step.id) !== may,
    );
  }

  private hear(open: OpenPad, sharing: Sharing, news: PadNews): void {
    const { seq, may, guests, steps, refused } = news;
    this.after = seq;
    for (const { id } of steps) this.handedIn.add(id);
    for (const { id } of refused) this.notTaken.set(id, may);
    this.refused = [...this.notTaken.keys()].filter((id) => !this.handedIn.has(id)).length;
    void this.shelf.receive(open.pad.id, steps as Step[], { ...sharing, may, guests });
  }
}

/** Share the pad that is open: from now on others can follow. */
export async function share(shelf: Shelf, open: OpenPad): Promise<void> {
  const { game, options, players, dealer, created } = open.pad;
  const { pad, token, link } = await sharedPads.share({ game, options, players, dealer, created, may: "own" });
  const guests = [{ phone: HOST, player: null }];
  await shelf.receive(open.pad.id, [], { pad, token, link, me: HOST, may: "own", guests, gone: false });
}

/** A pad of somebody else, as it is now. */
export function look(pad: string): Promise<PadNews> {
  return sharedPads.sync(pad, null, { after: 0, steps: [] });
}

/** Follow somebody else's pad, as one of its players or (null) to look on. Returns the id that it has here. */
export async function follow(shelf: Shelf, pad: string, news: PadNews, player: string | null): Promise<string> {
  if (!news.pad) throw new Error("the news of a pad begin with what is agreed");
  const writes = player !== null || news.may === "all";
  const phone = writes ? await sharedPads.takePart(pad, { secret: newId() + newId(), player }) : null;
  const { game, options, players, dealer, created } = news.pad;
  const link = `${location.origin}/pad#/with/${pad}`;
  const { may, guests } = news;
  const sharing = { pad, link, token: phone?.token ?? null, me: phone?.id ?? "", may, guests, gone: false };
  return shelf.create({ game, options, players: [...players], dealer, created }, sharing);
}

/** A step as the server takes it. */
function toWire(step: Stamped): PadNews["steps"][number] {
  const told = { ...step, over: [...step.over] };
  return (told.kind === "enter" ? { ...told, covered: false } : told) as PadEnter;
}
