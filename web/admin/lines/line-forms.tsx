import { NativeSelect, TextInput } from "@mantine/core";
import type { Line } from "#contract/lines";
import { lineBlockings } from "#contract/values/line-choices";
import { neededNumber, useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { date } from "../../console/format.ts";
import { Hint } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { keptFor, may, useAct, useRead } from "../api.ts";
import { linesPath, packagesPath, phoneOf, priceText } from "./format-line.ts";
import { PppoePassword } from "./pppoe-password.tsx";

type Props = { line: Line; onClose: () => void };

const failed = () => ({ text: t("Not saved. Please try again.") });

/** Three are given most. */
export function GiveDays({ line, onClose }: Props) {
  const give = useAct("giveLineDays", [linesPath]);
  const { form, modal } = useCallForm({
    initialValues: { days: "3" },
    body: ({ days }) => ({ days: neededNumber(days) }),
    send: (body, key) => give.mutateAsync({ params: { id: line.id }, body, key }),
    failure: failed(),
    onDone: ({ message }) => {
      toastSuccess(t("Days given"), message);
      onClose();
    },
  });
  return (
    <FormModal
      isOnTop
      onClose={onClose}
      title={t("Give days to {name}", { name: line.customer.name })}
      {...modal}
      action={t("Give them")}
      busyAction={t("Saving...")}
    >
      <TextInput
        label={t("Days")}
        description={t("For nothing: the line is on so much longer, or again at once.")}
        type="number"
        min={1}
        max={31}
        step="1"
        inputMode="numeric"
        {...form.getInputProps("days")}
      />
    </FormModal>
  );
}

/** It is another line there: what showed this one goes on without it. */
export function MoveLine({ line, onClose, onGone }: Props & { onGone: () => void }) {
  const routers = useRead("listRouters", {}, keptFor(30_000)).data ?? [];
  const others = routers.filter(({ id }) => id !== line.router.id);
  const move = useAct("moveLine", [linesPath]);
  const { form, modal } = useCallForm({
    initialValues: { routerId: "" },
    send: (body, key) => move.mutateAsync({ params: { id: line.id }, body, key }),
    failure: failed(),
    onDone: ({ message }) => {
      toastSuccess(t("Line moved"), message);
      onClose();
      onGone();
    },
  });
  return (
    <FormModal
      isOnTop
      onClose={onClose}
      title={t("Move to another router")}
      {...modal}
      action={t("Move the line")}
      busyAction={t("Saving...")}
    >
      <NativeSelect
        label={t("Router")}
        description={t(
          "It keeps its name, its password and what was paid. At {router} it ends as soon as that router is reached.",
          { router: line.router.name },
        )}
        data={[
          { value: "", label: t("Choose") },
          ...others.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps("routerId")}
      />
      {others.length === 0 ? <Hint>{t("There is no other router. Add it under Routers first.")}</Hint> : null}
    </FormModal>
  );
}

export function ChangePackage({ line, onClose }: Props) {
  const packages = useRead("listPackages", {}, keptFor(30_000)).data ?? [];
  const change = useAct("changeLinePackage", [linesPath, packagesPath]);
  const { form, modal } = useCallForm({
    initialValues: { packageId: "", when: "renewal" as "now" | "renewal" },
    send: (body) => change.mutateAsync({ params: { id: line.id }, body }),
    failure: failed(),
    onDone: ({ message }) => {
      toastSuccess(t("Package changed"), message);
      onClose();
    },
  });
  const { packageId, when } = form.values;
  const preview = useRead(
    "previewLinePackage",
    { params: { id: line.id }, query: { packageId } },
    { ...keptFor(10_000), enabled: packageId !== "" && when === "now" },
  ).data;
  return (
    <FormModal
      isOnTop
      onClose={onClose}
      title={t("Change the package")}
      {...modal}
      action={t("Save")}
      busyAction={t("Saving...")}
    >
      <NativeSelect
        label={t("Package")}
        data={[
          { value: "", label: t("Choose") },
          ...packages.map((one) => ({ value: one.id, label: `${one.name} · ${priceText(one)}` })),
        ]}
        {...form.getInputProps("packageId")}
      />
      <NativeSelect
        label={t("From when")}
        data={[
          { value: "renewal", label: t("From the next payment on") },
          { value: "now", label: t("Now") },
        ]}
        {...form.getInputProps("when")}
      />
      {packageId !== "" && when === "now" && preview ? (
        <Hint role="status">
          {preview.paidUntil === null
            ? t("Nothing is left of its time: the new price counts from the next payment on.")
            : t("{left} days are left: that is {days} days of the new package, until {day}.", {
                left: preview.daysLeft,
                days: preview.daysThen,
                day: date(preview.paidUntil, language()),
              })}
        </Hint>
      ) : null}
    </FormModal>
  );
}

export function ChangeCustomer({ line, onClose }: Props) {
  const { id, name, phoneNumber, email } = line.customer;
  const save = useAct("saveCustomer", [linesPath, `/api/admin/customers/${id}`]);
  const { form, modal } = useCallForm({
    initialValues: { name, phoneNumber: phoneNumber === "" ? "" : phoneOf(line.customer), email },
    body: (fields) => ({
      name: fields.name.trim(),
      phoneNumber: fields.phoneNumber.trim() || null,
      email: fields.email.trim(),
    }),
    send: (body) => save.mutateAsync({ params: { id }, body }),
    failure: failed(),
    onDone: ({ message }) => {
      toastSuccess(t("Saved"), message);
      onClose();
    },
  });
  return (
    <FormModal
      isOnTop
      onClose={onClose}
      title={t("Change name, phone or e-mail")}
      {...modal}
      action={t("Save")}
      busyAction={t("Saving...")}
    >
      <TextInput
        label={t("Customer's name")}
        maxLength={80}
        autoComplete="off"
        {...form.getInputProps("name")}
      />
      <TextInput
        label={t("Phone number")}
        description={t("Receipts and reminders go there, and requests to pay.")}
        type="tel"
        inputMode="tel"
        maxLength={40}
        autoComplete="off"
        {...form.getInputProps("phoneNumber")}
      />
      <TextInput
        label={t("E-mail")}
        description={t("The same receipts and reminders go there as well. Empty: none.")}
        type="text"
        inputMode="email"
        maxLength={254}
        autoComplete="off"
        {...form.getInputProps("email")}
      />
    </FormModal>
  );
}

export function NewPassword({ line, onClose }: Props) {
  const save = useAct("setLinePassword", [linesPath]);
  const { form, modal } = useCallForm({
    initialValues: { password: "" },
    send: (body) => save.mutateAsync({ params: { id: line.id }, body }),
    failure: failed(),
    onDone: ({ message }) => {
      toastSuccess(t("Saved"), message);
      onClose();
    },
  });
  return (
    <FormModal
      isOnTop
      onClose={onClose}
      title={t("New PPPoE password")}
      {...modal}
      action={t("Save")}
      busyAction={t("Saving...")}
    >
      <PppoePassword
        description={t("Write it down, or type it into the customer's device now: it is not shown again.")}
        onMake={(password) => form.setFieldValue("password", password)}
        {...form.getInputProps("password")}
      />
    </FormModal>
  );
}

export function ChangeBlocking({ line, onClose }: Props) {
  const save = useAct("setLineBlocking", [linesPath]);
  const { form, modal } = useCallForm({
    initialValues: { blocking: line.blocking },
    send: (body) => save.mutateAsync({ params: { id: line.id }, body }),
    failure: failed(),
    onDone: ({ message }) => {
      toastSuccess(t("Saved"), message);
      onClose();
    },
  });
  // Who gives no days keeps none on for nothing.
  const mayGive = may("giveLineDays");
  const words: Record<Line["blocking"], string> = {
    due: t("When its time is over"),
    now: t("Now, until I free it"),
    never: t("Never by itself"),
  };
  const hints: Record<Line["blocking"], string> = {
    due: t("With the days of grace of its package, within the hours for blocking."),
    now: t("Its time goes on meanwhile; money that comes in waits in the balance."),
    never: t("For what others hang on, as an uplink; what it was on unpaid is taken off its next payment."),
  };
  return (
    <FormModal
      isOnTop
      onClose={onClose}
      title={t("When it is blocked")}
      {...modal}
      action={t("Save")}
      busyAction={t("Saving...")}
    >
      <NativeSelect
        label={t("Blocked")}
        description={hints[form.values.blocking]}
        data={lineBlockings
          .filter((value) => value !== "never" || mayGive || line.blocking === "never")
          .map((value) => ({ value, label: words[value] }))}
        {...form.getInputProps("blocking")}
      />
    </FormModal>
  );
}
