import type * as z from "zod";
import type { Context } from "../../context.ts";
import type * as contract from "../../contract/secrets.ts";
import { changeOf, countPayBills, countRecovery, countSealed, sealedTables } from "./store.ts";

type Standing = z.output<typeof contract.rootSecrets.answer>;
type RootSecret = Standing["secrets"][number];

/** An open payment's callback address counts for so long; an hour more, since an id tells the hour alone. */
const openPaymentsMs = 25 * 3_600_000;

/** What hangs on which root secret. */
export async function rootSecrets(ctx: Context): Promise<Standing> {
  const [change, codes, payBills, ...sealed] = await Promise.all([
    changeOf(ctx),
    countRecovery(ctx),
    countPayBills(ctx),
    ...sealedTables.map((table) => countSealed(ctx, table)),
  ]);
  const known = change?.version === ctx.keys.current ? change : null;
  const all = [...sealed.flat(), ...codes, ...payBills];
  const ids = new Set([...ctx.keys.accepted, ...all.map(({ version }) => version)]);
  const sum = (counts: { version: string; count: number }[], id: string) =>
    counts.reduce((total, { version, count }) => total + (version === id ? count : 0), 0);
  const secrets = [...ids].map(
    (id): RootSecret => ({
      ...{ id, use: useOf(ctx, id), sealed: sum(sealed.flat(), id) },
      ...{ recoveryCodes: sum(codes, id), payBills: sum(payBills, id) },
    }),
  );
  const advice = adviceFor(ctx, secrets, known);
  return {
    ...{ secrets, advice, canTakeOut: advice === takeOut },
    since: known && new Date(known.since).toISOString(),
    finishedAt: known?.finishedAt ? new Date(known.finishedAt).toISOString() : null,
  };
}

function useOf({ keys }: Context, id: string): RootSecret["use"] {
  if (id === keys.current) return "current";
  return keys.accepted.includes(id) ? "previous" : "missing";
}

const takeOut = "Nothing hangs on an earlier root secret any more. Take ROOT_SECRET_PREVIOUS out.";

function adviceFor(
  ctx: Context,
  secrets: readonly RootSecret[],
  change: { since: number; finishedAt: number | null } | null,
): string {
  const lost = secrets.filter(({ use, sealed }) => use === "missing" && sealed > 0);
  if (lost.length > 0) {
    const ids = lost.map(({ id }) => id).join(", ");
    return `${lost.reduce((sum, { sealed }) => sum + sealed, 0)} records are sealed with a root secret that is not set (${ids}). Put it back into ROOT_SECRET_PREVIOUS.`;
  }
  const earlier = secrets.filter(({ use }) => use !== "current");
  const payBills = earlier.reduce((sum, one) => sum + one.payBills, 0);
  const register = `${payBills} pay bills are registered at Safaricom with an address of an earlier root secret. Register their typed payments again.`;
  if (ctx.keys.accepted.length === 1) return payBills > 0 ? register : "No earlier root secret is in use.";
  const left = earlier.reduce((sum, { sealed, recoveryCodes }) => sum + sealed + recoveryCodes, 0);
  if (left > 0 || !change?.finishedAt)
    return `${left} records are left with an earlier root secret. They are sealed anew by themselves; keep ROOT_SECRET_PREVIOUS.`;
  if (payBills > 0) return register;
  const openUntil = change.since + openPaymentsMs;
  if (ctx.now() < openUntil)
    return `Gateways may still report payments from before the change. Keep ROOT_SECRET_PREVIOUS until ${new Date(openUntil).toISOString()}.`;
  return takeOut;
}
