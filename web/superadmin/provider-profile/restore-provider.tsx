import { TextInput } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import type { Provider } from "#contract/providers";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { SuspendedAct, TypedName } from "./suspended-act.tsx";

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
  const restore = useAct("restoreProvider", ["/api/superadmin/"]);
  const { form, modal } = useCallForm({
    initialValues: { minute: "", name: "" },
    body: ({ minute, name }) => ({ name, at: new Date(`${minute}:00+03:00`).toISOString() }),
    send: (body) => restore.mutateAsync({ params: { id }, body }),
    failure: { title: t("Not Restored"), text: t("Failed to restore the provider.") },
    fieldOf: { at: "minute" },
    onDone: ({ message }) => {
      toastSuccess(t("Provider Restored"), message);
      onClose();
    },
  });
  const { minute, name } = form.values;
  return (
    <FormModal
      onClose={onClose}
      title={t("Restore {name}?", { name: businessName })}
      {...modal}
      action={t("Restore")}
      busyAction={t("Restoring...")}
      isDangerous
      disabled={name.trim() !== businessName.trim() || minute === ""}
    >
      <TextInput
        label={t("Minute")}
        description={t("Nairobi time.")}
        type="datetime-local"
        {...form.getInputProps("minute")}
      />
      <TypedName businessName={businessName} field={form.getInputProps("name")} />
      <Hint>{t("It stays suspended. Look at it, then activate it.")}</Hint>
    </FormModal>
  );
}
