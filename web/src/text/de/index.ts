import type { Messages } from "../messages.ts";
import frame from "./frame.json";
import lesson from "./lesson.json";
import pages from "./pages.json";
import replay from "./replay.json";
import sheet from "./score_sheet.json";
import table from "./table.json";

export default { ...frame, ...pages, ...table, ...sheet, ...replay, ...lesson } satisfies Messages;
