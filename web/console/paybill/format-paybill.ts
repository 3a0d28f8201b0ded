import type { PaybillPayment } from "#contract/paybill";
import { kes, phone } from "../format.ts";
import { t } from "../language.ts";

/** As the gateway shows the payer: a number, or a masked one with a first name. */
export function paidBy({ payer }: Pick<PaybillPayment, "payer">): string {
  if (!payer) return t("Payer unknown");
  return /^254\d{9}$/.test(payer) ? phone(payer) : payer;
}

/** Paid less than the price: may still be accepted. */
const short = "Less money than the purchase costs.";

/** null = unknown. Other texts of the server stay in English. */
export function formatNote({ note, amount, asked }: Pick<PaybillPayment, "note" | "amount" | "asked">) {
  const words: Record<string, () => string> = {
    [short]: () =>
      asked === null
        ? t("Less money than the purchase costs.")
        : t("Less money than the purchase costs: {amount} of {asked}.", {
            amount: kes(amount),
            asked: kes(asked),
          }),
    "Its purchase was paid before.": () => t("Its purchase was paid before."),
    "Its purchase is too old to be completed.": () => t("Its purchase is too old to be completed."),
  };
  return note === null ? null : (words[note]?.() ?? note);
}

/** The purchase whose account number was typed, where it may still be paid with this money. */
export function nearlyPaid({ note, transactionId }: Pick<PaybillPayment, "note" | "transactionId">) {
  return note === short ? transactionId : null;
}
