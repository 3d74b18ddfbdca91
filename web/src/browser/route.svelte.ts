// Which page is shown: it stands behind the # of the address, so that the server never hears of it.
// #/ · #/new/GAME · #/table/ID · #/replay/ID/NUMBER?seat=&open=&at= · #/challenge/ID/NUMBER
// #/review/ID/NUMBER?seat= · #/days · #/me/SECRET · #/rules/GAME · #/learn/GAME · #/settings
// #/pad (a page of its own) · #invite=SECRET

export type Route =
  | { page: "lobby" }
  | { page: "new"; game: string }
  | { page: "table"; id: string }
  | { page: "replay"; id: string | null; number: number; asked: URLSearchParams }
  | { page: "review"; id: string; number: number; asked: URLSearchParams }
  | { page: "challenge"; id: string; number: number }
  | { page: "days" }
  | { page: "me"; secret: string | null }
  | { page: "rules"; game: string | null; rule: string | null }
  | { page: "learn"; game: string }
  | { page: "settings" }
  | { page: "pad" }
  | { page: "invite"; invite: string }
  | { page: "unknown" };

export function routeOf(hash: string): Route {
  const invite = new URLSearchParams(hash.slice(1)).get("invite");
  if (invite) return { page: "invite", invite };
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page = "", first, second] = path.split("/").map(decoded);
  const asked = new URLSearchParams(query);
  if (page === "") return { page: "lobby" };
  if (page === "new" && first) return { page, game: first };
  if (page === "table" && first) return { page, id: first };
  if (page === "replay") return { page, id: first ?? null, number: Number(second ?? 1), asked };
  if (page === "review" && first) return { page, id: first, number: Number(second ?? 1), asked };
  if (page === "challenge" && first) return { page, id: first, number: Number(second ?? 1) };
  if (page === "rules") return { page, game: first ?? null, rule: asked.get("rule") };
  if (page === "learn" && first) return { page, game: first };
  if (page === "days") return { page };
  if (page === "me") return { page, secret: first ?? null };
  if (page === "settings" || page === "pad") return { page };
  return { page: "unknown" };
}

let present = $state.raw<Route>(routeOf(location.hash));

window.addEventListener("hashchange", () => (present = routeOf(location.hash)));

export const route = {
  get now(): Route {
    return present;
  },
};

/** Go to another page. `instead`: without a step in the browser's history. */
export function go(path: `/${string}`, instead = false): void {
  if (instead) {
    history.replaceState(null, "", `#${path}`);
    present = routeOf(location.hash);
  } else {
    location.hash = path;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
