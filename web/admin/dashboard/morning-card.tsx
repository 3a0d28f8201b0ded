import { Anchor, Card, Group, List, Skeleton, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import type { Morning } from "#contract/transactions";
import { timeLeft } from "#contract/values/duration";
import { noonHour } from "#contract/values/morning";
import { dayMs, hourMs, nairobiMs } from "#contract/values/time";
import { kes } from "../../console/format.ts";
import { Hint, useMinute } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { may, polled, useRead } from "../api.ts";
import { addresses, ownerNewsTab } from "../navigation.ts";
import { rowsOf } from "../payments/payment-filter.ts";

/** Further ones stand on the routers page. */
const mostRouters = 3;
/** Of the folded card, and of one that says three things: what is below does not move when it is drawn. */
const heights = { folded: 48, open: 176 };

/** Yesterday: open until noon, then one line that opens by a tap. Nothing of who sold nothing before today. */
export function MorningCard() {
  const stats = useRead("providerStats", {}, polled(30_000));
  const hour = ((useMinute() + nairobiMs) % dayMs) / hourMs;
  const isMorning = hour < noonHour;
  if (stats.data === undefined)
    return stats.isError ? null : <Skeleton height={isMorning ? heights.open : heights.folded} radius="lg" />;
  const { morning } = stats.data;
  if (!morning) return null;
  return (
    <Card component="section" aria-labelledby="morning" py={0}>
      <details open={isMorning}>
        <Group component="summary" justify="space-between" mih={heights.folded} style={{ cursor: "pointer" }}>
          <Title order={2} fz="md" id="morning">
            {t("Yesterday")}
          </Title>
          {isMorning ? null : (
            <Text size="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
              {kes(morning.revenue)}
            </Text>
          )}
        </Group>
        <Lines morning={morning} />
      </details>
    </Card>
  );
}

function Lines({ morning }: { morning: Morning }) {
  const { day, revenue, sales, vouchers, notRenewed, linesOverdue, linesDue, away, smsCredits } = morning;
  const that = { from: day, to: day };
  const lines = [
    ...(vouchers > 0
      ? [
          {
            text: t("{count, plural, one {# voucher redeemed} other {# vouchers redeemed}}", {
              count: vouchers,
            }),
            to: rowsOf(addresses.payments, { type: "voucher", status: "completed", ...that }),
          },
        ]
      : []),
    ...(notRenewed > 0
      ? [
          {
            text: t("{count, plural, one {# customer did not} other {# customers did not}} buy again", {
              count: notRenewed,
            }),
            to: `${addresses.users}?show=not_renewed`,
          },
        ]
      : []),
    ...(linesOverdue > 0
      ? [
          {
            text: t("{count, plural, one {# line is} other {# lines are}} overdue", { count: linesOverdue }),
            to: `${addresses.lines}?show=overdue`,
          },
        ]
      : []),
    ...(linesDue > 0
      ? [
          {
            text: t("{count, plural, one {# line ends} other {# lines end}} today", { count: linesDue }),
            to: `${addresses.lines}?show=due`,
          },
        ]
      : []),
    ...away.slice(0, mostRouters).map(routerLine),
    ...(away.length > mostRouters
      ? [
          {
            text: t("and {count} more were away", { count: away.length - mostRouters }),
            to: addresses.routers,
          },
        ]
      : []),
    ...(smsCredits === null
      ? []
      : [{ text: t("{amount} left for SMS", { amount: kes(smsCredits) }), to: addresses.messages }]),
  ];
  return (
    <>
      <Anchor
        component={Link}
        to={rowsOf(addresses.payments, { type: "payment", status: "completed", ...that })}
        c="inherit"
        underline="never"
        display="block"
        fz={28}
        fw={700}
        lh={1.2}
      >
        {kes(revenue)}
      </Anchor>
      <Hint pb={6}>
        {[t("{count, plural, one {# sale} other {# sales}}", { count: sales }), ...comparison(morning)].join(
          " · ",
        )}
      </Hint>
      {lines.length > 0 ? (
        <List listStyleType="none" spacing={0}>
          {lines.map(({ text, to }) => (
            <List.Item key={text}>
              <Anchor component={Link} to={to} size="sm" display="block" py={10} lh={1.35}>
                {text}
              </Anchor>
            </List.Item>
          ))}
        </List>
      ) : null}
      {may("getOwnerNews") ? (
        <Anchor component={Link} to={ownerNewsTab} size="xs" c="dimmed" display="block" py={12}>
          {t("Have it sent to you each morning")}
        </Anchor>
      ) : null}
    </>
  );
}

function comparison({ change, percent, before }: Morning): string[] {
  const weekday = new Date(`${before.day}T00:00:00Z`).toLocaleDateString(
    language() === "sw" ? "sw-KE" : "en-GB",
    { timeZone: "UTC", weekday: "long" },
  );
  const given = { percent: percent ?? 0, weekday, amount: kes(before.revenue) };
  switch (change) {
    case "more":
      return [t("{percent}% more than the {weekday} before ({amount})", given)];
    case "less":
      return [t("{percent}% less than the {weekday} before ({amount})", given)];
    case "same":
      return [t("as much as the {weekday} before", given)];
    default:
      return [];
  }
}

function routerLine({ routerId, name, seconds, isAway }: Morning["away"][number]) {
  const given = { name: name ?? t("A former router"), length: timeLeft(seconds * 1_000) };
  return {
    text: isAway
      ? t("{name} was away for {length}, and still is", given)
      : t("{name} was away for {length}", given),
    to:
      name === null ? addresses.routers : `${addresses.routers}?${new URLSearchParams({ router: routerId })}`,
  };
}
