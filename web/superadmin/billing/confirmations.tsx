import { Anchor, Card, Group, Select, Stack, Text, Title } from "@mantine/core";
import { modals } from "@mantine/modals";
import { IconAlertTriangle, IconReceipt2 } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import type { PaymentConfirmation } from "#contract/billing-confirmations";
import { confirmationStatus } from "../../console/billing/format-billing.ts";
import { kes } from "../../console/format.ts";
import { Button, Hint, PlainGrid, SecondaryButton, StatusMark, Warning, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { pageNumber } from "../../console/list-params.ts";
import { newKey } from "../../console/request.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { polled, useAct, useList } from "../api.ts";
import { profileAddress } from "../navigation.ts";
import { ProviderStatus } from "../providers/provider-card.tsx";
import { billingReads, type ChangePlace, ListFrame, type ListPlace, rowsPerPage } from "./list-frame.tsx";
import { TakeBack } from "./take-back.tsx";

const statuses = ["pending", "verified", "rejected"] as const;

export function Confirmations({ url, change }: { url: ListPlace; change: ChangePlace }) {
  const status = statuses.find((one) => one === url.status);
  const query = {
    q: url.q,
    page: pageNumber(url.page),
    pageSize: rowsPerPage,
    ...(status ? { status } : {}),
  };
  const list = useList("listPaymentConfirmations", { query }, polled(15_000));
  return (
    <ListFrame
      list={list}
      url={url}
      change={change}
      search={t("Search confirmations")}
      filtered={url.q !== "" || status !== undefined}
      onClear={() => change({ q: "", status: "", page: "1" })}
      filter={
        <Select
          aria-label={t("Status")}
          placeholder={t("All statuses")}
          clearable
          clearButtonProps={{ "aria-label": t("All statuses") }}
          value={status ?? null}
          onChange={(wanted) => change({ status: wanted ?? "", page: "1" })}
          data={statuses.map((value) => ({ value, label: confirmationStatus(value).word }))}
        />
      }
      empty={{
        icon: <IconReceipt2 size={28} aria-hidden />,
        title: t("No Payment Confirmations"),
        text: t("Providers submit the code of their payment on their Billing page; it then waits here."),
      }}
    >
      {(rows) => (
        <PlainGrid cols={{ base: 1, md: 2 }} aria-label={t("Payment Confirmations")}>
          {rows.map((row) => (
            <ConfirmationCard key={row.provider_payment_confirmations.id} row={row} />
          ))}
        </PlainGrid>
      )}
    </ListFrame>
  );
}

function ConfirmationCard({ row }: { row: PaymentConfirmation }) {
  const { provider_payment_confirmations: confirmation, providers: provider } = row;
  const { amountPaid, paymentCode, status, notes, createdAt } = confirmation;
  const decision = useDecision(row);
  const [takingBack, takeBack] = useState(false);
  const name = provider.businessName;
  return (
    <Card component="li" data-testid="confirmation">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Title order={2} fz="md" style={{ overflowWrap: "anywhere" }}>
          <Anchor component={Link} to={profileAddress(provider.id)} inherit>
            {name}
          </Anchor>
        </Title>
        <StatusMark {...confirmationStatus(status)} />
      </Group>
      <Stack gap={2} my="sm">
        <Text fz="xl" fw={650} style={{ fontVariantNumeric: "tabular-nums" }}>
          {kes(amountPaid)}
        </Text>
        <Text>{t("Code {code}", { code: paymentCode })}</Text>
        <Hint>
          <When iso={createdAt} />
        </Hint>
        <Group gap="xs">
          <ProviderStatus status={provider.status} />
          <Text size="sm">{t("Owes {amount}", { amount: kes(provider.owed) })}</Text>
        </Group>
        {notes ? (
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {notes}
          </Text>
        ) : null}
      </Stack>
      {status === "pending" ? (
        <Group gap="xs" grow preventGrowOverflow={false} mt="auto">
          <Button
            busy={decision.busy}
            aria-label={t("Verify {code} of {name}", { code: paymentCode, name })}
            onClick={decision.verify}
          >
            {t("Verify")}
          </Button>
          <SecondaryButton
            busy={decision.busy}
            aria-label={t("Reject {code} of {name}", { code: paymentCode, name })}
            onClick={decision.reject}
          >
            {t("Reject")}
          </SecondaryButton>
        </Group>
      ) : null}
      {status === "verified" ? (
        <SecondaryButton
          mt="auto"
          aria-label={t("Take back {code} of {name}", { code: paymentCode, name })}
          onClick={() => takeBack(true)}
        >
          {t("Take back")}
        </SecondaryButton>
      ) : null}
      {takingBack ? <TakeBack row={row} onClose={() => takeBack(false)} /> : null}
    </Card>
  );
}

export function useDecision({
  provider_payment_confirmations: confirmation,
  providers: provider,
}: PaymentConfirmation): {
  verify: () => void;
  reject: () => void;
  busy: boolean;
} {
  const verify = useAct("verifyConfirmation", billingReads);
  const reject = useAct("rejectConfirmation", billingReads);
  const { id, amountPaid, paymentCode: code } = confirmation;
  const name = provider.businessName;
  const amount = kes(amountPaid);
  const params = { id };
  const doVerify = () =>
    verify.mutate(
      { params, body: {}, key: newKey() },
      {
        onSuccess: ({ message, providerStatus }) =>
          toastSuccess(
            t("Payment Verified"),
            providerStatus === "active"
              ? t("Payment has been verified and provider account reactivated.")
              : message,
          ),
        onError: toastFailure(t("Verification Failed"), t("Failed to verify the payment. Please try again.")),
      },
    );
  const doReject = () =>
    reject.mutate(
      { params, body: { notes: "Invalid payment confirmation" }, key: newKey() },
      {
        onSuccess: () =>
          toastSuccess(t("Payment Rejected"), t("{name} may submit the code again.", { name })),
        onError: toastFailure(t("Rejection Failed"), t("Failed to reject the payment. Please try again.")),
      },
    );
  const isSuspended = provider.suspendedFor === "invoice";
  return {
    verify: () =>
      ask({
        title: t("Verify {amount} of {name}?", { amount, name }),
        lines: [
          t("Compare the code {code} with the money that arrived on the platform's account first.", { code }),
          isSuspended
            ? t(
                "{amount} then pays the oldest invoices of {name}, and its account is reactivated: it sells again.",
                {
                  amount,
                  name,
                },
              )
            : t("{amount} then pays the oldest invoices of {name}. This cannot be undone.", { amount, name }),
        ],
        action: t("Verify {amount}", { amount }),
        onYes: doVerify,
      }),
    reject: () =>
      ask({
        title: t("Reject {amount} of {name}?", { amount, name }),
        lines: [
          t(
            "No money is counted, and the account stays as it is. The provider is told and may submit the code again.",
          ),
        ],
        action: t("Reject {code}", { code }),
        color: "red",
        onYes: doReject,
      }),
    busy: verify.isPending || reject.isPending,
  };
}

function ask(question: {
  title: string;
  lines: string[];
  action: string;
  /** Of the button that does it; the look's own unless told. */
  color?: "red";
  onYes: () => void;
}): void {
  modals.openConfirmModal({
    title: question.title,
    children: <WarningLines lines={question.lines} />,
    labels: { confirm: question.action, cancel: t("Cancel") },
    ...(question.color ? { confirmProps: { color: question.color } } : {}),
    onConfirm: question.onYes,
  });
}

function WarningLines({ lines }: { lines: string[] }) {
  return (
    <Warning icon={<IconAlertTriangle aria-hidden />}>
      <Stack gap="xs">
        {lines.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </Stack>
    </Warning>
  );
}
