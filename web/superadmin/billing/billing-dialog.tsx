import { NumberInput, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import type { ProviderBilling } from "#contract/billing";
import { formatCycle } from "../../console/billing/format-billing.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { focusFirst, useSubmit } from "../../console/use-submit.ts";
import { useAct } from "../api.ts";
import { type BillingFields, billingRules, bodyOf, dueDays, fieldsOf } from "./billing-form.ts";

const rereads = ["/api/superadmin/provider-billing", "/api/superadmin/billing-overview"];

/** How one provider is billed. Mount it anew for each. @param paybill of the platform; null = it has set none */
export function BillingDialog(props: {
  provider: ProviderBilling;
  paybill: string | null;
  onClose: () => void;
}) {
  const { provider, paybill, onClose } = props;
  const form = useForm<BillingFields>({ initialValues: fieldsOf(provider), validate: billingRules() });
  const save = useAct("saveProviderBilling", rereads);
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
      opened
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
        <Amount {...amount("transactionFee")} label={t("Transaction Fee (KES)")} />
      ) : null}
      {billingModel === "monthly_fee" ? (
        <Amount {...amount("monthlyFee")} label={t("Monthly Fee (KES)")} />
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
