// What points were given for, as it is written: a word (tricks), with a colour behind a colon where it is about one.

export interface PointsPart {
  what: string;
  colour: string | null;
}

export function partOf(text: string): PointsPart {
  const [what = text, colour = null] = text.split(":");
  return { what, colour };
}
