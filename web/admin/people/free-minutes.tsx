import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Person } from "#contract/people";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { focusFirst, useSubmit } from "../../console/use-submit.ts";
import { useAct } from "../api.ts";

/** How much somebody may give away in a day. */
export function FreeMinutes({ person, onClose }: { person: Person; onClose: () => void }) {
  const { id, name, freeMinutes } = person;
  const change = useAct("setFreeMinutes", ["/api/admin/people"]);
  const sending = useSubmit(change, { text: t("Please try again.") });
  const form = useForm({
    initialValues: { minutes: String(freeMinutes) },
    validate: {
      minutes: (typed) =>
        /^\d{1,5}$/.test(typed.trim()) && Number(typed) <= 14_400
          ? null
          : t("Enter whole minutes a day, from 0 to 14,400"),
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Free minutes of {name}", { name })}
      busy={change.isPending}
      error={sending.error}
      action={t("Save")}
      busyAction={t("Saving...")}
      onSubmit={form.onSubmit(
        ({ minutes }) =>
          sending.send({ params: { id }, body: { minutes: Number(minutes) } }, () => {
            toastSuccess(name, t("{count} free minutes a day", { count: Number(minutes) }));
            onClose();
          }),
        focusFirst(form),
      )}
    >
      <Hint>{t("More time for a user, or free vouchers, when a customer complains. It is no sale.")}</Hint>
      <TextInput
        label={t("Minutes a day")}
        description={t("0: they give nothing away.")}
        inputMode="numeric"
        maxLength={5}
        data-autofocus
        {...form.getInputProps("minutes")}
      />
    </FormModal>
  );
}
