// Which texts the page has: those of the English files, and every language has them all.

import type { Message } from "../protocol/message.ts";
import type frame from "./en/frame.json";
import type lesson from "./en/lesson.json";
import type pages from "./en/pages.json";
import type replay from "./en/replay.json";
import type sheet from "./en/score_sheet.json";
import type table from "./en/table.json";

/** The name of a text. */
export type Key =
  | keyof typeof frame
  | keyof typeof pages
  | keyof typeof replay
  | keyof typeof sheet
  | keyof typeof table
  | keyof typeof lesson;
export type Messages = Record<Key, Message>;
