import { Button, Card, Divider, Group, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCreditCard } from "@tabler/icons-react";
import { Link } from "react-router";
import type { Transaction } from "#contract/transactions";
import { polled } from "../../console/calls.ts";
import { Hint, Money, PlainList, SecondaryButton, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { payer } from "./format-payment.ts";
import { StatusMarks } from "./payments-list.tsx";

const fewRows = 5;

export function RecentPayments({ onOpen }: { onOpen: (one: Transaction) => void }) {
  const recent = useRead("recentTransactions", {}, polled(10_000));
  const [all, { toggle }] = useDisclosure(false);
  return (
    <Card mb="lg" component="section" aria-labelledby="recent-payments">
      <Title order={2} size="h4" mb="xs" id="recent-payments">
        {t("Recent Payments")}
      </Title>
      <Loaded
        query={recent}
        loading={<LoadingRows rows={fewRows} height={60} label={t("Loading …")} />}
        failed={{ title: t("Error Loading Payments"), text: loadFailure() }}
      >
        {(rows) =>
          rows.length === 0 ? (
            <Empty
              icon={<IconCreditCard size={28} />}
              title={t("No recent payments")}
              text={t("Payments and redeemed vouchers stand here within seconds.")}
              action={
                <SecondaryButton component={Link} to={addresses.vouchers}>
                  {t("Make vouchers")}
                </SecondaryButton>
              }
            />
          ) : (
            <>
              <PlainList gap={0}>
                {rows.slice(0, all ? rows.length : fewRows).map((transaction, place) => (
                  <li key={transaction.id}>
                    {place > 0 ? <Divider /> : null}
                    <RecentRow transaction={transaction} onOpen={onOpen} />
                  </li>
                ))}
              </PlainList>
              {rows.length > fewRows ? (
                <Button variant="subtle" fullWidth onClick={toggle} aria-expanded={all}>
                  {all ? t("Show fewer") : t("Show {count} more", { count: rows.length - fewRows })}
                </Button>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

export function loadFailure(): string {
  return t("Failed to load payments. Please check your connection and try again.");
}

function RecentRow(props: { transaction: Transaction; onOpen: (one: Transaction) => void }) {
  const { transaction, onOpen } = props;
  return (
    <UnstyledButton w="100%" py="xs" mih={60} onClick={() => onOpen(transaction)}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Stack gap={2} miw={0}>
          <Text fw={600} truncate>
            {payer(transaction)}
          </Text>
          <StatusMarks transaction={transaction} />
        </Stack>
        <Stack gap={2} align="flex-end">
          <Money amount={transaction.amount} strong />
          <Hint component="div" style={{ whiteSpace: "nowrap" }}>
            <When iso={transaction.createdAt} relative />
          </Hint>
        </Stack>
      </Group>
    </UnstyledButton>
  );
}
