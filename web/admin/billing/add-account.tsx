import { SegmentedControl, Select, TextInput } from "@mantine/core";
import type { OfferedGateways, OwnGateway } from "#contract/own-gateways";
import { banks } from "#contract/values/banks";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useAct } from "../api.ts";

type Fields = { type: OfferedGateways["kinds"][number]; bank: string; accountNumber: string };

/** Where the platform's app sends the money straight; KSh 1 comes next, unless nothing real is paid there. */
export function AddAccount(props: {
  offered: OfferedGateways;
  /** One collects already, and goes on until this one is proven. */
  replaces: boolean;
  onAdded: (added: OwnGateway) => void;
  onClose: () => void;
}) {
  const { offered, replaces, onAdded, onClose } = props;
  const add = useAct("addOwnGateway", ["/api/admin/payment-gateways"]);
  const { form, modal } = useCallForm({
    initialValues: { type: "mpesa", bank: "", accountNumber: "" } as Fields,
    body: ({ type, bank, accountNumber }) => ({
      type,
      // As stickers and letters write it: in groups.
      accountNumber: accountNumber.replace(/\s+/g, ""),
      ...(type === "bank" ? { bank } : {}),
    }),
    send: (body) => add.mutateAsync({ body }),
    failure: { title: t("Not saved"), text: t("The account could not be saved. Please try again.") },
    onDone: onAdded,
  });
  const { type } = form.values;
  return (
    <FormModal
      onClose={onClose}
      title={t("Where your money goes")}
      {...modal}
      action={t("Continue")}
      busyAction={t("Saving...")}
    >
      <Hint>
        {replaces && offered.environment === "production"
          ? t("Until KSh 1 has arrived there, your visitors pay as before.")
          : t("Your visitors get a prompt on their phone, and the money arrives at your account at once.")}
      </Hint>
      <SegmentedControl
        fullWidth
        aria-label={t("Kind of account")}
        data={offered.kinds.map((value) => ({
          value,
          label: value === "mpesa" ? t("Till or pay bill") : t("Bank account"),
        }))}
        value={type}
        onChange={(value) => form.setFieldValue("type", value as Fields["type"])}
      />
      {type === "bank" ? (
        <Select
          label={t("Bank")}
          withAsterisk
          placeholder={t("Choose a bank")}
          allowDeselect={false}
          data={banks.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps("bank")}
        />
      ) : null}
      <TextInput
        name="accountNumber"
        label={type === "bank" ? t("Account number") : t("Till or pay bill number")}
        description={
          type === "bank"
            ? t("At most 12 letters and digits, as the bank wrote it.")
            : t("As Safaricom gave it to you. You then pay KSh 1: that shows which of the two it is.")
        }
        withAsterisk
        inputMode={type === "bank" ? "text" : "numeric"}
        autoComplete="off"
        maxLength={60}
        data-autofocus
        {...form.getInputProps("accountNumber")}
      />
    </FormModal>
  );
}
