import type { Messages } from "../messages.ts";
import lesson from "./lesson.json";
import pages from "./pages.json";
import replay from "./replay.json";
import sheet from "./score_sheet.json";
import table from "./table.json";

export default { ...pages, ...table, ...sheet, ...replay, ...lesson } satisfies Messages;
