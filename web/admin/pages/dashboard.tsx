import { Button, SimpleGrid, Skeleton, Stack } from "@mantine/core";
import { IconCash, IconRouter, IconUsers } from "@tabler/icons-react";
import { useAtomValue } from "jotai";
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { AssignedRouter } from "#contract/routers";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { polled } from "../../console/query.ts";
import { signedAtom } from "../../console/session.ts";
import { StaleMark } from "../../console/stale-mark.tsx";
import { StatCard } from "../../console/stat-card.tsx";
import { Empty } from "../../console/states.tsx";
import { useUrlState } from "../../console/url-state.ts";
import { useRead } from "../api.ts";
import { Attention } from "../dashboard/attention.tsx";
import { QuickCards } from "../dashboard/quick-cards.tsx";
import { RevenuePanel } from "../dashboard/revenue-panel.tsx";
import { RouterPanel } from "../dashboard/router-panel.tsx";
import { addresses } from "../places.ts";

/** Today's money and who is online first. */
export function DashboardPage(): ReactElement {
  const signed = useAtomValue(signedAtom);
  const stats = useRead("providerStats", {}, polled(30_000));
  const params = { providerId: signed?.providerId ?? "" };
  const routers = useRead(
    "listRoutersOfProvider",
    { params },
    { ...polled(30_000), enabled: params.providerId !== "" },
  );
  // A failed read leaves a dash: no figure is better than a wrong one.
  const unknown = stats.isError ? null : undefined;
  const { totalRevenue, activeUsers, onlineUsers } = stats.data ?? {};
  return (
    <>
      <PageHead
        title={t("Dashboard")}
        text={t("Welcome back, {name}", { name: signed?.name || signed?.username || t("Admin User") })}
      />
      <StaleMark query={stats} />
      <Stack gap="lg">
        <Attention routers={routers.data} />
        <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: "xs", sm: "md" }}>
          <StatCard
            name={t("Total Revenue")}
            value={totalRevenue === undefined ? unknown : kes(totalRevenue)}
            note={t("All time")}
            icon={<IconCash size={20} aria-hidden />}
            to={`${addresses.payments}?status=completed`}
          />
          <StatCard
            name={t("Active Users")}
            value={activeUsers === undefined ? unknown : activeUsers}
            note={
              onlineUsers === undefined
                ? t("Currently online")
                : t("Currently online: {count}", { count: onlineUsers })
            }
            icon={<IconUsers size={20} aria-hidden />}
            to={`${addresses.users}?status=active`}
          />
        </SimpleGrid>
        <Loaded
          query={routers}
          loading={<Skeleton height={220} radius="lg" role="status" aria-label={t("Loading routers …")} />}
          failed={{
            title: t("Error Loading Routers"),
            text: t("Failed to load routers. Please check your connection and try again."),
          }}
        >
          {(found) => (found.length === 0 ? <NoRouters /> : <ChosenRouter routers={found} />)}
        </Loaded>
        <RevenuePanel />
        <QuickCards />
      </Stack>
    </>
  );
}

function NoRouters(): ReactElement {
  return (
    <Empty
      icon={<IconRouter size={28} aria-hidden />}
      title={t("No Routers Found")}
      text={t("Connect a router to sell internet and see its sales here.")}
      action={
        <Button component={Link} to={addresses.routers}>
          {t("Go to Routers")}
        </Button>
      }
    />
  );
}

const chosenByAddress = { routerId: "" };

/** The first router is selected until another one is. */
function ChosenRouter({ routers }: { routers: readonly AssignedRouter[] }): ReactElement | null {
  const [{ routerId }, change] = useUrlState(chosenByAddress);
  const router = routers.find(({ id }) => id === routerId) ?? routers[0];
  if (!router) return null;
  return <RouterPanel routers={routers} router={router} onChoose={(id) => change({ routerId: id })} />;
}
