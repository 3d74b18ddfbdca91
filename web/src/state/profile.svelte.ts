// One's own games: a secret that this browser has drawn owns them at the server. There is no account: whoever has the
// secret has the games, on as many devices as they like.

import { keep, kept, whenKeptElsewhere } from "../browser/storage.ts";
import { api } from "../protocol/api.ts";
import type { Profile } from "../protocol/types.ts";
import { seats } from "./seats.svelte.ts";

/** Letters and digits that nobody mistakes for each other. */
const ALPHABET = "ABCDEFGHJKMNPQRTWXY34679";
/** Over a hundred random bits. */
const LETTERS = 25;

interface KeptProfile {
  secret: string;
  /** Whether finished games are kept; whoever has had everything deleted has to say so first. */
  on: boolean;
}

let mine = $state.raw<KeptProfile>(kept("profile", { secret: "", on: true }));

whenKeptElsewhere("profile", () => (mine = kept("profile", mine)));

/** What has been kept already, since this page is open: it need not be told again. */
const claimed = new Set<string>();
/** What is on its way. */
let underWay: Promise<unknown> = Promise.resolve();

function change(to: Partial<KeptProfile>): void {
  mine = { ...mine, ...to };
  keep("profile", mine);
}

export const profile = {
  get secret(): string {
    return mine.secret;
  },
  get on(): boolean {
    return mine.on;
  },

  /** A game at a table where this browser holds a seat is over. Nobody waits for it; if it cannot be kept now, it is
   *  tried again when somebody looks at it again. */
  claim(table: string, game: number): void {
    const token = seats.tokenOf(table);
    if (!mine.on || token === null || claimed.has(`${table} ${game}`)) return;
    if (mine.secret === "") change({ secret: newSecret() });
    claimed.add(`${table} ${game}`);
    const kept = api.claimGame(mine.secret, { table, token, game }).catch(() => claimed.delete(`${table} ${game}`));
    underWay = Promise.all([underWay, kept]);
  },

  /** All games of whoever has the secret, with the one that has just ended. */
  async games(): Promise<Profile> {
    await underWay;
    return mine.secret === "" ? { games: [], insights: [] } : api.profile(mine.secret);
  },

  /** Have the games of another device here, and those of this one there. */
  async use(secret: string): Promise<void> {
    if (mine.secret !== "" && mine.secret !== secret) await api.handOver(secret, mine.secret);
    change({ secret, on: true });
  },

  /** Nothing is kept any more. */
  async forget(): Promise<void> {
    if (mine.secret !== "") await api.forgetProfile(mine.secret);
    claimed.clear();
    change({ secret: "", on: false });
  },

  keepAgain(): void {
    change({ on: true });
  },
};

function newSecret(): string {
  // As many as there are letters in the largest multiple of them that a byte can hold, so that each is as likely.
  const fair = Math.floor(256 / ALPHABET.length) * ALPHABET.length;
  const bytes: number[] = [];
  while (bytes.length < LETTERS)
    bytes.push(...crypto.getRandomValues(new Uint8Array(64)).filter((byte) => byte < fair));
  return bytes
    .slice(0, LETTERS)
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join("");
}

/** A secret as somebody has typed it, or null: it is none. */
export function readSecret(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return letters.length === LETTERS && [...letters].every((letter) => ALPHABET.includes(letter)) ? letters : null;
}

/** A secret as it is read aloud: in groups of five. */
export function spelled(secret: string): string {
  return (secret.match(/.{1,5}/g) ?? []).join(" ");
}
