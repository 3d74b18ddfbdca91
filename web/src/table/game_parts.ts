// What a game may bring of its own to the table. (What every other game is drawn with: general_parts.ts. Who brings
// what is found in games/registry.ts.)

import type { Component } from "svelte";

import type { Picture } from "../cards/picture.ts";
import type { OwnForesight } from "../live_table/foreseen.ts";
import type { Moment, OnStage, OwnHappening, Scene } from "../live_table/scenes.ts";
import type { Play, TableView } from "../protocol/types.ts";
import type { Tellers } from "./about.ts";
import type { Sitting } from "./sitting.svelte.ts";

/** What the part of a seat that belongs to the game is given. */
export interface Stats {
  seat: number;
  /** There is more room at one's own seat. */
  own: boolean;
  play: Play;
  view: TableView;
}

/** What the strip above the hand is given. */
export interface Strip {
  play: Play;
  scene: Scene;
  sitting: Sitting;
}

/** What a tray is given: there one chooses what to do. */
export interface Tray {
  play: Play;
  sitting: Sitting;
}

/** Something that only this game tells: what it does on stage, what is shown of it for a moment, what the log says. */
export interface OwnTelling {
  moments?(scene: Scene, happening: OwnHappening, after: TableView): Moment[];
  banner?: Component<{ happening: OwnHappening; view: TableView }>;
  sentence?(happening: OwnHappening, view: TableView): string | null;
}

export type OwnTellings = Readonly<Record<string, OwnTelling>>;

export interface GameParts extends OnStage {
  /** The cloth of its table; of itself it is green. */
  felt: Picture["felt"];
  /** What a seat shows of the game. */
  stats: Component<Stats>;
  /** What stands above the hand. */
  strip: Component<Strip>;
  /** By the phase: what one chooses from with words. */
  trays: Readonly<Record<string, Component<Tray>>>;
  happenings: OwnTellings;
  foreseen: OwnForesight;
  /** What things on the table that only this game has are and do. */
  about: Tellers;
  /** Whether the cards of a trick are taken in the order played, not clockwise from the winner's own. */
  takenAsPlayed: (view: TableView) => boolean;
}
