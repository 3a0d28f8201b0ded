import { Button, Collapse, Group, MultiSelect, NativeSelect, Stack, Switch, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import type { Plan } from "#contract/plans";
import { chargedShillings, formatShillings, leastPriceCents, parsePrice } from "#contract/values/money";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { sameNamed } from "../../console/same-name.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { keptFor, useAct, useRead } from "../api.ts";
import { absurdBeside } from "./compare-plans.ts";
import { hasOwnUpload, planDuration, planPrice } from "./format-plan.ts";
import {
  alwaysShown,
  bodyOf,
  type DurationUnit,
  fieldOf,
  fieldsOf,
  type PlanFields,
  typedDuration,
  typedOffer,
} from "./plan-fields.ts";

const rereads = ["/api/admin/plans"];
/** In minutes: one tap where most plans are made. */
const usualDurations = [30, 60, 180, 1_440, 10_080, 43_200];
/** Of a price with cents: what a visitor is charged. */
function charged(typed: string): string {
  const cents = parsePrice(typed);
  if (cents === undefined || cents < leastPriceCents || cents % 100 === 0)
    return t("Visitors pay whole shillings: a part of one is rounded up.");
  return t("Visitors pay KSh {amount}: a part of a shilling is rounded up.", {
    amount: formatShillings(chargedShillings(cents) * 100),
  });
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

function hasExtras(plan: Plan): boolean {
  const {
    dataLimitGB,
    fairUseGB,
    devices,
    isHidden,
    routerIds,
    regularPrice: usual,
    soldUntil,
    hours,
  } = plan;
  return (
    hasOwnUpload(plan) ||
    devices > 1 ||
    isHidden ||
    [dataLimitGB, fairUseGB, routerIds, usual, soldUntil, hours].some((one) => one !== null)
  );
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
  const hasMore = plan !== null && hasExtras(plan);
  const [more, showMore] = useDisclosure(hasMore);
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
      if (!alwaysShown.includes(field)) showMore.open();
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
  const isAlways = fields.hours === "any";
  const isShown = fields.isActive && !fields.isHidden && fields.routerIds.length === 0 && isAlways;
  const absurd = isShown ? absurdBeside(typedOffer(fields), others) : null;
  const routers = useRead("listRouters", {}, { ...keptFor(30_000), enabled: more }).data ?? [];
  const number = (step: string) => ({ type: "number", min: 1, step, inputMode: "decimal" as const });
  const field = (name: keyof PlanFields) => form.getInputProps(name);
  const MoreIcon = more ? IconChevronUp : IconChevronDown;

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
        {...number("0.01")}
        {...field("price")}
      />
      <TextInput
        label={fields.speedUnit === "Mbps" ? t("Speed (Mbps)") : t("Speed (kbps)")}
        withAsterisk
        {...number("1")}
        {...field("speed")}
        {...unit(t("Unit of the speed"), field("speedUnit"), [
          { value: "Mbps", label: t("Mbps") },
          { value: "kbps", label: t("kbps") },
        ])}
      />
      <TextInput
        label={durationLabel(fields.durationUnit)}
        withAsterisk
        {...number("1")}
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
          {fields.dataLimitGB.trim() === "" ? null : (
            <>
              <TextInput
                label={t("Top-up (MB)")}
                description={t(
                  "Who has used the data up can buy so much more, as often as wanted; the end stays. Empty: no top-up.",
                )}
                {...number("1")}
                {...field("topUpMB")}
              />
              {fields.topUpMB.trim() === "" && fields.topUpPrice.trim() === "" ? null : (
                <TextInput
                  label={t("Price of the top-up (KES)")}
                  {...number("0.01")}
                  {...field("topUpPrice")}
                />
              )}
            </>
          )}
          <TextInput
            label={t("Slower after (GB)")}
            description={t(
              "Fair use: whoever has used so much goes on at the lower speed. Empty: never slower.",
            )}
            {...number("any")}
            {...field("fairUseGB")}
          />
          {fields.fairUseGB.trim() === "" && fields.fairUseMbps.trim() === "" ? null : (
            <TextInput label={t("Lower speed (Mbps)")} {...number("any")} {...field("fairUseMbps")} />
          )}
          <TextInput
            label={t("Number of devices")}
            description={t("How many devices may share one purchase, up to 20.")}
            {...number("1")}
            max={20}
            {...field("devices")}
          />
          <NativeSelect
            label={t("Hours")}
            description={t("Outside of them nobody is let in, and the bought time stands still.")}
            data={[
              { value: "any", label: t("Any time") },
              { value: "some", label: t("Some hours of the day") },
            ]}
            {...field("hours")}
          />
          {isAlways ? null : (
            <>
              <TextInput
                label={t("Opens at")}
                description={t("Nairobi time, every day.")}
                type="time"
                {...field("openFrom")}
              />
              <TextInput label={t("Closes at")} type="time" {...field("openUntil")} />
            </>
          )}
          <Switch
            size="md"
            label={t("For vouchers only")}
            description={t("Visitors do not see it. Its vouchers work as those of every plan.")}
            {...form.getInputProps("isHidden", { type: "checkbox" })}
          />
          {routers.length > 1 || fields.routerIds.length > 0 ? (
            <MultiSelect
              label={t("Sold at")}
              placeholder={fields.routerIds.length === 0 ? t("All routers") : ""}
              description={t("Its vouchers are good at all routers.")}
              data={routers.map(({ id, name }) => ({ value: id, label: name }))}
              clearable
              {...field("routerIds")}
            />
          ) : null}
          <TextInput
            label={t("Usual price")}
            description={t("In KES, shown crossed out beside the price. Empty: no offer.")}
            {...number("0.01")}
            {...field("regularPrice")}
          />
          <TextInput
            label={t("Sold until")}
            description={t("Nairobi time. Empty: without an end.")}
            type="datetime-local"
            {...field("soldUntil")}
          />
        </Stack>
      </Collapse>
    </FormModal>
  );
}
