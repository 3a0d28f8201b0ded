import { Button, Collapse, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { zod4Resolver } from "mantine-form-zod-resolver";
import { useRef, useState } from "react";
import type { Plan } from "#contract/plans";
import { chargedShillings, formatShillings, leastPriceCents, parsePrice } from "#contract/values/money";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { keptFor, useAct, useRead } from "../api.ts";
import { hasOwnUpload, planPrice } from "./format-plan.ts";
import { bodyOf, faultOf, fieldsOf, newPlan, type PlanFields, PlanForm } from "./plan-fields.ts";

const rereads = ["/api/admin/plans"];
const inMore = ["uploadMbps", "dataLimitGB", "devices"] as const;

/** Of a price with cents: what a visitor is charged. */
function charged(typed: string): string {
  const cents = parsePrice(typed);
  if (cents === undefined || cents < leastPriceCents || cents % 100 === 0)
    return t("Visitors pay whole shillings: a part of one is rounded up.");
  return t("Visitors pay KSh {amount}: a part of a shilling is rounded up.", {
    amount: formatShillings(chargedShillings(cents) * 100),
  });
}

function isSameName(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => name.trim().toLowerCase());
  return a === b;
}

/** Creates a plan, or changes the one given. Mount it anew for each. */
export function PlanDialog({ plan, onClose }: { plan: Plan | null; onClose: () => void }) {
  const form = useForm<PlanFields>({
    mode: "uncontrolled",
    initialValues: plan ? fieldsOf(plan) : newPlan,
    validate: zod4Resolver(PlanForm),
  });
  const [price, setPrice] = useState(form.getValues().price);
  form.watch("price", ({ value }) => setPrice(value));
  const [name, setName] = useState(form.getValues().name);
  form.watch("name", ({ value }) => setName(value));
  const plans = useRead("adminListPlans", {}, keptFor(30_000)).data ?? [];
  const twin = plans.find((other) => other.id !== plan?.id && isSameName(other.name, name));
  const hasMore = plan !== null && (hasOwnUpload(plan) || plan.dataLimitGB !== null || plan.devices > 1);
  const [more, showMore] = useDisclosure(hasMore);
  const [problem, setProblem] = useState<string | null>(null);
  const create = useAct("createPlan", rereads);
  const update = useAct("updatePlan", rereads);
  // The button is drawn as busy only after the next render.
  const sending = useRef(false);

  const save = async (fields: PlanFields) => {
    if (sending.current) return;
    sending.current = true;
    setProblem(null);
    const body = bodyOf(fields);
    try {
      if (plan) await update.mutateAsync({ params: { id: plan.id }, body });
      else await create.mutateAsync({ body });
      toastSuccess(plan ? t("Plan updated") : t("Plan created"), body.name);
      onClose();
    } catch (cause) {
      const text = plan ? t("Failed to update plan") : t("Failed to create plan");
      toastError(t("Error"), text);
      setProblem(errorText(cause, text));
    } finally {
      sending.current = false;
    }
  };
  const submit = form.onSubmit(
    (fields) => void save(fields),
    (errors) => {
      if (inMore.some((field) => errors[field])) showMore.open();
      const fault = faultOf(errors);
      if (!fault) return;
      toastError(fault.title, fault.text);
      // On a phone it may be out of sight.
      form.getInputNode(fault.field)?.focus();
    },
  );
  const number = (step: string) => ({ type: "number", min: 1, step, inputMode: "decimal" as const });
  const field = (name: keyof PlanFields) => ({ key: form.key(name), ...form.getInputProps(name) });
  const MoreIcon = more ? IconChevronUp : IconChevronDown;

  return (
    <FormModal
      onClose={onClose}
      title={plan ? t("Edit Plan") : t("Create Plan")}
      onSubmit={submit}
      busy={create.isPending || update.isPending}
      error={problem}
      action={plan ? t("Save Plan") : t("Create Plan")}
      busyAction={plan ? t("Saving...") : t("Creating...")}
    >
      <TextInput
        label={t("Plan Name")}
        placeholder={t("3 hours at the gate")}
        description={
          twin
            ? t("There is a {name} already, for KSh {price}: give this one a name that tells them apart.", {
                name: twin.name,
                price: planPrice(twin.price),
              })
            : null
        }
        withAsterisk
        maxLength={100}
        data-autofocus
        {...field("name")}
      />
      <TextInput
        label={t("Price (KES)")}
        description={charged(price)}
        withAsterisk
        {...number("0.01")}
        {...field("price")}
      />
      <TextInput label={t("Speed (Mbps)")} withAsterisk {...number("1")} {...field("speedMbps")} />
      <TextInput
        label={t("Duration (hours)")}
        description={t("24 hours are a day, 168 a week, 720 a month.")}
        withAsterisk
        {...number("1")}
        {...field("durationHours")}
      />
      <Switch
        size="md"
        label={t("Active")}
        description={t("Visitors can buy it. An inactive plan stays in this list only.")}
        key={form.key("isActive")}
        {...form.getInputProps("isActive", { type: "checkbox" })}
      />
      <Button
        variant="subtle"
        aria-expanded={more}
        aria-controls="plan-more"
        rightSection={<MoreIcon size={18} aria-hidden />}
        onClick={showMore.toggle}
      >
        {t("More")}
      </Button>
      <Collapse expanded={more} keepMountedMode="display-none" id="plan-more">
        <Stack>
          <TextInput
            label={t("Upload (Mbps)")}
            description={t("Empty: as fast as the download.")}
            {...number("any")}
            {...field("uploadMbps")}
          />
          <TextInput
            label={t("Data limit (GB)")}
            description={t("Empty: unlimited.")}
            {...number("any")}
            {...field("dataLimitGB")}
          />
          <TextInput
            label={t("Number of devices")}
            description={t("How many devices may share one purchase, up to 20.")}
            {...number("1")}
            max={20}
            {...field("devices")}
          />
        </Stack>
      </Collapse>
    </FormModal>
  );
}
