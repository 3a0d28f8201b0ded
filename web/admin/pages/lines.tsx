import { Group } from "@mantine/core";
import { IconLine } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import { type Line, linesPerPage } from "#contract/lines";
import { type LineChoice, lineChoices } from "#contract/values/line-choices";
import { EmptyList, SearchField } from "../../console/filter-bar.tsx";
import { Sheet } from "../../console/form-modal.tsx";
import { Button, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useLastPage, useListParams } from "../../console/list-params.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import row from "../../console/sideways.module.css";
import { keptFor, may, polled, useList, useRead } from "../api.ts";
import { LineSheet } from "../lines/line-sheet.tsx";
import { LinesList } from "../lines/lines-list.tsx";
import { ServedUnpaidCard } from "../lines/served-unpaid.tsx";
import { lineImportAddress } from "../navigation.ts";

const AddLine = lazy(async () => ({ default: (await import("../lines/add-line.tsx")).AddLine }));
const AdoptLines = lazy(async () => ({ default: (await import("../lines/adopt-lines.tsx")).AdoptLines }));
const AddPackage = lazy(async () => ({ default: (await import("../lines/package-form.tsx")).AddPackage }));
const PackagesSheet = lazy(async () => ({ default: (await import("../lines/packages.tsx")).PackagesSheet }));

const defaults = { q: "", show: "", page: "1", line: "" };

/** A window over the list; a line is added for a new customer, or for one of the list. */
type Doing =
  | { what: "packages" | "package" | "adoption" }
  | { what: "line"; customer?: Line["customer"] }
  | null;

/** Homes and offices: who has a line, and whether it is paid. */
export function LinesPage() {
  const { filter, page, go, change, open, narrow } = useListParams(defaults);
  const [doing, setDoing] = useState<Doing>(null);
  const choice = lineChoices.find((one) => one === filter.show);
  const query = { page, ...(filter.q ? { q: filter.q } : {}), ...(choice ? { show: choice } : {}) };
  const lines = useList("listLines", { query }, polled(30_000));
  const packages = useRead("listPackages", {}, keptFor(30_000));
  useLastPage(lines.data, page, go, linesPerPage);
  // What is paid while one looks may leave the list by its filter; its sheet stays.
  const [viewed, setViewed] = useState<Line | null>(null);
  const known = lines.data?.rows.find(({ id }) => id === filter.line);
  const left = viewed?.id === filter.line && !known ? viewed : null;
  // As it stands by now: it was paid, and the filter is of those that are not.
  const again = useList(
    "listLines",
    { query: { q: left?.login ?? "" } },
    { ...polled(30_000), enabled: left !== null },
  );
  const shown = known ?? again.data?.rows.find(({ id }) => id === filter.line) ?? left;
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
        help="provider#home-first"
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
        <Choices value={choice ?? ""} onChange={(show) => narrow({ show })} />
      </Group>
      <Loaded
        query={lines}
        loading={<LoadingRows rows={8} height={64} label={t("Loading …")} />}
        failed={{ title: t("Lines not loaded"), text: t("Please try again.") }}
        empty={
          <EmptyList
            icon={<IconLine size={28} aria-hidden />}
            isFiltered={filter.q !== "" || choice !== undefined}
            onClear={() => narrow({ q: "", show: "" })}
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
      <ServedUnpaidCard />
      <Sheet
        opened={shown !== null}
        onClose={() => change({ line: "" })}
        title={shown?.customer.name ?? t("Lines")}
      >
        {shown ? (
          <LineSheet
            line={shown}
            onGone={() => change({ line: "" })}
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
            onBringIn={() => setDoing({ what: "adoption" })}
          />
        ) : null}
        {doing?.what === "adoption" ? <AdoptLines packages={packages} onClose={stop} /> : null}
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
      action: (
        <>
          <Button onClick={addLine}>{t("Add a line")}</Button>
          {may("beginLineImport") ? <FromFile /> : null}
        </>
      ),
    };
  if (hasPackages) return { text: text(t("The owner or a technician adds the first one.")) };
  if (!may("addPackage")) return { text: text(t("The owner adds the first package.")) };
  return {
    text: text(t("Next: add a package, which is a price, how long it lasts, and a speed.")),
    action: (
      <>
        <Button onClick={addPackage}>{t("Add a package")}</Button>
        <FromFile />
      </>
    ),
  };
}

/** Who comes from another system has them in a file. */
const FromFile = () => (
  <SecondaryButton component={Link} to={lineImportAddress}>
    {t("Bring customers in from a file")}
  </SecondaryButton>
);

const choiceWord = (choice: LineChoice): string =>
  ({
    due: t("Due today"),
    overdue: t("Overdue"),
    silent: t("Not dialling"),
    blocked: t("Blocked"),
    unpaid: t("Unpaid"),
    paused: t("Paused"),
  })[choice];

/** In sight on a phone, too: who is overdue is one tap away. */
function Choices({ value, onChange }: { value: LineChoice | ""; onChange: (choice: string) => void }) {
  return (
    <Group
      gap={6}
      wrap="nowrap"
      role="group"
      aria-label={t("Status")}
      className={row.sideways ?? ""}
      maw="100%"
    >
      {(["", ...lineChoices] as const).map((choice) => (
        <Button
          key={choice}
          size="sm"
          mih={44}
          px="sm"
          style={{ flex: "none" }}
          variant={choice === value ? "light" : "default"}
          aria-pressed={choice === value}
          onClick={() => onChange(choice)}
        >
          {choice === "" ? t("All") : choiceWord(choice)}
        </Button>
      ))}
    </Group>
  );
}
