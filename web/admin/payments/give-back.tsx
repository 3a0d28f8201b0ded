import { Alert, Group, Skeleton, Stack, Text, Textarea } from "@mantine/core";
import { IconAlertTriangle, IconArrowBackUp } from "@tabler/icons-react";
import { useState } from "react";
import type { OwnRefund, RefundAppeal } from "#contract/own-refunds";
import type { Transaction } from "#contract/transactions";
import { accountName } from "../../console/account-name.ts";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes, phone } from "../../console/format.ts";
import { Hint, SecondaryButton, StatusMark } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { EndAccess, RefundAmount } from "../../console/refund-fields.tsx";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { polled, useAct, useRead } from "../api.ts";
import { methodName } from "./format-payment.ts";

const readAfter = ["transactions", "payments", "stats", "users"].map((name) => `/api/admin/${name}`);

/** What brings a payer's money back, and what became of what was asked for. @param props.opens its form is open at once */
export function GiveBack({ transaction, opens }: { transaction: Transaction; opens: boolean }) {
  const { id } = transaction;
  const own = useRead("ownRefund", { params: { id } }, { staleTime: 0, ...polled(15_000) });
  const [isOpen, setOpen] = useState(opens);
  if (!own.data)
    return own.isError ? (
      <Hint>{errorText(own.error, t("Failed to look up how it can be given back."))}</Hint>
    ) : (
      <Skeleton h={44} radius="md" />
    );
  const { by, why, appeal } = own.data;
  const form = { transaction, own: own.data, onClose: () => setOpen(false) };
  const isAsked = by === "operator" && appeal?.status === "open";
  return (
    <Stack gap="xs">
      {appeal ? <WhatBecame appeal={appeal} /> : null}
      {by === null && why ? <Hint>{why}</Hint> : null}
      {by === null || isAsked ? null : (
        <SecondaryButton icon={IconArrowBackUp} onClick={() => setOpen(true)} px={10}>
          {by === "gateway" ? t("Give back") : t("Ask the operator to give it back")}
        </SecondaryButton>
      )}
      {isOpen && by === "gateway" ? <GiveBackForm {...form} /> : null}
      {isOpen && by === "operator" && !isAsked ? <AppealForm {...form} /> : null}
    </Stack>
  );
}

function WhatBecame({ appeal: { status, reason, note } }: { appeal: RefundAppeal }) {
  const said = {
    open: () => (
      <StatusMark
        tone="wait"
        word={t("The operator was asked to give it back: {reason}", { reason })}
        isLong
      />
    ),
    done: () => <StatusMark tone="good" word={t("The operator gave it back")} isLong />,
    declined: () => (
      <StatusMark
        tone="off"
        word={t("The operator does not give it back: {note}", { note: note ?? "" })}
        isLong
      />
    ),
  };
  return said[status]();
}

type FormProps = { transaction: Transaction; own: OwnRefund; onClose: () => void };

function GiveBackForm({ transaction, own, onClose }: FormProps) {
  const { id, method, phoneNumber } = transaction;
  const { account, partial, left } = own;
  const give = useAct("refundOwnPayment", readAfter);
  const [refused, refuse] = useState<string | null>(null);
  const { form, modal } = useCallForm({
    initialValues: { amount: left as number | string, reason: "", endAccess: false },
    // An emptied field is nothing, not all that is left.
    body: ({ amount, reason, endAccess }) => ({
      reason: reason.trim(),
      endAccess,
      ...(amount === left ? {} : { amount: typeof amount === "number" ? amount : 0 }),
    }),
    send: (body, key) => {
      refuse(null);
      return give.mutateAsync({ params: { id }, body, key });
    },
    failure: { text: t("Failed to give it back. Look at the receipt before you try again.") },
    onDone: ({ success, message, refund }) => {
      if (!success) return refuse(refund.detail ? `${message} (${refund.detail})` : message);
      toastSuccess(refund.status === "done" ? t("Given back") : t("Refund sent"), message);
      onClose();
    },
  });
  const { amount } = form.values;
  const moved = {
    amount: kes(typeof amount === "number" ? amount : 0),
    payer: phoneNumber ? phone(phoneNumber) : t("whoever paid it"),
  };
  return (
    <FormModal
      onClose={onClose}
      title={t("Give money back")}
      {...modal}
      error={refused ?? modal.error}
      action={t("Give back {amount}", moved)}
      busyAction={t("Giving back...")}
      isOnTop
    >
      <Alert
        color="red"
        variant="light"
        icon={<IconAlertTriangle aria-hidden />}
        title={t("{amount} goes back to {payer}", moved)}
      >
        <Text size="sm">
          {account
            ? t("It goes out of your own account, {account}.", {
                account: accountName(methodName(method), account),
              })
            : null}{" "}
          {t("Your sales fall by as much on the day on which it is back.")}
        </Text>
        <Text size="sm" mt={4}>
          {t("It is sent once and cannot be called back.")}
        </Text>
      </Alert>
      <RefundAmount
        left={left}
        isWhole={!partial}
        endsRest={amount !== own.amount - own.refunded && method === "mpesa"}
        input={form.getInputProps("amount")}
      />
      <Reason field={form.getInputProps("reason")} onChoose={(text) => form.setFieldValue("reason", text)} />
      {own.endsAccess ? <EndAccess input={form.getInputProps("endAccess", { type: "checkbox" })} /> : null}
    </FormModal>
  );
}

function AppealForm({ transaction: { id }, own, onClose }: FormProps) {
  const ask = useAct("appealRefund", readAfter);
  const { form, modal } = useCallForm({
    initialValues: { reason: "" },
    body: ({ reason }) => ({ reason: reason.trim() }),
    send: (body) => ask.mutateAsync({ params: { id }, body }),
    failure: { text: t("Failed to ask the operator. Please try again.") },
    onDone: ({ message }) => {
      toastSuccess(t("Asked"), message);
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Ask the operator to give it back")}
      {...modal}
      action={t("Ask the operator")}
      busyAction={t("Asking...")}
      isOnTop
    >
      <Text size="sm">{own.why}</Text>
      <Text size="sm">
        {t("{amount} at most. The operator gives it back, or says why not: it stands on this receipt.", {
          amount: kes(own.left),
        })}{" "}
        {t("Your sales fall by as much on the day on which it is back.")}
      </Text>
      <Reason field={form.getInputProps("reason")} onChoose={(text) => form.setFieldValue("reason", text)} />
    </FormModal>
  );
}

/** Chosen, or written. */
function Reason({ field, onChoose }: { field: object; onChoose: (text: string) => void }) {
  const usual = [t("Paid twice"), t("Paid by mistake"), t("Never got online")];
  return (
    <Stack gap="xs">
      <Textarea label={t("Reason")} withAsterisk autosize minRows={1} maxLength={300} {...field} />
      <Group gap="xs">
        {usual.map((text) => (
          <SecondaryButton key={text} size="sm" mih={44} px={10} onClick={() => onChoose(text)}>
            {text}
          </SecondaryButton>
        ))}
      </Group>
    </Stack>
  );
}
