import { Box, Card, Checkbox, Group, Pagination, Stack, Text } from "@mantine/core";
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
  /** `name` is what a row is called in "Choose …"; chosen rows stay chosen on other pages. */
  selection?: { chosen: readonly Row[]; choose: (rows: Row[]) => void; name: (row: Row) => string };
  /** Newer rows are being read; the old ones stay. */
  busy?: boolean;
};

const WideTable = lazy(async () => ({ default: (await import("./wide-table.tsx")).WideTable }));

/** A table that turns into cards under 640 px. Reading, empty and failed states are the page's. */
export function DataList<Row>(props: DataListProps<Row>): ReactElement {
  const wide = useMediaQuery("(min-width: 640px)", window.innerWidth >= 640, {
    getInitialValueInEffect: false,
  });
  const { rows, label, page } = props;
  return (
    <Stack gap="md" aria-busy={props.busy ?? false}>
      {wide ? (
        <Suspense fallback={<LoadingRows rows={Math.min(rows.length, 10)} label={label} />}>
          {/* Rows go in and come out as they are: the table never looks into them. */}
          <WideTable {...(props as unknown as DataListProps<unknown>)} />
        </Suspense>
      ) : (
        <Cards {...props} />
      )}
      {page ? <Pages {...page} wide={wide ?? true} /> : null}
    </Stack>
  );
}

function Cards<Row>({ rows, rowKey, card, label, selection }: DataListProps<Row>): ReactElement {
  const isChosen = (row: Row) => selection?.chosen.some((one) => rowKey(one) === rowKey(row)) ?? false;
  const toggle = (row: Row) => {
    if (!selection) return;
    const others = selection.chosen.filter((one) => rowKey(one) !== rowKey(row));
    selection.choose(isChosen(row) ? others : [...others, row]);
  };
  return (
    <Stack component="ul" gap="xs" p={0} m={0} aria-label={label} style={{ listStyle: "none" }}>
      {rows.map((row) => (
        <Box component="li" key={rowKey(row)}>
          <Card padding="sm">
            {selection ? (
              <Group wrap="nowrap" align="flex-start" gap="sm">
                <Checkbox
                  size="md"
                  p={10}
                  m={-10}
                  checked={isChosen(row)}
                  onChange={() => toggle(row)}
                  aria-label={t("Choose {name}", { name: selection.name(row) })}
                />
                <Box flex={1} miw={0}>
                  {card(row)}
                </Box>
              </Group>
            ) : (
              card(row)
            )}
          </Card>
        </Box>
      ))}
    </Stack>
  );
}

/** Where one is in a list, and the way to its other pages. Nothing where it fits on one. */
export function Pages(
  props: NonNullable<DataListProps<unknown>["page"]> & {
    wide: boolean;
    /** Where a page has more than one list: whose pages these are. */
    name?: string;
  },
): ReactElement | null {
  const { number, size, total, go, wide } = props;
  const pages = Math.max(1, Math.ceil(total / size));
  if (pages === 1) return null;
  const controls = {
    first: t("First page"),
    previous: t("Previous page"),
    next: t("Next page"),
    last: t("Last page"),
  };
  return (
    <Group justify="space-between" gap="xs" component="nav" aria-label={props.name ?? t("Pages")}>
      <Text size="sm" c="dimmed">
        {t("{from} to {to} of {total}", {
          from: (number - 1) * size + 1,
          to: Math.min(number * size, total),
          total,
        })}
      </Text>
      <Pagination
        total={pages}
        value={number}
        onChange={go}
        size={wide ? "md" : 44}
        // A size in pixels is that of the digits as well.
        styles={{ control: { fontSize: "var(--mantine-font-size-md)" } }}
        gap={wide ? 8 : 4}
        siblings={wide ? 1 : 0}
        boundaries={wide ? 1 : 0}
        getControlProps={(control) => ({ "aria-label": controls[control] })}
        getItemProps={(page) => ({ "aria-label": t("Page {number}", { number: page }) })}
      />
    </Group>
  );
}
