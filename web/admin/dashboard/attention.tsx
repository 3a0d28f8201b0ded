import { Anchor, List } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";
import type { AssignedRouter } from "#contract/routers";
import { hindranceOf } from "#contract/values/router-state";
import { date, kes } from "../../console/format.ts";
import { Warning } from "../../console/kit.tsx";
import { useKnownOnce } from "../../console/known-once.ts";
import { language, t } from "../../console/language.ts";
import { keptFor, polled, useRead } from "../api.ts";
import { addresses, billingTabs } from "../navigation.ts";
import { isUndecided, outageLength, outagesAnchor, routerOf, useOutages } from "../routers/outages-read.ts";

function useReads() {
  const payments = useRead("paymentStats", {}, polled(20_000));
  const plans = useRead("adminListPlans", {}, polled(60_000));
  const account = useRead("billingAccount", {}, polled(60_000));
  const outages = useOutages();
  // The whole list, of a look that comes once a night.
  const guard = useRead("readGuard", {}, keptFor(600_000));
  return { payments, plans, account, outages, guard };
}

/** Whether it is known what stands there: what is below must not be pushed down. */
export function useAttentionKnown(routers: UseQueryResult<unknown>): boolean {
  const { payments, plans, account, outages, guard } = useReads();
  return useKnownOnce(routers, payments, plans, account, outages, guard);
}

/** Of a router at which nobody can buy; its sheet says why, whole, and what to do. */
function need(router: AssignedRouter): { text: string; to: string } | null {
  const { id, name, findings } = router;
  const to = `${addresses.routers}?${new URLSearchParams({ router: id })}`;
  switch (hindranceOf(router)) {
    case "no_bridge":
      return { text: t("{name}: no bridge installed", { name }), to };
    case "taken_over":
      return { text: t("{name} is run by another bridge", { name }), to };
    case "offline":
      return { text: t("{name} is offline", { name }), to };
    case "blocked":
      return {
        text: t("{name}: {blocks, plural, one {# thing blocks selling} other {# things block selling}}", {
          name,
          blocks: findings?.blocks ?? 0,
        }),
        to,
      };
    default:
      return null;
  }
}

/** What a person has to do, each line with the way there. */
export function Attention(props: {
  routers: readonly AssignedRouter[] | undefined;
  /** First steps stand below, and say what is missing of plans and routers. */
  isNew?: boolean;
}) {
  const { routers, isNew = false } = props;
  const { payments, plans, account, outages, guard } = useReads();
  const needs = (isNew ? [] : (routers ?? [])).flatMap((router) => need(router) ?? []);
  const notActivated = payments.data?.notActivated ?? 0;
  if (notActivated > 0)
    needs.push({
      text: t(
        "{count, plural, one {# purchase is paid and not activated} other {# purchases are paid and not activated}}",
        { count: notActivated },
      ),
      to: `${addresses.payments}?activation=open`,
    });
  for (const outage of (outages.data ?? []).filter(isUndecided))
    needs.push({
      text: t("{name} was away for {length}: {count, plural, one {# buyer} other {# buyers}} lost time", {
        name: routerOf(outage, routers ?? []),
        length: outageLength(outage),
        count: outage.purchases,
      }),
      to: `${addresses.routers}#${outagesAnchor}`,
    });
  const leaks = (guard.data?.leaks ?? []).filter(({ allowed }) => allowed === null);
  if (leaks.length > 0)
    needs.push({
      text: t("The shilling guard found {count, plural, one {# thing} other {# things}} to decide", {
        count: leaks.length,
      }),
      to: addresses.guard,
    });
  if (!isNew && plans.data && !plans.data.some(({ isActive }) => isActive))
    needs.push({ text: t("No plan is on sale"), to: addresses.plans });
  if (account.data && account.data.owed > 0)
    needs.push({
      // A day on which selling ends is no open invoice like others.
      text:
        account.data.status === "active" && account.data.suspendedOn
          ? t("If {amount} is not paid, your account is suspended on {day}: nothing can be sold then.", {
              amount: kes(account.data.overdue),
              day: date(account.data.suspendedOn, language()),
            })
          : t("An invoice is open: {amount}", { amount: kes(account.data.owed) }),
      to: billingTabs.bill,
    });
  if (needs.length === 0) return null;
  return (
    <Warning icon={<IconBell aria-hidden />} title={t("Needs your attention")}>
      <List listStyleType="none" spacing={0}>
        {needs.map(({ text, to }) => (
          <List.Item key={text}>
            <Anchor component={Link} to={to} c="inherit" underline="always" display="block" py={10} lh={1.35}>
              {text}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Warning>
  );
}
