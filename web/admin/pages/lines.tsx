import { Group } from "@mantine/core";
import { IconLine } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { type Line, linesPerPage } from "#contract/lines";
import { EmptyList, SearchField } from "../../console/filter-bar.tsx";
import { Sheet } from "../../console/form-modal.tsx";
import { Button, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useLastPage, useListParams } from "../../console/list-params.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { keptFor, may, polled, useList, useRead } from "../api.ts";
import { LineSheet } from "../lines/line-sheet.tsx";
import { LinesList } from "../lines/lines-list.tsx";

const AddLine = lazy(async () => ({ default: (await import("../lines/add-line.tsx")).AddLine }));
const AddPackage = lazy(async () => ({ default: (await import("../lines/add-package.tsx")).AddPackage }));
const PackagesSheet = lazy(async () => ({ default: (await import("../lines/packages.tsx")).PackagesSheet }));

const defaults = { q: "", standing: "", page: "1", line: "" };
const standings = ["unpaid", "open", "blocked"] as const;

/** A window over the list; a line is added for a new customer, or for one of the list. */
type Doing = { what: "packages" | "package" } | { what: "line"; customer?: Line["customer"] } | null;

/** Homes and offices: who has a line, and whether it is paid. */
export function LinesPage() {
  const { filter, page, go, change, open, narrow } = useListParams(defaults);
  const [doing, setDoing] = useState<Doing>(null);
  const standing = standings.find((one) => one === filter.standing);
  const query = { page, ...(filter.q ? { q: filter.q } : {}), ...(standing ? { standing } : {}) };
  const lines = useList("listLines", { query }, polled(30_000));
  const packages = useRead("listPackages", {}, keptFor(30_000));
  useLastPage(lines.data, page, go, linesPerPage);
  // What is paid while one looks may leave the list by its filter; its sheet stays.
  const [viewed, setViewed] = useState<Line | null>(null);
  const known = lines.data?.rows.find(({ id }) => id === filter.line);
  const shown = known ?? (viewed?.id === filter.line ? viewed : null);
  const hasPackages = (packages.data?.length ?? 0) > 0;
  const acts = {
    view: (line: Line) => {
      setViewed(line);
      open({ line: line.id });
    },
    addAnother: ({ customer }: Line) => setDoing({ what: "line", customer }),
  };
  const stop = () => setDoing(null);
  const addLine = may("addLine") && hasPackages ? () => setDoing({ what: "line" }) : null;
  return (
    <>
      <PageHead
        title={t("Lines")}
        actions={
          <>
            <SecondaryButton onClick={() => setDoing({ what: "packages" })}>{t("Packages")}</SecondaryButton>
            {addLine ? <Button onClick={addLine}>{t("Add a line")}</Button> : null}
          </>
        }
      />
      <Group gap="xs" mb="sm">
        <div style={{ flex: "1 1 16rem" }}>
          <SearchField
            value={filter.q}
            onSearch={(q) => narrow({ q })}
            label={t("Search lines")}
            placeholder={t("Name, phone, account number or PPPoE name")}
          />
        </div>
        <Standings value={standing ?? ""} onChange={(wanted) => narrow({ standing: wanted })} />
      </Group>
      <Loaded
        query={lines}
        loading={<LoadingRows rows={8} height={64} label={t("Loading …")} />}
        failed={{ title: t("Lines not loaded"), text: t("Please try again.") }}
        empty={
          <EmptyList
            icon={<IconLine size={28} aria-hidden />}
            isFiltered={filter.q !== "" || standing !== undefined}
            onClear={() => narrow({ q: "", standing: "" })}
            filtered={{ title: t("No line matches"), show: t("Show all lines") }}
            title={t("No line yet")}
            {...(packages.data
              ? nextStep(hasPackages, addLine, () => setDoing({ what: "package" }))
              : { text: whatLinesAre() })}
          />
        }
      >
        {({ rows, total }) => (
          <LinesList
            rows={rows}
            page={{ number: page, size: linesPerPage, total, go }}
            busy={lines.isPlaceholderData}
            acts={acts}
          />
        )}
      </Loaded>
      <Sheet
        opened={shown !== null}
        onClose={() => change({ line: "" })}
        title={shown?.customer.name ?? t("Lines")}
      >
        {shown ? (
          <LineSheet
            line={shown}
            onAddAnother={() => {
              change({ line: "" });
              acts.addAnother(shown);
            }}
          />
        ) : null}
      </Sheet>
      <Suspense fallback={null}>
        {doing?.what === "packages" ? <PackagesSheet packages={packages} onClose={stop} /> : null}
        {doing?.what === "package" ? <AddPackage onClose={stop} /> : null}
        {doing?.what === "line" ? (
          <AddLine
            packages={packages}
            {...(doing.customer ? { customer: doing.customer } : {})}
            onClose={stop}
          />
        ) : null}
      </Suspense>
    </>
  );
}

const whatLinesAre = () =>
  t("A line brings the internet to a home or an office by PPPoE, and is paid by the month or the day.");

/** A package first, then a line; who may make neither is told who does. */
function nextStep(hasPackages: boolean, addLine: (() => void) | null, addPackage: () => void) {
  const text = (next: string) => `${whatLinesAre()} ${next}`;
  if (addLine)
    return {
      text: text(t("Next: add the first customer's line.")),
      action: <Button onClick={addLine}>{t("Add a line")}</Button>,
    };
  if (hasPackages) return { text: text(t("The owner or a technician adds the first one.")) };
  if (!may("addPackage")) return { text: text(t("The owner adds the first package.")) };
  return {
    text: text(t("Next: add a package, which is a price, how long it lasts, and a speed.")),
    action: <Button onClick={addPackage}>{t("Add a package")}</Button>,
  };
}

/** In sight on a phone, too: who is blocked is one tap away. */
function Standings({ value, onChange }: { value: string; onChange: (standing: string) => void }) {
  const choices = [
    ["", t("All")],
    ["unpaid", t("Unpaid")],
    ["open", t("Open now")],
    ["blocked", t("Blocked")],
  ] as const;
  return (
    <Group gap={6} role="group" aria-label={t("Status")}>
      {choices.map(([standing, word]) => (
        <Button
          key={word}
          size="sm"
          mih={44}
          px="sm"
          variant={standing === value ? "light" : "default"}
          aria-pressed={standing === value}
          onClick={() => onChange(standing)}
        >
          {word}
        </Button>
      ))}
    </Group>
  );
}
