// What surrounds the large symbol of a number card, for each symbol its own: engraved lines, drawn around (0, 0).

function around(count: number, draw: (x: number, y: number, place: number) => string): string {
  return Array.from({ length: count }, (_, place) => {
    const angle = (2 * Math.PI * (place + 0.5)) / count;
    return draw(Math.sin(angle), -Math.cos(angle), place);
  }).join("");
}

function at(x: number, y: number): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** A line from the middle outwards, from one distance to another. */
function ray(x: number, y: number, from: number, to: number): string {
  return `M${at(x * from, y * from)}L${at(x * to, y * to)}`;
}

/** A twinkle of four points. */
function twinkle(x: number, y: number, size: number): string {
  const [big, small] = [size, size * 0.28];
  return `M${at(x, y - big)}L${at(x + small, y - small)}L${at(x + big, y)}L${at(x + small, y + small)}L${at(x, y + big)}L${at(x - small, y + small)}L${at(x - big, y)}L${at(x - small, y - small)}Z`;
}

/** Below which the water lies: three waves. */
const WAVES = [25, 32, 39]
  .map((y, row) => `M${-30 + row * 5} ${y}q7.5-6 15 0t15 0t15 0${row === 0 ? "t15 0" : ""}`)
  .join("");

/** A sprig at each side, with three leaves. */
const SPRIGS = [-1, 1]
  .map((side) => {
    const leaf = (x: number, y: number): string =>
      `M${side * x} ${y}q${side * 9}-1 ${side * 11}-10q${side * -10} 1 ${side * -11} 10`;
    return `M0 40Q${side * 26} 34 ${side * 29} 2${leaf(12, 37)}${leaf(22, 27)}${leaf(27, 14)}`;
  })
  .join("");

/** Scrolls at all four corners. */
const SCROLLS = [-1, 1]
  .flatMap((x) =>
    [-1, 1].map(
      (y) =>
        `M${x * 8} ${y * 39}Q${x * 30} ${y * 38} ${x * 30} ${y * 20}q0 ${y * -9} ${x * -7} ${y * -8}q${x * -5} ${y * 2} ${x * -2} ${y * 7}`,
    ),
  )
  .join("");

const RAYS = around(20, (x, y, place) => ray(x, y, 31, place % 2 === 0 ? 42 : 37));
const SKY = [
  [-24, -30, 4],
  [20, -36, 3],
  [27, -12, 5],
  [24, 20, 3],
  [-28, 22, 4],
  [4, 36, 5],
]
  .map(([x, y, size]) => twinkle(x ?? 0, y ?? 0, size ?? 0))
  .join("");
const FACETS = [27, 34, 41].map((r) => `M0-${r}L${r * 0.78} 0L0 ${r}L-${r * 0.78} 0Z`).join("");
const BEADS = around(18, (x, y) => `M${at(x * 35 - 0.1, y * 38)}l0.2 0`);

const ORNAMENTS: Record<string, string> = {
  drop: WAVES,
  clover: SPRIGS,
  heart: SCROLLS,
  star: RAYS,
  crescent: SKY,
  rhombus: FACETS,
};

/** Symbols that a game brings of its own, and those of the old cards, stand in a ring of beads. */
export function ornamentOf(symbol: string): string {
  return ORNAMENTS[symbol] ?? BEADS;
}
