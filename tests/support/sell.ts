import { deviceSubject, type Subject } from "#contract/values/subject";
import type { Terms } from "#worker/db/schema/tenant";
import { deliver, entitlementStatements, recoveryHashFor } from "#worker/features/entitlements/index";
import { planById, termsOf } from "#worker/features/plans/index";
import type { SeededProvider } from "../seed/two-providers.ts";
import { tenantDatabase } from "./tenant-rows.ts";
import { testContext } from "./worker-context.ts";

export type Sold = { id: string; providerId: string; routerId: string; mac: string | null; terms: Terms };

let made = 0;

/** A device address that no other test has, nor any buyer of a payment world. */
export function newMac(): string {
  made += 1;
  const tail = made.toString(16).padStart(4, "0").toUpperCase();
  return `02:00:00:5E:${tail.slice(0, 2)}:${tail.slice(2)}`;
}

export type SellOptions = {
  mac?: string | null;
  /** Place in the provider's plans. */
  plan?: number;
  router?: number;
  /** UTC ms. */
  createdAt?: number;
  buyerHash?: string;
  /** Not handed to the bridge: as if the worker had died right after the sale. */
  undelivered?: boolean;
  terms?: Partial<Terms>;
};

/** As a bridge is told whom to let out. */
export const subjectsOf = (...macs: (string | null)[]): Subject[] =>
  macs.map((mac) => deviceSubject(mac ?? ""));

/** Access as a completed payment grants it, without the payment. */
export async function sell(provider: SeededProvider, options: SellOptions = {}): Promise<Sold> {
  const ctx = testContext();
  const db = ctx.tenant(provider.id);
  const plan = await planById(db, provider.plans[options.plan ?? 0]?.id ?? "");
  const router = provider.routers[options.router ?? 0];
  if (!plan || !router) throw new Error("the seed has no such plan or router");
  const terms = { ...termsOf(plan), ...options.terms };
  const mac = options.mac === undefined ? newMac() : options.mac;
  const sold = { id: crypto.randomUUID(), providerId: provider.id, routerId: router.id, mac, terms };
  await db.batch(
    entitlementStatements({
      ...sold,
      subject: mac === null ? null : deviceSubject(mac),
      source: "payment",
      sourceId: `payment of ${sold.id}`,
      phone: "254712345678",
      buyerHash: options.buyerHash ?? null,
      recoveryHash: recoveryHashFor(ctx, sold.id),
      createdAt: options.createdAt ?? ctx.now(),
    }),
  );
  if (!options.undelivered) await deliver(ctx, provider.id, sold.id);
  return sold;
}

export type EntitlementRow = {
  rev: number;
  confirmed_rev: number;
  state: string;
  end_reason: string | null;
  subject: string | null;
  /** Of its subject. */
  mac: string | null;
  router_id: string;
  used_bytes: number;
  created_at: number;
  started_at: number | null;
  ends_at: number | null;
  ended_at: number | null;
  updated_at: number;
  buyer_hash: string | null;
  recovery_hash: string | null;
};

export async function entitlementRow({
  id,
  providerId,
}: Pick<Sold, "id" | "providerId">): Promise<EntitlementRow> {
  const row = await tenantDatabase(providerId)
    .prepare("SELECT *, substr(subject, 8) AS mac FROM entitlements WHERE id = ?1")
    .bind(id)
    .first<EntitlementRow>();
  if (!row) throw new Error(`no entitlement ${id}`);
  return row;
}

/** A moment of a purchase as if it lay elsewhere in time. */
export async function setEntitlement(
  { id, providerId }: Pick<Sold, "id" | "providerId">,
  values: Partial<Omit<EntitlementRow, "mac">>,
): Promise<void> {
  const names = Object.keys(values);
  const set = names.map((name, index) => `${name} = ?${index + 2}`).join(", ");
  await tenantDatabase(providerId)
    .prepare(`UPDATE entitlements SET ${set} WHERE id = ?1`)
    .bind(id, ...Object.values(values))
    .run();
}
