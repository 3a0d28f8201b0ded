import { Card, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import type { PaymentSwitch, UndivertedPayments } from "#contract/switch";
import { Money, When } from "../../console/cells.tsx";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { polled } from "../../console/query.ts";
import { LoadingRows } from "../../console/states.tsx";
import { StatusMark } from "../../console/status-mark.tsx";
import { useRead } from "../api.ts";
import { formatMethod } from "../reconciliation/format-refund.ts";
import { formatNotDivertible } from "./format-not-divertible.ts";

/** What went direct since an active switch's activation because its rail cannot pay the account, and why. */
export function NotDivertiblePayments({ one }: { one: PaymentSwitch }): ReactElement {
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

function None(): ReactElement {
  return (
    <Text size="sm">{t("Nothing was paid since the activation that could not reach this account.")}</Text>
  );
}

function Groups({ shown: { since, count, amount, groups } }: { shown: UndivertedPayments }): ReactElement {
  return (
    <>
      <Text size="sm">
        {t("{amount} in {count, plural, one {# payment} other {# payments}} went direct since", {
          amount: kes(amount),
          count,
        })}{" "}
        <When iso={since} />
      </Text>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
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
            <Text size="sm" c="dimmed">
              {formatNotDivertible(group.reason)}
            </Text>
          </li>
        ))}
      </Stack>
    </>
  );
}
