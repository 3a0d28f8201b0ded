import { Button, SimpleGrid, Skeleton, Stack } from "@mantine/core";
import { IconRouter } from "@tabler/icons-react";
import { useAtomValue } from "jotai";
import type { ReactElement } from "react";
import { Link } from "react-router";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { polled } from "../../console/query.ts";
import { signedAtom } from "../../console/session.ts";
import { Empty } from "../../console/states.tsx";
import { useUrlState } from "../../console/url-state.ts";
import { useRead } from "../api.ts";
import { Attention } from "../dashboard/attention.tsx";
import { ProviderCards } from "../dashboard/provider-cards.tsx";
import { QuickCards } from "../dashboard/quick-cards.tsx";
import { RevenuePanel } from "../dashboard/revenue-panel.tsx";
import { RouterCards } from "../dashboard/router-cards.tsx";
import { RouterChoice } from "../dashboard/router-choice.tsx";
import { RouterDetails } from "../dashboard/router-details.tsx";
import { addresses } from "../navigation.ts";

const cards = { cols: { base: 2, md: 4 }, spacing: { base: "xs", sm: "md" } };
const chosenByAddress = { routerId: "" };

/** Today's money and who is online first; the first router is selected until another one is. */
export function DashboardPage(): ReactElement {
  const signed = useAtomValue(signedAtom);
  const [{ routerId }, change] = useUrlState(chosenByAddress);
  const params = { providerId: signed?.providerId ?? "" };
  const enabled = params.providerId !== "";
  const routers = useRead("listRoutersOfProvider", { params }, { ...polled(30_000), enabled });
  const loading = (
    <>
      <Skeleton height={44} maw={360} radius="md" role="status" aria-label={t("Loading routers …")} />
      <SimpleGrid {...cards}>
        <ProviderCards />
        <Skeleton height={112} radius="lg" />
        <Skeleton height={112} radius="lg" />
      </SimpleGrid>
      <Skeleton height={88} radius="lg" />
    </>
  );
  return (
    <>
      <PageHead
        title={t("Dashboard")}
        text={t("Welcome back, {name}", { name: signed?.name || signed?.username || t("Admin User") })}
      />
      <Stack gap="md">
        <Attention routers={routers.data} />
        <Loaded
          query={routers}
          loading={loading}
          failed={{
            title: t("Error Loading Routers"),
            text: t("Failed to load routers. Please check your connection and try again."),
          }}
        >
          {(found) => {
            const router = found.find(({ id }) => id === routerId) ?? found[0];
            return (
              <>
                {router ? (
                  <RouterChoice routers={found} router={router} onChoose={(id) => change({ routerId: id })} />
                ) : null}
                <SimpleGrid {...cards}>
                  <ProviderCards />
                  {router ? <RouterCards router={router} /> : null}
                </SimpleGrid>
                {router ? <RouterDetails router={router} /> : <NoRouters />}
              </>
            );
          }}
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
