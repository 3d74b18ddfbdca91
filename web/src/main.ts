import { mount } from "svelte";

import App from "./App.svelte";
import { loadCatalogue } from "./state/catalogue.svelte.ts";
import { settings } from "./state/settings.svelte.ts";
import { speak } from "./text/text.svelte.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./cards/cards.css";

void loadCatalogue(); // while the language is loading
await speak(settings.language);
const target = document.getElementById("app");
if (target) mount(App, { target });
