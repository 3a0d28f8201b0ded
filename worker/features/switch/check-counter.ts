import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";

/** Payments are counted all the time: a sum that was read between two of them says nothing. */
const looks = 3;

type CounterCheck = {
  /** Payments that D1 shows as this switch's, and what the switch itself counted for them (null: nothing). */
  wrong: { id: string; countedCents: number | null }[];
  /** D1 had lost some, and has them again. */
  repaired: boolean;
  /** The cycle's counter and the sum of its payments in D1, where they differ for good. */
  sums: { countedCents: number; shownCents: number } | null;
};

/** The switch is right: what D1 lost is told again. @param shown in cents @returns null for a switch that does not know itself */
export async function checkCounter(
  ctx: Context,
  switchId: string,
  shown: readonly { id: string; cents: number }[],
): Promise<CounterCheck | null> {
  const object = ctx.env.SWITCH.getByName(switchId);
  if (!(await object.read())) return null;
  const counted = await object.countedOf(shown.map(({ id }) => id));
  const wrong = shown
    .filter(({ id, cents }) => counted[id] !== cents)
    .map(({ id }) => ({ id, countedCents: counted[id] ?? null }));
  const before = await sumsOf(ctx, switchId);
  if (before === null) return { wrong, repaired: false, sums: null };
  await object.notifyAgain();
  const after = await sumsOf(ctx, switchId);
  return { wrong, repaired: after === null, sums: after };
}

/** Null while they agree, or never stand still. */
async function sumsOf(ctx: Context, switchId: string): Promise<CounterCheck["sums"]> {
  const object = ctx.env.SWITCH.getByName(switchId);
  for (let look = 0; look < looks; look += 1) {
    const state = await object.read();
    if (!state) return null;
    const sum = await ctx.platform.first(
      sql<{ cents: number }>`SELECT coalesce(sum(cents), 0) AS cents FROM switch_transactions
        WHERE switch_id = ${switchId} AND cycle = ${state.cycle}`,
    );
    const shownCents = sum?.cents ?? 0;
    if (shownCents === state.collectedCents) return null;
    if ((await object.read())?.seq === state.seq) return { countedCents: state.collectedCents, shownCents };
  }
  return null;
}
