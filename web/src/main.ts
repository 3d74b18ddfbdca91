import { mount } from "svelte";

import App from "./App.svelte";
import { loadTable } from "./pages/later.ts";
import { loadCatalogue } from "./state/catalogue.svelte.ts";
import { route } from "./state/route.svelte.ts";
import { settings } from "./state/settings.svelte.ts";
import { speak } from "./text/text.svelte.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./cards/cards.css";

// What the first page needs is asked for while its language is loading.
if (route.now.page === "table") void loadTable().catch(() => undefined);
else void loadCatalogue();
await speak(settings.language);
const target = document.getElementById("app");
if (target) mount(App, { target });
