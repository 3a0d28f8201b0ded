import type { Context } from "../../context.ts";
import { fromEach, ofProvidersThere, type Silent } from "../../db/every-tenant.ts";
import { among, sql } from "../../db/sql.ts";
import { log } from "../../log.ts";
import { checkCounter } from "../switch/index.ts";
import { type Found, listAbout, listFound } from "./differences.ts";
import type { Night } from "./nights.ts";

type Diverted = { id: string; cents: number };
type Counted = Diverted & { providerId: string; switchId: string };

type Compared = { differences: number; silent: Silent[] };

/**
 * Diverted money is in the provider's sales and the switch's transactions, alike; the switch's counter is their sum. First what
 * D1 lost is there again, then what switches counted is looked up in the sales; the other way is `compareDiverted`.
 */
export async function compareSwitches(ctx: Context, day: Night): Promise<Compared & { repaired: number }> {
  const found = new Map<string, Found[]>();
  const add = (providerId: string, item: Found) =>
    found.set(providerId, [...(found.get(providerId) ?? []), item]);
  const note = (one: Counted, detail: Record<string, unknown>) => add(one.providerId, unlike(one, detail));
  const repaired = await compareCounters(ctx, await countedOn(ctx, day), { add, note });
  const sides = await compareCounted(ctx, day);
  let { differences } = sides;
  const lists = [...found].map(([providerId, items]) => ({ providerId, items }));
  for (const { providerId, items } of await ofProvidersThere(ctx, lists))
    differences += await listAbout(ctx, providerId, items, day.foundAt);
  return { differences, silent: sides.silent, repaired };
}

/** What switches counted on that day, in the sales. @param of one provider alone */
export async function compareCounted(ctx: Context, day: Night, of: string | null = null): Promise<Compared> {
  const all = await countedOn(ctx, day);
  const counted = await ofProvidersThere(
    ctx,
    all.filter(({ providerId }) => of === null || providerId === of),
  );
  const byProvider = Map.groupBy(counted, ({ providerId }) => providerId);
  const { rows, silent } = await fromEach(byProvider.keys(), async (providerId) => {
    const own = byProvider.get(providerId) ?? [];
    const db = ctx.tenant(providerId);
    const inSales = centsById(
      await db.all(
        sql<Diverted>`SELECT id, amount_cents AS cents FROM payments
          WHERE id IN ${among(own.map(({ id }) => id))}`,
      ),
    );
    const found = own
      .filter(({ id, cents }) => inSales.get(id) !== cents)
      .map((one) => unlike(one, { amountCents: inSales.get(one.id) ?? null, switchCents: one.cents }));
    return [found.length === 0 ? 0 : await listFound(db, found, day.foundAt)];
  });
  return { differences: rows.reduce((sum, listed) => sum + listed, 0), silent };
}

/** A payment may be made on one day and counted on the next: a provider's sales of the day are looked up by id. */
export async function compareDiverted(
  ctx: Context,
  providerId: string,
  day: Night,
): Promise<{ differences: number }> {
  const db = ctx.tenant(providerId);
  const sold = await db.all(
    sql<Diverted>`SELECT id, amount_cents AS cents FROM payments
      WHERE created_at >= ${day.from} AND created_at < ${day.to}
        AND settlement = 'diverted' AND status = 'completed'`,
  );
  if (sold.length === 0) return { differences: 0 };
  const atSwitch = centsById(
    await ctx.platform.all(
      sql<Diverted>`SELECT payment_id AS id, cents FROM switch_transactions
        WHERE payment_id IN ${among(sold.map(({ id }) => id))}`,
    ),
  );
  const found = sold
    .filter(({ id, cents }) => atSwitch.get(id) !== cents)
    .map((one) => unlike(one, { amountCents: one.cents, switchCents: atSwitch.get(one.id) ?? null }));
  return { differences: await listFound(db, found, day.foundAt) };
}

/** Named by its payment, so that it is listed once, from whichever side it was found. */
const unlike = ({ id }: Diverted, detail: Record<string, unknown>): Found => ({
  kind: "projection",
  about: `switch ${id}`,
  paymentId: id,
  detail,
});

const centsById = (rows: readonly Diverted[]) => new Map(rows.map(({ id, cents }) => [id, cents]));

function countedOn({ platform }: Context, day: { from: number; to: number }): Promise<Counted[]> {
  return platform.all(
    sql<Counted>`SELECT payment_id AS id, provider_id AS providerId, cents, switch_id AS switchId
      FROM switch_transactions WHERE at >= ${day.from} AND at < ${day.to}`,
  );
}

type Notes = {
  add(providerId: string, item: Found): void;
  note(counted: Counted, detail: Record<string, unknown>): void;
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
        kind: "projection",
        about: `switch counter ${id} ${countedCents} ${shownCents}`,
        paymentId: "",
        detail,
      });
    else log("error", "reconcile switch", detail, { subject: id });
  }
  return repaired;
}
