import { NumberInput, SegmentedControl, Textarea } from "@mantine/core";
import type { CustomerAccount } from "#contract/customer-accounts";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { accountReads } from "./format-line.ts";

/** Out of an account: through M-Pesa where its gateway gives one payment back that covers it, else in cash. */
export function GiveBalanceBack({ account, onClose }: { account: CustomerAccount; onClose: () => void }) {
  const { id, backBy } = account;
  const most = Math.floor(account.balance);
  const offer = useRead(
    "ownRefund",
    { params: { id: backBy ?? "" } },
    { staleTime: 0, enabled: backBy !== null },
  );
  const isOffered = backBy !== null && offer.data?.by === "gateway";
  const inCash = useAct("giveCashBack", accountReads);
  const byGateway = useAct("refundOwnPayment", accountReads);
  const { form, modal } = useCallForm({
    initialValues: { amount: most as number | string, reason: "", way: null as string | null },
    body: ({ amount, reason }) => ({
      amount: typeof amount === "number" ? amount : 0,
      reason: reason.trim(),
    }),
    send: async (body, key) => {
      if (wayOf(form.values.way, isOffered) === "cash")
        return inCash.mutateAsync({ params: { id }, body, key });
      const answer = await byGateway.mutateAsync({ params: { id: backBy ?? "" }, body, key });
      if (!answer.success) throw new Error(answer.refund.detail ?? answer.message);
      return answer;
    },
    failure: { text: t("Failed to give it back. Look at the account before you try again.") },
    onDone: ({ message }) => {
      toastSuccess(t("Given back"), message);
      onClose();
    },
  });
  const { amount, way } = form.values;
  const given = kes(typeof amount === "number" ? amount : 0);
  const isCash = wayOf(way, isOffered) === "cash";
  return (
    <FormModal
      onClose={onClose}
      title={t("Give the balance back")}
      {...modal}
      isOnTop
      isDangerous={!isCash}
      disabled={backBy !== null && offer.isPending}
      action={t("Give back {amount}", { amount: given })}
      busyAction={t("Giving back...")}
    >
      {isOffered ? (
        <SegmentedControl
          fullWidth
          aria-label={t("How it goes back")}
          data={[
            { value: "gateway", label: t("By M-Pesa") },
            { value: "cash", label: t("In cash") },
          ]}
          value={isCash ? "cash" : "gateway"}
          onChange={(value) => form.setFieldValue("way", value)}
        />
      ) : null}
      <NumberInput
        label={t("Amount (KSh)")}
        description={t("At most {amount}.", { amount: kes(most) })}
        withAsterisk
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        {...form.getInputProps("amount")}
      />
      <Textarea
        label={t("Reason")}
        withAsterisk
        autosize
        minRows={1}
        maxLength={300}
        {...form.getInputProps("reason")}
      />
      <Warning role="status">
        {isCash
          ? t("Hand over {amount}: your sales fall by as much.", { amount: given })
          : t("{amount} goes to the phone that paid last. It is sent once and cannot be called back.", {
              amount: given,
            })}
      </Warning>
    </FormModal>
  );
}

/** Untouched, the gateway where it gives it back. */
const wayOf = (chosen: string | null, isOffered: boolean) => (isOffered ? (chosen ?? "gateway") : "cash");
