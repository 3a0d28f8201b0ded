import { getTableName } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { dayMs } from "../contract/values/time.ts";
import { exec } from "./executor.ts";
import * as tables from "./schema/tenant.ts";
import { joined, names, type Sql, sql } from "./sql.ts";
import { columnName, keyOf } from "./table-rows.ts";

// What came since a moment about money and access, in the storage of one provider. It is taken along when the storage goes back
// to that moment, so that nothing that was sold, redeemed or booked is forgotten, and nothing can be redeemed twice. Who may sign
// in stays as it is. What else changed since (plans, deleted vouchers, users) is as it was then.

/** Rows of one table, as JSON. */
export type CarriedPage = { table: string; rows: string };
/** Pages are put back in the order of their places. */
export type PlacedPage = CarriedPage & { place: string };

type Carried = {
  table: SQLiteTable;
  since: (at: number) => Sql;
  /** Where the row is there: left as it is, or replaced unless it is younger by this column. */
  there: "left" | { unlessHigher?: string };
  /** Left to their defaults: they count what the platform was told, which goes back, too. */
  without?: readonly string[];
};

const rowsAtOnce = 400;
const copied = ["rev", "copied_rev"];

/** What happened at a site may be told, and money be booked, so much later; its moment is not when its row was written. */
const toldLaterMs = 40 * dayMs;

const written =
  (...columns: string[]) =>
  (at: number): Sql =>
    joined(
      columns.map((column) => sql`${names(column)} >= ${at}`),
      " OR ",
    );

const happened =
  (...columns: string[]) =>
  (at: number): Sql =>
    written(...columns)(at - toldLaterMs);

const paymentsSince = (at: number): Sql =>
  sql`updated_at >= ${at} OR id IN (SELECT payment_id FROM refunds WHERE updated_at >= ${at})`;
const offlineSince = happened("created_at", "assigned_at", "returning_at", "ended_at");

function days(at: number): Sql {
  return sql`day >= date(${Math.floor((at - toldLaterMs) / 1_000) + 10_800}, 'unixepoch')`;
}

/** In the order in which they are put back: what rows refer to first. */
const carried: readonly Carried[] = [
  // A password that was changed since, an admin who was disabled, or a code that was used, must not come back.
  { table: tables.admins, since: () => sql`true`, there: {} },
  { table: tables.peopleRules, since: () => sql`true`, there: {} },
  { table: tables.adminInvitations, since: () => sql`true`, there: {} },
  // Minutes that were given away stay given.
  { table: tables.gifts, since: written("given_at"), there: "left" },
  { table: tables.mailedLinks, since: () => sql`true`, there: {} },
  { table: tables.apiTokens, since: () => sql`true`, there: {} },
  { table: tables.providerRouters, since: written("assigned_at", "unassigned_at"), there: {} },
  // What was sold by a new plan refers to it; one that was there is as it was then.
  { table: tables.plans, since: written("created_at"), there: "left" },
  // Money of customers, and until when their lines are paid. A balance is made by its entries.
  { table: tables.packages, since: written("created_at"), there: "left" },
  { table: tables.customerAccounts, since: written("created_at"), there: "left", without: ["balance_cents"] },
  { table: tables.customerEntries, since: happened("at"), there: "left" },
  { table: tables.customerCash, since: written("at", "undone_at"), there: {} },
  { table: tables.lines, since: written("created_at", "updated_at"), there: { unlessHigher: "rev" } },
  { table: tables.linePeriods, since: written("bought_at", "updated_at"), there: {} },
  { table: tables.lineOverruns, since: happened("until_at"), there: "left" },
  { table: tables.blockedSessions, since: happened("until_at"), there: "left" },
  // Totals that are counted are not counted again, and what fair use goes by stays.
  { table: tables.lineUsage, since: days, there: {} },
  // A code that was used, or guessed at, is of no more use; and what was told is not told again.
  { table: tables.packageChanges, since: written("asked_at", "done_at"), there: {} },
  { table: tables.customerLetters, since: written("created_at", "handed_at"), there: {} },
  { table: tables.lineSettings, since: () => sql`true`, there: {} },
  { table: tables.lineNetworks, since: () => sql`true`, there: {} },
  { table: tables.payments, since: paymentsSince, there: { unlessHigher: "seq" } },
  {
    table: tables.ledger,
    since: (at) => sql`${happened("at")(at)}
      OR payment_id IN (SELECT id FROM payments WHERE ${paymentsSince(at)})`,
    there: "left",
  },
  { table: tables.generalLedger, since: happened("at"), there: "left" },
  // What was sent is not sent again, and what is reserved stays reserved.
  { table: tables.payouts, since: written("updated_at"), there: { unlessHigher: "seq" }, without: copied },
  { table: tables.refunds, since: written("updated_at"), there: { unlessHigher: "seq" }, without: copied },
  { table: tables.reviews, since: written("at", "resolved_at"), there: {}, without: copied },
  { table: tables.imports, since: written("created_at", "undone_at"), there: {} },
  { table: tables.lineImports, since: written("created_at", "undone_at"), there: {} },
  {
    table: tables.vouchers,
    since: (at) => sql`${written("created_at", "used_at", "revoked_at")(at)}
      OR id IN (SELECT voucher_id FROM offline_vouchers WHERE ${offlineSince(at)})`,
    there: {},
  },
  { table: tables.offlineVouchers, since: offlineSince, there: { unlessHigher: "rev" } },
  {
    table: tables.entitlements,
    since: written("created_at", "updated_at"),
    there: { unlessHigher: "rev" },
  },
  { table: tables.devices, since: happened("attached_at", "detached_at"), there: {} },
  { table: tables.moves, since: happened("at", "done_at"), there: {} },
  // One that was settled stays so: time is given back once.
  { table: tables.outages, since: happened("ended_at", "settled_at"), there: {} },
  // What was sent is not sent again, and its price stays counted; the account and who wants no messages stay as they are.
  { table: tables.messageSettings, since: () => sql`true`, there: {} },
  { table: tables.messages, since: written("created_at", "next_at", "sent_at", "ended_at"), there: {} },
  { table: tables.messageMonths, since: () => sql`true`, there: {} },
  // What was paid for or used since stays so; their sum follows by a trigger.
  {
    table: tables.creditEntries,
    since: (at) => sql`${written("at")(at)} OR ${days(at)}`,
    there: {},
    without: copied,
  },
  { table: tables.messageOptOuts, since: () => sql`true`, there: {} },
  // Who withdrew stays out, and a campaign that was stopped stays so.
  { table: tables.messageConsents, since: () => sql`true`, there: {} },
  { table: tables.campaigns, since: written("created_at", "stopped_at"), there: {} },
  // A morning that was told is not told again, nor is an alarm.
  { table: tables.ownerNews, since: () => sql`true`, there: {} },
  { table: tables.absences, since: written("changed_at"), there: {} },
  { table: tables.incomingMessages, since: written("at"), there: {} },
  // A phone that had its trial has had it.
  { table: tables.trialSettings, since: () => sql`true`, there: {} },
  { table: tables.trials, since: written("asked_at", "given_at"), there: {} },
  { table: tables.trialDays, since: () => sql`true`, there: {} },
  // What was let be is not asked about again, and what was seen stays seen.
  { table: tables.allowedLeaks, since: written("at"), there: {} },
  { table: tables.leaks, since: written("seen_at"), there: {} },
  { table: tables.leakLooks, since: written("at"), there: {} },
  { table: tables.leakNights, since: () => sql`true`, there: {} },
  { table: tables.leakRouters, since: written("at"), there: {} },
  { table: tables.usage, since: happened("updated_at"), there: { unlessHigher: "seconds" } },
  { table: tables.hotspotUsers, since: written("last_seen_at"), there: {} },
  // Sums that were kept step by step, while what is put back takes one step to where it was.
  { table: tables.usageDaily, since: days, there: {} },
  { table: tables.planDaily, since: days, there: {} },
];

/** Page by page, in the order in which they are to be put back. */
export function* carriedSince(storage: SqlStorage, at: number): Generator<CarriedPage> {
  for (const { table, since } of carried) {
    const name = getTableName(table);
    const key = keyOf(table);
    const inOrder = names(...key);
    let last: Record<string, string | number> | undefined;
    do {
      const place = key.map((column) => sql`${last?.[column] ?? null}`);
      const beyond: Sql = last ? sql`AND (${inOrder}) > (${joined(place, ", ")})` : sql``;
      const rows: NonNullable<typeof last>[] = exec(
        storage,
        sql<NonNullable<typeof last>>`SELECT * FROM ${names(name)} WHERE (${since(at)}) ${beyond}
          ORDER BY ${inOrder} LIMIT ${rowsAtOnce}`,
      ).toArray();
      if (rows.length > 0) yield { table: name, rows: JSON.stringify(rows) };
      last = rows.length < rowsAtOnce ? undefined : rows.at(-1);
    } while (last);
  }
}

/** Repeatable. To be called with all pages in their order, then with those of `lastTable` once more. */
export function putBack(storage: SqlStorage, { table: name, rows }: CarriedPage): void {
  const one = carried.find(({ table }) => getTableName(table) === name);
  if (!one) throw new Error(`${name} is not carried`);
  // An imported code whose ended row had been removed may have come in anew. Sums are kept by a trigger on the change of a voucher
  // that is there.
  if (one.table === tables.vouchers) {
    exec(
      storage,
      sql`DELETE FROM vouchers WHERE used_at IS NULL AND redemption_id IS NULL
      AND code IN (SELECT value ->> '$.code' FROM json_each(${rows}))
      AND id NOT IN (SELECT value ->> '$.id' FROM json_each(${rows}))`,
    );
    exec(storage, insertion(one, unredeemed(rows), "left"));
  }
  exec(storage, insertion(one, rows, one.there));
}

/** Its sums of bytes are raised by a trigger while usage is put back, and were right before. */
export const lastTable = getTableName(tables.entitlements);

function unredeemed(rows: string): string {
  const nothing = { redemption_id: null, used_at: null, used_by: null, router_id: null };
  return JSON.stringify((JSON.parse(rows) as object[]).map((row) => ({ ...row, ...nothing })));
}

function insertion({ table, without = [] }: Carried, rows: string, there: Carried["there"]): Sql {
  const name = getTableName(table);
  const columns = getTableConfig(table)
    .columns.map(columnName)
    .filter((column) => !without.includes(column));
  const values = columns.map((column) => sql`value ->> ${`$.${column}`}`);
  const insert = sql`INSERT INTO ${names(name)} (${names(...columns)})
    SELECT ${joined(values, ", ")} FROM json_each(${rows}) WHERE true
    ON CONFLICT (${names(...keyOf(table))}) DO`;
  if (there === "left") return sql`${insert} NOTHING`;
  const set = columns.map((column) => sql`${names(column)} = ${names(`excluded.${column}`)}`);
  const { unlessHigher } = there;
  const unless =
    unlessHigher === undefined
      ? sql``
      : sql`WHERE ${names(`excluded.${unlessHigher}`)} >= ${names(`${name}.${unlessHigher}`)}`;
  return sql`${insert} UPDATE SET ${joined(set, ", ")} ${unless}`;
}
