import { type Sql, sql } from "../../db/sql.ts";
import { lettersOf } from "../customers/index.ts";

// What becomes of the platform's rows about a provider that is erased. What people entered goes; what the platform's own books
// stand on stays, under an id that names no one.

/** Books outlast the provider: its name and KRA PIN stay only where the platform has issued it an invoice. */
const isBilled = (id: string): Sql => sql`EXISTS (SELECT 1 FROM invoices WHERE provider_id = ${id})`;

/** Of others to whom letters are written. */
const others = (id: string): Sql =>
  sql`SELECT email FROM providers WHERE id <> ${id} UNION SELECT email FROM operators`;

const removed =
  (table: Sql) =>
  (id: string): Sql[] => [sql`DELETE FROM ${table} WHERE provider_id = ${id}`];

/** By table, in the order in which they run: rows that refer to others go first. Each may be repeated. */
export const erased: Readonly<Record<string, (id: string) => Sql[]>> = {
  mail: (id) => [
    sql`DELETE FROM mail WHERE (recipient IN (SELECT email FROM providers WHERE id = ${id})
        OR EXISTS (SELECT 1 FROM billing_configs WHERE provider_id = ${id}
          AND instr(',' || replace(notification_emails, ' ', '') || ',', ',' || recipient || ',') > 0))
      AND recipient NOT IN (${others(id)})`,
    sql`DELETE FROM mail WHERE ${lettersOf(id)}`,
  ],
  operator_sessions: removed(sql`operator_sessions`),
  admin_names: removed(sql`admin_names`),
  sign_ups: (id) => [sql`DELETE FROM sign_ups WHERE id = ${id}`],
  handoff_codes: removed(sql`handoff_codes`),
  gateway_faults: (id) => [
    sql`DELETE FROM gateway_faults WHERE subject IN
      (SELECT 'gateway ' || id FROM gateways WHERE provider_id = ${id})`,
  ],
  gateways: removed(sql`gateways`),
  account_codes: removed(sql`account_codes`),
  provider_alarms: removed(sql`provider_alarms`),
  provider_faults: removed(sql`provider_faults`),
  provider_sizes: removed(sql`provider_sizes`),
  loaded_providers: removed(sql`loaded_providers`),
  billing_configs: removed(sql`billing_configs`),
  billing_notifications: removed(sql`billing_notifications`),
  provider_reviews: removed(sql`provider_reviews`),
  sms_reports: removed(sql`sms_reports`),
  bridge_codes: removed(sql`bridge_codes`),
  router_sellers: removed(sql`router_sellers`),
  vpn_clients: (id) => [sql`UPDATE vpn_clients SET router_name = '' WHERE router_id IN (${ownRouters(id)})`],
  own_devices: removed(sql`own_devices`),
  handed_over_users: removed(sql`handed_over_users`),
  router_setups: (id) => [sql`DELETE FROM router_setups WHERE router_id IN (${ownRouters(id)})`],
  tunnel_peers: (id) => [sql`DELETE FROM tunnel_peers WHERE router_id IN (${ownRouters(id)})`],
  routers: (id) => [sql`DELETE FROM routers WHERE id IN (${ownRouters(id)})`],
  bridge_programs: (id) => [
    sql`DELETE FROM bridge_programs WHERE bridge_id IN (SELECT id FROM bridges WHERE provider_id = ${id})`,
  ],
  bridges: removed(sql`bridges`),
  // Removed with the next sweep of pictures, unless another provider shows the same one.
  media_uses: (id) => [sql`UPDATE media_uses SET unused_since = 0 WHERE provider_id = ${id}`],
  // Money that came in at a pay bill, and money that went back.
  paybill_payments: (id) => [
    sql`UPDATE paybill_payments SET payer = NULL, account_typed = '', note = NULL
      WHERE provider_id = ${id}`,
  ],
  provider_refunds: (id) => [
    sql`UPDATE provider_refunds SET reason = '', detail = NULL, receipt = NULL, paid_receipt = NULL
      WHERE provider_id = ${id}`,
  ],
  refund_appeals: removed(sql`refund_appeals`),
  payout_destinations: removed(sql`payout_destinations`),
  provider_payouts: (id) => [
    sql`UPDATE provider_payouts SET account = '', reference = NULL, detail = NULL, receipt = NULL
      WHERE provider_id = ${id}`,
  ],
  payment_confirmations: (id) => [
    sql`UPDATE payment_confirmations SET notes = NULL WHERE provider_id = ${id}`,
  ],
  providers: (id) => [
    sql`UPDATE providers SET status = 'erased', subdomain = id, contact_name = '', email = '', phone = '',
        address = NULL, business_license = NULL, suspended_for = NULL, captive_portal_settings = '{}',
        kra_pin = iif(${isBilled(id)}, kra_pin, NULL),
        business_name = iif(${isBilled(id)}, business_name, '#' || substr(id, 1, 8))
      WHERE id = ${id}`,
  ],
};

/** Those that it added at a bridge of its own; others are the platform's. */
const ownRouters = (id: string): Sql =>
  sql`SELECT id FROM routers WHERE added_by = ${id} AND archived_at IS NOT NULL`;
