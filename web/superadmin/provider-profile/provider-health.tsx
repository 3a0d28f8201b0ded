import { SimpleGrid, Skeleton, Text } from "@mantine/core";
import type { Provider } from "#contract/providers";
import type { AssignedRouter } from "#contract/routers";
import { hindranceOf } from "#contract/values/router-state";
import { kes } from "../../console/format.ts";
import { PlainList, Warning, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { isMissing, Missing, StaleMark } from "../../console/loaded.tsx";
import { blocksSelling } from "../../console/preflight/finding-mark.tsx";
import { StatCard } from "../../console/stat-card.tsx";
import { polled, useRead } from "../api.ts";
import { checkAddress, paymentsAddress, routerAddress, TextLink, waitingAddress } from "../links.tsx";
import { addresses, billingAddress, profileAddress } from "../navigation.ts";
import { revenueFailure, useProviderRevenue } from "./provider-revenue.ts";

/** Whether it sells: what an operator who is called looks for first. What it lacks before its first sale is said by the guide. */
export function ProviderHealth({ provider: { id } }: { provider: Provider }) {
  const revenue = useProviderRevenue(id);
  const routers = useRead("listRoutersOfProvider", { params: { providerId: id } }, polled(30_000));
  const { data } = revenue;
  if (data?.allTime === 0) return null;
  if (isMissing(revenue)) return <Missing query={revenue} failed={revenueFailure()} />;
  // What is wrong stands above the figures: they are shown with it, for nothing may move under a finger.
  if (
    data === undefined ||
    (routers.isPending && routers.failureCount === 0 && routers.fetchStatus !== "paused")
  )
    return <Skeleton height={214} mb="md" radius="lg" role="status" aria-label={t("Loading figures …")} />;
  const { selling, balances } = data;
  const ended = selling.completed + selling.failed;
  const waits = selling.notActivated;
  const online = routers.data?.filter(({ isOnline }) => isOnline).length;
  const wrong = routers.data?.filter((router) => faultOf(router) !== null) ?? [];
  return (
    <section aria-label={t("Whether it sells")}>
      <StaleMark query={revenue} />
      {wrong.length > 0 ? (
        <Warning mb="sm" title={t("What is wrong with its routers")}>
          <PlainList gap={4}>
            {wrong.map((router) => (
              <Text component="li" size="sm" key={router.id} style={{ overflowWrap: "anywhere" }}>
                <TextLink to={whereMended(router)}>{router.name}</TextLink>: {faultOf(router)}
              </Text>
            ))}
          </PlainList>
        </Warning>
      ) : null}
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="sm" mb="md">
        <StatCard
          name={t("Today")}
          value={kes(data.today)}
          note={t("{count, plural, one {# payment} other {# payments}}", { count: selling.count })}
          to={paymentsAddress(id)}
        />
        <StatCard
          name={t("Last sale")}
          value={<When iso={selling.lastAt} relative />}
          note=""
          to={paymentsAddress(id)}
        />
        <StatCard
          name={t("Routers online")}
          value={routers.data ? `${online} / ${routers.data.length}` : routers.isError ? null : undefined}
          note={!routers.data ? "" : wrong.length > 0 ? t("See above") : quietNote(routers.data)}
          to={`${profileAddress(id)}?tab=routers`}
        />
        <StatCard
          name={t("Success rate, 24 hours")}
          value={ended === 0 ? null : rateOf(selling.completed, ended)}
          note={
            ended === 0
              ? t("Nobody asked to pay")
              : t("{paid} of {count} paid", { paid: selling.completed, count: ended })
          }
          to={paymentsAddress(id)}
        />
        <StatCard
          name={t("Paid, not activated")}
          value={waits}
          note={waits === 0 ? t("Everybody was let in") : t("Who they are, and why")}
          to={waitingAddress(id)}
        />
        <StatCard
          name={t("Owed to it")}
          value={kes(balances.owed)}
          note={t("Collected by the platform")}
          to={addresses.payouts}
        />
        <StatCard
          name={t("It owes")}
          value={kes(balances.feesOwed)}
          note={t("Invoices less verified payments")}
          to={billingAddress(id)}
        />
      </SimpleGrid>
    </section>
  );
}

/** What its provider reads as red; one that is suspended is meant to sell nothing. */
function faultOf(router: AssignedRouter): string | null {
  const why = hindranceOf(router);
  if (why === null) return null;
  return why === "blocked" ? blocksSelling(router.findings?.blocks ?? 0) : router.statusText;
}

function quietNote(routers: readonly AssignedRouter[]): string {
  const count = routers.filter(({ isActive }) => !isActive).length;
  return count === 0 ? t("Nothing is wrong") : t("{count} suspended", { count });
}

/** What blocks selling is named in its checklist; one that is away has its acts in the list. */
const whereMended = (router: AssignedRouter) =>
  hindranceOf(router) === "blocked" ? checkAddress(router.id) : routerAddress(router.id);

const rateOf = (part: number, whole: number) =>
  t("{percent} %", { percent: Math.floor((part / whole) * 1_000) / 10 });
