import { Checkbox, SegmentedControl, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { Refunded, RefundOffer } from "#contract/refunds";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { EndAccess, RefundAmount } from "../../console/refund-fields.tsx";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { refundReads } from "./format-refund.ts";
import { MoneyWarning, NoteWarning, PaidFacts } from "./refund-facts.tsx";

/** Gives money back through the gateway, or records a refund made outside it. */
export function RefundDialog(props: { target: RefundTarget; onClose: () => void }) {
  const { target, onClose } = props;
  const isPayment = target.kind === "payment";
  // Always fresh: the rest may have changed.
  const fresh = { staleTime: 0 };
  const payment = useRead(
    "refundOffer",
    { params: { id: target.id }, query: { providerId: isPayment ? target.providerId : "" } },
    { ...fresh, enabled: isPayment },
  );
  const paybill = useRead(
    "paybillRefundOffer",
    { params: { id: target.id } },
    { ...fresh, enabled: !isPayment },
  );
  const offer = isPayment ? payment : paybill;
  const left = offer.data?.left ?? 0;
  const act = useRefund(target, onClose);
  const isOffered = offer.data?.why === null;
  const canNote = offer.data?.byHand === true;
  const isByHand = (way: string) => canNote && (!isOffered || way === "hand");
  const form = useForm({
    // Untouched, it is all that is left, which is known only later.
    initialValues: {
      amount: null as number | string | null,
      reason: (isPayment && target.reason) || "",
      endAccess: false,
      intoDebt: false,
      way: "gateway",
      reference: "",
    },
    validate: {
      amount: (paybill) => amountFault(paybill ?? left, left),
      reference: (name, { way }) =>
        isByHand(way) && name.trim().length < 3 ? t("Say under which reference it went back") : null,
      intoDebt: (isMeant, { amount, way }) =>
        !isMeant && !isByHand(way) && debtOf(offer.data, Number(amount ?? left)) > 0
          ? t("Say that you mean it")
          : null,
      reason: (why) => (why.trim().length < 3 ? t("Say why it is given back") : null),
    },
  });
  const byHand = isByHand(form.values.way);
  const written = form.values.amount ?? left;
  const amount = typeof written === "number" ? written : 0;
  const debt = debtOf(offer.data, amount);
  return (
    <FormModal
      onClose={onClose}
      title={t("Give money back")}
      busy={act.busy}
      error={act.error}
      action={
        byHand
          ? t("Note {amount} as given back", { amount: kes(amount) })
          : t("Give back {amount}", { amount: kes(amount) })
      }
      busyAction={byHand ? t("Noting...") : t("Giving back...")}
      disabled={!isOffered && !canNote}
      onSubmit={form.onSubmit(({ reference, intoDebt, ...values }) =>
        act.send({
          ...values,
          amount,
          left,
          reference: byHand ? reference.trim() : null,
          intoDebt: intoDebt && debt > 0,
        }),
      )}
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
            {shown.why === null ? null : (
              <Warning
                title={canNote ? t("The gateway cannot give this back") : t("Nothing can be given back now")}
              >
                {shown.why}
              </Warning>
            )}
            {isOffered && canNote ? (
              <SegmentedControl
                fullWidth
                aria-label={t("How it goes back")}
                data={[
                  { value: "gateway", label: t("Through the gateway") },
                  { value: "hand", label: t("Done by hand") },
                ]}
                {...form.getInputProps("way")}
              />
            ) : null}
            {isOffered || canNote ? (
              <>
                {byHand ? (
                  <NoteWarning facts={shown} amount={amount} />
                ) : (
                  <MoneyWarning facts={shown} amount={amount} color="red">
                    <Text size="sm" mt={4}>
                      {t("It is sent once and cannot be called back.")}
                    </Text>
                  </MoneyWarning>
                )}
                <Balance offer={shown} amount={amount} />
                <RefundAmount
                  left={left}
                  // Typed money has no part that was used.
                  isWhole={byHand ? shown.planName === null : !shown.partial}
                  endsRest={amount < shown.amount - shown.refunded && shown.method === "mpesa" && !byHand}
                  input={{
                    value: written,
                    error: form.errors.amount,
                    onChange: (value) => form.setFieldValue("amount", value),
                  }}
                />
                {debt > 0 && !byHand ? (
                  <Checkbox
                    label={t("Give it back all the same")}
                    description={t(
                      "{provider} then owes the platform {debt}, until its next sales make it up.",
                      {
                        provider: shown.provider,
                        debt: kes(debt),
                      },
                    )}
                    {...form.getInputProps("intoDebt", { type: "checkbox" })}
                  />
                ) : null}
                {byHand ? (
                  <TextInput
                    label={t("Reference")}
                    description={t("Receipt, voucher or message by which it can be found again.")}
                    withAsterisk
                    maxLength={60}
                    {...form.getInputProps("reference")}
                  />
                ) : null}
                <Textarea
                  label={t("Reason")}
                  withAsterisk
                  autosize
                  minRows={2}
                  maxLength={300}
                  {...form.getInputProps("reason")}
                />
                {shown.endsAccess ? (
                  <EndAccess input={form.getInputProps("endAccess", { type: "checkbox" })} />
                ) : null}
              </>
            ) : null}
          </>
        )}
      </Loaded>
    </FormModal>
  );
}

/** KES by which more goes back than the platform owes the provider of this money. */
const debtOf = (offer: RefundOffer | undefined, amount: number) =>
  offer?.balance == null ? 0 : Math.max(0, amount - offer.balance);

/** What it does to what the platform owes the provider. */
function Balance({ offer: { provider, balance }, amount }: { offer: RefundOffer; amount: number }) {
  if (balance === null) return null;
  const owed = { provider, now: kes(balance), later: kes(balance - amount) };
  return <Text size="sm">{t("The platform owes {provider} {now} now, and {later} after this.", owed)}</Text>;
}

function amountFault(amount: number | string, left: number): string | null {
  if (typeof amount !== "number" || amount < 1) return t("At least KSh 1");
  return amount > left ? t("Only {amount} is left to give back", { amount: kes(left) }) : null;
}

/** A payment of a provider, or money that was typed at a pay bill and paid nothing. */
export type RefundTarget =
  | { kind: "payment"; id: string; providerId: string; reason?: string }
  | { kind: "paybill"; id: string };

type Wanted = {
  amount: number;
  left: number;
  reason: string;
  endAccess: boolean;
  /** The provider owes the platform then, and that is meant. */
  intoDebt: boolean;
  /** By which it was given back outside the gateway already; null = the gateway gives it back now. */
  reference: string | null;
};

/** Sends it, or notes it. A repeat after a lost answer is the same refund, until it is another one. */
export function useRefund(target: RefundTarget, onDone: () => void) {
  const [error, setError] = useState<string | null>(null);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const payment = useAct("refundPayment", refundReads);
  const paybill = useAct("refundPaybillPayment", refundReads);
  const noted = useAct("noteRefund", refundReads);
  const notedPaybillRefund = useAct("notePaybillRefund", refundReads);
  const answered = {
    onSuccess: ({ success, message, refund }: Refunded) => {
      if (success) {
        toastSuccess(refund.status === "done" ? t("Given back") : t("Refund sent"), message);
        return onDone();
      }
      setKey(crypto.randomUUID());
      setError(refund.detail ? `${message} (${refund.detail})` : message);
    },
    onError: (cause: Error) =>
      setError(
        errorText(cause, t("Failed to give it back. Look at the list of refunds before you try again.")),
      ),
  };
  return {
    error,
    busy: [payment, paybill, noted, notedPaybillRefund].some(({ isPending }) => isPending),
    send({ amount, left, reason: why, endAccess, intoDebt, reference }: Wanted) {
      setError(null);
      const body = { reason: why.trim() };
      const params = { id: target.id };
      if (target.kind === "paybill") {
        const named = `${key} ${why.trim()}`;
        if (reference === null) return paybill.mutate({ params, body, key: named }, answered);
        return notedPaybillRefund.mutate(
          { params, body: { ...body, reference }, key: `${named} ${reference}` },
          answered,
        );
      }
      const whole = amount === left;
      const more = { providerId: target.providerId, endAccess, ...(whole ? {} : { amount }) };
      const named = `${key} ${whole ? "whole" : amount} ${endAccess ? "ends" : "stays"}`;
      if (reference === null) {
        const debt = intoDebt ? { intoDebt } : {};
        return payment.mutate({ params, body: { ...body, ...more, ...debt }, key: named }, answered);
      }
      noted.mutate({ params, body: { ...body, ...more, reference }, key: `${named} ${reference}` }, answered);
    },
  };
}
