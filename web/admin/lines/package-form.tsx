import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Package, PackageInput } from "#contract/lines";
import { neededNumber, useCallForm } from "../../console/call-form.ts";
import { confirmAction } from "../../console/confirm-action.tsx";
import { Fold } from "../../console/fold.tsx";
import { FormModal } from "../../console/form-modal.tsx";
import { SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { fairUseText, lateText, linesPath, packagesPath } from "./format-line.ts";

const start = {
  name: "",
  price: "",
  length: "1",
  unit: "months",
  downloadMbps: "",
  uploadMbps: "",
  graceDays: "",
  daysFrom: "",
  fairUseGB: "",
  fairUseMbps: "",
  isOffered: true,
  alsoLines: true,
};
type Fields = typeof start;

/** Numbers are typed as texts: what is no number is refused in the server's words. */
function bodyOf({
  name,
  price,
  length,
  unit,
  downloadMbps,
  uploadMbps,
  isOffered,
  alsoLines,
  ...rest
}: Fields): Body {
  const many = neededNumber(length);
  return {
    name: name.trim(),
    price: neededNumber(price),
    period: unit === "months" ? { months: many } : { days: many },
    downloadMbps: neededNumber(downloadMbps),
    uploadMbps: neededNumber(uploadMbps),
    ...lateOf(rest),
    ...fairUseOf(rest),
    isOffered,
    alsoLines,
  };
}

const number = (step: string) => ({ type: "number", min: 0, step, inputMode: "decimal" }) as const;

/** What of the folded fields is used; empty fields mean none. */
function lateOf({ graceDays, daysFrom }: Pick<Fields, "graceDays" | "daysFrom">) {
  return {
    graceDays: graceDays.trim() === "" ? 0 : neededNumber(graceDays),
    daysFrom: daysFrom.trim() === "" ? null : neededNumber(daysFrom),
  };
}

/** Of one alone the server says that the other is missing. */
function fairUseOf({ fairUseGB, fairUseMbps }: Pick<Fields, "fairUseGB" | "fairUseMbps">) {
  return {
    fairUseGB: fairUseGB.trim() === "" ? null : neededNumber(fairUseGB),
    fairUseMbps: fairUseMbps.trim() === "" ? null : neededNumber(fairUseMbps),
  };
}

/** @param props.isOnTop of the sheet that lists them @param props.start what it begins with */
export function AddPackage(props: {
  isOnTop?: boolean;
  start?: Partial<Fields>;
  onMade?: (made: Package) => void;
  onClose: () => void;
}) {
  const { isOnTop = false, start: given = {}, onMade, onClose } = props;
  const add = useAct("addPackage", [packagesPath]);
  return (
    <PackageForm
      isOnTop={isOnTop}
      onClose={onClose}
      title={t("Add a package")}
      fields={{ ...start, ...given }}
      send={async ({ alsoLines: _, ...body }, key) => {
        const made = await add.mutateAsync({ body, key });
        onMade?.(made.package);
        return made;
      }}
      done={t("Package added")}
    />
  );
}

/** What it is for new lines, and for those that have it once they are paid next. */
export function ChangePackageOnSale({ one, onClose }: { one: Package; onClose: () => void }) {
  const save = useAct("savePackage", [packagesPath, linesPath]);
  const archive = useAct("archivePackage", [packagesPath]);
  const { id, name, lines } = one;
  return (
    <PackageForm
      isOnTop
      onClose={onClose}
      title={t("Change {name}", { name })}
      fields={fieldsOf(one)}
      lines={lines}
      send={(body) => save.mutateAsync({ params: { id }, body })}
      done={t("Saved")}
    >
      <SecondaryButton
        color="red"
        variant="outline"
        busy={archive.isPending}
        onClick={() =>
          confirmAction({
            title: t("Take {name} off the list?", { name }),
            text: t("No further line can have it. Lines that have it keep it."),
            action: t("Take it off"),
            onYes: () =>
              archive.mutate(
                { params: { id } },
                {
                  onSuccess: ({ message }) => {
                    toastSuccess(t("Taken off the list"), message);
                    onClose();
                  },
                  onError: toastFailure(t("Not saved"), t("Please try again.")),
                },
              ),
          })
        }
      >
        {t("Take it off the list")}
      </SecondaryButton>
    </PackageForm>
  );
}

function fieldsOf(one: Package): Fields {
  const { name, price, period, downloadMbps, uploadMbps, graceDays, daysFrom, isOffered } = one;
  const { fairUseGB, fairUseMbps } = one;
  const isMonths = "months" in period;
  return {
    name,
    price: `${price}`,
    length: `${isMonths ? period.months : period.days}`,
    unit: isMonths ? "months" : "days",
    downloadMbps: `${downloadMbps}`,
    uploadMbps: `${uploadMbps}`,
    graceDays: graceDays === 0 ? "" : `${graceDays}`,
    daysFrom: daysFrom === null ? "" : `${daysFrom}`,
    fairUseGB: fairUseGB === null ? "" : `${fairUseGB}`,
    fairUseMbps: fairUseMbps === null ? "" : `${fairUseMbps}`,
    isOffered,
    alsoLines: true,
  };
}

type Body = PackageInput & { alsoLines: boolean };

function PackageForm(props: {
  isOnTop?: boolean;
  onClose: () => void;
  title: string;
  fields: Fields;
  /** That have it. */
  lines?: number;
  send: (body: Body, key: string) => Promise<{ message: string }>;
  /** Of the toast. */
  done: string;
  children?: ReactNode;
}) {
  const { isOnTop = false, onClose, title, fields, lines = 0, send, done, children } = props;
  const [isLateOpen, setLateOpen] = useState(false);
  const [isFairUseOpen, setFairUseOpen] = useState(false);
  const { form, modal } = useCallForm({
    initialValues: fields,
    body: bodyOf,
    send,
    failure: { text: t("Not saved. Please try again.") },
    fieldOf: { period: "length" },
    reveal: (field) => {
      if (field === "graceDays" || field === "daysFrom") setLateOpen(true);
      if (field === "fairUseGB" || field === "fairUseMbps") setFairUseOpen(true);
    },
    onDone: ({ message }) => {
      toastSuccess(done, message);
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={title}
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
      <Fold
        title={t("Fair use")}
        summary={fairUseText(fairUseOf(form.values))}
        isOpen={isFairUseOpen}
        onToggle={() => setFairUseOpen(!isFairUseOpen)}
      >
        <TextInput
          label={t("Slower after (GB)")}
          description={t(
            "Whoever has used so much in a period goes on at the lower speed until the next one, and is told by SMS. Empty: never slower.",
          )}
          {...number("any")}
          {...form.getInputProps("fairUseGB")}
        />
        <TextInput
          label={t("Lower speed (Mbps)")}
          {...number("any")}
          {...form.getInputProps("fairUseMbps")}
        />
      </Fold>
      <Checkbox
        size="md"
        label={t("Customers may choose it themselves")}
        description={t("On their own page, with a code that comes to their phone.")}
        {...form.getInputProps("isOffered", { type: "checkbox" })}
      />
      {lines > 0 ? (
        <Checkbox
          size="md"
          label={t(
            "{count, plural, one {Also for the line that has it} other {Also for the # lines that have it}}",
            {
              count: lines,
            },
          )}
          description={t("From the next payment on; until then it is as it was.")}
          {...form.getInputProps("alsoLines", { type: "checkbox" })}
        />
      ) : null}
      {children}
    </FormModal>
  );
}
