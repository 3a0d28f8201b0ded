import { Alert, Radio, Stack, Text, Textarea } from "@mantine/core";
import type { RefundLine } from "#contract/reconciliation";
import type { RefundDetail } from "#contract/refunds";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { dateTime } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { refundReads } from "./format-refund.ts";
import { MoneyWarning, PaidFacts } from "./refund-facts.tsx";

type Values = { outcome: "done" | "failed" | ""; note: string };

/** How a refund of unknown outcome ended, by somebody who has the gateway's statement before them. */
export function SettleDialog({ row, onClose }: { row: RefundLine; onClose: () => void }) {
  const detail = useRead("readRefund", { params: { id: row.id } }, { staleTime: 0 });
  const settle = useAct("settleRefund", refundReads);
  const { form, modal } = useCallForm({
    initialValues: { outcome: "", note: "" } as Values,
    body: ({ outcome, note }) => ({ outcome: outcome as "done" | "failed", note: note.trim() }),
    send: (body) => settle.mutateAsync({ params: { id: row.id }, body }),
    failure: { text: t("Failed to settle this refund. Please try again.") },
    onDone: (_, { outcome }) => {
      toastSuccess(
        t("Settled"),
        outcome === "done"
          ? t("The books show it as given back.")
          : t("Nothing was given back. It can be given back again."),
      );
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Settle a refund by hand")}
      {...modal}
      action={t("Settle")}
      busyAction={t("Settling...")}
      disabled={detail.data?.refund.status !== "unknown"}
    >
      <Loaded
        query={detail}
        loading={<LoadingRows rows={3} height={64} label={t("Loading …")} />}
        failed={{
          title: t("Error Loading Refunds"),
          text: t("Failed to look this payment up. Please try again."),
        }}
      >
        {(shown) => (
          <>
            <PaidFacts facts={shown} />
            <MoneyWarning facts={shown} amount={shown.refund.amount} color="red">
              <Text size="sm" mt={4}>
                {asked(shown)}
              </Text>
            </MoneyWarning>
            {shown.refund.status === "unknown" ? (
              <Ending outcome={form.getInputProps("outcome")} note={form.getInputProps("note")} />
            ) : (
              <Known />
            )}
          </>
        )}
      </Loaded>
    </FormModal>
  );
}

function Ending({ outcome, note }: { outcome: object; note: object }) {
  return (
    <>
      <Radio.Group label={t("How it ended")} withAsterisk {...outcome}>
        <Stack gap="xs" mt={4}>
          <Radio
            value="done"
            label={t("The money went back")}
            description={t("The books take it out of the sales today. Nothing more is sent.")}
          />
          <Radio
            value="failed"
            label={t("The money did not go back")}
            description={t(
              "It can be given back again. If it went out after all, the payer gets it twice: look at the statement first.",
            )}
          />
        </Stack>
      </Radio.Group>
      <Textarea
        label={t("What the statement shows")}
        withAsterisk
        autosize
        minRows={2}
        maxLength={300}
        {...note}
      />
    </>
  );
}

function Known() {
  return (
    <Alert color="teal" variant="light">
      {t("Its outcome is known by now, or may still come by itself.")}
    </Alert>
  );
}

function asked({ submittedAt, askedAt, asks }: RefundDetail): string {
  const when = (iso: string) => dateTime(iso, language());
  const sent = submittedAt === null ? "" : t("Sent on {when}.", { when: when(submittedAt) });
  const last =
    askedAt === null
      ? t("The gateway was not asked about it yet.")
      : t(
          "The gateway was asked {asks, plural, one {once} other {# times}}, last on {when}, and did not say.",
          { asks, when: when(askedAt) },
        );
  return `${sent} ${last}`.trim();
}
