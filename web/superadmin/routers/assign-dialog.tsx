import { TextInput } from "@mantine/core";
import { type FormEvent, type ReactElement, useState } from "react";
import type { PlatformRouter } from "#contract/platform-routers";
import { FormModal } from "../../console/form-modal.tsx";
import { siteSentence, t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { rereads } from "./format-router.ts";
import { ProviderSelect } from "./provider-select.tsx";

export function AssignDialog(props: { router: PlatformRouter; onClose: () => void }): ReactElement {
  const { router, onClose } = props;
  const [providerId, setProviderId] = useState<string | null>(null);
  const [location, setLocation] = useState("");
  const [missing, setMissing] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const assign = useAct("assignRouter", rereads);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(providerId === null);
    if (providerId === null) return;
    setError(null);
    assign.mutate(
      { body: { routerId: router.id, providerId, location } },
      {
        onSuccess: ({ message }) => {
          toastSuccess(t("Router Assigned"), siteSentence(message));
          onClose();
        },
        onError: (cause) => {
          const why = errorText(cause, t("Failed to assign router"));
          toastError(t("Assignment Failed"), why);
          setError(why);
        },
      },
    );
  };
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t("Assign {name}", { name: router.name })}
      onSubmit={submit}
      busy={assign.isPending}
      error={error}
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
