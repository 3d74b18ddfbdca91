// For all tests: a server that has the words and rule books of the games, and patience. On a busy machine everything
// takes a while: what a test waits for may too.

import { configure } from "@testing-library/svelte";
import { beforeAll, beforeEach } from "vitest";

import { serveGames } from "./games.ts";

configure({ asyncUtilTimeout: 10_000 });

beforeAll(serveGames);
beforeEach(serveGames);
