import { joined, names, type Sql, sql } from "../../db/sql.ts";

/** A provider's table that the platform has a copy of. */
export type CopiedTable = {
  own: string;
  copy: string;
  /** With the provider they name a row; columns of both tables, like `values`. */
  keys: readonly string[];
  values: readonly string[];
  /** Columns of the copy that the provider has in another table. */
  joins?: Readonly<Record<string, Sql>>;
  /** A month of rows, or as many days: what is compared at a time. */
  part: Sql;
  /** What is compared of them, beside how many there are. */
  cents: Sql;
  /** Rows that travel at once. */
  atOnce: number;
};

export const copiedTables: readonly CopiedTable[] = [
  {
    own: "sales_daily",
    copy: "provider_sales",
    keys: ["day", "router_id", "method", "settlement"],
    values: ["count", "cents"],
    part: sql`substr(day, 1, 7)`,
    cents: sql`cents`,
    atOnce: 500,
  },
  {
    own: "reviews",
    copy: "provider_reviews",
    keys: ["id"],
    values: ["at", "payment_id", "kind", "detail", "resolved_at", "resolved_by", "resolution"],
    part: sql`at / 2592000000`,
    cents: sql`0`,
    atOnce: 100,
  },
  {
    own: "refunds",
    copy: "provider_refunds",
    keys: ["id"],
    values: ["payment_id", "cents", "status", "reason", "detail", "receipt", "created_at", "updated_at"],
    joins: {
      paid_receipt: sql`(SELECT payments.receipt FROM payments
        WHERE payments.id = refunds.payment_id)`,
    },
    part: sql`created_at / 2592000000`,
    cents: sql`cents`,
    atOnce: 200,
  },
  {
    own: "payouts",
    copy: "provider_payouts",
    keys: ["id"],
    values: [
      ...["status", "cents", "fee_cents", "kind", "account", "reference", "told", "receipt", "detail"],
      ...["created_at", "updated_at"],
    ],
    part: sql`created_at / 2592000000`,
    cents: sql`cents + fee_cents`,
    atOnce: 200,
  },
  {
    own: "credit_entries",
    copy: "provider_credits",
    keys: ["id"],
    values: ["kind", "day", "at", "cents", "segments", "state", "receipt"],
    part: sql`substr(day, 1, 7)`,
    cents: sql`cents`,
    atOnce: 200,
  },
];

/** In the order in which a row travels; `rev` is the last. */
export const columnsOf = ({ keys, values, joins = {} }: CopiedTable): string[] => [
  ...keys,
  ...values,
  ...Object.keys(joins),
  "rev",
];

/** A provider's row as one JSON list of `columnsOf`. */
export const ownRow = ({ keys, values, joins = {} }: CopiedTable): Sql =>
  sql`json_array(${joined([names(...keys, ...values), ...Object.values(joins), sql`rev`], ", ")})`;

/** Rows that travelled, as columns again. @param list a JSON list of such lists */
export const sentRows = (columns: readonly string[], list: string): Sql =>
  sql`SELECT ${joined(
    columns.map((column, place) => sql`value ->> ${`$[${place}]`} AS ${names(column)}`),
    ", ",
  )} FROM json_each(${list})`;

/** Both tables have a row of the same key. */
export const sameKey = ({ keys }: CopiedTable, one: string, other: string): Sql =>
  joined(
    keys.map((key) => sql`${names(`${one}.${key}`)} = ${names(`${other}.${key}`)}`),
    " AND ",
  );
