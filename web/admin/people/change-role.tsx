import type { Person } from "#contract/people";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { roleName } from "../session.ts";
import { RoleField } from "./invite-person.tsx";

export function ChangeRole({ person, onClose }: { person: Person; onClose: () => void }) {
  const { id, name } = person;
  const change = useAct("changePersonRole", ["/api/admin/people"]);
  const { form, modal } = useCallForm({
    initialValues: { role: person.role },
    send: (body) => change.mutateAsync({ params: { id }, body }),
    failure: { text: t("Please try again.") },
    onDone: ({ role }) => {
      toastSuccess(name, roleName(role));
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Role of {name}", { name })}
      {...modal}
      action={t("Save")}
      busyAction={t("Saving...")}
      disabled={form.values.role === person.role}
    >
      <RoleField field={form.getInputProps("role")} />
    </FormModal>
  );
}
