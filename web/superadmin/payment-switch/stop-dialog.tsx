import { Alert, Text, Textarea } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type FormEvent, type ReactElement, useState } from "react";
import type { PaymentSwitch } from "#contract/switch";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { toastError } from "../../console/toast.tsx";
import { accountOf } from "./switch-reading.ts";
import type { SwitchActs } from "./use-switch-acts.ts";

/** Stops at once; the reason is kept with the switch and in the audit. */
export function StopDialog(props: {
  one: PaymentSwitch;
  acts: SwitchActs;
  onClose: () => void;
}): ReactElement {
  const { one, acts, onClose } = props;
  const [why, setWhy] = useState("");
  const [missing, setMissing] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const blank = why.trim() === "";
    setMissing(blank);
    if (blank)
      return toastError(t("Validation Error"), t("Please provide a reason for emergency deactivation"));
    if (await acts.stop(one.id, why.trim())) onClose();
  };
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t("Emergency Stop: {name}", { name: one.name })}
      onSubmit={(event) => void submit(event)}
      busy={acts.busy}
      action={t("Emergency Stop")}
      busyAction={t("Stopping...")}
      isDangerous
    >
      <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
        <Text size="sm">
          {t(
            "No further payment goes to {account}. {current} of {target} are collected; prompts that are out may still be paid there.",
            { account: accountOf(one), current: kes(one.currentAmount), target: kes(one.targetAmount) },
          )}
        </Text>
      </Alert>
      <Textarea
        label={t("Reason")}
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        value={why}
        error={missing && why.trim() === "" ? t("Please provide a reason for emergency deactivation") : null}
        onChange={(event) => setWhy(event.currentTarget.value)}
      />
    </FormModal>
  );
}
