import { TextInput } from "@mantine/core";
import type { Person } from "#contract/people";
import { neededNumber, useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

/** How much somebody may give away in a day. */
export function FreeMinutes({ person, onClose }: { person: Person; onClose: () => void }) {
  const { id, name, freeMinutes } = person;
  const change = useAct("setFreeMinutes", ["/api/admin/people"]);
  const { form, modal } = useCallForm({
    initialValues: { minutes: String(freeMinutes) },
    body: ({ minutes }) => ({ minutes: neededNumber(minutes) }),
    send: (body) => change.mutateAsync({ params: { id }, body }),
    failure: { text: t("Please try again.") },
    onDone: (_, { minutes }) => {
      toastSuccess(name, t("{count} free minutes a day", { count: Number(minutes) }));
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Free minutes of {name}", { name })}
      {...modal}
      action={t("Save")}
      busyAction={t("Saving...")}
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
