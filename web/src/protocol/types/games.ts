// Written by `make types` from the types of the server; not to be changed by hand.
// What the server sends is complete: a field with a default is there all the same, except where `?` says
// otherwise. What a client sends may leave it out.

/** What a client may want to know of the server. */
export interface About {
  version: string;
  protocol: number;
  games: string[];
  levels: LevelInfo[];
  phrases: string[];
  longest_name: number;
  faces: string[];
}

/** All that is needed to draw the cards of a game. Any other card is the letter of its colour and its label. */
export interface CardsInfo {
  colours: ColourInfo[];
  specials: SpecialInfo[];
  picture: string[];
}

/** What an option may be. `key`: a name for it that stays, for translations. `differs`: what is then not as in the printed rules; empty: nothing. */
export interface ChoiceInfo {
  value: unknown;
  key: string;
  differs: string;
}

/** A colour or suit: the letter its cards begin with, a paint and a symbol that clients know (or an SVG path). */
export interface ColourInfo {
  letter: string;
  paint: string;
  symbol: string;
}

/** Every card of a game in the order of their numbers, which a shuffle begins with. */
export interface DeckInfo {
  cards: string[];
}

/** A game that can be played here. `rules`: in short, a paragraph each. `lesson`: it has a guided round. */
export interface GameInfo {
  id: string;
  title: string;
  origin: string;
  summary: string;
  players_least: number;
  players_most: number;
  options: OptionInfo[];
  rules: string[];
  note: string;
  cards: CardsInfo;
  lesson: boolean;
}

/** How strong a bot is. */
export interface LevelInfo {
  level: number;
  name: string;
  summary: string;
}

/** An option of a game: one of `choices`, or (without any) a whole number from `low` to `high`, or null. `differs`: of a number that is not the default, what is then not as in the printed rules. */
export interface OptionInfo {
  name: string;
  key: string;
  help: string;
  default: unknown;
  choices: ChoiceInfo[];
  low: number;
  high: number;
  may_be_null: boolean;
  differs: string;
}

/** The rules of a game in a language: what can be chosen, the chapters with their paragraphs, and the texts. */
export interface RulesInfo {
  choices: unknown[];
  chapters: unknown[];
  texts: Record<string, string | Record<string, string>>;
}

/** A card without a colour of its own: what is drawn on it, and where the colour stands that it is given. */
export interface SpecialInfo {
  name: string;
  label: string;
  drawing: StrokeInfo[];
  centre: [number, number];
  worn: ([number, number, number])[];
  names_colour: boolean;
  acts: boolean;
}

/** A path of a drawing: fill and stroke are `ink`, `glow`, `ground` or a colour of CSS; empty: none. */
export interface StrokeInfo {
  path: string;
  fill: string;
  stroke: string;
  width: number;
  opacity: number;
}
