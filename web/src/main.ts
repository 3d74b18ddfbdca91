import { mount } from "svelte";

import App from "./App.svelte";
import { settings } from "./state/settings.svelte.ts";
import { speak } from "./text/text.svelte.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./cards/cards.css";

await speak(settings.language);
const target = document.getElementById("app");
if (target) mount(App, { target });
