import { Select, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { zod4Resolver } from "mantine-form-zod-resolver";
import { useRef, useState } from "react";
import type { Plan } from "#contract/plans";
import type { Voucher } from "#contract/vouchers";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastError } from "../../console/toast.tsx";
import { planPrice } from "../plans/format-plan.ts";
import { nairobiField, newOrder, OrderForm, orderOf, quantityOf } from "./order-form.ts";
import { useGenerate } from "./use-vouchers.ts";

/** Makes vouchers of a plan; `onMade` is given the new ones and whether they shall be printed at once. */
export function GenerateDialog(props: {
  plans: readonly Plan[];
  onMade: (vouchers: Voucher[], print: boolean) => void;
  onClose: () => void;
}) {
  const { plans, onMade, onClose } = props;
  const form = useForm({ mode: "controlled", initialValues: newOrder, validate: zod4Resolver(OrderForm) });
  const [print, setPrint] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { send, busy } = useGenerate();
  // The button is drawn as busy only after the next render.
  const sending = useRef(false);

  const generate = async (fields: typeof newOrder) => {
    if (sending.current) return;
    sending.current = true;
    setProblem(null);
    try {
      onMade(await send(orderOf(fields)), print);
    } catch (cause) {
      const text = t("Failed to generate vouchers");
      toastError(t("Error"), text);
      setProblem(errorText(cause, text));
    } finally {
      sending.current = false;
    }
  };
  const quantity = form.getInputProps("quantity");
  return (
    <FormModal
      onClose={onClose}
      title={t("Generate Vouchers")}
      onSubmit={form.onSubmit((fields) => void generate(fields))}
      busy={busy}
      error={problem}
      action={print ? t("Generate and print") : t("Generate")}
      busyAction={t("Generating...")}
      disabled={form.values.planId === null}
    >
      <Stack>
        <Select
          label={t("Plan")}
          placeholder={t("Select a plan")}
          withAsterisk
          allowDeselect={false}
          nothingFoundMessage={t("Create a plan first.")}
          data={plans.map((plan) => ({
            value: plan.id,
            label: `${plan.name} KES ${planPrice(plan.price)}`,
          }))}
          {...form.getInputProps("planId")}
        />
        <TextInput
          label={t("Quantity")}
          description={t("From 1 to 100")}
          type="number"
          inputMode="numeric"
          min={1}
          max={100}
          {...quantity}
          onBlur={() => form.setFieldValue("quantity", (typed) => String(quantityOf(typed)))}
        />
        <TextInput
          label={t("Expires (optional)")}
          description={t("Nairobi time. Empty: the vouchers never expire.")}
          type="datetime-local"
          min={nairobiField(Date.now())}
          {...form.getInputProps("expiresAt")}
        />
        <Switch
          size="md"
          label={t("Print them right away")}
          checked={print}
          onChange={(event) => setPrint(event.currentTarget.checked)}
        />
      </Stack>
    </FormModal>
  );
}
