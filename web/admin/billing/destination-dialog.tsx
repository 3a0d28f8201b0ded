import { SegmentedControl, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Balance, DestinationKind } from "#contract/payouts";
import { FormModal } from "../../console/form-modal.tsx";
import { phone } from "../../console/format.ts";
import { Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { focusFirst } from "../../console/use-submit.ts";
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
  const form = useForm<Fields>({
    mode: "controlled",
    initialValues: {
      kind: destination?.kind ?? "phone",
      account: destination?.account ?? "",
      reference: destination?.reference ?? "",
    },
    validate: {
      account: (account) => (account.trim() === "" ? t("Enter the number to which payouts go") : null),
      reference: (reference, { kind }) =>
        kind === "pay_bill" && !/^[A-Za-z0-9]{1,13}$/.test(reference.trim())
          ? t("A pay bill needs an account number of at most 13 letters and digits")
          : null,
    },
  });
  const { kind } = form.values;
  return (
    <FormModal
      onClose={onClose}
      title={t("Where payouts go")}
      busy={save.isPending}
      error={save.isError ? errorText(save.error, t("This could not be saved. Please try again.")) : null}
      action={t("Save")}
      busyAction={t("Saving...")}
      onSubmit={form.onSubmit(({ account, reference }) => {
        const body = { kind, account: account.trim() };
        save.mutate(
          { body: kind === "pay_bill" ? { ...body, reference: reference.trim() } : body },
          {
            onSuccess: () => {
              toastSuccess(
                t("Saved"),
                t("Nothing is paid there for 24 hours. A letter tells you of the change."),
              );
              onClose();
            },
          },
        );
      }, focusFirst(form))}
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
