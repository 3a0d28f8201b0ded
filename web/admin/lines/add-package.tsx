import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import type { PackageInput } from "#contract/lines";
import { neededNumber, useCallForm } from "../../console/call-form.ts";
import { Fold } from "../../console/fold.tsx";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { lateText, packagesPath } from "./format-line.ts";

const start = {
  name: "",
  price: "",
  length: "1",
  unit: "months",
  downloadMbps: "",
  uploadMbps: "",
  graceDays: "",
  daysFrom: "",
};

/** Numbers are typed as texts: what is no number is refused in the server's words. */
function bodyOf({
  name,
  price,
  length,
  unit,
  downloadMbps,
  uploadMbps,
  ...late
}: typeof start): PackageInput {
  const many = neededNumber(length);
  return {
    name: name.trim(),
    price: neededNumber(price),
    period: unit === "months" ? { months: many } : { days: many },
    downloadMbps: neededNumber(downloadMbps),
    uploadMbps: neededNumber(uploadMbps),
    ...lateOf(late),
  };
}

const number = (step: string) => ({ type: "number", min: 0, step, inputMode: "decimal" }) as const;

/** What of the folded fields is used; empty fields mean none. */
function lateOf({ graceDays, daysFrom }: Pick<typeof start, "graceDays" | "daysFrom">) {
  return {
    graceDays: graceDays.trim() === "" ? 0 : neededNumber(graceDays),
    daysFrom: daysFrom.trim() === "" ? null : neededNumber(daysFrom),
  };
}

/** @param props.isOnTop of the sheet that lists them */
export function AddPackage(props: { isOnTop?: boolean; onClose: () => void }) {
  const { isOnTop = false, onClose } = props;
  const add = useAct("addPackage", [packagesPath]);
  const [isLateOpen, setLateOpen] = useState(false);
  const { form, modal } = useCallForm({
    initialValues: start,
    body: bodyOf,
    send: (body, key) => add.mutateAsync({ body, key }),
    failure: { text: t("Not saved. Please try again.") },
    fieldOf: { period: "length" },
    reveal: (field) => {
      if (field === "graceDays" || field === "daysFrom") setLateOpen(true);
    },
    onDone: ({ message }) => {
      toastSuccess(t("Package added"), message);
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Add a package")}
      {...modal}
      isOnTop={isOnTop}
      action={t("Save the package")}
      busyAction={t("Saving...")}
    >
      <TextInput
        label={t("Package name")}
        placeholder={t("Home 10 Mbps")}
        withAsterisk
        maxLength={60}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("name")}
      />
      <TextInput label={t("Price (KES)")} withAsterisk {...number("any")} {...form.getInputProps("price")} />
      <TextInput
        label={t("Paid for")}
        description={t("How long the price keeps a line open.")}
        withAsterisk
        {...number("1")}
        {...form.getInputProps("length")}
        rightSectionWidth={112}
        rightSection={
          <NativeSelect
            variant="unstyled"
            w="100%"
            rightSectionWidth={28}
            aria-label={t("Days or months")}
            data={[
              { value: "months", label: t("Months") },
              { value: "days", label: t("Days") },
            ]}
            {...form.getInputProps("unit")}
          />
        }
      />
      <TextInput
        label={t("Download speed (Mbps)")}
        withAsterisk
        {...number("any")}
        {...form.getInputProps("downloadMbps")}
      />
      <TextInput
        label={t("Upload speed (Mbps)")}
        withAsterisk
        {...number("any")}
        {...form.getInputProps("uploadMbps")}
      />
      <Fold
        title={t("Paid late, or in parts")}
        summary={lateText(lateOf(form.values))}
        isOpen={isLateOpen}
        onToggle={() => setLateOpen(!isLateOpen)}
      >
        <TextInput
          label={t("Days of grace")}
          description={t("The line stays on so long after its end; they are taken off what is paid next.")}
          {...number("1")}
          {...form.getInputProps("graceDays")}
        />
        <TextInput
          label={t("A part buys days from (KES)")}
          description={t(
            "Once the line has ended, so much or more buys whole days at the price of the day. Empty: whole periods alone.",
          )}
          {...number("any")}
          {...form.getInputProps("daysFrom")}
        />
      </Fold>
    </FormModal>
  );
}
