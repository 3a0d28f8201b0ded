import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { PlatformRouter } from "#contract/platform-routers";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useSubmit } from "../../console/use-submit.ts";
import { useAct } from "../api.ts";
import { rereads } from "./format-router.ts";
import { ProviderSelect } from "./provider-select.tsx";

export function AssignDialog(props: { router: PlatformRouter; onClose: () => void }) {
  const { router, onClose } = props;
  const [providerId, setProviderId] = useState<string | null>(null);
  const [location, setLocation] = useState("");
  const [missing, setMissing] = useState(false);
  const assign = useAct("assignRouter", rereads);
  const saving = useSubmit(assign, { title: t("Assignment Failed"), text: t("Failed to assign router") });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(providerId === null);
    if (providerId === null) return;
    saving.send({ body: { routerId: router.id, providerId, location } }, ({ message }) => {
      toastSuccess(t("Router Assigned"), message);
      onClose();
    });
  };
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t("Assign {name}", { name: router.name })}
      onSubmit={submit}
      busy={assign.isPending}
      error={saving.error}
      action={t("Assign router")}
      busyAction={t("Assigning...")}
    >
      <ProviderSelect
        label={t("Provider")}
        value={providerId}
        onChange={setProviderId}
        placeholder={t("Search by name")}
        error={missing && providerId === null ? t("Choose a provider") : null}
      />
      <TextInput
        label={t("Location (optional)")}
        maxLength={200}
        value={location}
        onChange={(event) => setLocation(event.currentTarget.value)}
      />
    </FormModal>
  );
}
