import { Card, Group, Stack, Table, Text, Title } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import type { CreditNote, Invoice } from "#contract/billing-invoices";
import { kes } from "../format.ts";
import { Hint, PlainGrid, PlainList, SecondaryButton, StatusMark, When } from "../kit.tsx";
import { t } from "../language.ts";
import { day, days, formatInvoiceRow, formatRate, invoiceStatus } from "./format-billing.ts";

export function InvoiceCards(props: {
  invoices: readonly Invoice[];
  /** What can be done with one of them. */
  action?: (invoice: Invoice) => ReactNode;
}) {
  const { invoices, action } = props;
  return (
    <PlainList gap="sm" aria-label={t("Invoices")}>
      {invoices.map((invoice) => (
        <InvoiceCard key={invoice.id} invoice={invoice} action={action?.(invoice)} />
      ))}
    </PlainList>
  );
}

function InvoiceCard({ invoice, action }: { invoice: Invoice; action: ReactNode }) {
  const [open, setOpen] = useState(false);
  const details = useId();
  const { periodStart, periodEnd, dueDate, amount, paid, credited, status } = invoice;
  const name = days(periodStart, periodEnd);
  return (
    <Card component="li" data-testid="invoice">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Stack gap={2}>
          <Title order={3} fz="md">
            {name}
          </Title>
          <Hint>{t("Due {day}", { day: day(dueDate) })}</Hint>
        </Stack>
        <StatusMark {...invoiceStatus(status)} />
      </Group>
      <Group justify="space-between" align="flex-end" mt="xs" gap="xs">
        <div>
          <Text fz="xl" fw={650} style={{ fontVariantNumeric: "tabular-nums" }}>
            {kes(amount)}
          </Text>
          {credited > 0 ? <Text size="sm">{t("{amount} taken off", { amount: kes(credited) })}</Text> : null}
          {(status === "open" || status === "overdue") && paid + credited > 0 ? (
            <Text size="sm">
              {t("{paid} paid, {open} still to pay", {
                paid: kes(paid),
                // Each has two decimals at most: the difference is rounded back to them.
                open: kes(Math.round((amount - credited - paid) * 100) / 100),
              })}
            </Text>
          ) : null}
        </div>
        <Group gap="xs">
          {action}
          <SecondaryButton
            aria-expanded={open}
            aria-controls={details}
            aria-label={open ? t("Hide details of {name}", { name }) : t("Show details of {name}", { name })}
            onClick={() => setOpen(!open)}
          >
            {open ? t("Hide details") : t("Show details")}
          </SecondaryButton>
        </Group>
      </Group>
      <div id={details}>{open ? <Lines invoice={invoice} /> : null}</div>
    </Card>
  );
}

function Lines({ invoice }: { invoice: Invoice }) {
  const { rows, amount, base, baseCount, billingModel } = invoice;
  const counts = billingModel !== "monthly_fee";
  return (
    <Stack gap="xs" mt="sm">
      <Text size="sm">{t("Rate: {rate}", { rate: formatRate(invoice) })}</Text>
      <PlainGrid cols={1} hiddenFrom="sm">
        {rows.map((row) => (
          <li key={`${row.kind} ${row.from}`}>
            <Text size="sm">{formatInvoiceRow(row)}</Text>
            <Group justify="space-between" gap="xs">
              <Hint>
                {counts
                  ? t("{count, plural, one {# payment} other {# payments}}, {base}", {
                      count: row.count,
                      base: kes(row.base),
                    })
                  : kes(row.base)}
              </Hint>
              <Text size="sm" fw={600}>
                {kes(row.amount)}
              </Text>
            </Group>
          </li>
        ))}
        <li>
          <Group justify="space-between">
            <Text fw={650}>{t("Total")}</Text>
            <Text fw={650}>{kes(amount)}</Text>
          </Group>
        </li>
      </PlainGrid>
      <Table visibleFrom="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("What")}</Table.Th>
            {counts ? <Table.Th ta="right">{t("Payments")}</Table.Th> : null}
            <Table.Th ta="right">{counts ? t("Base") : t("Monthly fee")}</Table.Th>
            <Table.Th ta="right">{t("Amount")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={`${row.kind} ${row.from}`}>
              <Table.Td>{formatInvoiceRow(row)}</Table.Td>
              {counts ? <Table.Td ta="right">{row.count.toLocaleString("en-US")}</Table.Td> : null}
              <Table.Td ta="right">{kes(row.base)}</Table.Td>
              <Table.Td ta="right">{kes(row.amount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>{t("Total")}</Table.Th>
            {counts ? <Table.Th ta="right">{baseCount.toLocaleString("en-US")}</Table.Th> : null}
            <Table.Th ta="right">{counts ? kes(base) : null}</Table.Th>
            <Table.Th ta="right">{kes(amount)}</Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
      <Credits credits={invoice.credits} />
      {counts ? (
        <Hint>
          {t(
            "Completed payments through gateways, diverted ones included, minus refunds. Vouchers are not counted.",
          )}
        </Hint>
      ) : null}
    </Stack>
  );
}

function Credits({ credits }: { credits: readonly CreditNote[] }) {
  if (credits.length === 0) return null;
  return (
    <PlainList gap="xs" aria-label={t("Credit notes")}>
      {credits.map(({ id, amount, reason, createdAt }) => (
        <li key={id}>
          <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {t("Taken off: {reason}", { reason })} <When iso={createdAt} />
            </Text>
            <Text size="sm" fw={600} style={{ whiteSpace: "nowrap" }}>
              {kes(-amount)}
            </Text>
          </Group>
        </li>
      ))}
    </PlainList>
  );
}
