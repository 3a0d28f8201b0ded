import type { Transaction } from "#contract/transactions";
import { dateTime, gatewayName, kes, phone } from "../../console/format.ts";
import type { Tone } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";

export function payer({ type, phoneNumber }: Pick<Transaction, "type" | "phoneNumber">): string {
  if (type === "voucher") return t("Voucher Redemption");
  return phoneNumber ? phone(phoneNumber) : t("No phone");
}

/** Anything but completed and pending counts as failed. */
export function statusOf({ type, status }: { type: Transaction["type"]; status: string }): {
  tone: Tone;
  word: string;
} {
  if (status === "completed")
    return { tone: "good", word: type === "voucher" ? t("Voucher Redeemed") : t("Payment Completed") };
  if (status === "pending") return { tone: "wait", word: t("Payment Pending") };
  return { tone: "bad", word: t("Payment Failed") };
}

export function isNotActivated({ status, activation }: Pick<Transaction, "status" | "activation">): boolean {
  return status === "completed" && activation === "open";
}

export function notActivatedWord({ type }: Pick<Transaction, "type">): string {
  return type === "voucher" ? t("Redeemed, not activated") : t("Paid, not activated");
}

/** Whether asking the gateway or the router again can help. */
export function canRetry(transaction: Pick<Transaction, "status" | "activation">): boolean {
  return transaction.status === "pending" || isNotActivated(transaction);
}

/** Whether money came in by it of which some is still here. */
export function isGivable({
  type,
  status,
  amount,
  refunded,
}: Pick<Transaction, "type" | "status" | "amount" | "refunded">): boolean {
  return type === "payment" && status === "completed" && refunded < amount;
}

export function methodName(method: Transaction["method"]): string {
  return method === "voucher" ? t("Voucher") : gatewayName(method);
}

export function moneyMarks({ divertedTo, refunded }: Pick<Transaction, "divertedTo" | "refunded">): string[] {
  return [
    ...(divertedTo === null ? [] : [t("Diverted •••• {last}", { last: divertedTo })]),
    ...(refunded === 0 ? [] : [t("Refunded {amount}", { amount: kes(refunded) })]),
  ];
}

export function receiptLines(transaction: Transaction): readonly (readonly [string, string])[] {
  const { receipt, routerName, macAddress, detail, type, phoneNumber } = transaction;
  const lines: (readonly [string, string | null])[] = [
    [t("Amount"), kes(transaction.amount)],
    [t("Status"), statusOf(transaction).word],
    [t("Money"), moneyMarks(transaction).join(", ")],
    [
      t("Access"),
      transaction.activation === "done"
        ? t("Activated")
        : isNotActivated(transaction)
          ? t("Not activated")
          : null,
    ],
    [t("Plan"), boughtName(transaction)],
    [t("Phone"), phoneNumber ? phone(phoneNumber) : null],
    [t("Paid by"), methodName(transaction.method)],
    [type === "voucher" ? t("Voucher") : t("Receipt number"), receipt],
    [t("Time"), dateTime(transaction.createdAt, language())],
    [t("Router"), routerName],
    [t("Device"), macAddress],
    [t("Why it failed"), detail],
    [t("Transaction"), transaction.id],
  ];
  return lines.filter((line): line is readonly [string, string] => Boolean(line[1]));
}

export function receiptText(provider: string, transaction: Transaction): string {
  return [provider, ...receiptLines(transaction).map(([name, value]) => `${name}: ${value}`)].join("\n");
}

/** The plan; of a top-up, how much data was added to it. */
export function boughtName({ planName, topUpMegabytes }: Transaction): string {
  if (topUpMegabytes === null) return planName;
  return t("{plan}, top-up of {megabytes} MB", { plan: planName, megabytes: topUpMegabytes });
}
