import { Button, Grid, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useAtomValue } from "jotai";
import type { ReactElement } from "react";
import { Link } from "react-router";
import { t } from "../../console/language.ts";
import { PageHead } from "../../console/page-head.tsx";
import { polled } from "../../console/query.ts";
import { signedAtom } from "../../console/session.ts";
import { useRead } from "../api.ts";
import { GatewayAlarms } from "../dashboard/gateway-alarms.tsx";
import { newProviderAddress, RecentProviders } from "../dashboard/recent-providers.tsx";
import { StatCards } from "../dashboard/stat-cards.tsx";
import { SystemStatus } from "../dashboard/system-status.tsx";
import { WaitingMoney } from "../dashboard/waiting-money.tsx";

/** The platform at a glance. */
export function DashboardPage(): ReactElement {
  const signed = useAtomValue(signedAtom);
  const stats = useRead("platformStats", {}, polled(30_000));
  return (
    <>
      <PageHead
        title={t("System Overview")}
        text={t("Welcome back, {name}", { name: signed?.name || signed?.username || t("Super admin") })}
        actions={
          <Button component={Link} to={newProviderAddress} leftSection={<IconPlus size={18} aria-hidden />}>
            {t("Add Provider")}
          </Button>
        }
      />
      <Stack gap="md">
        <GatewayAlarms />
        <WaitingMoney />
        <StatCards stats={stats} />
        <Grid>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <RecentProviders />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <SystemStatus stats={stats} />
          </Grid.Col>
        </Grid>
      </Stack>
    </>
  );
}
