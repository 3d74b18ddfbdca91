// The woven lines on the back of a card: slanted both ways, from edge to edge of its inner frame.

const [LEFT, TOP, RIGHT, BOTTOM] = [10, 10, 90, 130];
const APART = 12;

function slanted(way: 1 | -1): string {
  const lines: string[] = [];
  for (let begin = LEFT - (BOTTOM - TOP) + APART; begin < RIGHT; begin += APART) {
    // From the top to the bottom, as far as it lies between left and right.
    const first = Math.max(0, LEFT - begin);
    const last = Math.min(BOTTOM - TOP, RIGHT - begin);
    const x = (down: number): number => (way === 1 ? begin + down : LEFT + RIGHT - begin - down);
    lines.push(`M${x(first)} ${TOP + first}L${x(last)} ${TOP + last}`);
  }
  return lines.join("");
}

export const LATTICE = slanted(1) + slanted(-1);
