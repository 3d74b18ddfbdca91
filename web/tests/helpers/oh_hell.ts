// A game that this client has never heard of, with French suits and nothing but what every game tells: Oh Hell.

import { plainTable } from "../../src/live_table/plain_table.ts";
import type { GameInfo, Place, Play, Replay, RulesInfo, Sheet, Tableau, TableView } from "../../src/protocol/types.ts";

const LABELS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

export const OH_HELL: GameInfo = {
  id: "oh-hell",
  title: "Oh Hell",
  origin: "a game of the people",
  summary: "Bid, and take exactly that many tricks.",
  players_least: 3,
  players_most: 7,
  options: [
    {
      name: "hook",
      key: "oh-hell.hook",
      help: "",
      default: true,
      choices: [
        { value: true, key: "oh-hell.hook.true", differs: "" },
        { value: false, key: "oh-hell.hook.false", differs: "Not as usual." },
      ],
      low: 0,
      high: 0,
      may_be_null: false,
      differs: "",
    },
  ],
  rules: [],
  note: "",
  lesson: false,
  cards: {
    colours: [
      { letter: "C", paint: "black", symbol: "club" },
      { letter: "D", paint: "red", symbol: "diamond" },
      { letter: "H", paint: "red", symbol: "heart" },
      { letter: "S", paint: "black", symbol: "spade" },
    ],
    specials: [],
    picture: ["CA", "D10", "HQ", "SK"],
  },
};

export const OH_HELL_DECK = ["C", "D", "H", "S"].flatMap((suit) => LABELS.map((label) => suit + label));

export const OH_HELL_WORDS = {
  title: "Oh Hell",
  line: "Say how many tricks you will take, to the dot.",
  "colour.C": "clubs",
  "colour.D": "diamonds",
  "colour.H": "hearts",
  "colour.S": "spades",
  card: "{label} of {colour}",
  "rank.A": "ace",
  "rank.K": "king",
  "rank.Q": "queen",
  "rank.J": "jack",
  "option.hook": "The hook",
  "option.hook.true": "The dealer is bound",
  "option.hook.false": "All are free",
  "shows.pluck": "for pluck",
  "log.Groaned": "{name} groans at {card}.",
};

/** Without chapters: one, with all paragraphs. */
export const OH_HELL_BOOK: RulesInfo = {
  choices: [],
  chapters: [
    {
      title: "rules",
      paragraphs: [{ text: "OH-1", drawings: [{ drawing: "deck" }] }, { text: "OH-2" }],
    },
  ],
  texts: { "OH-1": "Fifty-two cards, the ace is high.", "OH-2": "Lead the [SA] if you dare." },
};

const NAMES = ["Anja", "Bernd", "Claudia"];

function place(change: Partial<Place>): Place {
  return { cards: 3, hand: [], bid: null, has_bid: false, shown: null, tricks: 0, shows: {}, ...change };
}

function game(table: Partial<Tableau>, change: Partial<Play> = {}): Play {
  return {
    table: {
      phase: "play",
      round: 2,
      dealer: 2,
      leader: 2,
      waiting: [0],
      secret: false,
      places: [
        place({ hand: ["CA", "D10", "SK"], bid: 1, has_bid: true }),
        place({ bid: 0, has_bid: true, shows: { pluck: 3, unheard: 7 } }),
        place({ cards: 2, bid: 2, has_bid: true }),
      ],
      trick: ["SQ"],
      tricks_done: 0,
      led: "S",
      trump: "H",
      turned: ["H2"],
      totals: [10, 0, 11],
      scores: [],
      ...table,
    },
    legal: ["SK"],
    refused: [
      { code: "must-follow", reason: "must follow", rule: "OH-2", about: { colour: "S" }, moves: ["CA", "D10"] },
    ],
    to_lay: 0,
    wait: null,
    rounds_planned: 10,
    score_sheet: [[10, 0, 11]],
    last_trick: null,
    winners: null,
    trick_winner: 2,
    trumps: ["H"],
    ...change,
  };
}

function view(play: Play): TableView {
  return { ...plainTable(NAMES), id: "OHHELL", game: OH_HELL.id, options: { hook: true }, host: 0, you: 0, play };
}

/** A spade is led, and one has a spade. */
export const FOLLOWING = view(game({}));

/** Two have bid, and one number is barred. What a bid brings is not told. */
export const BIDDING = view(
  game(
    {
      phase: "bid",
      trick: [],
      led: null,
      places: [
        place({ hand: ["CA", "D10", "SK"] }),
        place({ bid: 0, has_bid: true }),
        place({ bid: 2, has_bid: true }),
      ],
    },
    {
      legal: ["bid:0", "bid:2", "bid:3"],
      refused: [{ code: "bid-barred", reason: "no", rule: "OH-2", about: { tricks: 3 }, moves: ["bid:1"] }],
    },
  ),
);

/** One of two words is to be said. */
export const SAYING = view(game({ phase: "shout" }, { legal: ["pass", "oh-hell"], refused: [] }));

/** Two cards are to be laid. */
export const LAYING = view(game({ phase: "lay", trick: [], led: null }, { legal: [], refused: [], to_lay: 2 }));

/** The round is over. */
export const ENDED = view(
  game(
    { phase: "over", trick: [], waiting: [], scores: [11, 10, 0], totals: [21, 10, 11] },
    { legal: [], refused: [] },
  ),
);

const cell = { shown: null, tricks: 1 };

export const OH_HELL_SHEET: Sheet = {
  number: 1,
  game: OH_HELL.id,
  names: NAMES,
  rounds: [
    {
      round: 2,
      dealer: 2,
      hand_size: 3,
      seats: [
        {
          ...cell,
          bid: 1,
          parts: [
            ["tricks", 1],
            ["exact", 10],
          ],
          points: 11,
          total: 21,
        },
        { ...cell, bid: 0, parts: [["exact", 10]], points: 10, total: 10 },
        {
          ...cell,
          bid: 2,
          parts: [
            ["suit:H", 3],
            ["unheard", -3],
          ],
          points: 0,
          total: 11,
        },
      ],
    },
  ],
  planned: null,
  winners: null,
};

export const OH_HELL_REPLAY: Replay = {
  game: OH_HELL.id,
  options: { hook: true },
  names: NAMES,
  bots: [null, 3, null],
  seat: 0,
  open: false,
  rounds: 1,
  round: 1,
  frames: [
    {
      happenings: [
        { event: "Dealt", round: 2, dealer: 2, hands: [["CA", "D10", "SK"], [], []] },
        { event: "TrumpTurned", cards: ["H2"], trump: "H" },
      ],
      play: game({ trick: [], led: null }),
    },
    { happenings: [{ event: "CardPlayed", seat: 2, card: "SQ" }], play: game({}) },
  ],
};
