import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import type { PaymentSwitch } from "#contract/switch";
import { refresh } from "../../console/calls.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { RequestError } from "../../console/request.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { SwitchFieldset } from "./switch-fieldset.tsx";
import { faultsIn, fieldsOf, newSwitchFields, type SwitchFields, settingsBody } from "./switch-form.ts";
import { rereads } from "./switch-reading.ts";

/** Configures a switch, or changes the settings of one. */
export function SwitchDialog(props: { edited: PaymentSwitch | null; onClose: () => void }): ReactElement {
  const { edited, onClose } = props;
  const form = useForm<SwitchFields>({ initialValues: edited ? fieldsOf(edited) : newSwitchFields });
  const [problem, setProblem] = useState<string | null>(null);
  const client = useQueryClient();
  const create = useAct("createSwitch", rereads);
  const update = useAct("updateSwitch", rereads);
  const save = async (fields: SwitchFields) => {
    const faults = faultsIn(fields);
    setProblem(faults);
    if (faults !== null) return toastError(t("Validation Error"), faults);
    try {
      if (edited) {
        const body = { ...settingsBody(fields), revision: edited.revision };
        await update.mutateAsync({ params: { id: edited.id }, body });
      } else {
        const { accountType, centralPaymentGatewayId } = fields;
        await create.mutateAsync({
          body: { ...settingsBody(fields), accountType: accountType || undefined, centralPaymentGatewayId },
        });
      }
      toastSuccess(
        edited
          ? t("Switch settings updated successfully")
          : t("Payment gateway switch configured successfully"),
      );
      onClose();
    } catch (cause) {
      const otherwise = edited
        ? t("Failed to update switch settings")
        : t("Failed to configure payment gateway switch");
      const why = errorText(cause, otherwise);
      toastError(t("Error"), why);
      setProblem(why);
      // Somebody else changed it meanwhile: behind the dialog it stands as it is now.
      if (cause instanceof RequestError && cause.status === 409) await refresh(client, rereads);
    }
  };
  return (
    <FormModal
      opened
      onClose={onClose}
      title={edited ? t("Edit Switch Settings") : t("Configure Payment Gateway Switch")}
      onSubmit={form.onSubmit((fields) => void save(fields))}
      busy={create.isPending || update.isPending}
      error={problem}
      action={edited ? t("Save settings") : t("Configure Switch")}
      busyAction={edited ? t("Saving...") : t("Configuring...")}
      size="lg"
    >
      <SwitchFieldset form={form} isNew={edited === null} isActive={edited?.isActive ?? false} />
    </FormModal>
  );
}
