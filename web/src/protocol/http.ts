// How the server is asked over HTTP. A failure is an HttpProblem with the server's code, or `away` if nobody answered.

import { AWAY } from "./codes.ts";

/** Why something was not done. `code` chooses the text to show; `text` is the server's own, in English. */
export class HttpProblem extends Error {
  constructor(
    readonly code: string,
    readonly text: string,
  ) {
    super(text);
  }
}

export function get<T>(path: string): Promise<T> {
  return asked<T>(path, {});
}

export function post<T>(path: string, body: unknown, token?: string): Promise<T> {
  const headers = { "Content-Type": "application/json", ...(token === undefined ? {} : bearer(token)) };
  return asked<T>(path, { method: "POST", headers, body: JSON.stringify(body) });
}

export function bearer(token: string): { Authorization: string } {
  return { Authorization: `Bearer ${token}` };
}

export function postText<T>(path: string, body: string): Promise<T> {
  return asked<T>(path, { method: "POST", headers: { "Content-Type": "application/json" }, body });
}

const NO_CONTENT = 204;

export async function asked<T>(path: string, how: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, how);
  } catch {
    throw new HttpProblem(AWAY, "the server cannot be reached");
  }
  if (answer.status === NO_CONTENT) return undefined as T;
  const told: unknown = await answer.json().catch(() => null);
  if (answer.ok && told !== null) return told as T;
  const { code, text } = (told ?? {}) as { code?: string; text?: string };
  // A proxy without its server answers in its own words.
  throw new HttpProblem(code ?? AWAY, text ?? "the server cannot be reached");
}
