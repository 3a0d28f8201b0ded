import { Anchor, Box, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { IconCash, IconDownload, IconTrophy } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import type { RevenueOfProvider } from "#contract/platform-figures";
import { downloadCsv } from "../../console/csv.ts";
import { DataList, type DataListProps } from "../../console/data-list.tsx";
import { type DayRange, dayOf } from "../../console/days.ts";
import { DateRangeField, SearchField } from "../../console/filter-bar.tsx";
import { date, kes } from "../../console/format.ts";
import { Hint, SecondaryButton } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { pageSize, useLastPage, useListParams } from "../../console/list-params.ts";
import { Empty, Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { callApi, callApiList, polled, useList, useRead } from "../api.ts";
import { NoProvidersYet } from "../dashboard/recent-providers.tsx";
import { profileAddress } from "../navigation.ts";
import { RevenueOverTime } from "../revenue/over-time.tsx";
import { daysQuery, RevenueCards, shareOf } from "../revenue/revenue-cards.tsx";

const everything = { q: "", from: "", to: "", page: "1" };

/** What all providers took: completed payments less refunds, in days of Nairobi. */
export function RevenuePage() {
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
      {total.data ? <RevenueOverTime total={total.data} /> : null}
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
        empty={
          filter.q !== "" ? (
            <Empty
              icon={<IconCash size={28} aria-hidden />}
              title={t("No provider of this name")}
              action={
                <SecondaryButton onClick={() => narrow({ q: "" })}>{t("Show everything")}</SecondaryButton>
              }
            />
          ) : (
            <NoProvidersYet />
          )
        }
      >
        {({ rows, total: count }) => (
          <Breakdown
            rows={rows}
            whole={whole}
            page={{ number: page, size: pageSize, total: count, go }}
            busy={list.isPlaceholderData}
          />
        )}
      </Loaded>
    </>
  );
}

function inWords({ from, to }: { from: string; to: string }): string {
  if (!from && !to) return t("All time");
  const day = (text: string) => date(text, language());
  return from === to ? day(from) : `${from ? day(from) : ""} – ${to ? day(to) : ""}`;
}

/** The first of the list. */
export function TopProvider({ top, whole }: { top: RevenueOfProvider; whole: number }) {
  const { providerId, provider, revenue, transactions } = top;
  return (
    <Paper component="section" withBorder p="md" mb="md" aria-labelledby="top-provider">
      <Group gap="xs" mb={4} c="dimmed">
        <IconTrophy size={18} aria-hidden />
        <Title order={2} fz="sm" fw={500} id="top-provider">
          {t("Top Performing Provider")}
        </Title>
      </Group>
      <Group justify="space-between" align="flex-end" gap="xs">
        <Box miw={0}>
          <Anchor
            component={Link}
            to={profileAddress(providerId)}
            fz="lg"
            fw={650}
            display="block"
            py={8}
            truncate
          >
            {provider}
          </Anchor>
          <Hint>
            {t("{count, plural, one {# transaction} other {# transactions}}", { count: transactions })} ·{" "}
            {t("{percent} % of all revenue", { percent: shareOf(revenue, whole) })}
          </Hint>
        </Box>
        <Text fz={26} fw={650} style={{ fontVariantNumeric: "tabular-nums" }}>
          {kes(revenue)}
        </Text>
      </Group>
    </Paper>
  );
}

const atOnce = 1_000;
/** English, whatever the console speaks, so that files can be joined. */
const columns = ["Rank", "Provider", "Revenue (KES)", "Transactions", "Share (%)"] as const;

/** All providers of the chosen days as a file, not this page alone. */
export function ExportRevenue({ days, whole }: { days: DayRange; whole: number }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const rows: RevenueOfProvider[] = [];
      for (let page = 1; ; page += 1) {
        const query = { ...daysQuery(days), page, pageSize: atOnce };
        const read = await callApiList("revenueOfProviders", { query });
        rows.push(...read.rows);
        if (read.rows.length < atOnce) break;
      }
      await callApi("notePlatformExport", { body: { what: "revenue", rows: rows.length } });
      const range = days.from ? `${days.from}-to-${days.to}` : `all-time-${dayOf()}`;
      await downloadCsv(
        `revenue-${range}.csv`,
        columns,
        rows.map(({ provider, revenue, transactions }, place) => [
          ...[place + 1, provider, revenue, transactions, shareOf(revenue, whole)],
        ]),
      );
      toastSuccess(
        t("Exported"),
        t("{count, plural, one {# provider} other {# providers}}", { count: rows.length }),
      );
    } catch (cause) {
      toastError(t("Export Failed"), errorText(cause, t("Failed to export the revenue")));
    }
    setBusy(false);
  };
  return (
    <SecondaryButton icon={IconDownload} busy={busy} onClick={() => void save()}>
      {t("Export CSV")}
    </SecondaryButton>
  );
}

type Ranked = RevenueOfProvider & { rank: number; share: number };

export function Breakdown(props: {
  rows: readonly RevenueOfProvider[];
  /** Of all providers, in KES. */
  whole: number;
  page: NonNullable<DataListProps<Ranked>["page"]>;
  busy: boolean;
}) {
  const { page, whole } = props;
  const rows = props.rows.map((row, place) => ({
    ...row,
    rank: (page.number - 1) * page.size + place + 1,
    share: shareOf(row.revenue, whole),
  }));
  return (
    <DataList<Ranked>
      rows={rows}
      rowKey={({ providerId }) => providerId}
      label={t("Provider Revenue Breakdown")}
      page={page}
      busy={props.busy}
      columns={[
        { key: "rank", title: "#", render: ({ rank }) => rank, width: 64, right: true },
        { key: "provider", title: t("Provider"), render: (row) => <Name row={row} /> },
        {
          key: "transactions",
          title: t("Transactions"),
          render: ({ transactions }) => transactions.toLocaleString("en-US"),
          right: true,
        },
        { key: "revenue", title: t("Revenue"), render: ({ revenue }) => kes(revenue), right: true },
        { key: "share", title: t("Share of all"), render: (row) => <Share row={row} />, width: 240 },
      ]}
      card={(row) => (
        <Stack gap={6}>
          <Group justify="space-between" wrap="nowrap" gap="sm" align="flex-start">
            <Group gap="xs" wrap="nowrap" miw={0}>
              <Text c="dimmed" style={{ fontVariantNumeric: "tabular-nums" }}>
                {row.rank}
              </Text>
              <Name row={row} />
            </Group>
            <Box ta="right" flex="none">
              <Text fw={650}>{kes(row.revenue)}</Text>
              <Hint>
                {t("{count, plural, one {# transaction} other {# transactions}}", {
                  count: row.transactions,
                })}
              </Hint>
            </Box>
          </Group>
          <Share row={row} />
        </Stack>
      )}
    />
  );
}

function Name({ row }: { row: Ranked }) {
  return (
    <Anchor component={Link} to={profileAddress(row.providerId)} fw={600} py={10} my={-10} truncate>
      {row.provider}
    </Anchor>
  );
}

function Share({ row: { share, provider } }: { row: Ranked }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress
        value={Math.max(0, Math.min(100, share))}
        flex={1}
        aria-label={t("Share of {name}", { name: provider })}
      />
      <Text size="sm" miw={56} ta="right" style={{ fontVariantNumeric: "tabular-nums" }}>
        {t("{percent} %", { percent: share.toFixed(1) })}
      </Text>
    </Group>
  );
}
