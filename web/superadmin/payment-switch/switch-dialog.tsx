import { Alert, Text, Textarea, TextInput } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { PaymentSwitch } from "#contract/switch";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { RequestError } from "../../console/request.ts";
import { toastError, toastSuccess } from "../../console/toast.tsx";
import { refresh, useAct } from "../api.ts";
import { SwitchFieldset } from "./switch-fieldset.tsx";
import { faultsOf, fieldsOf, newSwitchFields, settingsBody } from "./switch-form.ts";
import { accountOf, rereads } from "./switch-reading.ts";
import type { SwitchActs } from "./use-switch-acts.ts";

export function SwitchDialog(props: { edited: PaymentSwitch | null; onClose: () => void }) {
  const { edited, onClose } = props;
  const client = useQueryClient();
  const create = useAct("createSwitch", rereads);
  const update = useAct("updateSwitch", rereads);
  const { form, modal } = useCallForm({
    initialValues: edited ? fieldsOf(edited) : newSwitchFields,
    body: settingsBody,
    check: faultsOf,
    send: (settings) => {
      const { accountType, centralPaymentGatewayId, ...body } = settings;
      return edited
        ? update.mutateAsync({ params: { id: edited.id }, body: { ...body, revision: edited.revision } })
        : create.mutateAsync({ body: settings });
    },
    failure: {
      title: t("Error"),
      text: edited ? t("Failed to update switch settings") : t("Failed to configure payment gateway switch"),
    },
    allTitle: t("Validation Error"),
    onDone: () => {
      toastSuccess(
        edited
          ? t("Switch settings updated successfully")
          : t("Payment gateway switch configured successfully"),
      );
      onClose();
    },
    // Changed meanwhile: refresh the list behind the dialog.
    onFailure: (cause) => {
      if (cause instanceof RequestError && cause.status === 409) void refresh(client, rereads);
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={edited ? t("Edit Switch Settings") : t("Configure Payment Gateway Switch")}
      {...modal}
      action={edited ? t("Save settings") : t("Configure Switch")}
      busyAction={edited ? t("Saving...") : t("Configuring...")}
      size="lg"
    >
      <SwitchFieldset form={form} isNew={edited === null} isActive={edited?.isActive ?? false} />
    </FormModal>
  );
}

/** Says what will be diverted, how much and where to; the account is typed again before it begins. */
export function ActivateDialog(props: { one: PaymentSwitch; acts: SwitchActs; onClose: () => void }) {
  const { one, acts, onClose } = props;
  const [typed, setTyped] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await acts.activate(one.id)) onClose();
  };
  const left = one.targetAmount - one.currentAmount;
  return (
    <FormModal
      onClose={onClose}
      title={t("Activate {name}?", { name: one.name })}
      onSubmit={(event) => void submit(event)}
      busy={acts.busy}
      action={t("Activate and divert")}
      busyAction={t("Activating...")}
      disabled={typed.trim() !== one.centralAccountNumber}
    >
      <Warning icon={<IconAlertTriangle aria-hidden />} title={t("This moves other people's money")}>
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
      </Warning>
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

/** Stops at once; the reason is kept with the switch and in the audit. */
export function StopDialog(props: { one: PaymentSwitch; acts: SwitchActs; onClose: () => void }) {
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

/** The operator types who received the KSh 1: a mistyped number has another name on the prompt. */
export function NamePayee({ one, onClose }: { one: PaymentSwitch; onClose: () => void }) {
  const name = useAct("nameSwitchPayee", rereads);
  const { form, modal } = useCallForm({
    initialValues: { payeeName: "" },
    body: ({ payeeName }) => ({ payeeName: payeeName.trim() }),
    send: (body) => name.mutateAsync({ params: { id: one.id }, body }),
    failure: { title: t("Error"), text: t("Failed to save the name.") },
    onDone: () => {
      toastSuccess(t("Account tried"), t("This account may take money now."));
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Who received the KSh 1?")}
      {...modal}
      action={t("This is the right account")}
      busyAction={t("Saving...")}
      disabled={form.values.payeeName.trim().length < 2}
    >
      <Text size="sm">
        {t(
          "M-Pesa and Airtel Money name the payee on the phone, and tell nobody else. Type the name from the prompt or the message. If it is not the owner of {account}, close this and correct the number.",
          { account: accountOf(one) },
        )}
      </Text>
      <TextInput
        name="payeeName"
        label={t("Name on the prompt")}
        withAsterisk
        autoComplete="off"
        maxLength={80}
        data-autofocus
        {...form.getInputProps("payeeName")}
      />
    </FormModal>
  );
}
