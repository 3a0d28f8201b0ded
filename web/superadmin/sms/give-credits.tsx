import { TextInput } from "@mantine/core";
import type { ProviderCredits } from "#contract/credits";
import { neededNumber, useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

export function GiveCredits(props: {
  to: Pick<ProviderCredits, "providerId" | "businessName" | "balance">;
  onClose: () => void;
}) {
  const { to, onClose } = props;
  const give = useAct("giveCredits", ["/api/superadmin/sms"]);
  const { form, modal } = useCallForm({
    initialValues: { amount: "", note: "" },
    body: ({ amount, note }) => ({ amount: neededNumber(amount.replace(",", ".")), note: note.trim() }),
    send: (body, key) => give.mutateAsync({ params: { id: to.providerId }, body, key }),
    failure: { title: t("Not given"), text: t("Please try again.") },
    onDone: ({ message }) => {
      toastSuccess(t("SMS credits"), message);
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Give {name} credits", { name: to.businessName })}
      {...modal}
      action={t("Give")}
      busyAction={t("Saving...")}
    >
      <Hint>
        {t("It has {balance} now. Less than 0 takes back what was given by mistake.", {
          balance: kes(to.balance),
        })}
      </Hint>
      <TextInput
        label={t("Amount (KES)")}
        inputMode="decimal"
        withAsterisk
        data-autofocus
        {...form.getInputProps("amount")}
      />
      <TextInput
        label={t("What for")}
        description={t("The provider reads it, and it stands in the audit.")}
        maxLength={200}
        withAsterisk
        {...form.getInputProps("note")}
      />
    </FormModal>
  );
}
