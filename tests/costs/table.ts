import { attemptBudgets, purchaseAims, purchaseBudgets, voucherBudgets } from "../support/work-budgets.ts";
import { consumedBy, monthOf, type Platform, type Purchase } from "./month.ts";
import { type Metered, planUsd, prices } from "./prices.ts";

// The part of docs/costs.md that is computed.

export const begins = "<!-- computed: npm run costs -->";
export const ends = "<!-- end of what is computed -->";

const platforms: Platform[] = [
  { sites: 10, sales: 1_000 },
  { sites: 1_000, sales: 100_000 },
  { sites: 50_000, sales: 2_000_000 },
];
/** Of the second, a month. */
const limitUsd = 300;

const number = new Intl.NumberFormat("en");
const row = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
const usd = (amount: number) => number.format(Math.round(amount));

function monthTable(): string {
  const months = platforms.map((platform) => monthOf(platform, purchaseBudgets));
  const head = platforms.map(
    ({ sites, sales }) => `${number.format(sites)} sites, ${number.format(sales)} sales a day`,
  );
  const perSale = platforms.map(({ sales }, place) =>
    ((months[place]?.total ?? 0) / (sales * 30)).toFixed(5),
  );
  return table(
    ["USD a month", ...head],
    [
      ...(Object.keys(prices) as Metered[]).map((name) => [
        name,
        ...months.map(({ lines }) => usd(lines.get(name) ?? 0)),
      ]),
      ["Plan", ...months.map(() => planUsd)],
      ["**Total**", ...months.map(({ total }) => `**${usd(total)}**`)],
      ["of it for one sale", ...perSale],
    ],
  );
}

function consumedTable(): string {
  const uses = Object.entries(consumedBy(purchaseBudgets));
  const shown = (value: number) => (value === 0 ? "0" : number.format(Number(value.toPrecision(3))));
  const names = { purchase: "Purchase", attempt: "Failed attempt", voucher: "Voucher", view: "Other view" };
  return table(
    ["Uses", ...uses.map(([name]) => ({ ...names, site: "Site, a month" })[name] ?? name)],
    (Object.keys(prices) as Metered[])
      .filter((name) => !name.startsWith("Storage"))
      .map((name) => [name, ...uses.map(([, use]) => shown(use[name]))]),
  );
}

function countedTable(): string {
  const counts = Object.keys(purchaseBudgets) as (keyof Purchase)[];
  return table(
    ["One purchase", "Counted", "Aim"],
    counts.map((name) => {
      const aim = purchaseAims[name];
      return [name, number.format(purchaseBudgets[name]), aim === undefined ? "" : number.format(aim)];
    }),
  );
}

function verdict(): string {
  const { total } = monthOf(platforms[1] as Platform, purchaseBudgets);
  const by = Math.abs(total - limitUsd);
  const held = total <= limitUsd ? `held, with ${usd(by)} to spare` : `missed by ${usd(by)}`;
  return `- USD ${usd(total)}, limit ${limitUsd}: ${held}.`;
}

/** Rows that a purchase may write so that the limit is met, with all else as counted. */
function rowsToHold(): string {
  const [, platform] = platforms as [Platform, Platform];
  const costOf = (rows: number) => monthOf(platform, { ...purchaseBudgets, "rows written": rows }).total;
  let rows = purchaseBudgets["rows written"];
  while (rows > 0 && costOf(rows) > limitUsd) rows -= 1;
  return `- With all else as counted, the limit is met with ${rows} rows written by a purchase.`;
}

/** @returns what stands between the two marks of docs/costs.md */
export function computedPart(): string {
  const others = [
    ["Failed attempt", attemptBudgets],
    ["Voucher", voucherBudgets],
  ] as const;
  const counted = others.map(
    ([what, { "D1 trips": trips, "object calls": calls, "rows written": rows }]) =>
      `${what}: D1 trips ${trips}, object calls ${calls}, rows written ${rows}.`,
  );
  return [
    "1,000 sites with 100,000 sales a day:",
    [verdict(), rowsToHold()].join("\n"),
    "## A month",
    monthTable(),
    "## What one of each uses",
    consumedTable(),
    countedTable(),
    counted.join(" "),
  ].join("\n\n");
}

/** @returns the document with its computed part as it is now */
export function withComputed(document: string): string {
  const [before, rest = ""] = document.split(begins);
  const [, after] = rest.split(ends);
  if (after === undefined) throw new Error("the document lacks the marks around what is computed");
  return `${before}${begins}\n\n${computedPart()}\n\n${ends}${after}`;
}
