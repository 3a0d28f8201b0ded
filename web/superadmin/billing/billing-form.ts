import * as z from "zod/mini";
import type { BillingConfig, ProviderBilling } from "#contract/billing";
import { t } from "../../console/language.ts";

/** The form as it is typed; numbers are texts. */
export type BillingFields = {
  billingModel: BillingConfig["billingModel"];
  percentageRate: string;
  transactionFee: string;
  monthlyFee: string;
  billingCycle: BillingConfig["billingCycle"];
  dueDay: string;
  paymentAccountNumber: string;
  notificationEmails: string;
};

/** Due days that can be chosen: every month has them. */
export const dueDays = Array.from({ length: 28 }, (_, index) => String(index + 1));

/** Without a configuration the defaults of docs/behaviour/operator-console-money.md, OM-39 to OM-43. */
export function fieldsOf({ id, email, provider_billing_config: config }: ProviderBilling): BillingFields {
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? "" : String(value);
  return {
    billingModel: config?.billingModel ?? "percentage",
    percentageRate: text(config?.percentageRate),
    transactionFee: text(config?.transactionFee),
    monthlyFee: text(config?.monthlyFee),
    billingCycle: config?.billingCycle ?? "monthly",
    dueDay: String(config?.dueDay ?? 1),
    paymentAccountNumber: config?.paymentAccountNumber ?? `PROV-${id.slice(-8).toUpperCase()}`,
    notificationEmails: config?.notificationEmails ?? email,
  };
}

const number = (typed: string) => (typed.trim() === "" ? null : Number(typed));

/** Empty numbers are sent as null. */
export function bodyOf(providerId: string, fields: BillingFields) {
  return {
    providerId,
    billingModel: fields.billingModel,
    percentageRate: number(fields.percentageRate),
    transactionFee: number(fields.transactionFee),
    monthlyFee: number(fields.monthlyFee),
    billingCycle: fields.billingCycle,
    dueDay: Number(fields.dueDay),
    paymentAccountNumber: fields.paymentAccountNumber.trim(),
    notificationEmails: fields.notificationEmails.trim(),
  };
}

/** The rules of the call `saveProviderBilling`. */
export function billingRules() {
  const amount = (
    typed: string,
    { needed, required, most, range }: { needed: boolean; required: string; most: number; range: string },
  ) => {
    const value = number(typed);
    if (value === null) return needed ? required : null;
    if (Number.isNaN(value) || value < 0 || value > most) return range;
    return Math.abs(value * 100 - Math.round(value * 100)) < 1e-6 ? null : t("At most two decimals");
  };
  return {
    percentageRate: (typed: string, { billingModel }: BillingFields) =>
      amount(typed, {
        ...{ needed: billingModel === "percentage", most: 100 },
        required: t("Percentage rate is required"),
        range: t("Percentage rate must be between 0 and 100"),
      }),
    transactionFee: (typed: string, { billingModel }: BillingFields) =>
      amount(typed, {
        ...{ needed: billingModel === "per_transaction", most: 10_000_000 },
        required: t("Transaction fee is required"),
        range: t("Transaction fee must be between 0 and 10,000,000"),
      }),
    monthlyFee: (typed: string, { billingModel }: BillingFields) =>
      amount(typed, {
        ...{ needed: billingModel === "monthly_fee", most: 10_000_000 },
        required: t("Monthly fee is required"),
        range: t("Monthly fee must be between 0 and 10,000,000"),
      }),
    dueDay: (chosen: string) => (dueDays.includes(chosen) ? null : t("Due day is a day from 1 to 28")),
    paymentAccountNumber: (typed: string) => {
      if (typed.trim() === "") return t("Payment account number is required");
      return /^[\w .\-/]{1,40}$/.test(typed.trim())
        ? null
        : t("Payment account number has only letters, digits, spaces and - . / _");
    },
    notificationEmails: (typed: string) => {
      const emails = typed
        .split(",")
        .map((one) => one.trim())
        .filter((one) => one !== "");
      return emails.every((one) => z.safeParse(z.email(), one).success)
        ? null
        : t("Give e-mail addresses, separated by commas");
    },
  };
}
