import type { PaymentState } from "#worker/features/payments/core/payment-state";
import type { Kept } from "#worker/features/payments/core/payment-storage";
import type { Holding, SwitchState } from "#worker/features/switch/switch-state";
import type { Database } from "../support/sqlite.ts";
import { entriesTable, type ObjectRuntime } from "./object-runtime.ts";

/** Those of one history. */
type Databases = {
  /** The platform's tables. */
  platform: Database;
  /** The tables of the provider of which visitors buy. */
  own: Database;
  /** Those of every other provider, and of the platform's books. */
  others: readonly Database[];
};

/** What the databases and the objects of one history have stored. */
export class StoredState {
  switchId = "";
  private readonly runtime: ObjectRuntime;
  private readonly databases: Databases;
  private readonly read = new Map<string, { text: string; kept: Kept }>();
  private readSwitch: { text: string; state: SwitchState } | undefined;

  constructor(runtime: ObjectRuntime, databases: Databases) {
    this.runtime = runtime;
    this.databases = databases;
  }

  /** Of the platform's tables. */
  rows<Row>(sql: string, ...values: unknown[]): Row[] {
    return this.databases.platform.query(sql, values).rows as Row[];
  }

  /** Of the provider's tables. */
  tenantRows<Row>(sql: string, ...values: unknown[]): Row[] {
    return this.databases.own.query(sql, values).rows as Row[];
  }

  /** Of the same tables of every other provider, and of the platform's books. */
  rowsOfOthers<Row>(sql: string, ...values: unknown[]): Row[] {
    return this.databases.others.flatMap((database) => database.query(sql, values).rows as Row[]);
  }

  /** @param name as the runtime names its object: `PAYMENT abc` */
  payment(name: string): PaymentState | undefined {
    return this.kept(name)?.state;
  }

  private kept(name: string): Kept | undefined {
    const [row] = this.entries(name, "payment");
    if (!row) return undefined;
    const known = this.read.get(name);
    if (known?.text === row.value) return known.kept;
    const kept = JSON.parse(row.value) as Kept;
    this.read.set(name, { text: row.value, kept });
    return kept;
  }

  /** Whether its access and its books do not know yet that it was paid, or taken back. */
  owesBooks(name: string): boolean {
    return this.kept(name)?.outbox.some(({ effect }) => ["grant", "take-back"].includes(effect)) ?? false;
  }

  /** Whether a payment has effects to send or callbacks to read. */
  hasPending(name: string): boolean {
    const { outbox, readTo } = this.kept(name) ?? { outbox: [], readTo: 0 };
    return outbox.length > 0 || this.entries(name, "callback *").length > readTo;
  }

  private entries(name: string, keys: string): { value: string }[] {
    const sql = `SELECT value FROM ${entriesTable} WHERE key GLOB '${keys}'`;
    return this.runtime.query(name, entriesTable, sql);
  }

  /** How many receipts the index has as this payment's. */
  receiptsOf(paymentId: string): number {
    const entries = this.runtime
      .names("PAYMENT_INDEX")
      .flatMap((name) =>
        this.runtime.query<{ id: string }>(name, "entries", "SELECT payment_id AS id FROM entries"),
      );
    return entries.filter(({ id }) => id === paymentId).length;
  }

  switchState(): SwitchState | undefined {
    const [row] = this.runtime.query<{ state: string }>(
      `SWITCH ${this.switchId}`,
      "switch",
      "SELECT state FROM switch",
    );
    if (row && this.readSwitch?.text !== row.state)
      this.readSwitch = { text: row.state, state: JSON.parse(row.state) as SwitchState };
    return this.readSwitch?.state;
  }

  holdings(): Holding[] {
    return this.runtime
      .query<{ body: string }>(`SWITCH ${this.switchId}`, "holding", "SELECT body FROM holding")
      .map(({ body }) => JSON.parse(body) as Holding);
  }

  /** Everything that a payment can change, as text. */
  books(): string {
    const newest = (table: string, by: string) => `SELECT * FROM ${table} ORDER BY ${by} DESC LIMIT 60`;
    return JSON.stringify([
      this.tenantRows(newest("payments", "created_at DESC, id")),
      this.tenantRows(newest("ledger", "at DESC, journal_id DESC, line")),
      this.tenantRows(newest("entitlements", "created_at DESC, id")),
      this.rows(newest("switch_transactions", "rowid")),
      this.switchState()?.collectedCents,
    ]).replace(/"updated_at":\d+/g, "");
  }
}
