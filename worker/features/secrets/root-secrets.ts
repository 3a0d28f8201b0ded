import type { Context } from "../../context.ts";
import type * as contract from "../../contract/secrets.ts";
import { type Made, say, type Text } from "../../contract/texts.ts";
import { hourMs } from "../../contract/values/time.ts";
import { changeOf, countAtProviders, countPayBills, countSealed, sealedTables } from "./store.ts";

type Standing = Made<typeof contract.rootSecrets.answer>;
type RootSecret = Standing["secrets"][number];

/** An open payment's callback address counts for so long; an hour more, since an id tells the hour alone. */
const openPaymentsMs = 25 * hourMs;

export async function rootSecrets(ctx: Context): Promise<Standing> {
  const [change, payBills, atProviders, ...ofPlatform] = await Promise.all([
    changeOf(ctx),
    countPayBills(ctx),
    countAtProviders(ctx),
    ...sealedTables.map((table) => countSealed(ctx, table)),
  ]);
  const known = change?.version === ctx.keys.current ? change : null;
  const ofKind = (kind: "sealed" | "recovery") => atProviders.rows.filter((row) => row.kind === kind);
  const sealed = [...ofKind("sealed"), ...ofPlatform.flat()];
  const codes = ofKind("recovery");
  const all = [...sealed, ...codes, ...payBills];
  const ids = new Set([...ctx.keys.accepted, ...all.map(({ version }) => version)]);
  const sum = (counts: { version: string; count: number }[], id: string) =>
    counts.reduce((total, { version, count }) => total + (version === id ? count : 0), 0);
  const secrets = [...ids].map(
    (id): RootSecret => ({
      id,
      use: useOf(ctx, id),
      sealed: sum(sealed, id),
      recoveryCodes: sum(codes, id),
      payBills: sum(payBills, id),
    }),
  );
  const advice = adviceFor(ctx, secrets, known, atProviders.silent.length);
  return {
    secrets,
    advice,
    canTakeOut: advice.say === "secret_free",
    since: known && new Date(known.since).toISOString(),
    finishedAt: known?.finishedAt ? new Date(known.finishedAt).toISOString() : null,
  };
}

function useOf({ keys }: Context, id: string): RootSecret["use"] {
  if (id === keys.current) return "current";
  return keys.accepted.includes(id) ? "previous" : "missing";
}

function adviceFor(
  ctx: Context,
  secrets: readonly RootSecret[],
  change: { since: number; finishedAt: number | null } | null,
  silent: number,
): Text {
  const lost = secrets.filter(({ use, sealed }) => use === "missing" && sealed > 0);
  if (lost.length > 0) {
    const ids = lost.map(({ id }) => id).join(", ");
    return say("secret_lost", { count: lost.reduce((sum, { sealed }) => sum + sealed, 0), ids });
  }
  const earlier = secrets.filter(({ use }) => use !== "current");
  const payBills = earlier.reduce((sum, one) => sum + one.payBills, 0);
  const register = say("secret_paybills", { count: payBills });
  if (ctx.keys.accepted.length === 1) return payBills > 0 ? register : say("secret_none");
  const left = earlier.reduce((sum, { sealed, recoveryCodes }) => sum + sealed + recoveryCodes, 0);
  if (left > 0 || !change?.finishedAt) return say("secret_left", { count: left });
  // What they hold is not known.
  if (silent > 0) return say("secret_silent", { count: silent });
  if (payBills > 0) return register;
  const openUntil = change.since + openPaymentsMs;
  if (ctx.now() < openUntil) return say("secret_open", { until: new Date(openUntil).toISOString() });
  return say("secret_free");
}
