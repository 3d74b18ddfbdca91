// The cards that somebody holds, seen from behind: a fan of backs as one path, so that many hands are drawn in no time.

/** More cannot be told apart. */
const MOST = 11;
/** A back, compared with a face that is 100 wide: held below its lower edge. */
const [WIDE, TALL, HELD_AT] = [40, 56, 73];
/** How far two cards are turned apart, and the outermost at most: degrees. */
const [APART, SPREAD] = [15, 100];

const fans = new Map<number, string>();

/** The fan of so many cards, around the middle of its upper edge at (50, -24). */
export function fanOf(count: number): string {
  const shown = Math.min(count, MOST);
  const known = fans.get(shown);
  if (known !== undefined) return known;
  const apart = Math.min(APART, SPREAD / Math.max(1, shown));
  const fan = Array.from({ length: shown }, (_, nth) => back((nth - (shown - 1) / 2) * apart)).join("");
  fans.set(shown, fan);
  return fan;
}

function back(degrees: number): string {
  const turn = (degrees * Math.PI) / 180;
  const corner = (x: number, y: number): string => {
    const [across, down] = [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
    return `${(50 + across).toFixed(1)} ${(HELD_AT - 24 + down).toFixed(1)}`;
  };
  const [left, right, top, bottom] = [-WIDE / 2, WIDE / 2, -HELD_AT, TALL - HELD_AT];
  return `M${corner(left, top)}L${corner(right, top)}L${corner(right, bottom)}L${corner(left, bottom)}Z`;
}
