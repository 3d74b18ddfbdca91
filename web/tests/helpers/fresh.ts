// Before each file of tests: modules as new, and nothing in the storage of the browser. The files share one browser,
// which is much faster than one for each.

import { vi } from "vitest";

vi.resetModules();
localStorage.clear();
sessionStorage.clear();
document.body.replaceChildren();
location.hash = "";
