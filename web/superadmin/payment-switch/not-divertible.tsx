import { Card, Group, Stack, Text, Title } from "@mantine/core";
import type { NotDivertible, PaymentSwitch, UndivertedPayments } from "#contract/switch";
import { kes } from "../../console/format.ts";
import { Hint, Money, PlainList, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { polled, useRead } from "../api.ts";
import { formatMethod } from "../reconciliation/format-refund.ts";

export function NotDivertiblePayments({ one }: { one: PaymentSwitch }) {
  const undiverted = useRead("undivertedPayments", { params: { id: one.id } }, polled(60_000));
  return (
    <Card>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t("Not divertible")}
        </Title>
        <Loaded
          query={undiverted}
          loading={<LoadingRows rows={1} height={48} label={t("Loading …")} />}
          failed={{
            title: t("Error Loading Payments"),
            text: t("Failed to load payments. Please check your connection and try again."),
          }}
        >
          {(shown) => (shown.count === 0 ? <None /> : <Groups shown={shown} />)}
        </Loaded>
      </Stack>
    </Card>
  );
}

function None() {
  return (
    <Text size="sm">{t("Nothing was paid since the activation that could not reach this account.")}</Text>
  );
}

function Groups({ shown: { since, count, amount, groups } }: { shown: UndivertedPayments }) {
  return (
    <>
      <Text size="sm">
        {t("{amount} in {count, plural, one {# payment} other {# payments}} went direct since", {
          amount: kes(amount),
          count,
        })}{" "}
        <When iso={since} />
      </Text>
      <PlainList gap="sm">
        {groups.map((group) => (
          <li key={`${group.method} ${group.reason}`}>
            <Group justify="space-between" gap="xs">
              <Group gap="xs">
                <Text fw={600} size="sm">
                  {formatMethod(group.method)}
                </Text>
                <StatusMark tone="off" word={t("Not divertible")} />
              </Group>
              <Text size="sm">
                <Money amount={group.amount} strong /> ·{" "}
                {t("{count, plural, one {# payment} other {# payments}}", { count: group.count })}
              </Text>
            </Group>
            <Hint>{formatNotDivertible(group.reason)}</Hint>
          </li>
        ))}
      </PlainList>
    </>
  );
}

export function formatNotDivertible(reason: NotDivertible): string {
  const words: Record<NotDivertible, string> = {
    airtel_to_mpesa: t("Airtel Money cannot pay an M-Pesa till or pay bill."),
    airtel_to_bank: t("Airtel Money cannot pay an account at a bank."),
    mpesa_to_airtel: t("M-Pesa cannot pay an Airtel Money wallet."),
    bank_to_airtel: t("A bank's own prompt cannot pay an Airtel Money wallet."),
    environment: t(
      "The provider's gateway is in another environment (sandbox or production) than the platform's own app.",
    ),
    no_credentials: t("This platform has no credentials that pay this account."),
  };
  return words[reason];
}
