import { beforeEach } from "vitest";
import { sql } from "#worker/db/sql";
import { type Customer, creditStatements, customerPath } from "#worker/features/customers/index";
import { settleAccount } from "#worker/features/lines/index";
import { addPackage, termsOfPackage } from "#worker/features/lines/packages";
import { type Seen, visit } from "../../support/portal-page.ts";
import { hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { inUse, messageWorld, providers, sms } from "../messages/message-world.ts";
import { customerWithLines } from "./account-world.ts";

// A provider whose messages go out, with packages, and customers at their own pages.

export const db = () => testContext().tenant(providers().demo.id);

/** Call it once in a file. @param isSending whether the SMS account is in use at the start of each test */
export function ownPageWorld(isSending = true): void {
  messageWorld();
  beforeEach(async () => {
    await db().run(sql`UPDATE lines SET closed_at = 1`);
    await db().run(sql`UPDATE packages SET archived_at = 1`);
    if (isSending) await inUse();
  });
}

let made = 0;

export type Offer = { price?: number; days?: number; mbps?: number; isOffered?: boolean; name?: string };

/** By the month unless told in days. @returns its id */
export async function offer({ price = 1_500, days, mbps = 10, ...more }: Offer = {}): Promise<string> {
  made += 1;
  const id = `own package ${made} ${crypto.randomUUID().slice(0, 6)}`;
  await addPackage(testContext(), providers().demo.id, id, {
    name: more.name ?? `Home ${mbps}`,
    price,
    period: days === undefined ? { months: 1 } : { days },
    uploadMbps: mbps / 2,
    downloadMbps: mbps,
    graceDays: 0,
    daysFrom: null,
    fairUseGB: null,
    fairUseMbps: null,
    isOffered: more.isOffered ?? true,
  });
  return id;
}

/** On this package, paid for once where it is told. */
export async function onPackage(packageId: string, { isPaid = true, name = "Mercy Wanjiru" } = {}) {
  made += 1;
  const phone = `2547${String(13_000_000 + made)}`;
  const terms = await termsOfPackage(testContext(), providers().demo.id, packageId);
  const customer = await customerWithLines(providers().demo, [{ cents: terms.priceCents }], { phone, name });
  await db().run(sql`UPDATE lines SET terms = ${JSON.stringify(terms)} WHERE customer_id = ${customer.id}`);
  if (isPaid) await pay(customer, terms.priceCents);
  return customer;
}

export async function pay(customer: Customer, cents: number): Promise<void> {
  made += 1;
  const moved = { customerId: customer.id, cents, at: Date.now() };
  await db().batch(creditStatements(moved, `own ${made}`, 1));
  await settleAccount(testContext(), providers().demo.id, customer.id);
}

export const lineIn = ({ id }: Customer): string => `${id} 0`;

export async function lineOf(customer: Customer) {
  const row = await db().first(
    sql<{ terms: string; next: string | null; until: number | null; balance: number }>`SELECT l.terms,
      l.next_terms AS next, l.paid_until AS until, a.balance_cents AS balance
      FROM lines l JOIN customer_accounts a ON a.id = l.customer_id WHERE l.id = ${lineIn(customer)}`,
  );
  if (!row) throw new Error("no line");
  const nameOf = (terms: string | null) => (terms === null ? null : String(JSON.parse(terms).packageName));
  return { on: nameOf(row.terms), next: nameOf(row.next), until: row.until, balance: row.balance };
}

export const pathOf = ({ number }: Customer, provider = providers().demo) =>
  customerPath(testContext(), provider.id, number);

const packagesPath = (customer: Customer, line = lineIn(customer)) =>
  `${pathOf(customer)}/lines/${encodeURIComponent(line)}`;

export const packagesOf = (customer: Customer, line?: string, query = ""): Promise<Seen> =>
  visit(packagesPath(customer, line) + query);

/** As the form of one package sends it. */
export const choose = (customer: Customer, packageId: string, when: "now" | "renewal", line?: string) =>
  visit(packagesPath(customer, line), { form: { package: packageId, when } });

/** Chosen, with the code that came. */
export async function asked(customer: Customer, packageId: string, when: "now" | "renewal") {
  const seen = await choose(customer, packageId, when);
  if (seen.status !== 303) throw new Error(`${seen.status} ${seen.text}`);
  const path = seen.location ?? "";
  return { path, code: lastCode() };
}

export const prove = (path: string, code: string, host = hostOf("demo")): Promise<Seen> =>
  visit(path, { form: { code }, host });

/** Oldest first. */
export const texts = () =>
  sms()
    .accepted.map(({ message }) => message)
    .reverse();
export const lastCode = (): string => /\b\d{6}\b/.exec(texts().at(-1) ?? "")?.[0] ?? "";
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
