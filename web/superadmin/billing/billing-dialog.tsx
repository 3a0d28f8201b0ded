import { NumberInput, Select, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { BillingConfig, ProviderBilling } from "#contract/billing";
import { formatCycle } from "../../console/billing/format-billing.ts";
import { fieldName, typedNumber, useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
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
  const save = useAct("saveProviderBilling", billingReads);
  const { form, modal } = useCallForm({
    initialValues: fieldsOf(provider),
    body: (fields) => bodyOf(provider.id, fields),
    schema: async () => (await import("#contract/billing")).BillingConfigInput,
    send: (body) => save.mutateAsync({ params: { providerId: provider.id }, body }),
    failure: { title: t("Save Failed"), text: t("Failed to save billing configuration") },
    onDone: () => {
      toastSuccess(
        t("Billing Configuration Saved"),
        t("{name} is billed by it from now on.", { name: provider.businessName }),
      );
      onClose();
    },
  });
  const { billingModel } = form.values;
  const amount = (name: Amounts) => ({
    name,
    value: form.values[name],
    error: form.errors[name],
    ...fieldName(form, name),
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
      {...modal}
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
      />
      <TextInput
        name="notificationEmails"
        label={t("Notification Emails")}
        description={t("Separated by commas; invoices and reminders go there.")}
        inputMode="email"
        autoComplete="off"
        {...form.getInputProps("notificationEmails")}
      />
      <StartOfBilling
        provider={provider}
        value={form.values.billedFrom}
        error={form.errors.billedFrom}
        {...fieldName(form, "billedFrom")}
        onChange={(day) => form.setFieldValue("billedFrom", day)}
      />
      <InvoicePreview
        providerId={provider.id}
        body={() => bodyOf(provider.id, form.values)}
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
  "data-path"?: string;
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

const number = (typed: string) => typedNumber(typed) ?? null;

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
