import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Site } from "./site.ts";

type Kept = { subject: { id: string }; refunds: { createdAt: number; submittedAt: number | null }[] };

/** A running site in which this payment's refunds began so long ago: its worker stops for it and comes again. */
export async function ageRefunds(site: Site, paymentId: string, ms: number): Promise<void> {
  await site.worker?.stop();
  const aged = files(site).filter((name) => age(name, paymentId, ms));
  await site.startWorker();
  if (aged.length !== 1) throw new Error(`${aged.length} objects keep refunds of ${paymentId}`);
}

function files(site: Site): string[] {
  const state = join(site.dir, "state");
  return readdirSync(state, { recursive: true, encoding: "utf8" })
    .filter((name) => name.includes("PaymentObject") && name.endsWith(".sqlite"))
    .filter((name) => !name.includes("metadata"))
    .map((name) => join(state, name));
}

function age(file: string, paymentId: string, ms: number): boolean {
  const database = new DatabaseSync(file);
  try {
    const has = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'refund_book'").get();
    const row = has && database.prepare("SELECT state FROM refund_book WHERE id = 1").get();
    const book: Kept | null = row ? JSON.parse(String(row.state)) : null;
    if (book?.subject.id !== paymentId) return false;
    const refunds = book.refunds.map((refund) => ({
      ...refund,
      createdAt: refund.createdAt - ms,
      submittedAt: refund.submittedAt === null ? null : refund.submittedAt - ms,
    }));
    database
      .prepare("UPDATE refund_book SET state = ?1 WHERE id = 1")
      .run(JSON.stringify({ ...book, refunds }));
    return true;
  } finally {
    database.close();
  }
}
