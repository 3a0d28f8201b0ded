import { t } from "../../console/language.ts";

export type CodeFields = { paymentCode: string; amountPaid: string };

/** As it is sent: without spaces, in capitals. */
export const codeOf = (typed: string) => typed.replace(/\s+/g, "").toUpperCase();

/** The rules of the call `submitConfirmation`, said before it. */
export const codeRules = {
  paymentCode: (typed: string) => {
    const code = codeOf(typed);
    if (code === "") return t("Payment code is required");
    return /^[A-Z0-9]{8,12}$/.test(code)
      ? null
      : t("A payment code has 8 to 12 letters and digits, as in the message that you got");
  },
  amountPaid: (typed: string) => {
    const amount = Number(typed);
    if (typed.trim() === "" || Number.isNaN(amount)) return t("Amount paid is a number of shillings");
    return amount >= 1 && amount <= 10_000_000 ? null : t("Amount paid is between KES 1 and KES 10,000,000");
  },
};
