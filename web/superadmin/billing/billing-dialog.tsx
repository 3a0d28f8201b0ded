import { NumberInput, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import type { BillingConfig, ProviderBilling } from "#contract/billing";
import { formatCycle } from "../../console/billing/format-billing.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { focusFirst, useSubmit } from "../../console/use-submit.ts";
import { useAct } from "../api.ts";
import { InvoicePreview } from "./invoice-preview.tsx";
import { billingReads } from "./list-frame.tsx";
import { StartOfBilling } from "./start-of-billing.tsx";

/** How one provider is billed. Mount it anew for each. @param paybill of the platform; null = it has set none */
export function BillingDialog(props: {
  provider: ProviderBilling;
  paybill: string | null;
  onClose: () => void;
}) {
  const { provider, paybill, onClose } = props;
  const form = useForm<BillingFields>({ initialValues: fieldsOf(provider), validate: billingRules() });
  const save = useAct("saveProviderBilling", billingReads);
  const saving = useSubmit(save, {
    title: t("Save Failed"),
    text: t("Failed to save billing configuration"),
  });
  const submit = form.onSubmit((fields) => {
    saving.send({ params: { providerId: provider.id }, body: bodyOf(provider.id, fields) }, () => {
      toastSuccess(
        t("Billing Configuration Saved"),
        t("{name} is billed by it from now on.", { name: provider.businessName }),
      );
      onClose();
    });
  }, focusFirst(form));
  const { billingModel } = form.values;
  const amount = (name: Amounts) => ({
    name,
    value: form.values[name],
    error: form.errors[name],
    onChange: (typed: string) => form.setFieldValue(name, typed),
  });
  const isSet = provider.provider_billing_config !== null;
  return (
    <FormModal
      onClose={onClose}
      title={
        isSet
          ? t("Edit billing of {name}", { name: provider.businessName })
          : t("Configure billing of {name}", { name: provider.businessName })
      }
      onSubmit={submit}
      busy={save.isPending}
      error={saving.error}
      action={t("Save Configuration")}
      busyAction={t("Saving...")}
    >
      <Select
        label={t("Billing Model")}
        withAsterisk
        allowDeselect={false}
        data={[
          { value: "percentage", label: t("Percentage of sales") },
          { value: "per_transaction", label: t("Fee per transaction") },
          { value: "monthly_fee", label: t("Monthly fee") },
        ]}
        {...form.getInputProps("billingModel")}
      />
      {billingModel === "percentage" ? (
        <Amount {...amount("percentageRate")} label={t("Percentage Rate (%)")} max={100} step={0.01} />
      ) : null}
      {billingModel === "per_transaction" ? (
        <Amount {...amount("transactionFee")} label={t("Transaction Fee (KSh)")} />
      ) : null}
      {billingModel === "monthly_fee" ? (
        <Amount {...amount("monthlyFee")} label={t("Monthly Fee (KSh)")} />
      ) : null}
      <Hint>
        {t(
          "Sales are completed payments through gateways, diverted ones included, minus refunds; vouchers never. The running period is billed by this as a whole.",
        )}
      </Hint>
      <Select
        label={t("Billing Cycle")}
        withAsterisk
        allowDeselect={false}
        data={(["monthly", "quarterly", "yearly"] as const).map((value) => ({
          value,
          label: formatCycle(value),
        }))}
        {...form.getInputProps("billingCycle")}
      />
      <Select
        label={t("Due Day")}
        description={t(
          "Of the month after the period. Seven days later an unpaid invoice suspends the provider.",
        )}
        withAsterisk
        allowDeselect={false}
        data={dueDays}
        {...form.getInputProps("dueDay")}
      />
      <TextInput
        name="paymentAccountNumber"
        label={t("Payment Account Number")}
        description={
          paybill === null
            ? t(
                "The platform's pay bill is not set (PLATFORM_PAYBILL): providers are told to ask support how to pay.",
              )
            : t("Providers pay to pay bill {paybill} with this account number.", { paybill })
        }
        withAsterisk
        autoComplete="off"
        maxLength={40}
        {...form.getInputProps("paymentAccountNumber")}
        aria-invalid={form.errors.paymentAccountNumber ? true : undefined}
      />
      <TextInput
        name="notificationEmails"
        label={t("Notification Emails")}
        description={t("Separated by commas; invoices and reminders go there.")}
        inputMode="email"
        autoComplete="off"
        {...form.getInputProps("notificationEmails")}
        aria-invalid={form.errors.notificationEmails ? true : undefined}
      />
      <StartOfBilling
        provider={provider}
        value={form.values.billedFrom}
        error={form.errors.billedFrom}
        onChange={(day) => form.setFieldValue("billedFrom", day)}
      />
      <InvoicePreview
        providerId={provider.id}
        body={() => (form.validate().hasErrors ? null : bodyOf(provider.id, form.values))}
        typed={form.values}
      />
    </FormModal>
  );
}

type Amounts = "percentageRate" | "transactionFee" | "monthlyFee";

function Amount(props: {
  name: Amounts;
  label: string;
  value: string;
  error: ReactNode;
  onChange: (typed: string) => void;
  max?: number;
  step?: number;
}) {
  const { onChange, error, ...rest } = props;
  return (
    <NumberInput
      {...rest}
      withAsterisk
      min={0}
      // Out-of-range values are reported, not changed.
      clampBehavior="none"
      hideControls
      inputMode="decimal"
      error={error}
      onChange={(value) => onChange(String(value))}
      aria-invalid={error ? true : undefined}
      data-path={props.name}
    />
  );
}

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
  /** A day, or empty for today. */
  billedFrom: string;
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
    billedFrom: config?.billedFrom ?? "",
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
    ...(fields.billedFrom === "" ? {} : { billedFrom: fields.billedFrom }),
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
        needed: billingModel === "percentage",
        most: 100,
        required: t("Percentage rate is required"),
        range: t("Percentage rate must be between 0 and 100"),
      }),
    transactionFee: (typed: string, { billingModel }: BillingFields) =>
      amount(typed, {
        needed: billingModel === "per_transaction",
        most: 10_000_000,
        required: t("Transaction fee is required"),
        range: t("Transaction fee must be between 0 and 10,000,000"),
      }),
    monthlyFee: (typed: string, { billingModel }: BillingFields) =>
      amount(typed, {
        needed: billingModel === "monthly_fee",
        most: 10_000_000,
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
