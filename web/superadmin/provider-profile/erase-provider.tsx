import { Text } from "@mantine/core";
import { IconAlertTriangle, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import type { Provider } from "#contract/providers";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { addresses } from "../navigation.ts";
import { SuspendedAct, TypedName } from "./suspended-act.tsx";

/** Removes the provider for ever (docs/behaviour/operator-console.md, OC-37b). */
export function EraseProvider({ provider }: { provider: Provider }) {
  return (
    <SuspendedAct
      provider={provider}
      title={t("Erase this provider")}
      text={t("Its data, admins and sites are removed for ever. Invoices and sums without names stay.")}
      notYet={t("Only a suspended provider can be erased.")}
      action={t("Erase provider")}
      icon={IconTrash}
      color="red"
      window={(onClose) => <EraseWindow provider={provider} onClose={onClose} />}
    />
  );
}

function EraseWindow({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { id, businessName } = provider;
  const navigate = useNavigate();
  const erase = useAct("eraseProvider", ["/api/superadmin/providers", "/api/superadmin/stats"]);
  const { form, modal } = useCallForm({
    initialValues: { name: "" },
    send: (body) => erase.mutateAsync({ params: { id }, body }),
    failure: { title: t("Not Erased"), text: t("Failed to erase the provider.") },
    onDone: ({ message }) => {
      toastSuccess(t("Provider Erased"), message);
      void navigate(addresses.providers);
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Erase {name}?", { name: businessName })}
      {...modal}
      action={t("Erase for ever")}
      busyAction={t("Erasing...")}
      isDangerous
      disabled={form.values.name.trim() !== businessName.trim()}
    >
      <Warning icon={<IconAlertTriangle aria-hidden />} title={t("Nothing brings it back")}>
        <Text size="sm">
          {t(
            "Download its data first. Vouchers that were sold and not used are lost; what is owed between you is settled outside.",
          )}
        </Text>
      </Warning>
      <TypedName businessName={businessName} field={form.getInputProps("name")} />
    </FormModal>
  );
}
