// The rules of Alles oder Nichts, AN-1 to AN-13.

import type { Book, Options } from "../book.ts";

const toTarget = ({ target }: Options): boolean => target !== null;
const seven = (options: Options): boolean => !toTarget(options) && (options.rounds ?? 7) === 7;
const otherRounds = (options: Options): boolean => !toTarget(options) && !seven(options);
const deck = (name: string) => (options: Options) => options.deck === name;

export const allesOderNichts: Book = {
  game: "alles-oder-nichts",
  choices: [
    { option: "deck", values: ["4x12", "6x8"] },
    { option: "target", values: [null, 40], when: (options) => !otherRounds(options) },
    { option: "rounds", values: [7], when: otherRounds },
  ],
  chapters: [
    {
      title: "cards",
      paragraphs: [
        {
          text: "AN-1.4x12",
          when: deck("4x12"),
          drawings: [{ drawing: "deck", colours: "RGBY", low: 1, high: 12 }],
        },
        {
          text: "AN-1.6x8",
          when: deck("6x8"),
          drawings: [{ drawing: "deck", colours: "RGBYVO", low: 1, high: 8 }],
        },
        { text: "AN-1", note: true },
      ],
    },
    {
      title: "deal",
      paragraphs: [
        { text: "AN-2" },
        { text: "AN-3", when: seven, drawings: [{ drawing: "hands", sizes: [6, 5, 4, 3, 4, 5, 6] }] },
        {
          text: "AN-3.rounds",
          when: otherRounds,
          drawings: [{ drawing: "hands", sizes: [6, 5, 4, 3, 4, 5, 6, 5, 4], caption: "AN-3.rounds.example" }],
        },
        {
          text: "AN-3.target-deal",
          when: toTarget,
          drawings: [{ drawing: "hands", sizes: [6, 5, 4, 3, 4, 5, 6, 5, 4] }],
        },
        { text: "AN-4" },
      ],
    },
    { title: "bids", paragraphs: [{ text: "AN-5" }] },
    {
      title: "show",
      paragraphs: [
        {
          text: "AN-6",
          drawings: [{ drawing: "bids", bids: [2, "hidden", "to come", "to come"], caption: "AN-6.example" }],
        },
      ],
    },
    {
      title: "tricks",
      paragraphs: [
        { text: "AN-7" },
        { text: "AN-8" },
        {
          text: "AN-9",
          drawings: [
            { drawing: "trick", trumps: ["B"], cards: ["G5", "G8", "B1", "R7"], winner: 2, caption: "AN-9.example" },
          ],
        },
      ],
    },
    {
      title: "scoring",
      paragraphs: [
        { text: "AN-12" },
        { text: "AN-10" },
        {
          text: "AN-11",
          drawings: [
            {
              drawing: "payoffs",
              took: [3, 4],
              hidden: ["3 + 3 = 6", "4"],
              open: ["2 × 3 + 3 = 9", "0"],
              caption: "AN-11.example",
            },
          ],
        },
      ],
    },
    {
      title: "end",
      paragraphs: [
        { text: "AN-3.end", when: seven },
        { text: "AN-3.rounds-end", when: otherRounds },
        {
          text: "AN-3.target",
          when: toTarget,
          drawings: [{ drawing: "totals", totals: [41, 38, 44, 20], winners: [2], caption: "AN-3.target.example" }],
        },
        { text: "AN-13" },
      ],
    },
  ],
};
