import { MultiSelect, NativeSelect, Stack, Switch, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { Form } from "../../console/call-form.ts";
import { Fold } from "../../console/fold.tsx";
import { t } from "../../console/language.ts";
import { keptFor, useRead } from "../api.ts";
import { type PlanGroup, planGroups } from "./format-plan.ts";
import { type PlanFields, typedExtras } from "./plan-fields.ts";

export const numberField = (step: string) =>
  ({ type: "number", min: 1, step, inputMode: "decimal" }) as const;

type Props = { form: Form<PlanFields>; opened: PlanGroup | null; open: (group: PlanGroup | null) => void };

/** What few plans have, folded away; a group that is used says what for. */
export function PlanGroups({ form, opened, open }: Props) {
  const used = typedExtras(form.values);
  const groups: Record<PlanGroup, { title: string; fields: ReactNode }> = {
    data: { title: t("Data"), fields: <Data form={form} /> },
    hours: { title: t("Hours"), fields: <Hours form={form} /> },
    offer: { title: t("Offer"), fields: <Offer form={form} /> },
    where: { title: t("Where"), fields: <Where form={form} isOpen={opened === "where"} /> },
  };
  return (
    <Stack gap={0}>
      {planGroups.map((name) => (
        <Fold
          key={name}
          title={groups[name].title}
          summary={used[name].join(" · ")}
          isOpen={opened === name}
          onToggle={() => open(opened === name ? null : name)}
        >
          {groups[name].fields}
        </Fold>
      ))}
    </Stack>
  );
}

type Fields = { form: Form<PlanFields> };

function Data({ form }: Fields) {
  const fields = form.values;
  const field = (name: keyof PlanFields) => form.getInputProps(name);
  return (
    <>
      <TextInput
        label={t("Upload (Mbps)")}
        description={t("Empty: as fast as the download.")}
        {...numberField("any")}
        {...field("uploadMbps")}
      />
      <TextInput
        label={t("Data limit (GB)")}
        description={t("Empty: unlimited.")}
        {...numberField("any")}
        {...field("dataLimitGB")}
      />
      {fields.dataLimitGB.trim() === "" ? null : (
        <>
          <TextInput
            label={t("Top-up (MB)")}
            description={t(
              "Who has used the data up can buy so much more, as often as wanted; the end stays. Empty: no top-up.",
            )}
            {...numberField("1")}
            {...field("topUpMB")}
          />
          {fields.topUpMB.trim() === "" && fields.topUpPrice.trim() === "" ? null : (
            <TextInput
              label={t("Price of the top-up (KES)")}
              {...numberField("0.01")}
              {...field("topUpPrice")}
            />
          )}
        </>
      )}
      <TextInput
        label={t("Slower after (GB)")}
        description={t("Fair use: whoever has used so much goes on at the lower speed. Empty: never slower.")}
        {...numberField("any")}
        {...field("fairUseGB")}
      />
      {fields.fairUseGB.trim() === "" && fields.fairUseMbps.trim() === "" ? null : (
        <TextInput label={t("Lower speed (Mbps)")} {...numberField("any")} {...field("fairUseMbps")} />
      )}
      <TextInput
        label={t("Number of devices")}
        description={t("How many devices may share one purchase, up to 20.")}
        {...numberField("1")}
        max={20}
        {...field("devices")}
      />
    </>
  );
}

function Hours({ form }: Fields) {
  return (
    <>
      <NativeSelect
        label={t("Hours")}
        description={t("Outside of them nobody is let in, and the bought time stands still.")}
        data={[
          { value: "any", label: t("Any time") },
          { value: "some", label: t("Some hours of the day") },
        ]}
        {...form.getInputProps("hours")}
      />
      {form.values.hours === "any" ? null : (
        <>
          <TextInput
            label={t("Opens at")}
            description={t("Nairobi time, every day.")}
            type="time"
            {...form.getInputProps("openFrom")}
          />
          <TextInput label={t("Closes at")} type="time" {...form.getInputProps("openUntil")} />
        </>
      )}
    </>
  );
}

function Offer({ form }: Fields) {
  return (
    <>
      <TextInput
        label={t("Usual price")}
        description={t("In KES, shown crossed out beside the price. Empty: no offer.")}
        {...numberField("0.01")}
        {...form.getInputProps("regularPrice")}
      />
      <TextInput
        label={t("Sold until")}
        description={t("Nairobi time. Empty: without an end.")}
        type="datetime-local"
        {...form.getInputProps("soldUntil")}
      />
    </>
  );
}

function Where({ form, isOpen }: Fields & { isOpen: boolean }) {
  const routers = useRead("listRouters", {}, { ...keptFor(30_000), enabled: isOpen }).data ?? [];
  const { routerIds } = form.values;
  return (
    <>
      <Switch
        size="md"
        label={t("For vouchers only")}
        description={t("Visitors do not see it. Its vouchers work as those of every plan.")}
        {...form.getInputProps("isHidden", { type: "checkbox" })}
      />
      {routers.length > 1 || routerIds.length > 0 ? (
        <MultiSelect
          label={t("Sold at")}
          placeholder={routerIds.length === 0 ? t("All routers") : ""}
          description={t("Its vouchers are good at all routers.")}
          data={routers.map(({ id, name }) => ({ value: id, label: name }))}
          clearable
          {...form.getInputProps("routerIds")}
        />
      ) : null}
    </>
  );
}
