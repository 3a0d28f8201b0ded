import { TextInput } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import type { Provider } from "#contract/providers";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useSubmit } from "../../console/use-submit.ts";
import { useAct } from "../api.ts";
import { SuspendedAct, useTypedName } from "./suspended-act.tsx";

/** Takes the provider's own rows back to a minute (docs/behaviour/operator-console.md, OC-37c). */
export function RestoreProvider({ provider }: { provider: Provider }) {
  return (
    <SuspendedAct
      provider={provider}
      title={t("Restore this provider")}
      text={t(
        "Its plans, vouchers and users become as they were at a minute of the last 30 days. What was sold and redeemed since stays.",
      )}
      notYet={t("Only a suspended provider can be restored.")}
      action={t("Restore provider")}
      icon={IconHistory}
      window={(onClose) => <RestoreWindow provider={provider} onClose={onClose} />}
    />
  );
}

function RestoreWindow({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { id, businessName } = provider;
  const { name, isRight, input } = useTypedName(provider);
  const [minute, setMinute] = useState("");
  const restore = useAct("restoreProvider", ["/api/superadmin/"]);
  const restoring = useSubmit(restore, {
    title: t("Not Restored"),
    text: t("Failed to restore the provider."),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = new Date(`${minute}:00+03:00`).toISOString();
    restoring.send({ params: { id }, body: { name, at } }, ({ message }) => {
      toastSuccess(t("Provider Restored"), message);
      onClose();
    });
  };
  return (
    <FormModal
      onClose={onClose}
      title={t("Restore {name}?", { name: businessName })}
      onSubmit={submit}
      busy={restore.isPending}
      error={restoring.error}
      action={t("Restore")}
      busyAction={t("Restoring...")}
      isDangerous
      disabled={!isRight || minute === ""}
    >
      <TextInput
        label={t("Minute")}
        description={t("Nairobi time.")}
        type="datetime-local"
        value={minute}
        onChange={(event) => setMinute(event.currentTarget.value)}
      />
      {input}
      <Hint>{t("It stays suspended. Look at it, then activate it.")}</Hint>
    </FormModal>
  );
}
