import { SegmentedControl, TextInput } from "@mantine/core";
import type { Balance, DestinationKind } from "#contract/payouts";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { phone } from "../../console/format.ts";
import { Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

type Fields = { kind: DestinationKind; account: string; reference: string };

export function destinationWords(to: {
  kind: DestinationKind;
  account: string;
  reference: string | null;
}): string {
  const { kind, account, reference } = to;
  if (kind === "phone") return t("M-Pesa of {phone}", { phone: phone(account) });
  if (kind === "till") return t("Till {number}", { number: account });
  return t("Pay bill {number}, account {account}", { number: account, account: reference ?? "" });
}

export function DestinationDialog({ balance, onClose }: { balance: Balance; onClose: () => void }) {
  const { destination } = balance;
  const save = useAct("saveDestination", ["/api/admin/balance"]);
  const initialValues: Fields = {
    kind: destination?.kind ?? "phone",
    account: destination?.account ?? "",
    reference: destination?.reference ?? "",
  };
  const { form, modal } = useCallForm({
    initialValues,
    body: ({ kind, account, reference }) => ({
      kind,
      account: account.trim(),
      ...(kind === "pay_bill" ? { reference: reference.trim() } : {}),
    }),
    send: (body) => save.mutateAsync({ body }),
    failure: { text: t("This could not be saved. Please try again.") },
    onDone: () => {
      toastSuccess(t("Saved"), t("Nothing is paid there for 24 hours. A letter tells you of the change."));
      onClose();
    },
  });
  const { kind } = form.values;
  return (
    <FormModal
      onClose={onClose}
      title={t("Where payouts go")}
      {...modal}
      action={t("Save")}
      busyAction={t("Saving...")}
    >
      <Warning title={t("Nothing is paid there for 24 hours")}>
        {t("A letter goes to your address, so that nobody leads your money away unnoticed.")}
      </Warning>
      <SegmentedControl
        fullWidth
        aria-label={t("Kind of account")}
        data={[
          { value: "phone", label: t("Phone") },
          { value: "till", label: t("Till") },
          { value: "pay_bill", label: t("Pay bill") },
        ]}
        value={kind}
        onChange={(value) => form.setFieldValue("kind", value as DestinationKind)}
      />
      <TextInput
        name="account"
        label={
          kind === "phone"
            ? t("M-Pesa phone number")
            : kind === "till"
              ? t("Till number")
              : t("Pay bill number")
        }
        withAsterisk
        inputMode={kind === "phone" ? "tel" : "numeric"}
        autoComplete="off"
        maxLength={20}
        data-autofocus
        {...form.getInputProps("account")}
      />
      {kind === "pay_bill" ? (
        <TextInput
          name="reference"
          label={t("Account number")}
          description={t("What you would type there as the account.")}
          withAsterisk
          autoComplete="off"
          maxLength={13}
          {...form.getInputProps("reference")}
        />
      ) : null}
    </FormModal>
  );
}
