import { describe, expect, it } from "vitest";

import { later, laterMonth, monthOf, streak, weeksOf } from "../../src/state/calendar.ts";

describe("the calendar", () => {
  it("has weeks from Monday to Sunday, with the days of one month", () => {
    const weeks = weeksOf("2026-11"); // the first of November 2026 is a Sunday
    expect(weeks.map((week) => week.filter((day) => day !== null).length)).toEqual([1, 7, 7, 7, 7, 1]);
    expect(weeks[0]?.[6]).toBe("2026-11-01");
    expect(weeks.flat().filter((day) => day !== null)).toHaveLength(30);
  });

  it("begins with the first where that is a Monday", () => {
    expect(weeksOf("2026-06")[0]?.[0]).toBe("2026-06-01");
  });

  it("goes over the ends of months, years and summer time", () => {
    expect(later("2026-10-24", 2)).toBe("2026-10-26");
    expect(later("2027-01-01", -1)).toBe("2026-12-31");
    expect([laterMonth("2026-12", 1), laterMonth("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
    expect(monthOf("2026-11-16")).toBe("2026-11");
  });

  it("counts the days in a row, and does not end them before the day is over", () => {
    const played = new Set(["2026-11-13", "2026-11-14", "2026-11-15"]);
    const had = (day: string): boolean => played.has(day);
    expect(streak("2026-11-15", had)).toBe(3);
    expect(streak("2026-11-16", had)).toBe(3);
    expect(streak("2026-11-17", had)).toBe(0);
  });
});
