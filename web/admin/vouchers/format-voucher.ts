import { voucherPath } from "#contract/values/voucher-link";
import type { Voucher } from "#contract/vouchers";
import type { Tone } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";

type Status = Voucher["status"];

const tones: Record<Status, Tone> = { active: "good", used: "off", revoked: "bad", expired: "wait" };

export function statusMark(status: Status): { tone: Tone; word: string } {
  const words: Record<Status, string> = {
    used: t("Used"),
    revoked: t("Revoked"),
    expired: t("Expired"),
    active: t("Active"),
  };
  return { tone: tones[status], word: words[status] };
}

export function planName({ plan }: Voucher): string {
  return plan?.name ?? t("Unknown");
}

export function isUnused({ isUsed, isRevoked }: Voucher): boolean {
  return !isUsed && !isRevoked;
}

/** What a voucher's QR code says: the form with its code. @param code as printed, `ABCDE-12345` */
export function redeemAddress(origin: string, code: string): string {
  return `${origin}${voucherPath(code)}`;
}
