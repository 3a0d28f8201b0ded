import { type Sql, sql } from "../../db/sql.ts";

/** Whose rows, table by table: each is what follows WHERE. */
export type Whose = Readonly<
  Record<"customers" | "payments" | "trials" | "messages" | "vouchers" | "purchases" | "devices", Sql>
>;

/**
 * Takes phone numbers, devices, and what devices used out of a provider's rows. What was paid, when, for which plan, and every sum
 * stay; so do payments that are not decided and purchases that are not over.
 */
export function personalRows(whose: Whose): Sql[] {
  const over = sql`SELECT id FROM entitlements WHERE ${whose.purchases} AND state IN ('ended', 'moved', 'lapsed')`;
  const seen = sql`SELECT subject FROM hotspot_users WHERE ${whose.devices}`;
  return [
    sql`DELETE FROM customers WHERE ${whose.customers}`,
    sql`UPDATE payments SET phone = '', subject = NULL
      WHERE ${whose.payments} AND status IN ('completed', 'failed')`,
    sql`DELETE FROM trials WHERE ${whose.trials}`,
    sql`DELETE FROM messages WHERE ${whose.messages}`,
    sql`UPDATE vouchers SET used_by = NULL WHERE ${whose.vouchers}`,
    sql`DELETE FROM usage WHERE entitlement_id IN (${over})`,
    sql`DELETE FROM devices WHERE entitlement_id IN (${over})`,
    sql`DELETE FROM moves WHERE entitlement_id IN (${over})`,
    sql`UPDATE entitlements SET subject = NULL, buyer_hash = NULL, recovery_hash = NULL
      WHERE id IN (${over})`,
    sql`DELETE FROM usage_daily WHERE subject IN (${seen})`,
    sql`DELETE FROM ad_exposures WHERE subject IN (${seen})`,
    sql`DELETE FROM hotspot_users WHERE ${whose.devices}`,
  ];
}
