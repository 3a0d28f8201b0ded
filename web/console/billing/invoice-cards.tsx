import { Button, Card, Group, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { type ReactElement, useId, useState } from "react";
import type { Invoice } from "#contract/billing-invoices";
import { t } from "../language.ts";
import { StatusMark } from "../status-mark.tsx";
import { day, days, formatInvoiceRow, formatRate, inKes, invoiceStatus } from "./format-billing.ts";

/** Invoices, newest first, each with the lines that it was computed from. */
export function InvoiceCards({ invoices }: { invoices: readonly Invoice[] }): ReactElement {
  return (
    <Stack component="ul" gap="sm" p={0} m={0} aria-label={t("Invoices")} style={{ listStyle: "none" }}>
      {invoices.map((invoice) => (
        <InvoiceCard key={invoice.id} invoice={invoice} />
      ))}
    </Stack>
  );
}

function InvoiceCard({ invoice }: { invoice: Invoice }): ReactElement {
  const [open, setOpen] = useState(false);
  const details = useId();
  const { periodStart, periodEnd, dueDate, amount, paid, status } = invoice;
  const name = days(periodStart, periodEnd);
  return (
    <Card component="li" data-testid="invoice">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Stack gap={2}>
          <Title order={3} fz="md">
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {t("Due {day}", { day: day(dueDate) })}
          </Text>
        </Stack>
        <StatusMark {...invoiceStatus(status)} />
      </Group>
      <Group justify="space-between" align="flex-end" mt="xs" gap="xs">
        <div>
          <Text fz="xl" fw={650} style={{ fontVariantNumeric: "tabular-nums" }}>
            {inKes(amount)}
          </Text>
          {status !== "paid" && paid > 0 ? (
            <Text size="sm">
              {t("{paid} paid, {open} still to pay", {
                paid: inKes(paid),
                // Both have two decimals at most: the difference is rounded back to them.
                open: inKes(Math.round((amount - paid) * 100) / 100),
              })}
            </Text>
          ) : null}
        </div>
        <Button
          variant="default"
          aria-expanded={open}
          aria-controls={details}
          aria-label={open ? t("Hide details of {name}", { name }) : t("Show details of {name}", { name })}
          onClick={() => setOpen(!open)}
        >
          {open ? t("Hide details") : t("Show details")}
        </Button>
      </Group>
      <div id={details}>{open ? <Lines invoice={invoice} /> : null}</div>
    </Card>
  );
}

function Lines({ invoice }: { invoice: Invoice }): ReactElement {
  const { rows, amount, base, baseCount, billingModel } = invoice;
  const counts = billingModel !== "monthly_fee";
  return (
    <Stack gap="xs" mt="sm">
      <Text size="sm">{t("Rate: {rate}", { rate: formatRate(invoice) })}</Text>
      <SimpleGrid cols={1} hiddenFrom="sm" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {rows.map((row) => (
          <li key={`${row.kind} ${row.from}`}>
            <Text size="sm">{formatInvoiceRow(row)}</Text>
            <Group justify="space-between" gap="xs">
              <Text size="sm" c="dimmed">
                {counts
                  ? t("{count, plural, one {# payment} other {# payments}}, {base}", {
                      count: row.count,
                      base: inKes(row.base),
                    })
                  : inKes(row.base)}
              </Text>
              <Text size="sm" fw={600}>
                {inKes(row.amount)}
              </Text>
            </Group>
          </li>
        ))}
        <li>
          <Group justify="space-between">
            <Text fw={650}>{t("Total")}</Text>
            <Text fw={650}>{inKes(amount)}</Text>
          </Group>
        </li>
      </SimpleGrid>
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
              <Table.Td ta="right">{inKes(row.base)}</Table.Td>
              <Table.Td ta="right">{inKes(row.amount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>{t("Total")}</Table.Th>
            {counts ? <Table.Th ta="right">{baseCount.toLocaleString("en-US")}</Table.Th> : null}
            <Table.Th ta="right">{counts ? inKes(base) : null}</Table.Th>
            <Table.Th ta="right">{inKes(amount)}</Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
      {counts ? (
        <Text size="sm" c="dimmed">
          {t(
            "Completed payments through gateways, diverted ones included, minus refunds. Vouchers are not counted.",
          )}
        </Text>
      ) : null}
    </Stack>
  );
}
