// Days and months as texts, like 2026-11-16 and 2026-11: no clock and no time zone can come between them.

const DAY = 86_400_000;

function dateOf(day: string): Date {
  return new Date(`${day}T00:00Z`);
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** The day so many days later. */
export function later(day: string, by: number): string {
  return new Date(dateOf(day).getTime() + by * DAY).toISOString().slice(0, 10);
}

/** The month so many months later. */
export function laterMonth(month: string, by: number): string {
  const date = dateOf(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}

/** A month in weeks from Monday to Sunday; null: a day of another month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const monday = later(first, -((dateOf(first).getUTCDay() + 6) % 7));
  const weeks: (string | null)[][] = [];
  for (let start = monday; monthOf(start) <= month; start = later(start, 7)) {
    const week = Array.from({ length: 7 }, (_, nth) => later(start, nth));
    weeks.push(week.map((day) => (monthOf(day) === month ? day : null)));
  }
  return weeks;
}

/** On how many days in a row, up to today or yesterday, something was played. */
export function streak(today: string, played: (day: string) => boolean): number {
  let [day, length] = [played(today) ? today : later(today, -1), 0];
  while (played(day)) [day, length] = [later(day, -1), length + 1];
  return length;
}
