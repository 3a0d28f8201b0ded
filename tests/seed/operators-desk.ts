import { nairobiDay } from "#contract/values/duration";
import { hourMs } from "#contract/values/time";
import type { SiteDatabases } from "../support/site/open-database.ts";
import type { TwoProviders } from "./two-providers.ts";
import { seedWaitingMoney } from "./waiting-money.ts";

/**
 * What else an operator finds on a day, as rows: a business that signed up, a payment that its provider asks to be given back, a refund of
 * unknown outcome, an invoice, a colleague with an open session, and a provider's admin with a second factor.
 */
export async function seedOperatorsDesk(databases: SiteDatabases, seeded: TwoProviders): Promise<void> {
  const { d1, tenantDatabase } = databases;
  const { demo, savanna } = seeded;
  const now = Date.now();
  await seedWaitingMoney(databases, seeded);
  const database = tenantDatabase(demo.id);
  const paid = await database
    .prepare(
      "SELECT id, receipt, amount_cents AS cents FROM payments WHERE status = 'completed' ORDER BY created_at DESC LIMIT 2",
    )
    .all<{ id: string; receipt: string; cents: number }>();
  const [first, second] = paid.results;
  if (!first || !second) throw new Error("the demo provider has sold nothing");
  await database
    .prepare(
      `INSERT INTO refunds (id, seq, payment_id, cents, status, reason, requested_by, created_at, updated_at)
        VALUES ('refund-1', 3, ?1, ?2, 'unknown', 'Slow all evening', 'operator', ?3, ?3)`,
    )
    .bind(first.id, first.cents, now - hourMs)
    .run();
  await tenantDatabase(savanna.id)
    .prepare(
      `INSERT INTO admins (id, username, username_key, name, email, role, password_hash, created_at, totp_since)
        VALUES ('cashier-1', 'kamau', 'kamau', 'Kamau Kariuki', 'kamau@savanna.example', 'cashier', '-', ?1, ?1)`,
    )
    .bind(now)
    .run();
  const start = "2026-10-01";
  const end = "2026-11-01";
  const terms = {
    billingModel: "monthly_fee",
    percentageBasisPoints: null,
    transactionFeeCents: null,
    monthlyFeeCents: 150_000,
    billingCycle: "monthly",
    dueDay: 5,
    paymentAccountNumber: "PROV-SAVANNA",
  };
  const rows = [{ kind: "fee", from: start, end, count: 1, baseCents: 150_000, cents: 150_000 }];
  await d1.batch([
    d1
      .prepare(
        `INSERT INTO refund_appeals (id, provider_id, payment_id, receipt, plan_name, cents, back_cents, reason, status, asked_at)
          VALUES ('appeal-1', ?1, ?2, ?3, 'Day', ?4, 0, 'He paid twice', 'open', ?5)`,
      )
      .bind(demo.id, second.id, second.receipt, second.cents, now - hourMs),
    d1
      .prepare(
        `INSERT INTO sign_ups (id, business_name, name, email, phone, subdomain, username_key, password_hash, code_hash, near,
          mail_holder, expires_at, state, proved_at, told_at)
        VALUES (?1, 'Kisumu Lake Net', 'Achieng Otieno', 'achieng@kisumu.example', '254712345678', 'kisumu', 'achieng@kisumu.example',
          '-', '-', '-', 'kisumu.example', ?2, 'waiting', ?3, ?3)`,
      )
      .bind(crypto.randomUUID(), now + 24 * hourMs, now - hourMs),
    d1
      .prepare(
        `INSERT INTO operators (id, username, username_key, name, email, role, password_hash, created_at)
          VALUES ('operator-2', 'grace', 'grace', 'Grace Njeri', 'grace@mlango.example', 'super_admin', '-', ?1)`,
      )
      .bind(now - hourMs),
    d1
      .prepare(
        `INSERT INTO operator_sessions (token_hash, operator_id, host, created_at, last_seen_at, expires_at, confirmed_at, browser)
          VALUES (?1, 'operator-2', 'hotspot.localhost', ?2, ?2, ?3, ?2, 'Firefox, Linux')`,
      )
      .bind("ab".repeat(32), now, now + 12 * hourMs),
    d1
      .prepare(
        `INSERT INTO invoices (id, provider_id, period_start, period_end, due_date, terms, rows, base_count, base_cents,
          amount_cents, issued_at)
        VALUES ('invoice-1', ?1, ?2, ?3, ?4, ?5, ?6, 1, 150000, 150000, ?7)`,
      )
      .bind(
        savanna.id,
        start,
        end,
        nairobiDay(now + 5 * 24 * hourMs),
        JSON.stringify(terms),
        JSON.stringify(rows),
        now - 24 * hourMs,
      ),
  ]);
}
