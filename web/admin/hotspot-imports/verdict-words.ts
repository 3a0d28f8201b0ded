import type { ImportFault, ImportVerdict } from "#contract/imports";
import { t } from "../../console/language.ts";
import { unreadableWords } from "../imports/verdict-table.tsx";
import type { FileFault, FileRow, Lost } from "./read-file.ts";

export type RowFault = FileFault | ImportFault | "left_out" | "no_plan";

/** Why a row is not brought in. */
export function faultWords(
  fault: RowFault,
  { twin, ends, mac }: Pick<FileRow, "twin" | "ends" | "mac">,
): string {
  const guessable = t("Codes like this are too easy to guess for so many");
  const words: Record<RowFault, string> = {
    used: t("Used up in the other system"),
    not_hotspot: t("Not of a hotspot"),
    system: t("The router's own entry"),
    stopped: t("Switched off in the other system"),
    no_plan: t("No plan chosen for it"),
    nobody: t("No code and no device"),
    ...unreadableWords(ends),
    duplicate: t("The same as row {row}", { row: twin ?? 0 }),
    guessable,
    left_out: t("You left this plan out"),
    code_missing: t("No code"),
    code_letters: t("The code has signs other than letters and digits"),
    code_short: t("The code is too short: 5 letters or 6 digits at least"),
    code_long: t("The code is too long"),
    code_digits: t("A spreadsheet cut the digits of the code off. Export it again, as text"),
    code_taken: t("This code is there already"),
    code_guessable: guessable,
    plan_gone: t("The plan is not there any more"),
    plan_hours: t("Time left needs a plan of the whole day"),
    ended: t("Its end is past"),
    end_far: t("Its end is more than two years away"),
    end_missing: t("The file does not say when the time ends"),
    mac_wrong: t("The device address {mac} can't be read", { mac }),
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

/** What of a row that is brought in does not come along, and why. */
export function lostWords({ value, why, written }: Lost): string {
  if (value === "phone")
    switch (why) {
      case "phone_digits":
        return t("Phone {written} is not kept: a spreadsheet cut its digits off", { written });
      case "no_device":
        return t("Phone {written} is not kept: no device is named to keep it with", { written });
      default:
        return t("Phone {written} is not kept: it is no Kenyan mobile number", { written });
    }
  if (why === "on_device") return t("Code {written} is not kept: the time is on the device", { written });
  const reason =
    why === "phone_digits" || why === "phone_wrong" || why === "no_device"
      ? ""
      : faultWords(why, { twin: null, ends: "", mac: "" });
  return t("Code {written} is not kept. {reason}.", { written, reason });
}
