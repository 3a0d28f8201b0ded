import { Alert, Anchor, List } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { AssignedRouter } from "#contract/routers";
import { t } from "../../console/language.ts";
import { polled } from "../../console/query.ts";
import { useRead } from "../api.ts";
import { addresses } from "../navigation.ts";

/** What needs somebody now, each with the way to it; nothing at all on a quiet day. */
export function Attention({
  routers,
}: {
  routers: readonly AssignedRouter[] | undefined;
}): ReactElement | null {
  const payments = useRead("paymentStats", {}, polled(20_000));
  const plans = useRead("adminListPlans", {}, polled(60_000));
  const needs: { text: string; to: string }[] = [];
  const notActivated = payments.data?.notActivated ?? 0;
  if (notActivated > 0)
    needs.push({
      text: t(
        "{count, plural, one {# purchase is paid and not activated} other {# purchases are paid and not activated}}",
        { count: notActivated },
      ),
      to: `${addresses.payments}?activation=open`,
    });
  for (const { name, bridgeId, isOnline, isActive } of routers ?? []) {
    if (!isActive) continue;
    if (bridgeId === null)
      needs.push({ text: t("{name}: no bridge installed", { name }), to: addresses.routers });
    else if (!isOnline) needs.push({ text: t("{name} is offline", { name }), to: addresses.routers });
  }
  if (plans.data && !plans.data.some(({ isActive }) => isActive))
    needs.push({ text: t("No plan is on sale"), to: addresses.plans });
  if (needs.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" icon={<IconBell aria-hidden />} title={t("Needs your attention")}>
      <List listStyleType="none" spacing={0}>
        {needs.map(({ text, to }) => (
          <List.Item key={text}>
            <Anchor component={Link} to={to} c="inherit" underline="always" inline lh="44px">
              {text}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
