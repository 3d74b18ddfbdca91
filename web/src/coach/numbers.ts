// Numbers that are estimates, as they are written in the language that is spoken: with a real minus, and ± their error.

import { settings } from "../state/settings.svelte.ts";

/** "3.4": so many digits behind the point. */
export function decimal(value: number, digits = 1): string {
  return format(digits, "auto").format(value).replace("-", "−");
}

/** "+3.4", "−0.2", "0.0" */
export function difference(value: number, digits = 1): string {
  return format(digits, "exceptZero").format(value).replace("-", "−");
}

/** "± 0.3": the standard error. */
export function errorOf(error: number, digits = 1): string {
  return `±\u00a0${decimal(error, digits)}`;
}

/** A share of a hundred; what hardly ever happens is not nothing. */
export function percent(share: number): string {
  if (share > 0 && share < 0.005) return "<\u00a01\u00a0%";
  if (share < 1 && share >= 0.995) return ">\u00a099\u00a0%";
  return `${Math.round(100 * share)}\u00a0%`;
}

function format(digits: number, signDisplay: "auto" | "exceptZero"): Intl.NumberFormat {
  return new Intl.NumberFormat(settings.language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay,
  });
}
