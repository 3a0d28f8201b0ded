import type { Context } from "../../context.ts";
import { allOf, allProviders } from "../../db/every-tenant.ts";
import { among, sql, thisProvider } from "../../db/sql.ts";
import { log } from "../../log.ts";
import { checkCounter } from "../switch/index.ts";
import { type Found, listFound } from "./differences.ts";

type Diverted = { id: string; providerId: string; cents: number };
type Counted = Diverted & { switchId: string };
type Cents = { id: string; cents: number };

/** Diverted money is in the provider's sales and the switch's transactions, alike; the switch's counter is their sum. */
export async function compareSwitches(
  ctx: Context,
  day: { from: number; to: number },
): Promise<{ differences: number; repaired: number }> {
  const { platform } = ctx;
  const found = new Map<string, Found[]>();
  const add = (providerId: string, item: Found) =>
    found.set(providerId, [...(found.get(providerId) ?? []), item]);
  const note = ({ id, providerId }: Diverted, detail: Record<string, unknown>) =>
    add(providerId, { kind: "projection", about: `switch ${id}`, paymentId: id, detail });
  // First what D1 lost is there again, then the rest is compared.
  const repaired = await compareCounters(ctx, await countedOn(ctx, day), { add, note });
  const counted = await countedOn(ctx, day);
  const sold = await allOf(
    ctx,
    await allProviders(ctx),
    sql<Diverted>`SELECT id, provider_id AS providerId, amount_cents AS cents FROM payments
      WHERE provider_id = ${thisProvider} AND created_at >= ${day.from} AND created_at < ${day.to}
        AND settlement = 'diverted' AND status = 'completed'`,
  );
  // A payment may be made on one day and counted on the next: each side is looked up by id on the other.
  const atSwitch = centsById(
    await platform.all(
      sql<Cents>`SELECT payment_id AS id, cents FROM switch_transactions
        WHERE payment_id IN ${among(sold.map(({ id }) => id))}`,
    ),
  );
  const inSales = centsById(
    await allOf(
      ctx,
      counted.map(({ providerId }) => providerId),
      sql<Cents>`SELECT id, amount_cents AS cents FROM payments
        WHERE provider_id = ${thisProvider} AND id IN ${among(counted.map(({ id }) => id))}`,
    ),
  );
  for (const one of sold)
    if (atSwitch.get(one.id) !== one.cents)
      note(one, { amountCents: one.cents, switchCents: atSwitch.get(one.id) ?? null });
  for (const one of counted)
    if (inSales.get(one.id) !== one.cents && !sold.some(({ id }) => id === one.id))
      note(one, { amountCents: inSales.get(one.id) ?? null, switchCents: one.cents });
  let differences = 0;
  for (const [providerId, items] of found) differences += await listFound(ctx, ctx.tenant(providerId), items);
  return { differences, repaired };
}

const centsById = (rows: readonly Cents[]) => new Map(rows.map(({ id, cents }) => [id, cents]));

function countedOn({ platform }: Context, day: { from: number; to: number }): Promise<Counted[]> {
  return platform.all(
    sql<Counted>`SELECT payment_id AS id, provider_id AS providerId, cents, switch_id AS switchId
      FROM switch_transactions WHERE at >= ${day.from} AND at < ${day.to}`,
  );
}

type Notes = {
  add(providerId: string, item: Found): void;
  note(diverted: Diverted, detail: Record<string, unknown>): void;
};

/** @returns how many switches had to tell D1 once more */
async function compareCounters(
  ctx: Context,
  counted: readonly Counted[],
  { add, note }: Notes,
): Promise<number> {
  const { platform } = ctx;
  const switches = await platform.all(
    sql<{ id: string; name: string }>`SELECT id, name FROM switches WHERE cycle > 0`,
  );
  let repaired = 0;
  for (const { id, name } of switches) {
    const shown = counted.filter(({ switchId }) => switchId === id);
    const check = await checkCounter(ctx, id, shown);
    if (check?.repaired) repaired += 1;
    const wrong = new Map(check?.wrong.map((one) => [one.id, one.countedCents]));
    for (const one of shown) {
      const countedCents = wrong.get(one.id);
      if (countedCents !== undefined) note(one, { shownCents: one.cents, switchCents: countedCents });
    }
    // One payment that is wrong makes the sum wrong, too.
    if (!check?.sums || check.wrong.length > 0) continue;
    const { countedCents, shownCents } = check.sums;
    const last = await platform.first(
      sql<{ providerId: string }>`SELECT provider_id AS providerId FROM switch_transactions
        WHERE switch_id = ${id} ORDER BY at DESC LIMIT 1`,
    );
    const detail = { fault: name, switchCents: countedCents, shownCents };
    // By its sums, so that every night finds the same one: what a person closed stays closed until the sums are others.
    if (last)
      add(last.providerId, {
        ...{ kind: "projection", about: `switch counter ${id} ${countedCents} ${shownCents}`, paymentId: "" },
        detail,
      });
    else log("error", "reconcile switch", detail, { subject: id });
  }
  return repaired;
}
