import { Anchor, Box, Group, Progress, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import type { RevenueOfProvider } from "#contract/platform-figures";
import { DataList, type DataListProps } from "../../console/data-list.tsx";
import { kes } from "../../console/format.ts";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { profileAddress } from "../navigation.ts";
import { shareOf } from "./revenue-cards.tsx";

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
            <Box ta="right">
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
