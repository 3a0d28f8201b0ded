import { SimpleGrid } from "@mantine/core";
import { IconBuildingStore, IconCircleCheck, IconReceipt2, IconSettings } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type * as z from "zod";
import type { BillingOverview } from "#contract/billing";
import { t } from "../../console/language.ts";
import { StaleMark } from "../../console/stale-mark.tsx";
import { StatCard } from "../../console/stat-card.tsx";
import { Failed } from "../../console/states.tsx";
import { addresses } from "../navigation.ts";
import { loadFailure } from "./load-failure.ts";

/** Four counters, each of which opens its rows. */
export function Overview({
  counts,
}: {
  counts: UseQueryResult<z.infer<typeof BillingOverview>>;
}): ReactElement {
  const { data } = counts;
  if (data === undefined && (counts.isError || counts.fetchStatus === "paused"))
    return <Failed {...loadFailure()} onRetry={() => void counts.refetch()} />;
  const billing = addresses.providerBilling;
  return (
    <>
      <StaleMark query={counts} />
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="sm">
        <StatCard
          name={t("Total Providers")}
          value={data?.totalProviders}
          icon={<IconBuildingStore size={20} aria-hidden />}
          to={addresses.providers}
        />
        <StatCard
          name={t("Configured")}
          value={data?.configured}
          icon={<IconSettings size={20} aria-hidden />}
          to={billing}
        />
        <StatCard
          name={t("Pending Payments")}
          value={data?.pendingPayments}
          icon={<IconReceipt2 size={20} aria-hidden />}
          to={`${billing}?tab=confirmations&status=pending`}
        />
        <StatCard
          name={t("Active Providers")}
          value={data?.activeProviders}
          icon={<IconCircleCheck size={20} aria-hidden />}
          to={`${addresses.providers}?status=active`}
        />
      </SimpleGrid>
    </>
  );
}
