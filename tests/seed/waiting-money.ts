import { platformBooks } from "#contract/values/platform-books";
import type { SiteDatabases } from "../support/site/open-database.ts";
import type { TwoProviders } from "./two-providers.ts";

// Money that waits for an operator, as rows.

export const noNumber =
  "The platform has no Kenyan mobile number (PLATFORM_NOMINATED_NUMBER), which a statement asks for.";

/** Four differences, two pay bill payments, and four nights. */
export async function seedWaitingMoney(
  { d1, tenantDatabase }: SiteDatabases,
  { demo, savanna }: TwoProviders,
): Promise<void> {
  const now = Date.now();
  const hour = 3_600_000;
  const differs = (providerId: string, kind: string, about: string, at: number, detail: object) =>
    tenantDatabase(providerId)
      .prepare("INSERT INTO reviews (id, at, payment_id, kind, detail) VALUES (?1, ?2, ?3, ?4, ?5)")
      .bind(`${kind} ${about}`, at, kind === "unknown-receipt" ? "" : about, kind, JSON.stringify(detail))
      .run();
  const typed = (receipt: string, cents: number, account: string, note: string | null) =>
    d1
      .prepare(
        `INSERT INTO paybill_payments (short_code, receipt, gateway_id, provider_id, cents, account_typed, payer, paid_at,
          received_at, status, note)
        SELECT account_number, ?1, id, provider_id, ?2, ?3, '254733000111', ?4, ?4, 'unmatched', ?5 FROM gateways
        WHERE provider_id = ?6 AND type = 'mpesa'`,
      )
      .bind(receipt, cents, account, now - hour, note, savanna.id);
  const run = (
    day: string,
    counts: object,
    finishedAt: number | null,
    cursor: string | null = finishedAt === null ? '{"step":"again","turn":3}' : null,
  ) =>
    d1
      .prepare(
        "INSERT INTO reconciliation_runs (day, started_at, finished_at, cursor, counts) VALUES (?1, ?2, ?3, ?4, ?5)",
      )
      .bind(day, now, finishedAt, cursor, JSON.stringify(counts));
  await differs(savanna.id, "unknown-receipt", "600200 SFG1234567", now - hour, {
    receipt: "SFG1234567",
    statementCents: 15_000,
    account: "SCHOOL FEES",
    shortCode: "600200",
  });
  await differs(demo.id, "dead-letter", "gone", now - 2 * hour, {
    door: { kind: "own" },
    body: "{}",
    receivedAt: now - 2 * hour,
  });
  await differs(demo.id, "lost", "refused", now - 3 * hour, {
    detail: "no answer in 8000 ms",
    amountCents: 1_000,
  });
  await differs(platformBooks, "unknown-receipt", "600100 SFP7654321", now - 4 * hour, {
    receipt: "SFP7654321",
    statementCents: 150_000,
    account: "prov-savanna",
    shortCode: "600100",
    billedTo: savanna.businessName,
  });
  await d1.batch([
    typed("SHJ1111111", 5_000, "JOHN", null),
    typed("SHJ2222222", 2_000, "1234567", "Less money than the purchase costs."),
    run(
      "2026-11-19",
      {
        payments: 212,
        asked: 3,
        repaired: 1,
        statements: 2,
        learned: 4,
        skipped: 0,
        differences: 2,
        paidCents: 423_000,
        bookedCents: 423_000,
        receivedCents: 150_050,
      },
      now - 24 * hour,
    ),
    run("2026-11-12", { payments: 90 }, now - 24 * hour, '{"step":"switches"}'),
    run(
      "2026-11-18",
      {
        payments: 25,
        left: [
          {
            providerId: savanna.id,
            key: savanna.id,
            step: "payments",
            place: null,
            fault: "migration 0001: no such table",
            tries: 2,
            nextAt: now + hour,
          },
        ],
      },
      null,
    ),
    run(
      "2026-11-20",
      {
        payments: 187,
        asked: 1,
        repaired: 0,
        statements: 0,
        skipped: 0,
        broken: { tries: 3, nextAt: now + hour },
        faults: [
          {
            account: "sandbox 600200",
            providerId: savanna.id,
            shortCode: "600200",
            tries: 2,
            fault: "The gateway could not answer (HTTP 502).",
            nextAt: now + hour,
          },
          ...["600100", "600900"].map((shortCode) => ({
            account: `sandbox ${shortCode}`,
            providerId: platformBooks,
            shortCode,
            tries: 1,
            fault: noNumber,
            nextAt: null,
          })),
        ],
      },
      null,
    ),
  ]);
}
