// The rules of Rage, RG-1 to RG-22.

import type { Book, Options } from "../book.ts";

const inTurn = ({ bidding }: Options): boolean => bidding === "open" || bidding === "plus-minus-one";
const bidding = (how: string) => (options: Options) => options.bidding === how;

export const rage: Book = {
  game: "rage",
  choices: [
    { option: "bidding", values: ["open", "plus-minus-one", "simultaneous", "secret"] },
    { option: "march", values: [false, true] },
    { option: "tie_break", values: ["most-exact", "shared"] },
  ],
  chapters: [
    {
      title: "cards",
      paragraphs: [
        {
          text: "RG-1",
          drawings: [
            {
              drawing: "deck",
              colours: "BGRYVO",
              low: 0,
              high: 15,
              others: [
                ["J", 2],
                ["NT", 4],
                ["CT", 4],
                ["+5", 3],
                ["-5", 3],
              ],
            },
          ],
        },
      ],
    },
    {
      title: "deal",
      paragraphs: [
        { text: "RG-2", drawings: [{ drawing: "hands", sizes: [10, 9, 8, 7, 6, 5, 4, 3, 2, 1] }] },
        { text: "RG-3" },
      ],
    },
    {
      title: "bids",
      paragraphs: [
        { text: "RG-4", when: inTurn },
        {
          text: "RG-18",
          when: bidding("plus-minus-one"),
          drawings: [{ drawing: "bids", bids: [2, 1, 1, "to come"], barred: 1, caption: "RG-18.example" }],
        },
        { text: "RG-19", when: bidding("simultaneous") },
        { text: "RG-20", when: bidding("secret") },
        { text: "RG-21" },
      ],
    },
    {
      title: "tricks",
      paragraphs: [
        { text: "RG-5" },
        { text: "RG-6" },
        {
          text: "RG-9",
          drawings: [
            { drawing: "trick", trumps: ["R"], cards: ["G9", "G14", "R1", "B15"], winner: 2, caption: "RG-9.example" },
          ],
        },
        { text: "RG-7" },
        {
          text: "RG-8",
          drawings: [
            { drawing: "trick", trumps: ["B"], cards: ["+5", "-5", "V3", "V9"], winner: 3, caption: "RG-8.example" },
          ],
        },
      ],
    },
    {
      title: "actions",
      paragraphs: [
        {
          text: "RG-10",
          drawings: [
            { drawing: "trick", trumps: ["R"], cards: ["G5", "G8", "J:R", "R15"], winner: 2, caption: "RG-10.example" },
          ],
        },
        {
          text: "RG-11",
          drawings: [
            { drawing: "trick", trumps: ["R"], cards: ["G5", "G8", "J:R", "J:G"], winner: 2, caption: "RG-11.example" },
          ],
        },
        {
          text: "RG-12",
          drawings: [
            {
              drawing: "trick",
              trumps: ["R", "B"],
              cards: ["G5", "R2", "B14", "CT"],
              winner: 2,
              caption: "RG-12.example",
            },
          ],
        },
        {
          text: "RG-13",
          drawings: [
            { drawing: "trick", trumps: ["R", null], cards: ["Y8", "R4", "NT"], winner: 0, caption: "RG-13.example" },
          ],
        },
        { text: "RG-14" },
        { text: "RG-15" },
      ],
    },
    {
      title: "scoring",
      paragraphs: [
        {
          text: "RG-16",
          drawings: [
            {
              drawing: "scores",
              rows: [
                { seat: 0, bid: 3, took: 3, sum: "3 − 5 + 10", points: 8 },
                { seat: 1, bid: 3, took: 1, sum: "1 + 5 − 5", points: 1 },
                { seat: 2, bid: 2, took: 2, sum: "2 + 10", points: 12 },
                { seat: 3, bid: 3, took: 4, sum: "4 − 5", points: -1 },
              ],
              caption: "RG-16.example",
            },
          ],
        },
        {
          text: "RG-22",
          when: ({ march }) => march === true,
          drawings: [
            {
              drawing: "scores",
              rows: [
                { seat: 0, bid: 10, took: 10, sum: "20 + 10", points: 30 },
                { seat: 0, bid: 9, took: 10, sum: "20 − 5", points: 15 },
              ],
              caption: "RG-22.example",
            },
          ],
        },
      ],
    },
    {
      title: "end",
      paragraphs: [
        { text: "RG-17" },
        { text: "RG-17.most-exact", when: (options) => options.tie_break === "most-exact" },
        { text: "RG-17.shared", when: (options) => options.tie_break === "shared" },
      ],
    },
  ],
};
