import { Button, Group, Title } from "@mantine/core";
import { IconBuildingStore, IconCash } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { Link } from "react-router";
import { DateRangeField } from "../../console/date-range-field.tsx";
import { date } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";
import { useListParams } from "../../console/list-params.ts";
import { Loaded } from "../../console/loaded.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { pageSize, useLastPage } from "../../console/paging.ts";
import { polled } from "../../console/query.ts";
import { SearchField } from "../../console/search-field.tsx";
import { Empty, LoadingRows } from "../../console/states.tsx";
import { useList, useRead } from "../api.ts";
import { newProviderAddress } from "../dashboard/recent-providers.tsx";
import { Breakdown } from "../revenue/breakdown.tsx";
import { ExportRevenue } from "../revenue/export-revenue.tsx";
import { RevenueCards } from "../revenue/revenue-cards.tsx";
import { daysQuery } from "../revenue/revenue-range.ts";
import { TopProvider } from "../revenue/top-provider.tsx";

const everything = { q: "", from: "", to: "", page: "1" };

/** What all providers took: completed payments less refunds, in days of Nairobi. */
export function RevenuePage(): ReactElement {
  const { filter, page, go, narrow } = useListParams(everything);
  const days = daysQuery(filter);
  const range = { from: days.from ?? "", to: days.to ?? "" };
  const total = useRead("platformRevenue", { query: days }, polled(30_000));
  const q = filter.q ? { q: filter.q } : {};
  const list = useList("revenueOfProviders", { query: { ...days, ...q, page, pageSize } }, polled(30_000));
  const first = useList("revenueOfProviders", { query: { ...days, page: 1, pageSize: 1 } }, polled(30_000));
  useLastPage(list.data, page, go);
  const whole = total.data?.revenue ?? 0;
  const top = first.data?.rows[0];
  return (
    <>
      <PageHead
        title={t("Revenue Analytics")}
        text={t("Completed payments less refunds, diverted money included, in days of Nairobi.")}
      />
      <Group mb="md" gap="sm">
        <DateRangeField
          clearable
          label={t("All time")}
          value={range}
          onChange={({ from, to }) => narrow({ from, to })}
        />
        <ExportRevenue days={range} whole={whole} />
      </Group>
      <RevenueCards total={total} days={inWords(range)} />
      {top && top.revenue > 0 ? <TopProvider top={top} whole={whole} /> : null}
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2} fz="md">
          {t("Provider Revenue Breakdown")}
        </Title>
        <SearchField
          value={filter.q}
          onSearch={(text) => narrow({ q: text })}
          label={t("Search providers")}
          placeholder={t("Business name")}
        />
      </Group>
      <Loaded
        query={list}
        loading={<LoadingRows rows={6} height={56} label={t("Loading revenue …")} />}
        failed={{
          title: t("Error Loading Revenue"),
          text: t("Failed to load revenue. Please check your connection and try again."),
        }}
      >
        {({ rows, total: count }) =>
          count === 0 ? (
            <Nothing searched={filter.q !== ""} onClear={() => narrow({ q: "" })} />
          ) : (
            <Breakdown
              rows={rows}
              whole={whole}
              page={{ number: page, size: pageSize, total: count, go }}
              busy={list.isPlaceholderData}
            />
          )
        }
      </Loaded>
    </>
  );
}

function inWords({ from, to }: { from: string; to: string }): string {
  if (!from && !to) return t("All time");
  const day = (text: string) => date(text, language());
  return from === to ? day(from) : `${from ? day(from) : ""} – ${to ? day(to) : ""}`;
}

function Nothing({ searched, onClear }: { searched: boolean; onClear: () => void }): ReactElement {
  return searched ? (
    <Empty
      icon={<IconCash size={28} aria-hidden />}
      title={t("No provider of this name")}
      action={
        <Button variant="default" onClick={onClear}>
          {t("Show everything")}
        </Button>
      }
    />
  ) : (
    <Empty
      icon={<IconBuildingStore size={28} aria-hidden />}
      title={t("No Providers Yet")}
      text={t("Create a provider, and it can sell within minutes.")}
      action={
        <Button component={Link} to={newProviderAddress}>
          {t("Add Provider")}
        </Button>
      }
    />
  );
}
