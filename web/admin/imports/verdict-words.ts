import type { ImportFault, ImportVerdict } from "#contract/imports";
import { t } from "../../console/language.ts";
import type { FileFault } from "./read-file.ts";

export type RowFault = FileFault | ImportFault | "left_out";

/** Why a row is not brought in. */
export function faultWords(fault: RowFault, twin: number | null): string {
  const guessable = t("Codes like this are too easy to guess for so many");
  const words: Record<RowFault, string> = {
    used: t("Used up in the other system"),
    not_hotspot: t("Not of a hotspot"),
    system: t("The router's own entry"),
    no_plan: t("The file says no plan"),
    nobody: t("No code and no device"),
    end_unreadable: t("The end can't be read"),
    duplicate: t("The same as row {row}", { row: twin ?? 0 }),
    guessable,
    left_out: t("You left this plan out"),
    code_missing: t("No code"),
    code_letters: t("The code has signs other than letters and digits"),
    code_short: t("The code is too short: 5 letters or 6 digits at least"),
    code_long: t("The code is too long"),
    code_ours: t("Looks like a code of ours, 10 signs long"),
    code_taken: t("This code is there already"),
    code_guessable: guessable,
    plan_gone: t("The plan is not there any more"),
    plan_hours: t("Time left needs a plan of the whole day"),
    ended: t("Its end is past"),
    end_far: t("Its end is more than two years away"),
    end_missing: t("The file does not say when the time ends"),
    mac_wrong: t("The device address can't be read"),
    device_busy: t("This device has time here already"),
    router_missing: t("No router chosen for the device"),
  };
  return words[fault];
}

/** What a row becomes. @param plan its name here @param until in words; null = without an end */
export function becomesWords(
  { becomes, code }: Pick<ImportVerdict, "becomes" | "code">,
  plan: string,
  until: string | null,
): string {
  const end = until ?? "";
  const words: Record<Exclude<ImportVerdict["becomes"], "refused">, string> = {
    voucher:
      until === null
        ? t("Voucher of {plan}", { plan })
        : t("Voucher of {plan}, to be used by {end}", { plan, end }),
    code:
      code === null
        ? t("{plan} until {end}, by a new code", { plan, end })
        : t("{plan} until {end}, by its code", { plan, end }),
    device: t("{plan} until {end}, on its device", { plan, end }),
  };
  return becomes === "refused" ? "" : words[becomes];
}
