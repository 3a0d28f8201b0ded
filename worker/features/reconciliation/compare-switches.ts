import type { Context } from "../../context.ts";
import { type Found, listFound } from "./differences.ts";

type Diverted = { id: string; providerId: string; cents: number };

/** Diverted money stands in two books, the provider's sales and the switch's transactions: each payment in both, alike. */
export async function compareSwitches(ctx: Context, day: { from: number; to: number }): Promise<number> {
  const { platform } = ctx;
  const providers = await platform.all<{ id: string }>(platform.statement("SELECT id FROM providers"));
  const counted = await platform.all<Diverted>(
    platform.statement(
      "SELECT payment_id AS id, provider_id AS providerId, cents FROM switch_transactions WHERE at >= ?1 AND at < ?2",
      day.from,
      day.to,
    ),
  );
  const sold = await platform.all<Diverted>(
    platform.statement(
      `SELECT id, provider_id AS providerId, amount_cents AS cents FROM payments
      WHERE provider_id IN (SELECT value FROM json_each(?1)) AND created_at >= ?2 AND created_at < ?3
        AND settlement = 'diverted' AND status = 'completed'`,
      JSON.stringify(providers.map(({ id }) => id)),
      day.from,
      day.to,
    ),
  );
  const cents = async (table: "payments" | "switch_transactions", ids: readonly string[]) => {
    const id = table === "payments" ? "id" : "payment_id";
    const amount = table === "payments" ? "amount_cents" : "cents";
    const own =
      table === "payments" ? "provider_id IN (SELECT value FROM json_each(?2)) AND " : "?2 IS NOT NULL AND ";
    const rows = await platform.all<{ id: string; cents: number }>(
      platform.statement(
        `SELECT ${id} AS id, ${amount} AS cents FROM ${table} WHERE ${own}${id} IN (SELECT value FROM json_each(?1))`,
        JSON.stringify(ids),
        JSON.stringify(providers.map((provider) => provider.id)),
      ),
    );
    return new Map(rows.map((row) => [row.id, row.cents]));
  };
  // A payment may be made on one day and counted on the next: each side is looked up by id on the other.
  const atSwitch = await cents(
    "switch_transactions",
    sold.map(({ id }) => id),
  );
  const inSales = await cents(
    "payments",
    counted.map(({ id }) => id),
  );
  const found = new Map<string, Found[]>();
  const note = ({ id, providerId }: Diverted, detail: Record<string, unknown>) => {
    const item: Found = { kind: "projection", about: `switch ${id}`, paymentId: id, detail };
    found.set(providerId, [...(found.get(providerId) ?? []), item]);
  };
  for (const one of sold)
    if (atSwitch.get(one.id) !== one.cents)
      note(one, { amountCents: one.cents, switchCents: atSwitch.get(one.id) ?? null });
  for (const one of counted)
    if (inSales.get(one.id) !== one.cents && !sold.some(({ id }) => id === one.id))
      note(one, { amountCents: inSales.get(one.id) ?? null, switchCents: one.cents });
  let listed = 0;
  for (const [providerId, items] of found) listed += await listFound(ctx, ctx.tenant(providerId), items);
  return listed;
}
