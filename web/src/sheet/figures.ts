// Numbers of points as they are written on a score sheet.

/** "−5": with a minus sign instead of a hyphen. */
export function figure(points: number): string {
  return String(points).replace("-", "−");
}

/** "+8", "−5", "0". */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : figure(points);
}
