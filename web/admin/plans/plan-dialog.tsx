import { Button, Group, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Plan } from "#contract/plans";
import { leastPriceCents, parsePrice } from "#contract/values/money";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { sameNamed } from "../../console/same-name.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { keptFor, useAct, useRead } from "../api.ts";
import { absurdBeside } from "./compare-plans.ts";
import { type PlanGroup, planDuration, planPrice, visitorPrice } from "./format-plan.ts";
import {
  bodyOf,
  type DurationUnit,
  fieldOf,
  fieldsOf,
  groupOf,
  type PlanFields,
  typedDuration,
  typedOffer,
} from "./plan-fields.ts";
import { numberField, PlanGroups } from "./plan-groups.tsx";

const rereads = ["/api/admin/plans"];
/** In minutes: one tap where most plans are made. */
const usualDurations = [30, 60, 180, 1_440, 10_080, 43_200];
/** Of a price with cents: what a visitor is charged. */
function charged(typed: string): string {
  const cents = parsePrice(typed);
  if (cents === undefined || cents < leastPriceCents || cents % 100 === 0)
    return t("Visitors pay whole shillings: a part of one is rounded up.");
  return t("Visitors pay KSh {amount}: a part of a shilling is rounded up.", { amount: visitorPrice(typed) });
}

function durationLabel(unit: DurationUnit): string {
  const labels = {
    minutes: t("Duration (minutes)"),
    hours: t("Duration (hours)"),
    days: t("Duration (days)"),
  };
  return labels[unit];
}

type Choice = { value: string; label: string };

/** A number's unit, chosen inside of its field. */
function unit(name: string, props: object, data: Choice[]) {
  return {
    rightSectionWidth: 112,
    // Its own: it would inherit the width of the section that it stands in, and show nothing but its arrow.
    rightSection: (
      <NativeSelect
        variant="unstyled"
        w="100%"
        rightSectionWidth={28}
        aria-label={name}
        data={data}
        {...props}
      />
    ),
  };
}

/** Creates a plan, or changes the one given. Mount it anew for each. */
export function PlanDialog(props: {
  plan: Plan | null;
  /** What is known of a new one. */
  start?: Partial<PlanFields>;
  onMade?: (plan: Plan) => void;
  onClose: () => void;
}) {
  const { plan, start, onMade, onClose } = props;
  const create = useAct("createPlan", rereads);
  const update = useAct("updatePlan", rereads);
  const [group, openGroup] = useState<PlanGroup | null>(null);
  const { form, modal } = useCallForm({
    initialValues: { ...fieldsOf(plan), ...start },
    body: bodyOf,
    schema: async () => (await import("#contract/plans")).PlanInput,
    send: (body) =>
      plan ? update.mutateAsync({ params: { id: plan.id }, body }) : create.mutateAsync({ body }),
    failure: {
      title: t("Error"),
      text: plan ? t("Failed to update plan") : t("Failed to create plan"),
      isPlain: true,
    },
    fieldOf,
    titles: {
      price: t("Invalid Price"),
      speed: t("Invalid Speed"),
      duration: t("Invalid Duration"),
    },
    reveal: (field) => {
      const its = groupOf[field];
      if (its) openGroup(its);
    },
    onDone: (saved, { name }) => {
      if (!plan) onMade?.(saved);
      toastSuccess(plan ? t("Plan updated") : t("Plan created"), name.trim());
      onClose();
    },
  });
  const fields = form.getValues();
  const plans = useRead("adminListPlans", {}, keptFor(30_000)).data ?? [];
  const others = plans.filter(({ id }) => id !== plan?.id);
  const twin = sameNamed(fields.name, others);
  const isSoldToAll = !fields.isHidden && fields.routerIds.length === 0 && fields.hours === "any";
  const absurd = fields.isActive && isSoldToAll ? absurdBeside(typedOffer(fields), others) : null;
  const field = (name: keyof PlanFields) => form.getInputProps(name);

  return (
    <FormModal
      onClose={onClose}
      title={plan ? t("Edit Plan") : t("Create Plan")}
      {...modal}
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
        description={charged(fields.price)}
        withAsterisk
        {...numberField("0.01")}
        {...field("price")}
      />
      <TextInput
        label={fields.speedUnit === "Mbps" ? t("Speed (Mbps)") : t("Speed (kbps)")}
        withAsterisk
        {...numberField("1")}
        {...field("speed")}
        {...unit(t("Unit of the speed"), field("speedUnit"), [
          { value: "Mbps", label: t("Mbps") },
          { value: "kbps", label: t("kbps") },
        ])}
      />
      <TextInput
        label={durationLabel(fields.durationUnit)}
        withAsterisk
        {...numberField("1")}
        {...field("duration")}
        {...unit(t("Unit of the duration"), field("durationUnit"), [
          { value: "minutes", label: t("Minutes") },
          { value: "hours", label: t("Hours") },
          { value: "days", label: t("Days") },
        ])}
      />
      <Group gap={6} role="group" aria-label={t("Usual durations")}>
        {usualDurations.map((minutes) => (
          <Button
            key={minutes}
            size="compact-md"
            variant={typedOffer(fields).minutes === minutes ? "light" : "default"}
            aria-pressed={typedOffer(fields).minutes === minutes}
            onClick={() => form.setValues(typedDuration(minutes))}
          >
            {planDuration(minutes / 60)}
          </Button>
        ))}
      </Group>
      {absurd ? <Hint role="status">{absurd}</Hint> : null}
      <Switch
        size="md"
        label={t("Active")}
        description={t("Visitors can buy it. An inactive plan stays in this list only.")}
        {...form.getInputProps("isActive", { type: "checkbox" })}
      />
      <PlanGroups form={form} opened={group} open={openGroup} />
    </FormModal>
  );
}
