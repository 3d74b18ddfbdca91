// What the browser keeps between visits. Where it may not (private windows, blocked storage), it keeps it in memory.

const PREFIX = "stichwerk-";
const memory = new Map<string, string>();

/** Whether anything will be there after the tab is closed. */
export const lasting = works();

export function kept<T>(name: string, otherwise: T): T {
  try {
    const text = lasting ? localStorage.getItem(PREFIX + name) : (memory.get(name) ?? null);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise; // somebody else's writing
  }
}

export function keep(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(name, text);
  try {
    if (lasting) localStorage.setItem(PREFIX + name, text);
  } catch {
    // full: memory has it
  }
}

/** Tell when another tab of this browser has kept something under this name. */
export function whenKeptElsewhere(name: string, listener: () => void): void {
  window.addEventListener("storage", (event) => {
    if (event.key === PREFIX + name || event.key === null) listener();
  });
}

function works(): boolean {
  try {
    localStorage.setItem(`${PREFIX}test`, "1");
    localStorage.removeItem(`${PREFIX}test`);
    return true;
  } catch {
    return false;
  }
}
