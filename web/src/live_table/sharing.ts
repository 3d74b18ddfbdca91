// What has not changed stays the very same thing. The server tells the whole table again with every move; what is equal
// to what was there before is replaced by that, so that whatever shows it need not look again.

/** `after`, made of as many parts of `before` as are equal. Both are plain data. */
export function sharing<T>(before: unknown, after: T): T {
  if (Object.is(before, after)) return after;
  if (Array.isArray(before) && Array.isArray(after)) return sharedList(before, after) as T;
  if (isRecord(before) && isRecord(after)) return sharedRecord(before, after) as T;
  return after;
}

function sharedList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const parts = after.map((part, at) => sharing(before[at], part));
  const same = before.length === parts.length && parts.every((part, at) => Object.is(part, before[at]));
  return same ? before : parts;
}

function sharedRecord(before: Plain, after: Plain): Plain {
  const names = Object.keys(after);
  const parts: Plain = {};
  let same = Object.keys(before).length === names.length;
  for (const name of names) {
    parts[name] = sharing(before[name], after[name]);
    same &&= Object.is(parts[name], before[name]) && name in before;
  }
  return same ? before : parts;
}

type Plain = Record<string, unknown>;

function isRecord(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
