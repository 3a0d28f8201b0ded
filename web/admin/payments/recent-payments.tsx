import { Button, Card, Divider, Group, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCreditCard } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { Transaction } from "#contract/transactions";
import { Money, When } from "../../console/cells.tsx";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { polled } from "../../console/query.ts";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { useRead } from "../api.ts";
import { addresses } from "../navigation.ts";
import { payer } from "./format-payment.ts";
import { StatusMarks } from "./status-marks.tsx";

const fewRows = 5;

/** What came in last; a row opens its receipt. */
export function RecentPayments({ onOpen }: { onOpen: (one: Transaction) => void }): ReactElement {
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
                <Button component={Link} variant="default" to={addresses.vouchers}>
                  {t("Make vouchers")}
                </Button>
              }
            />
          ) : (
            <>
              <Stack component="ul" gap={0} p={0} m={0} style={{ listStyle: "none" }}>
                {rows.slice(0, all ? rows.length : fewRows).map((transaction, place) => (
                  <li key={transaction.id}>
                    {place > 0 ? <Divider /> : null}
                    <RecentRow transaction={transaction} onOpen={onOpen} />
                  </li>
                ))}
              </Stack>
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

function RecentRow(props: { transaction: Transaction; onOpen: (one: Transaction) => void }): ReactElement {
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
          <Text component="div" size="sm" c="dimmed" style={{ whiteSpace: "nowrap" }}>
            <When iso={transaction.createdAt} relative />
          </Text>
        </Stack>
      </Group>
    </UnstyledButton>
  );
}
