import { Alert, Checkbox, NumberInput, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type ReactElement, type ReactNode, useState } from "react";
import type { Refunded, RefundOffer } from "#contract/refunds";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { LoadingRows } from "../../console/states.tsx";
import { reason, said } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { MoneyWarning, PaidFacts } from "./refund-facts.tsx";
import { refundReads } from "./refund-words.ts";

/** A payment of a provider, or money that was typed at a pay bill and paid nothing. */
export type RefundTarget =
  | { kind: "payment"; id: string; providerId: string }
  | { kind: "typed"; id: string };

/** Gives money back, after it has said how much, to whom and out of which account. */
export function RefundDialog(props: { target: RefundTarget; onClose: () => void }): ReactElement {
  const { target, onClose } = props;
  const isPayment = target.kind === "payment";
  // Never from the memory of an earlier look: what is left may have changed.
  const fresh = { staleTime: 0 };
  const payment = useRead(
    "refundOffer",
    { params: { id: target.id }, query: { providerId: isPayment ? target.providerId : "" } },
    { ...fresh, enabled: isPayment },
  );
  const typed = useRead("typedRefundOffer", { params: { id: target.id } }, { ...fresh, enabled: !isPayment });
  const offer = isPayment ? payment : typed;
  const left = offer.data ? offer.data.amount - offer.data.refunded : 0;
  const act = useRefund(target, onClose);
  const form = useForm({
    // Untouched, it is all that is left, which is known only later.
    initialValues: { amount: null as number | string | null, reason: "", endAccess: false },
    validate: {
      amount: (typed) => amountFault(typed ?? left, left),
      reason: (why) => (why.trim().length < 3 ? t("Say why it is given back") : null),
    },
  });
  const written = form.values.amount ?? left;
  const amount = typeof written === "number" ? written : 0;
  const isOffered = offer.data?.why === null;
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t("Give money back")}
      busy={act.busy}
      error={act.error}
      action={t("Give back {amount}", { amount: kes(amount) })}
      busyAction={t("Giving back...")}
      disabled={!isOffered}
      onSubmit={form.onSubmit((values) => act.send({ ...values, amount, left }))}
    >
      <Loaded
        query={offer}
        loading={<LoadingRows rows={3} height={64} label={t("Loading …")} />}
        failed={{
          title: t("This cannot be given back here"),
          text: t("Failed to look this payment up. Please try again."),
        }}
      >
        {(shown) => (
          <>
            <PaidFacts facts={shown} />
            {shown.why === null ? (
              <>
                <MoneyWarning facts={shown} amount={amount} color="red">
                  <Text size="sm" mt={4}>
                    {t("It is sent once and cannot be called back.")}
                  </Text>
                </MoneyWarning>
                <HowMuch
                  offer={shown}
                  left={left}
                  isPart={amount < left}
                  value={written}
                  error={form.errors.amount}
                  onChange={(value) => form.setFieldValue("amount", value)}
                />
                <Textarea
                  label={t("Reason")}
                  withAsterisk
                  autosize
                  minRows={2}
                  maxLength={300}
                  {...form.getInputProps("reason")}
                />
                {shown.planName === null ? null : (
                  <Checkbox
                    label={t("End the access that was bought")}
                    description={t("When the money is back. Otherwise the payer stays connected.")}
                    {...form.getInputProps("endAccess", { type: "checkbox" })}
                  />
                )}
              </>
            ) : (
              <Alert color="yellow" variant="light" title={t("Nothing can be given back now")}>
                {shown.why}
              </Alert>
            )}
          </>
        )}
      </Loaded>
    </FormModal>
  );
}

function HowMuch(props: {
  offer: RefundOffer;
  left: number;
  isPart: boolean;
  value: number | string;
  error: ReactNode;
  onChange: (value: number | string) => void;
}): ReactElement {
  const { offer, left, isPart, value, error, onChange } = props;
  if (!offer.partial)
    return <Text size="sm">{t("It goes back whole: {amount}.", { amount: kes(left) })}</Text>;
  return (
    <NumberInput
      label={t("Amount (KES)")}
      description={
        isPart && offer.method === "mpesa"
          ? t("M-Pesa gives a payment back only once: the rest cannot follow this way.")
          : t("At most {amount}.", { amount: kes(left) })
      }
      withAsterisk
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}

function amountFault(amount: number | string, left: number): string | null {
  if (typeof amount !== "number" || amount < 1) return t("At least KES 1");
  return amount > left ? t("Only {amount} is left to give back", { amount: kes(left) }) : null;
}

type Wanted = { amount: number; left: number; reason: string; endAccess: boolean };

/** Sends it. A repeat after a lost answer is the same refund, until it is another one. */
function useRefund(target: RefundTarget, onDone: () => void) {
  const [error, setError] = useState<string | null>(null);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const payment = useAct("refundPayment", refundReads);
  const typed = useAct("refundTyped", refundReads);
  const answered = {
    onSuccess: ({ success, message, refund }: Refunded) => {
      if (success) {
        said(refund.status === "done" ? t("Given back") : t("Refund sent"), message);
        return onDone();
      }
      setKey(crypto.randomUUID());
      setError(refund.detail ? `${message} (${refund.detail})` : message);
    },
    onError: (cause: Error) =>
      setError(reason(cause, t("Failed to give it back. Look at the list of refunds before you try again."))),
  };
  return {
    error,
    busy: payment.isPending || typed.isPending,
    send({ amount, left, reason: why, endAccess }: Wanted) {
      setError(null);
      const body = { reason: why.trim() };
      const { id } = target;
      if (target.kind === "typed")
        return typed.mutate({ params: { id }, body, key: `${key} ${why.trim()}` }, answered);
      const whole = amount === left;
      const more = { providerId: target.providerId, endAccess, ...(whole ? {} : { amount }) };
      const named = `${key} ${whole ? "whole" : amount} ${endAccess ? "ends" : "stays"}`;
      payment.mutate({ params: { id }, body: { ...body, ...more }, key: named }, answered);
    },
  };
}
