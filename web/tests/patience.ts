// On a busy machine everything takes a while: what a test waits for may too.

import { configure } from "@testing-library/svelte";

configure({ asyncUtilTimeout: 10_000 });
