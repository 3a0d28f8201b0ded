import { Alert, Text, TextInput } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type FormEvent, type ReactElement, useState } from "react";
import type { PaymentSwitch } from "#contract/switch";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { accountOf } from "./switch-reading.ts";
import type { SwitchActs } from "./use-switch-acts.ts";

/** Says what will be diverted, how much and where to; the account is typed again before it begins. */
export function ActivateDialog(props: {
  one: PaymentSwitch;
  acts: SwitchActs;
  onClose: () => void;
}): ReactElement {
  const { one, acts, onClose } = props;
  const [typed, setTyped] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await acts.activate(one.id)) onClose();
  };
  const left = one.targetAmount - one.currentAmount;
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t("Activate {name}?", { name: one.name })}
      onSubmit={(event) => void submit(event)}
      busy={acts.busy}
      action={t("Activate and divert")}
      busyAction={t("Activating...")}
      disabled={typed.trim() !== one.centralAccountNumber}
    >
      <Alert
        color="yellow"
        variant="light"
        icon={<IconAlertTriangle aria-hidden />}
        title={t("This moves other people's money")}
      >
        <Text size="sm">
          {t(
            "This will divert all provider earnings to the central account {account} until the target amount of {target} is reached.",
            { account: accountOf(one), target: kes(one.targetAmount) },
          )}
        </Text>
        <Text size="sm" mt="xs">
          {left > 0 && left < one.targetAmount
            ? t("{current} are collected already; {left} remain.", {
                current: kes(one.currentAmount),
                left: kes(left),
              })
            : t("Payments that are under way already stay as they are.")}
        </Text>
      </Alert>
      <TextInput
        label={t("Type the account number {account} to confirm", { account: one.centralAccountNumber })}
        autoComplete="off"
        autoCapitalize="none"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormModal>
  );
}
