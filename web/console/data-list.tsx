import { Box, Card, Group, Pagination, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { lazy, type ReactElement, type ReactNode, Suspense } from "react";
import { t } from "./language.ts";
import { LoadingRows } from "./states.tsx";

export type Column<Row> = {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  right?: boolean;
  width?: number | string;
};

export type DataListProps<Row> = {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** The same row on a phone. */
  card: (row: Row) => ReactNode;
  /** What the table is called for a screen reader. */
  label: string;
  page?: { number: number; size: number; total: number; go: (page: number) => void };
  selection?: { chosen: readonly Row[]; choose: (rows: Row[]) => void };
  /** Newer rows are being read; the old ones stay. */
  busy?: boolean;
};

const WideTable = lazy(async () => ({ default: (await import("./wide-table.tsx")).WideTable }));

/** A table that turns into cards under 640 px. Reading, empty and failed states are the page's. */
export function DataList<Row>(props: DataListProps<Row>): ReactElement {
  const wide = useMediaQuery("(min-width: 640px)", window.innerWidth >= 640, {
    getInitialValueInEffect: false,
  });
  const { rows, rowKey, card, label, page } = props;
  const pages = page ? Math.max(1, Math.ceil(page.total / page.size)) : 1;
  return (
    <Stack gap="md" aria-busy={props.busy ?? false}>
      {wide ? (
        <Suspense fallback={<LoadingRows rows={Math.min(rows.length, 10)} label={label} />}>
          <WideTable {...(props as unknown as DataListProps<unknown>)} />
        </Suspense>
      ) : (
        <Stack component="ul" gap="xs" p={0} m={0} aria-label={label} style={{ listStyle: "none" }}>
          {rows.map((row) => (
            <Box component="li" key={rowKey(row)}>
              <Card>{card(row)}</Card>
            </Box>
          ))}
        </Stack>
      )}
      {page && pages > 1 ? (
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            {t("{from} to {to} of {total}", {
              from: (page.number - 1) * page.size + 1,
              to: Math.min(page.number * page.size, page.total),
              total: page.total,
            })}
          </Text>
          <Pagination
            total={pages}
            value={page.number}
            onChange={page.go}
            siblings={wide ? 1 : 0}
            getControlProps={(control) => ({ "aria-label": t(`${control} page`) })}
            getItemProps={(number) => ({ "aria-label": t("Page {number}", { number }) })}
          />
        </Group>
      ) : null}
    </Stack>
  );
}
