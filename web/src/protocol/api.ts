// Everything that the pages of the tables ask over HTTP.

import { asked, bearer, get, post, postText } from "./http.ts";
import type { Message } from "./message.ts";
import type {
  About,
  AtTheDoor,
  CardsWorth,
  ClaimGame,
  DeckInfo,
  GameInfo,
  GameReview,
  HeldCards,
  Invitation,
  JoinTable,
  Lesson,
  LookAtTable,
  MySeat,
  NewTable,
  Profile,
  Proof,
  Replay,
  RulesInfo,
  SeatTaken,
  Sheet,
  Statistics,
  TableSummary,
  TableView,
  WithSameCards,
} from "./types.ts";

export const api = {
  about: () => get<About>("/about"),
  games: () => get<GameInfo[]>("/games"),
  /** The words of all games, by the id of the game. */
  texts: (language: string) => get<Record<string, Record<string, Message>>>(`/texts/${language}`),
  rules: (game: string, language: string) => get<RulesInfo>(`/games/${encodeURIComponent(game)}/rules/${language}`),
  /** The guided round of a game, with what is said in it in this language. */
  lesson: (game: string, language: string) => get<Lesson>(`/games/${encodeURIComponent(game)}/lesson/${language}`),
  deck: (game: string, options: Record<string, unknown>) =>
    get<DeckInfo>(
      `/games/${encodeURIComponent(game)}/deck?${new URLSearchParams({ options: JSON.stringify(options) })}`,
    ),
  open: (wish: NewTable) => post<SeatTaken>("/tables", wish),
  join: (how: JoinTable) => post<SeatTaken>("/tables/join", how),
  /** A table before one sits down: with an invite, or by its id. */
  look: (how: LookAtTable) => post<AtTheDoor>("/tables/look", how),
  listed: () => get<TableSummary[]>("/tables"),
  mine: (tokens: string[]) => post<MySeat[]>("/tables/mine", { tokens }),
  invite: (table: string, token: string, seat: number | null) =>
    post<Invitation>(`/tables/${encodeURIComponent(table)}/invites`, { seat }, token),
  /** A table as anybody may see it. */
  table: (table: string) => get<TableView>(`/tables/${encodeURIComponent(table)}`),
  /** What everybody has made of the deal of a day. */
  day: (day: string, game: string, level: number) =>
    get<WithSameCards>(`/days/${day}/${encodeURIComponent(game)}?level=${level}`),
  /** What Masters make of the cards that a seat had in a finished game. */
  par: (table: string, game: number) => get<CardsWorth>(gamePath(table, game, "par")),
  statistics: (table: string) => get<Statistics>(`/tables/${encodeURIComponent(table)}/statistics`),
  sheet: (table: string, game: number) => get<Sheet>(`/tables/${encodeURIComponent(table)}/sheet?game=${game}`),
  proof: (table: string, game: number) => get<Proof>(gamePath(table, game, "proof")),
  replay: (table: string, game: number, wish: ReplayWish) => get<Replay>(gamePath(table, game, `replay${query(wish)}`)),
  /** The same for a record: the one line of its file. */
  replayOf: (record: string, wish: ReplayWish) => postText<Replay>(`/replay${query(wish)}`, record),
  /** As far as it has been made, without the rounds up to this one. */
  review: (table: string, game: number, after: number, open: boolean) =>
    get<GameReview>(gamePath(table, game, `review?after=${after}${open ? "&open=true" : ""}`)),
  /** What the others could have held before a move, as far as its player could know. */
  held: (table: string, game: number, round: number, move: number) =>
    get<HeldCards>(gamePath(table, game, `held?round=${round}&move=${move}`)),
  /** All finished games of whoever has the secret. */
  profile: (secret: string) => asked<Profile>("/profile", { headers: bearer(secret) }),
  claimGame: (secret: string, wish: ClaimGame) => post<undefined>("/profile/games", wish, secret),
  /** From now on the games of another secret belong to this one. */
  handOver: (secret: string, other: string) => post<undefined>("/profile/hand-over", { secret: other }, secret),
  forgetProfile: (secret: string) => asked<undefined>("/profile", { method: "DELETE", headers: bearer(secret) }),
  recordAddress: (table: string, game: number) => `/api${gamePath(table, game, "record")}`,
};

function gamePath(table: string, game: number, what: string): string {
  return `/tables/${encodeURIComponent(table)}/games/${game}/${what}`;
}

/** Which part of a finished game is to be seen, and by whom; `seat` null: by a spectator. */
export interface ReplayWish {
  seat: number | null;
  open: boolean;
  round: number;
}

function query({ seat, open, round }: ReplayWish): string {
  const asked = new URLSearchParams({ open: String(open), round: String(round) });
  if (seat !== null) asked.set("seat", String(seat));
  return `?${asked}`;
}
