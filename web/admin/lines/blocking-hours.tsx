import { Group, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import type { LineSettings } from "#contract/line-life";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { keptFor, may, useAct, useRead } from "../api.ts";
import { linesPath } from "./format-line.ts";

/** When lines are blocked that nobody paid, and how that is changed. */
export function BlockingHours() {
  const settings = useRead("getLineSettings", {}, keptFor(30_000)).data;
  const [isChanging, setChanging] = useState(false);
  if (!settings) return null;
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Hint>{hoursText(settings)}</Hint>
        {may("saveLineSettings") ? (
          <SecondaryButton size="sm" mih={44} onClick={() => setChanging(true)}>
            {t("Change hours")}
          </SecondaryButton>
        ) : null}
      </Group>
      {isChanging ? <ChangeHours settings={settings} onClose={() => setChanging(false)} /> : null}
    </>
  );
}

function hoursText({ cutHours }: LineSettings): string {
  return cutHours === null
    ? t("Lines are blocked at any hour.")
    : t("Lines are blocked between {from} and {until}; what ends later stays on until then.", cutHours);
}

const usual = { from: "08:00", until: "20:00" };

function ChangeHours({ settings, onClose }: { settings: LineSettings; onClose: () => void }) {
  const save = useAct("saveLineSettings", [linesPath]);
  const { form, modal } = useCallForm({
    initialValues: { at: settings.cutHours === null ? "any" : "some", hours: settings.cutHours ?? usual },
    body: ({ at, hours }): LineSettings => ({ cutHours: at === "any" ? null : hours }),
    send: (body) => save.mutateAsync({ body }),
    failure: { text: t("Not saved. Please try again.") },
    fieldOf: { cutHours: "hours.", "cutHours.from": "hours.from", "cutHours.until": "hours.until" },
    onDone: ({ message }) => {
      toastSuccess(t("Saved"), message);
      onClose();
    },
  });
  return (
    <FormModal
      isOnTop
      onClose={onClose}
      title={t("When lines are blocked")}
      {...modal}
      action={t("Save")}
      busyAction={t("Saving...")}
    >
      <NativeSelect
        label={t("Hours")}
        description={t("A line whose end is outside of them stays on until they begin.")}
        data={[
          { value: "some", label: t("Some hours of the day") },
          { value: "any", label: t("Any time") },
        ]}
        {...form.getInputProps("at")}
      />
      {form.values.at === "any" ? null : (
        <>
          <TextInput
            label={t("From")}
            description={t("Nairobi time, every day.")}
            type="time"
            {...form.getInputProps("hours.from")}
          />
          <TextInput label={t("Until")} type="time" {...form.getInputProps("hours.until")} />
        </>
      )}
    </FormModal>
  );
}
