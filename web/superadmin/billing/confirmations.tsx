import { Button, Card, Group, Select, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconReceipt2 } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { PaymentConfirmation } from "#contract/billing-confirmations";
import { confirmationStatus, inKes } from "../../console/billing/format-billing.ts";
import { When } from "../../console/cells.tsx";
import { t } from "../../console/language.ts";
import { pageNumber } from "../../console/paging.ts";
import { polled } from "../../console/query.ts";
import { StatusMark } from "../../console/status-mark.tsx";
import { useList } from "../api.ts";
import { ProviderStatus } from "../providers/provider-card.tsx";
import { type ChangePlace, ListFrame, type ListPlace, rowsPerPage } from "./list-frame.tsx";
import { useDecision } from "./use-decision.tsx";

const statuses = ["pending", "verified", "rejected"] as const;

export function Confirmations({ url, change }: { url: ListPlace; change: ChangePlace }): ReactElement {
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
        <SimpleGrid
          component="ul"
          cols={{ base: 1, md: 2 }}
          p={0}
          m={0}
          aria-label={t("Payment Confirmations")}
          style={{ listStyle: "none" }}
        >
          {rows.map((row) => (
            <ConfirmationCard key={row.provider_payment_confirmations.id} row={row} />
          ))}
        </SimpleGrid>
      )}
    </ListFrame>
  );
}

function ConfirmationCard({ row }: { row: PaymentConfirmation }): ReactElement {
  const { provider_payment_confirmations: confirmation, providers: provider } = row;
  const { amountPaid, paymentCode, status, notes, createdAt } = confirmation;
  const decision = useDecision(row);
  const name = provider.businessName;
  return (
    <Card component="li" data-testid="confirmation">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Title order={2} fz="md" style={{ overflowWrap: "anywhere" }}>
          {name}
        </Title>
        <StatusMark {...confirmationStatus(status)} />
      </Group>
      <Stack gap={2} my="sm">
        <Text fz="xl" fw={650} style={{ fontVariantNumeric: "tabular-nums" }}>
          {inKes(amountPaid)}
        </Text>
        <Text>{t("Code {code}", { code: paymentCode })}</Text>
        <Text size="sm" c="dimmed">
          <When iso={createdAt} />
        </Text>
        <Group gap="xs">
          <ProviderStatus status={provider.status} />
          <Text size="sm">{t("Owes {amount}", { amount: inKes(provider.owed) })}</Text>
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
            disabled={decision.busy}
            aria-busy={decision.busy}
            aria-label={t("Verify {code} of {name}", { code: paymentCode, name })}
            onClick={decision.verify}
          >
            {t("Verify")}
          </Button>
          <Button
            variant="default"
            disabled={decision.busy}
            aria-busy={decision.busy}
            aria-label={t("Reject {code} of {name}", { code: paymentCode, name })}
            onClick={decision.reject}
          >
            {t("Reject")}
          </Button>
        </Group>
      ) : null}
    </Card>
  );
}
