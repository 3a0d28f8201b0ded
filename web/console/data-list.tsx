import { Box, Card, Checkbox, Group, Pagination, Stack } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useNavigationType } from "react-router";
import classes from "./data-list.module.css";
import { Hint, PlainList } from "./kit.tsx";
import { t } from "./language.ts";
import { LoadingRows } from "./loaded.tsx";
import { useIsWide } from "./media.ts";
import type { Column, DataListProps } from "./wide-table.tsx";

export type { Column, DataListProps };

const WideTable = lazy(async () => ({ default: (await import("./wide-table.tsx")).WideTable }));

/** A table that turns into cards under 640 px. Reading, empty and failed states are the page's. */
export function DataList<Row>(props: DataListProps<Row>) {
  const wide = useIsWide();
  const { rows, label, page } = props;
  const top = useTopOfPage(page?.number);
  return (
    <Stack gap="md" aria-busy={props.busy ?? false} ref={top} tabIndex={-1} className={classes.list ?? ""}>
      {wide ? (
        <Suspense fallback={<LoadingRows rows={Math.min(rows.length, 10)} label={label} />}>
          {/* Rows go in and come out as they are: the table never looks into them. */}
          <WideTable {...(props as unknown as DataListProps<unknown>)} />
        </Suspense>
      ) : (
        <Cards {...props} />
      )}
      {page ? <Pages {...page} wide={wide} /> : null}
    </Stack>
  );
}

/** A new page begins at its top, and the focus goes there with the eyes; going back, the browser knows where one was. */
function useTopOfPage(number: number | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(number);
  const came = useNavigationType();
  useEffect(() => {
    if (shown.current === number) return;
    shown.current = number;
    // A search that goes back to page 1 while one types keeps the focus.
    if (came === "POP" || document.activeElement?.matches("input, textarea")) return;
    list.current?.scrollIntoView({ block: "start" });
    list.current?.focus({ preventScroll: true });
  }, [number, came]);
  return list;
}

function Cards<Row>({ rows, rowKey, card, label, selection }: DataListProps<Row>) {
  const isChosen = (row: Row) => selection?.chosen.some((one) => rowKey(one) === rowKey(row)) ?? false;
  const toggle = (row: Row) => {
    if (!selection) return;
    const others = selection.chosen.filter((one) => rowKey(one) !== rowKey(row));
    selection.choose(isChosen(row) ? others : [...others, row]);
  };
  return (
    <PlainList gap={6} aria-label={label}>
      {rows.map((row) => (
        <Box component="li" key={rowKey(row)}>
          <Card px="sm" py={5}>
            {selection ? (
              <Group wrap="nowrap" align="center" gap="sm">
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
    </PlainList>
  );
}

export function Pages(
  props: NonNullable<DataListProps<unknown>["page"]> & {
    wide: boolean;
    name?: string;
  },
) {
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
      <Hint>
        {t("{from} to {to} of {total}", {
          from: (number - 1) * size + 1,
          to: Math.min(number * size, total),
          total,
        })}
      </Hint>
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
