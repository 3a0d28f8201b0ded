import { Card, Group, Stack, Text, Textarea, Title } from "@mantine/core";
import { useState } from "react";
import type { RefundAppealLine } from "#contract/own-refunds";
import { useCallForm } from "../../console/call-form.ts";
import { Pages } from "../../console/data-list.tsx";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Hint, Money, PlainList, SecondaryButton, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useLastPage } from "../../console/list-params.ts";
import { Failed } from "../../console/loaded.tsx";
import { useIsWide } from "../../console/media.ts";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { polled, useAct, useList } from "../api.ts";
import { ProviderLink, paymentAddress, TextLink } from "../links.tsx";
import { refundReads } from "../reconciliation/format-refund.ts";
import { RefundDialog } from "../reconciliation/refund-dialog.tsx";

/** Few: the payments themselves stand below. */
const rows = 5;

export const useRefundAppeals = (page: number) =>
  useList("listRefundAppeals", { query: { page, pageSize: rows } }, polled(60_000));

/** What providers ask to be given back; nothing while nobody asks. */
export function RefundAppeals() {
  const [page, go] = useState(1);
  const list = useRefundAppeals(page);
  useLastPage(list.data, page, go, rows);
  const wide = useIsWide();
  const [chosen, choose] = useState<{ row: RefundAppealLine; act: "refund" | "decline" } | null>(null);
  const close = () => choose(null);
  const title = t("Asked to give back");
  const { data } = list;
  if (!data)
    return list.isError ? (
      <Card mb="sm">
        <Failed
          title={t("Error Loading What Is Asked Back")}
          text={errorText(list.error, t("Failed to load it. Please check your connection and try again."))}
          onRetry={() => void list.refetch()}
        />
      </Card>
    ) : null;
  if (data.total === 0 && chosen === null) return null;
  return (
    <Card mb="md" component="section" aria-labelledby="refund-appeals">
      <Title order={2} fz="sm" mb="xs" id="refund-appeals">
        {title}
      </Title>
      <PlainList gap="md">
        {data.rows.map((row) => (
          <li key={row.id}>
            <Appeal row={row} onChoose={(act) => choose({ row, act })} />
          </li>
        ))}
      </PlainList>
      <Pages name={title} number={page} size={rows} total={data.total} go={go} wide={wide} />
      {chosen?.act === "refund" ? (
        <RefundDialog
          target={{
            kind: "payment",
            id: chosen.row.transactionId,
            providerId: chosen.row.providerId,
            reason: chosen.row.reason,
          }}
          onClose={close}
        />
      ) : null}
      {chosen?.act === "decline" ? <Decline row={chosen.row} onClose={close} /> : null}
    </Card>
  );
}

function Appeal(props: { row: RefundAppealLine; onChoose: (act: "refund" | "decline") => void }) {
  const { row, onChoose } = props;
  const { provider, providerId, planName, receipt, transactionId, amount, reason, askedAt, isUnderWay } = row;
  const names = { receipt: receipt ?? transactionId, provider };
  const look = { size: "sm", mih: 44, px: 10 } as const;
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={2} miw={0} style={{ flex: "1 1 240px", overflowWrap: "anywhere" }}>
        <Text component="div" size="sm">
          <Money amount={amount} strong /> · <ProviderLink id={providerId}>{provider}</ProviderLink> ·{" "}
          {planName}
        </Text>
        <Text size="sm">{reason}</Text>
        <Hint component="div">
          <TextLink to={paymentAddress(names.receipt)}>{names.receipt}</TextLink> · <When iso={askedAt} />
        </Hint>
      </Stack>
      {isUnderWay ? (
        <StatusMark tone="wait" word={t("On its way")} />
      ) : (
        <Group gap={6}>
          <SecondaryButton
            {...look}
            onClick={() => onChoose("refund")}
            aria-label={t("Give back {receipt} for {provider}", names)}
          >
            {t("Give back")}
          </SecondaryButton>
          <SecondaryButton
            {...look}
            onClick={() => onChoose("decline")}
            aria-label={t("Decline {receipt} of {provider}", names)}
          >
            {t("Decline")}
          </SecondaryButton>
        </Group>
      )}
    </Group>
  );
}

function Decline({ row, onClose }: { row: RefundAppealLine; onClose: () => void }) {
  const { id, provider, amount } = row;
  const decline = useAct("declineRefundAppeal", refundReads);
  const { form, modal } = useCallForm({
    initialValues: { note: "" },
    body: ({ note }) => ({ note: note.trim() }),
    send: (body) => decline.mutateAsync({ params: { id }, body }),
    failure: { text: t("Failed to decline it. Please try again.") },
    onDone: ({ message }) => {
      toastSuccess(t("Declined"), message);
      onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Decline {amount} of {provider}", { amount: kes(amount), provider })}
      {...modal}
      action={t("Decline")}
      busyAction={t("Declining...")}
    >
      <Textarea
        label={t("Why it is not given back")}
        description={t("{provider} reads it on the receipt.", { provider })}
        withAsterisk
        autosize
        minRows={2}
        maxLength={300}
        data-autofocus
        {...form.getInputProps("note")}
      />
    </FormModal>
  );
}
