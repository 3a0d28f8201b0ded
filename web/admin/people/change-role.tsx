import { useForm } from "@mantine/form";
import type { Person } from "#contract/people";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useSubmit } from "../../console/use-submit.ts";
import { useAct } from "../api.ts";
import { roleName } from "../session.ts";
import { RoleField } from "./invite-person.tsx";

export function ChangeRole({ person, onClose }: { person: Person; onClose: () => void }) {
  const { id, name } = person;
  const change = useAct("changePersonRole", ["/api/admin/people"]);
  const sending = useSubmit(change, { text: t("Please try again.") });
  const form = useForm({ initialValues: { role: person.role } });
  return (
    <FormModal
      onClose={onClose}
      title={t("Role of {name}", { name })}
      busy={change.isPending}
      error={sending.error}
      action={t("Save")}
      busyAction={t("Saving...")}
      disabled={form.values.role === person.role}
      onSubmit={form.onSubmit((body) =>
        sending.send({ params: { id }, body }, ({ role }) => {
          toastSuccess(name, roleName(role));
          onClose();
        }),
      )}
    >
      <RoleField field={form.getInputProps("role")} />
    </FormModal>
  );
}
