import { useState } from "react";
import type { Refunded } from "#contract/refunds";
import { t } from "../../console/language.ts";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { refundReads } from "./format-refund.ts";

/** A payment of a provider, or money that was typed at a pay bill and paid nothing. */
export type RefundTarget =
  | { kind: "payment"; id: string; providerId: string }
  | { kind: "paybill"; id: string };

type Wanted = {
  amount: number;
  left: number;
  reason: string;
  endAccess: boolean;
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
    send({ amount, left, reason: why, endAccess, reference }: Wanted) {
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
      if (reference === null)
        return payment.mutate({ params, body: { ...body, ...more }, key: named }, answered);
      noted.mutate({ params, body: { ...body, ...more, reference }, key: `${named} ${reference}` }, answered);
    },
  };
}
