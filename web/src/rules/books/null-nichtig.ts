// The rules of Null & nichtig, NN-1 to NN-14.

import type { Book, Options } from "../book.ts";
import type { CollectDrawing } from "../drawings.ts";

const six = ({ players }: Options): boolean => players === 6;
const notSix = (options: Options): boolean => !six(options);
const toTarget = ({ target }: Options): boolean => target !== null;
const targetIs = (rule: string) => (options: Options) => toTarget(options) && options.target_rule === rule;
const asPlayed = ({ collecting }: Options): boolean => collecting === "as-played";
const clockwise = (options: Options): boolean => !asPlayed(options);
const set = (number: unknown): boolean => typeof number === "number";

/** Whoever leads and wins collects the same way by both readings of NN-8. */
const LEADER_COLLECTS: CollectDrawing = {
  drawing: "collect",
  cards: ["Y9", "V2", "Y0", "R6"],
  winner: 0,
  before: [["B7"], ["G5"], ["R3"]],
  after: [["B7"], ["G5"], ["V2"], ["R3", "R6"], ["Y9", "Y0"]],
  caption: "NN-8.example",
};

export const nullNichtig: Book = {
  game: "null-nichtig",
  choices: [
    { option: "players", values: [5, 6] },
    { option: "target", values: [null, 100], when: (options) => toTarget(options) || !set(options.rounds) },
    { option: "rounds", values: [null], when: (options) => !toTarget(options) && set(options.rounds) },
    { option: "target_rule", values: ["over", "reach"], when: toTarget },
    { option: "teams", values: [false, true] },
    { option: "collecting", values: ["clockwise", "as-played"] },
  ],
  chapters: [
    {
      title: "cards",
      paragraphs: [{ text: "NN-1", drawings: [{ drawing: "deck", colours: "BGVRY", low: 0, high: 11 }] }],
    },
    {
      title: "deal",
      paragraphs: [{ text: "NN-2", when: notSix }, { text: "NN-2.six", when: six }, { text: "NN-4" }],
    },
    {
      title: "laying",
      paragraphs: [
        {
          text: "NN-3",
          when: notSix,
          drawings: [
            {
              drawing: "piles",
              sets: [
                [["Y9", "Y0"], ["R3"]],
                [["Y0", "Y9"], ["R3"]],
              ],
              caption: "NN-3.example",
            },
          ],
        },
        { text: "NN-3.six", when: six },
      ],
    },
    {
      title: "tricks",
      paragraphs: [
        { text: "NN-4.lead" },
        { text: "NN-5" },
        { text: "NN-6" },
        {
          text: "NN-7",
          drawings: [{ drawing: "trick", cards: ["B4", "R8", "G8", "V8"], winner: 1, caption: "NN-7.example" }],
        },
        { text: "NN-9" },
      ],
    },
    {
      title: "collecting",
      paragraphs: [
        {
          text: "NN-8",
          when: clockwise,
          drawings: [
            LEADER_COLLECTS,
            {
              drawing: "collect",
              cards: ["Y5", "Y11", "Y3", "Y7"],
              winner: 1,
              before: [],
              after: [["Y11", "Y3", "Y7", "Y5"]],
              caption: "NN-8.middle",
            },
          ],
        },
        {
          text: "NN-8.as-played",
          when: asPlayed,
          drawings: [
            LEADER_COLLECTS,
            {
              drawing: "collect",
              cards: ["Y5", "Y11", "Y3", "Y7"],
              winner: 1,
              asPlayed: true,
              before: [],
              after: [["Y11", "Y5", "Y3", "Y7"]],
              caption: "NN-8.as-played.middle",
            },
          ],
        },
        { text: "NN-14" },
      ],
    },
    {
      title: "scoring",
      paragraphs: [
        {
          text: "NN-10",
          drawings: [
            {
              drawing: "piles",
              sets: [[["B3", "B9", "B11"], ["G8", "G0"], ["R6"], ["Y10", "Y4"]]],
              caption: "NN-10.example",
            },
          ],
        },
      ],
    },
    {
      title: "end",
      paragraphs: [
        { text: "NN-11.players", when: (options) => !toTarget(options) && !set(options.rounds) },
        { text: "NN-11.rounds", when: (options) => !toTarget(options) && set(options.rounds) },
        {
          text: "NN-11.over",
          when: targetIs("over"),
          drawings: [{ drawing: "totals", totals: [100, 97, 88, 64], winners: [], caption: "NN-11.over.example" }],
        },
        {
          text: "NN-11.reach",
          when: targetIs("reach"),
          drawings: [{ drawing: "totals", totals: [100, 97, 88, 64], winners: [0], caption: "NN-11.reach.example" }],
        },
        { text: "NN-11" },
        { text: "NN-12" },
        {
          text: "NN-13",
          when: ({ teams }) => teams === true,
          drawings: [{ drawing: "totals", totals: [80, 95, 90, 60], winners: [0, 2], caption: "NN-13.example" }],
        },
      ],
    },
  ],
};
