import type { Messages } from "../languages.ts";
import pages from "./pages.json";
import table from "./table.json";

export default { ...pages, ...table } satisfies Messages;
