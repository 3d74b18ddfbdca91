"use strict";
// A plain page: tables to open and join, and the running game as the server tells it. It knows no rules.

const $ = (id) => document.getElementById(id);
const SEATS = "stichwerk-seats";
let games = [];
let about = null;
let at = null; // the table on the screen: {table, token, socket, since, view, chosen}

function make(tag, text, set) {
  const found = document.createElement(tag);
  found.textContent = text;
  return Object.assign(found, set);
}

function say(text) {
  $("status").textContent = text;
}

function seats() {
  try {
    return JSON.parse(localStorage.getItem(SEATS)) || {};
  } catch {
    return {};
  }
}

function keep(seat) {
  localStorage.setItem(SEATS, JSON.stringify({ ...seats(), [seat.table]: seat.token }));
}

async function api(path, body, token) {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  const asked = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(`/api${path}`, asked);
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.text);
  return told;
}

// ---------------------------------------------------------------- the lobby

function fillPlayers() {
  const game = games.find((each) => each.id === $("open").game.value);
  const players = $("open").players;
  players.replaceChildren();
  for (let count = game.players_least; count <= game.players_most; count++) {
    players.append(make("option", count, { value: count, selected: count === 4 }));
  }
  $("rules").textContent = game.rules.join(" ");
}

async function showLobby() {
  at?.socket?.close();
  at = null;
  $("lobby").hidden = false;
  $("table").hidden = true;
  const held = seats();
  const tables = Object.keys(held);
  const tokens = tables.map((table) => held[table]).slice(-200);
  const [listed, mine] = await Promise.all([api("/tables"), api("/tables/mine", { tokens })]);
  $("listed").replaceChildren(...listed.map((table) => lineOf(table)));
  $("mine").replaceChildren(...mine.filter((each) => each.table.status !== "closed").map((each) => lineOf(each.table)));
}

function lineOf(table) {
  const line = document.createElement("li");
  const names = table.seats.map((seat) => seat.name || "open").join(", ");
  line.append(make("a", titleOf(table.game), { href: `#table=${table.id}` }), ` (${table.status}): ${names}`);
  if (table.status === "lobby" && !seats()[table.id] && table.seats.some((seat) => seat.kind === "open")) {
    const sit = make("button", "Sit down", { type: "button", className: "plain" });
    sit.addEventListener("click", () => join({ table: table.id }));
    line.append(" ", sit);
  }
  return line;
}

function titleOf(id) {
  return games.find((each) => each.id === id)?.title ?? id;
}

async function join(how) {
  const name = $("open").name.value.trim() || prompt("Your name?") || "";
  try {
    const seat = await api("/tables/join", { name, ...how });
    keep(seat);
    location.hash = `table=${seat.table}`;
  } catch (problem) {
    say(problem.message);
  }
}

$("open").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const kind = form.friends.checked ? "open" : "bot";
  const others = Array.from({ length: form.players.value - 1 }, () => ({ kind, level: Number(form.level.value) }));
  const wish = { game: form.game.value, name: form.name.value, seats: others, listed: form.listed.checked };
  try {
    const seat = await api("/tables", wish);
    keep(seat);
    localStorage.setItem("stichwerk-name", form.name.value);
    location.hash = `table=${seat.table}`;
  } catch (problem) {
    say(problem.message);
  }
});

$("join").addEventListener("submit", (event) => {
  event.preventDefault();
  join({ code: event.target.code.value });
});

// ---------------------------------------------------------------- the table

function showTable(table) {
  at?.socket?.close();
  at = { table, token: seats()[table] ?? null, since: null, chosen: [], asked: 0, salt: salt(), pause: 200 };
  $("lobby").hidden = true;
  $("table").hidden = false;
  $("news").replaceChildren();
  connect(at);
}

function connect(place) {
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`);
  place.socket = socket;
  socket.addEventListener("open", () => {
    const hello = { type: "hello", v: about.protocol, table: place.table, token: place.token, since: place.since };
    socket.send(JSON.stringify(hello));
  });
  socket.addEventListener("message", (event) => take(place, JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    if (at !== place || place.over) return;
    say("connecting again …");
    setTimeout(() => at === place && connect(place), place.pause);
    place.pause = Math.min(5000, 2 * place.pause);
  });
}

function take(place, message) {
  if (message.type === "welcome" || message.type === "news") {
    place.pause = 200;
    place.since = message.seq;
    place.view = message.view;
    place.chosen = [];
    for (const each of message.happenings ?? message.missed) tell(each);
    draw(place);
    takePart(place).catch((problem) => say(problem.message));
  } else if (message.type === "error") {
    say(message.text);
    place.over = message.id === null && place.view === undefined;
  } else if (message.type === "closing") {
    say(message.text);
    place.over = !message.again;
  } else if (message.type === "said") {
    tell({ event: place.view.seats[message.seat].name, says: message.which });
  }
}

function ask(type, more = {}) {
  at.asked += 1;
  at.socket.send(JSON.stringify({ type, id: `${at.salt.slice(0, 8)}-${at.asked}`, ...more }));
}

// Everybody cuts with a salt of their own: first only its hash is told, and when all have cut the salt itself.
async function takePart(place) {
  const { view } = place;
  if (view.you === null || view.status !== "cutting") return;
  const own = view.seats[view.you];
  if (own.cut === "waiting") {
    const hashed = crypto.subtle && (await crypto.subtle.digest("SHA-256", new TextEncoder().encode(place.salt)));
    ask("cut", { commitment: hashed ? hex(hashed) : "" });
  } else if (own.cut === "committed" && view.opening_cuts) {
    ask("open-cut", { salt: place.salt });
  }
}

function salt() {
  return hex(crypto.getRandomValues(new Uint8Array(16)).buffer);
}

function hex(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function tell({ event, ...rest }) {
  const words = Object.entries(rest).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  $("news").prepend(make("li", `${event} ${words.join(", ")}`));
  while ($("news").children.length > 60) $("news").lastChild.remove();
}

function draw(place) {
  const { view } = place;
  const play = view.play;
  say(`${titleOf(view.game)}: ${view.paused ? "paused" : view.status}`);
  $("seats").replaceChildren(...view.seats.map((seat, number) => drawnSeat(view, seat, number)));
  const lies = play && [
    play.table.trump ? `Trump ${play.table.trump}.` : "",
    play.table.trick.length ? `Trick: ${play.table.trick.join(" ")}` : "",
    play.winners ? `Won by ${play.winners.map((seat) => view.seats[seat].name).join(", ")}.` : "",
  ].join(" ");
  $("trick").textContent = lies || "";
  const turn = play?.table.waiting.includes(view.you) && !play.wait;
  $("hint").textContent = turn ? "Your turn:" : play?.wait || "";
  drawMoves(place);
  drawHost(place);
  drawLinks(place);
}

function drawnSeat(view, seat, number) {
  const box = make("div", "", { className: "seat" });
  const lies = view.play?.table.places[number];
  box.classList.toggle("turn", Boolean(view.play?.table.waiting.includes(number)));
  box.append(make("b", (seat.name || "open seat") + (number === view.you ? " (you)" : "")));
  if (seat.stand_in) box.append(make("small", `a bot plays: ${seat.stand_in}`));
  if (lies) {
    const bid = lies.bid ?? (lies.has_bid ? "hidden" : null);
    const told = [`${view.play.table.totals[number]} points`, `${lies.cards} cards`, `${lies.tricks} tricks`];
    if (bid !== null) told.push(`bid ${bid}`);
    box.append(make("small", told.join(", ")));
    const piles = lies.piles.map((pile) => `${pile.top}×${pile.depth}`).join(" ");
    if (piles) box.append(make("small", piles));
    if (lies.hand.length) box.append(make("small", lies.hand.join(" ")));
  }
  return box;
}

function drawMoves(place) {
  const { view } = place;
  const play = view.play;
  const moves = [];
  if (play?.to_lay && play.table.waiting.includes(view.you)) {
    for (const card of play.table.places[view.you].hand) {
      const button = make("button", card, { className: place.chosen.includes(card) ? "chosen" : "" });
      button.addEventListener("click", () => lay(place, card));
      moves.push(button);
    }
  } else if (play) {
    for (const move of play.legal) moves.push(asking(move, "move", { move, seen: place.since }));
    if (view.you !== null && view.status === "playing" && !play.table.waiting.length && !view.seats[view.you].ready) {
      moves.push(asking("Next round", "ready"));
    }
  }
  if (view.you !== null && view.status === "over") moves.push(asking("Once more", "rematch"));
  $("moves").replaceChildren(...moves);
}

function lay(place, card) {
  const { chosen, view } = place;
  place.chosen = chosen.includes(card) ? chosen.filter((each) => each !== card) : [...chosen, card];
  if (place.chosen.length === view.play.to_lay) {
    ask("move", { move: `lay:${place.chosen.join(",")}`, seen: place.since });
  }
  drawMoves(place);
}

function asking(text, type, more) {
  const button = make("button", text, { type: "button" });
  button.addEventListener("click", () => ask(type, more));
  return button;
}

function drawHost({ view, table, token }) {
  const found = [];
  if (view.status === "lobby" && view.you === view.host) {
    found.push(asking("Start (bots take the open seats)", "start", { level: Number($("open").level.value) || 3 }));
    const invite = make("button", "Copy an invite", { className: "plain" });
    invite.addEventListener("click", async () => {
      const { link } = await api(`/tables/${table}/invites`, {}, token);
      await navigator.clipboard?.writeText(link);
      say(`invite: ${link}`);
    });
    found.push(invite);
  }
  $("host").replaceChildren(...found);
}

function drawLinks({ view, table }) {
  const links = [];
  if (view.code) links.push(`Code to join: ${view.code}. `);
  if (view.commitment) links.push(`The deals are fixed: SHA-256 of the seed is ${view.commitment.slice(0, 16)}…. `);
  if (view.status === "over") {
    const game = `/api/tables/${table}/games/${view.number}`;
    links.push(make("a", "Record", { href: `${game}/record` }), " · ");
    links.push(make("a", "Proof of fair deals", { href: `${game}/proof` }));
  }
  $("links").replaceChildren(...links);
}

// ---------------------------------------------------------------- which page

function route() {
  const asked = new URLSearchParams(location.hash.slice(1));
  if (asked.has("invite")) {
    const invite = asked.get("invite");
    history.replaceState(null, "", "#"); // an invite is not for the history of the browser
    join({ invite });
  } else if (asked.has("table")) {
    showTable(asked.get("table"));
  } else {
    showLobby().catch((problem) => say(problem.message));
  }
}

async function begin() {
  [about, games] = await Promise.all([api("/about"), api("/games")]);
  $("open").game.replaceChildren(...games.map((game) => make("option", game.title, { value: game.id })));
  const levels = about.levels.map((each) => [`${each.level} ${each.name}`, each.level]);
  $("open").level.replaceChildren(...levels.map(([text, value]) => make("option", text, { value, selected: value === 3 })));
  $("open").name.value = localStorage.getItem("stichwerk-name") || "";
  $("open").game.addEventListener("change", fillPlayers);
  fillPlayers();
  window.addEventListener("hashchange", route);
  route();
}

begin().catch((problem) => say(problem.message));
