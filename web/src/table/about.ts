// What a thing on the table is and does, in words. A thing says what it is by `data-about`: a kind, and what of that
// kind. A game may tell of things of its own.

import { cardWords, colourWords } from "../cards/card_words.ts";
import type { Scene } from "../live_table/scenes.ts";
import { faceOf } from "../notation/cards.ts";
import type { Play, TableView } from "../protocol/types.ts";
import { cardsOf } from "../state/catalogue.svelte.ts";
import { g, gOr, hasWords } from "../text/game_words.svelte.ts";
import { capital, t, tOr } from "../text/page_words.svelte.ts";
import { levelOf, nameOf, plain, signed, standingWords, teamOf } from "../text/people.ts";
import { movesWith, whyNot } from "./legal_moves.ts";
import { exactWords, missedWords } from "./payoffs.ts";
import { because, type Sitting } from "./sitting.svelte.ts";
import { trumpsBefore } from "./trump.ts";
import { whyWords } from "./why.ts";

export interface AboutThis {
  title: string;
  lines: string[];
  /** What is to be seen of it, bottom first. */
  cards?: readonly string[];
  /** The paragraph of the rules that says why. */
  rule?: string;
}

/** The table that it lies on. */
export interface Around {
  view: TableView;
  play: Play;
  scene: Scene;
  sitting: Sitting;
}

/** By kind: what there is to say about one of them; null: nothing (any more). */
export type Tellers = Readonly<Record<string, (of: readonly string[], around: Around) => AboutThis | null>>;

export function aboutThing(what: string, around: Around, own: Tellers): AboutThis | null {
  const [kind = "", ...of] = what.split(" ");
  return (own[kind] ?? GENERAL[kind])?.(of, around) ?? null;
}

/** All of it in one breath, for whoever listens. */
export function aboutWords({ title, lines, cards = [] }: AboutThis, game: string): string {
  const seen = cards.map((card) => cardWords(game, card)).join(", ");
  return [`${title}.`, ...lines, ...(seen === "" ? [] : [`${seen}.`])].join(" ");
}

const GENERAL: Tellers = {
  /** A card somewhere. */
  card: ([card = ""], { view, play }) => ({
    title: capital(cardWords(view.game, card)),
    lines: cardLines(card, view, play),
  }),

  /** One's own, in the hand. */
  held([card = ""], { view, play, sitting }) {
    const { live } = sitting;
    const about = { title: capital(cardWords(view.game, card)), lines: cardLines(card, view, play) };
    if (live === null || sitting.task !== "card") return about;
    if (movesWith(live, card).length > 0) return { ...about, lines: [...about.lines, t("about.playable")] };
    const refused = whyNot(live, card);
    if (refused === null) return about;
    return { ...about, lines: [...about.lines, whyWords(because(refused), view)], rule: refused.rule };
  },

  /** One that lies in the trick, before a seat. */
  lies([card = "", seat = ""], { view, play, scene }) {
    const lines = [...cardLines(card, view, play), t("about.played", { name: nameOf(view, Number(seat)) })];
    if (scene.trick[0]?.seat === Number(seat)) lines.push(t("about.first"));
    if ((scene.takenBy ?? play.trick_winner) === Number(seat)) lines.push(t("about.winning"));
    return { title: capital(cardWords(view.game, card)), lines };
  },

  seat([of = ""], around) {
    const { view, play, sitting } = around;
    const seat = Number(of);
    const person = (sitting.table.view ?? view).seats[seat];
    const place = play.table.places[seat];
    if (!person || !place) return null;
    const now = [
      ...dealerLines(around, seat),
      ...(play.table.waiting.includes(seat) ? [t("about.turn")] : []),
      t("about.holds", { n: place.cards }),
      `${t("player.total")}: ${plain(play.table.totals[seat] ?? 0)}.`,
    ];
    const told = [whoLines(around, seat), now, bidLines(around, seat)];
    return { title: person.name, lines: told.map((lines) => lines.join(" ")).filter(Boolean) };
  },

  dealer: ([seat = ""], around) => ({ title: capital(t("player.dealer")), lines: dealerLines(around, Number(seat)) }),

  total([seat = ""], { view, play }) {
    const total = play.table.totals[Number(seat)] ?? 0;
    return {
      title: t("over.points", { n: total }).replace("-", "−"),
      lines: [t("about.total", { name: nameOf(view, Number(seat)) })],
    };
  },

  /** Tricks against a bid. */
  tricks([of = ""], around) {
    const seat = Number(of);
    return { title: nameOf(around.view, seat), lines: bidLines(around, seat) };
  },

  /** A number that only this game shows at a seat. */
  shows([name = "", seat = ""], { view, play }) {
    const value = play.table.places[Number(seat)]?.shows[name];
    if (typeof value !== "number") return null;
    const lines = [gOr(view.game, `shows.${name}.does`, g(view.game, `shows.${name}`))];
    return { title: signed(value), lines };
  },

  clock([seat = ""], { view }) {
    return { title: t("about.clock"), lines: [t("about.clock.line", { name: nameOf(view, Number(seat)) })] };
  },

  team([of = ""], { view }) {
    const team = teamOf(view, Number(of));
    if (team === null) return null;
    const partners = view.seats.flatMap(({ name }, seat) => (teamOf(view, seat) === team ? [name] : []));
    return { title: t("player.team", { team }), lines: [t("about.team", { names: partners.join(", ") })] };
  },

  trump(_, { view, play }) {
    const { trump, turned } = play.table;
    const before = trumpsBefore(play).map((each) => (each === null ? t("strip.none") : colourWords(view.game, each)));
    const card = turned.at(-1);
    return {
      title: `${t("strip.trump")}: ${trump === null ? t("strip.none") : colourWords(view.game, trump)}`,
      lines: [
        trump === null ? t("about.no-trump") : t("about.trump"),
        ...(card === undefined ? [] : [t("about.turned", { card: cardWords(view.game, card) })]),
        ...(before.length === 0 ? [] : [t("about.trump-before", { colours: before.join(", ") })]),
      ],
    };
  },

  led(_, { view, play, scene }) {
    const led = scene.trick.length > 0 ? play.table.led : null;
    if (led === null) return { title: `${t("strip.led")}: ${t("strip.free")}`, lines: [t("about.led-none")] };
    return { title: `${t("strip.led")}: ${colourWords(view.game, led)}`, lines: [t("about.led")] };
  },

  bids: () => ({ title: t("strip.bids"), lines: [t("about.bids")] }),

  /** A number to choose from. */
  bid([of = ""], { view, play }) {
    const bid = Number(of);
    const barred = play.refused.find(({ moves }) => moves.includes(`bid:${bid}`));
    const worth = (play.bid_payoffs ?? []).find((each) => each.bid === bid);
    const lines = [t("about.bid", { n: bid })];
    if (worth && worth.shown === null) lines.push(`${exactWords(worth.payoff)}, ${missedWords(worth.payoff)}.`);
    if (barred) lines.push(whyWords(because(barred), view));
    return { title: capital(t("bid.is", { bid })), lines, ...(barred ? { rule: barred.rule } : {}) };
  },
};

function cardLines(card: string, { game }: TableView, { table }: Play): string[] {
  const { colour, label, special } = faceOf(cardsOf(game), card);
  const key = special === null ? "card.does" : `card.${special.name}.does`;
  const words = colour === null ? "" : colourWords(game, colour.letter);
  return [
    ...(hasWords(game, key) ? [g(game, key, { colour: words, label })] : []),
    ...(colour !== null && colour.letter === table.trump ? [t("about.is-trump")] : []),
  ];
}

function whoLines({ view, sitting }: Around, seat: number): string[] {
  const person = (sitting.table.view ?? view).seats[seat];
  const level = levelOf(view, seat);
  const team = teamOf(view, seat);
  const lines: string[] = [];
  if (level !== null) {
    const words = [tOr(`level.${level}`, ""), tOr(`level.${level}.line`, "")].filter(Boolean).join(": ");
    lines.push(`${t("player.bot", { level })}.`, ...(words === "" ? [] : [`${capital(words)}.`]));
  }
  if (person?.stand_in != null) lines.push(`${t(`player.${person.stand_in}`)}.`);
  if (team !== null) lines.push(`${t("player.team", { team })}.`);
  return lines;
}

function dealerLines({ view, play }: Around, seat: number): string[] {
  return play.table.dealer === seat ? [t("about.dealer", { name: nameOf(view, seat) })] : [];
}

/** What somebody wanted, what they have, and how that stands. */
function bidLines({ view, play }: Around, seat: number): string[] {
  const { phase, places } = play.table;
  const place = places[seat];
  if (!place) return [];
  const taken = t("about.taken", { n: place.tricks });
  if (phase !== "bid" && !places.some(({ has_bid }) => has_bid)) return [taken];
  if (!place.has_bid) return [`${t("bid.none")}.`];
  const covered = seat === view.you && place.shown === false && phase !== "over";
  if (place.bid === null) return [t("about.bid-hidden"), ...(phase === "bid" ? [] : [taken])];
  const wanted = [t("about.wants", { n: place.bid }), ...(covered ? [t("about.bid-yours")] : [])];
  if (phase === "bid") return wanted;
  const standing = standingWords(play.standings?.[seat]);
  return [...wanted, taken, ...(standing === "" ? [] : [t("about.standing", { standing })])];
}
