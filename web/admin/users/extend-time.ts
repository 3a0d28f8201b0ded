import * as z from "zod/mini";
import { t } from "../../console/language.ts";

export type ExtendValues = {
  /** Minutes, or `other`. */
  choice: string;
  amount: number | string;
  /** Minutes of one unit. */
  unit: string;
};

/** The usual lengths, in minutes. */
export function presets(): readonly (readonly [string, string])[] {
  return [
    ["30", t("30 minutes")],
    ["60", t("1 hour")],
    ["180", t("3 hours")],
    ["1440", t("1 day")],
    ["other", t("Another length")],
  ];
}

/** NaN when it is no number. */
export function minutesOf({ choice, amount, unit }: ExtendValues): number {
  if (choice !== "other") return Number(choice);
  return amount === "" ? Number.NaN : Number(amount) * Number(unit);
}

/** The contract's rule for `minutes`, with its sentences. */
export function extendForm() {
  const rule = (holds: (minutes: number) => boolean, error: string) =>
    z.refine<ExtendValues>((values) => holds(minutesOf(values)), { error, path: ["amount"], abort: true });
  return z.object({ choice: z.string(), amount: z.union([z.number(), z.string()]), unit: z.string() }).check(
    rule(Number.isSafeInteger, t("Give the time in whole minutes")),
    rule((minutes) => minutes >= 1, t("Give at least one minute")),
    rule((minutes) => minutes <= 44_640, t("At most 31 days at a time")),
  );
}
