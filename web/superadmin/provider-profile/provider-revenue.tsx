import { SimpleGrid, Title } from "@mantine/core";
import type { Provider } from "#contract/providers";
import { polled } from "../../console/calls.ts";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { Failed, StaleMark } from "../../console/loaded.tsx";
import { StatCard } from "../../console/stat-card.tsx";
import { errorText } from "../../console/toast.tsx";
import { useRead } from "../api.ts";

export function ProviderRevenueTab({ provider }: { provider: Provider }) {
  const revenue = useRead("providerRevenue", { params: { id: provider.id } }, polled(30_000));
  const { data } = revenue;
  if (data === undefined && (revenue.isError || revenue.fetchStatus === "paused"))
    return (
      <Failed
        title={t("Error Loading Revenue")}
        text={errorText(
          revenue.error,
          t("Failed to load revenue. Please check your connection and try again."),
        )}
        onRetry={() => void revenue.refetch()}
      />
    );
  return (
    <>
      <StaleMark query={revenue} />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <StatCard name={t("Today's Revenue")} value={data && kes(data.today)} />
        <StatCard name={t("Monthly Revenue")} value={data && kes(data.thisMonth)} note={t("This month")} />
        <StatCard
          name={t("All Time Revenue")}
          value={data && kes(data.allTime)}
          note={t("Through payment gateways, diverted money included")}
        />
      </SimpleGrid>
      <Title order={3} fz="md" mt="lg" mb="sm">
        {t("Where the money went")}
      </Title>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <StatCard
          name={t("Paid to the provider")}
          value={data && kes(data.settlements.direct)}
          note={t("Straight to its own account")}
        />
        <StatCard
          name={t("Collected by the platform")}
          value={data && kes(data.settlements.collected)}
          note={t("Refunds not taken off")}
        />
        <StatCard
          name={t("Diverted")}
          value={data && kes(data.settlements.diverted)}
          note={t("To a central account by the switch")}
        />
        <StatCard
          name={t("Refunded")}
          value={data && kes(data.refunded)}
          note={t("Taken off on the day it went back")}
        />
      </SimpleGrid>
      <Title order={3} fz="md" mt="lg" mb="sm">
        {t("What is open")}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <StatCard
          name={t("Owed to the provider")}
          value={data && kes(data.balances.owed)}
          note={t("Collected by the platform, refunds taken off")}
        />
        <StatCard
          name={t("Diverted, not settled")}
          value={data && kes(data.balances.divertedNotSettled)}
          note={t("In central accounts, refunds taken off")}
        />
        <StatCard
          name={t("Fees owed by the provider")}
          value={data && kes(data.balances.feesOwed)}
          note={t("Invoices less verified payments")}
        />
      </SimpleGrid>
    </>
  );
}
