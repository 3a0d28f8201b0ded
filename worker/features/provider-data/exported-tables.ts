import { getTableColumns, getTableName, is } from "drizzle-orm";
import { type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as platform from "../../db/schema/platform.ts";
import * as tenantTables from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { columnName, keyOf } from "../../db/table-rows.ts";

export type ExportedTable = { name: string; columns: readonly ExportedColumn[] };
type ExportedColumn = {
  name: string;
  isJson: boolean;
  /** Condition on the row under which alone it is told; else it is null. */
  if?: Sql;
};

/** @property key the order in which its rows lie */
export type OwnTable = ExportedTable & { key: readonly string[] };

/** Rows of the platform that concern one provider, in the order of a column that does not change. */
export type PlatformTable = ExportedTable & { provider: string; order: string };

/** What tells nothing about the provider (how far the copies are), gives access, or is the platform's own. */
const withheld: Readonly<Record<string, readonly string[]>> = {
  admin_invitations: ["code_hash"],
  admins: ["username_key", "password_hash", "totp_key", "totp_since", "totp_step", "recovery_hashes"],
  api_tokens: ["token_hash"],
  credit_entries: ["rev", "copied_rev"],
  entitlements: ["buyer_hash", "recovery_hash"],
  imports: ["file_hash"],
  line_imports: ["file_hash"],
  line_usage: ["counted_since", "total_up", "total_down"],
  lines: ["password"],
  mailed_links: ["code_hash"],
  message_consents: ["stop_code"],
  message_settings: ["api_key", "account_id"],
  messages: ["account_id", "ref"],
  payments: ["switch_id", "central_account"],
  payouts: ["key", "rev", "copied_rev"],
  refunds: ["rev", "copied_rev"],
  reviews: ["rev", "copied_rev", "detail", "resolved_by", "resolution", "audit_line"],
  sales_daily: ["rev", "copied_rev"],
  vouchers: ["redemption_id"],
};

/** A voucher's code gives access until it is used, and after that as long as its access can be moved to another device. */
const codeIsOver = sql`used_at IS NOT NULL AND redemption_id NOT IN (SELECT substr(source_id, 1, 32) FROM entitlements
  WHERE source = 'voucher' AND state IN ('waiting', 'running', 'cut_off'))`;

/** What gives access in some rows and not in others. */
const withheldUnless: Readonly<Record<string, Readonly<Record<string, Sql>>>> = {
  vouchers: { code: codeIsOver, foreign_code: codeIsOver },
};

const exported = (column: SQLiteColumn): ExportedColumn => ({
  name: columnName(column),
  isJson: column.dataType === "json",
});

/** Where its admins are signed in is nothing of the provider's. */
const leftOut: readonly unknown[] = [tenantTables.sessions];

/** Every table of a provider, with each column that is not withheld. */
export const ownTables: readonly OwnTable[] = Object.values(tenantTables)
  .filter((table) => is(table, SQLiteTable))
  .filter((table) => !leftOut.includes(table))
  .map((table) => {
    const name = getTableName(table);
    const left = withheld[name] ?? [];
    const columns = Object.values(getTableColumns(table)).map((one): ExportedColumn => {
      const column = exported(one);
      const condition = withheldUnless[name]?.[column.name];
      return condition ? { ...column, if: condition } : column;
    });
    return { name, columns: columns.filter((column) => !left.includes(column.name)), key: keyOf(table) };
  });

type Columns<T extends SQLiteTable> = keyof T["_"]["columns"] & string;

/** Named one by one: a new column of the platform's is left out until it stands here. */
function rowsOf<T extends SQLiteTable>(
  table: T,
  order: Columns<T>,
  columns: readonly Columns<T>[],
  provider?: Columns<T>,
): PlatformTable {
  const all: Record<string, SQLiteColumn> = getTableColumns(table);
  const known = (key: string): ExportedColumn => {
    const column = all[key];
    if (!column) throw new Error(`${getTableName(table)} has no column ${key}`);
    return exported(column);
  };
  return {
    name: getTableName(table),
    columns: columns.map(known),
    provider: known(provider ?? "providerId").name,
    order: known(order).name,
  };
}

const { billingConfigs, billingNotifications, bridges, creditNotes, gateways, invoices } = platform;
const { paybillPayments, paymentConfirmations, payoutDestinations, providers, refundAppeals, routers } =
  platform;

export const platformTables: readonly PlatformTable[] = [
  rowsOf(
    providers,
    "createdAt",
    [
      ...(["businessName", "contactName", "email", "phone", "address", "kraPin", "businessLicense"] as const),
      ...([
        "subdomain",
        "status",
        "suspendedFor",
        "captivePortalSettings",
        "createdAt",
        "updatedAt",
      ] as const),
    ],
    "id",
  ),
  rowsOf(bridges, "enrolledAt", ["id", "name", "enrolledAt", "revokedAt"]),
  rowsOf(routers, "createdAt", [
    ...(["id", "name", "host", "port", "location", "routerosVersion", "connectionType", "status"] as const),
    ...(["bridgeId", "lastSeenAt", "createdAt", "archivedAt"] as const),
  ]),
  rowsOf(gateways, "createdAt", [
    ...(["id", "routerId", "type", "service", "isActive", "environment", "useAutoApi"] as const),
    ...(["accountNumber", "collected", "verifiedAt", "suspendedAt", "createdAt", "archivedAt"] as const),
  ]),
  rowsOf(paybillPayments, "receivedAt", [
    ...(["shortCode", "receipt", "cents", "accountTyped", "payer", "paidAt", "receivedAt"] as const),
    ...(["status", "paymentId", "resolvedAt"] as const),
  ]),
  rowsOf(refundAppeals, "askedAt", [
    ...(["id", "paymentId", "receipt", "planName", "cents", "reason", "status", "askedAt"] as const),
    ...(["decidedAt", "note"] as const),
  ]),
  rowsOf(payoutDestinations, "changedAt", ["kind", "account", "reference", "changedAt"]),
  rowsOf(billingConfigs, "createdAt", [
    ...(["billingModel", "percentageBasisPoints", "transactionFeeCents", "monthlyFeeCents"] as const),
    ...(["billingCycle", "dueDay", "paymentAccountNumber", "notificationEmails", "billedFrom"] as const),
  ]),
  rowsOf(invoices, "periodStart", [
    ...(["id", "periodStart", "periodEnd", "dueDate", "terms", "rows", "baseCount", "baseCents"] as const),
    ...(["amountCents", "paidCents", "creditedCents", "issuedAt", "paidAt", "suspendedAt"] as const),
  ]),
  rowsOf(creditNotes, "createdAt", ["id", "invoiceId", "amountCents", "reason", "createdAt"]),
  rowsOf(paymentConfirmations, "createdAt", [
    ...(["id", "amountCents", "paymentCode", "status", "notes", "createdAt", "decidedAt"] as const),
    "takenBackAt",
  ]),
  rowsOf(billingNotifications, "createdAt", [
    ...(["id", "title", "message", "notificationType", "createdAt", "readAt"] as const),
  ]),
];
