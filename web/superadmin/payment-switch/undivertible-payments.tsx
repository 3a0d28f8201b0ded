import { Card, Group, Stack, Text, Title } from "@mantine/core";
import type { NotDivertible, PaymentSwitch, UndivertedPayments } from "#contract/switch";
import { type GatewayType, gatewayTypes } from "#contract/values/gateway-types";
import { gatewayName, kes } from "../../console/format.ts";
import { Hint, Money, PlainList, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { polled, useRead } from "../api.ts";

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
          {(shown) => (
            <>
              {shown.count === 0 ? <None /> : <Groups shown={shown} />}
              {shown.silent === 0 ? null : (
                <Hint>
                  {t(
                    "{count, plural, one {# provider does} other {# providers do}} not answer, and what was paid there is not counted.",
                    { count: shown.silent },
                  )}
                </Hint>
              )}
            </>
          )}
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
                  {gatewayName(group.method)}
                </Text>
                <StatusMark tone="off" word={t("Not divertible")} />
              </Group>
              <Text size="sm">
                <Money amount={group.amount} strong /> ·{" "}
                {t("{count, plural, one {# payment} other {# payments}}", { count: group.count })}
              </Text>
            </Group>
            <Hint>{formatNotDivertible(group)}</Hint>
          </li>
        ))}
      </PlainList>
    </>
  );
}

export function formatNotDivertible({
  method,
  reason,
}: {
  method: GatewayType;
  reason: NotDivertible;
}): string {
  if (reason === "environment")
    return t(
      "The provider's gateway is in another environment (sandbox or production) than the platform's own app.",
    );
  if (reason === "no_credentials") return t("This platform has no credentials that pay this account.");
  const gateway = method === "bank" ? t("A bank's own prompt") : gatewayName(method);
  if (reason === "pays_no_bank") return t("{gateway} cannot pay an account at a bank.", { gateway });
  if (reason === "pays_no_mpesa") return t("{gateway} cannot pay an M-Pesa till or pay bill.", { gateway });
  const rail = gatewayTypes.find((type) => reason === `pays_no_${type}`);
  const wallet = rail ? gatewayName(rail) : "";
  return t("{gateway} cannot pay an {wallet} wallet.", { gateway, wallet });
}
