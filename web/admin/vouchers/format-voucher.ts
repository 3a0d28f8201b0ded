import { grouped } from "#contract/values/money";
import { speedText } from "#contract/values/speed";
import { voucherPath } from "#contract/values/voucher-link";
import type { Voucher } from "#contract/vouchers";
import { kes } from "../../console/format.ts";
import type { Tone } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { openHours, planDuration, slowing } from "../plans/format-plan.ts";
import { saysItsTime } from "../users/format-user.ts";

type Status = Voucher["status"];

const tones: Record<Status, Tone> = { active: "good", used: "off", revoked: "bad", expired: "wait" };

/** Unused. Kiswahili has another word for this than for a plan or a user that is active. */
export const activeWord = () => t("{what, select, other {Active}}", { what: "voucher" });

export function statusMark(status: Status): { tone: Tone; word: string } {
  const words: Record<Status, string> = {
    used: t("Used"),
    revoked: t("Revoked"),
    expired: t("Expired"),
    active: activeWord(),
  };
  return { tone: tones[status], word: words[status] };
}

export function planName({ plan }: Voucher): string {
  return plan?.name ?? t("Unknown");
}

/** What it gives, in words: the voucher's own terms, also after its plan was changed or deleted. */
export function voucherTerms({ plan }: Pick<Voucher, "plan">): string {
  if (!plan) return "";
  const { durationHours, price, speedMbps, dataLimitGB, devices } = plan;
  return [
    planDuration(durationHours),
    price === 0 ? t("Free") : kes(price),
    speedText(speedMbps),
    ...(dataLimitGB === null ? [] : [t("{amount} GB data", { amount: dataLimitGB })]),
    ...slowing(plan),
    ...openHours(plan),
    ...(devices === 1 ? [] : [t("{devices} devices", { devices })]),
  ].join(" · ");
}

/** What is paid for it at the counter, and what its sale is booked as. */
export function counterPrice({ price }: NonNullable<Voucher["plan"]>): string {
  return price === 0 ? t("Free") : `KES ${grouped(price)}`;
}

/** On one line; a plan that is called by how long it lasts is not said twice. */
export function nameAndTerms(voucher: Voucher): string[] {
  const terms = voucherTerms(voucher);
  const name = planName(voucher);
  return saysItsTime(name, voucher.plan?.durationHours ?? 0) ? [terms] : [name, terms];
}

export function isUnused({ isUsed, isRevoked }: Voucher): boolean {
  return !isUsed && !isRevoked;
}

/** What a voucher's QR code says: the form with its code. @param code as printed, `ABCDE-12345` */
export function redeemAddress(origin: string, code: string): string {
  return `${origin}${voucherPath(code)}`;
}
