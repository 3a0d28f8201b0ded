import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { among, sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import { type Actor, record } from "../audit/index.ts";
import { assignedRouters, bridgeAway } from "../routers/index.ts";
import { askBridge } from "./ask-routers.ts";
import { countAgain, detailOf, leaksStatement } from "./store.ts";

/** Kept here alone, as the things are now. @throws AppError not_found where none of them stands there any more */
export async function allowLeaks(
  ctx: Context,
  providerId: string,
  { ids, note, by }: { ids: readonly string[]; note: string; by: string },
  actor: Actor,
): Promise<Text> {
  const [allowed] = await ctx.tenant(providerId).batch([
    sql<{ name: string }>`INSERT INTO allowed_leaks (id, print, subject, note, by, at)
      SELECT id, detail ->> 'print', subject, ${note}, ${by}, ${ctx.now()} FROM leaks WHERE id IN ${among(ids)}
      ON CONFLICT (id) DO UPDATE SET print = excluded.print, note = excluded.note, by = excluded.by, at = excluded.at
      RETURNING id`,
    countAgain(),
  ]);
  const count = allowed?.length ?? 0;
  if (count === 0) throw refuse("not_found", "leak_unknown");
  const names = await ctx.tenant(providerId).all(leaksStatement(sql`AND leaks.id IN ${among(ids)}`));
  await record(ctx, {
    ...actor,
    providerId,
    action: "guard.allow",
    subject: names[0]?.name ?? null,
    detail: { count, note, names: names.slice(0, 20).map(({ name }) => name) },
  });
  return say("leak_allowed", { count });
}

/** @throws AppError not_found */
export async function nameLeakAgain(
  ctx: Context,
  providerId: string,
  id: string,
  actor: Actor,
): Promise<Text> {
  const [gone] = await ctx
    .tenant(providerId)
    .batch([sql<{ id: string }>`DELETE FROM allowed_leaks WHERE id = ${id} RETURNING id`, countAgain()]);
  if ((gone?.length ?? 0) === 0) throw refuse("not_found", "leak_unknown");
  const leak = await ctx.tenant(providerId).first(leaksStatement(sql`AND leaks.id = ${id}`));
  await record(ctx, { ...actor, providerId, action: "guard.name_again", subject: leak?.name ?? null });
  return say("leak_named_again");
}

/**
 * At its router, by its bridge, which looks whether it is still what was shown. @throws AppError not_found; refused where there is nothing
 * to end, or the bridge would not; unavailable where it could not be asked
 */
export async function endLeak(ctx: Context, providerId: string, id: string, actor: Actor): Promise<Text> {
  const db = ctx.tenant(providerId);
  const leak = await db.first(leaksStatement(sql`AND leaks.id = ${id}`));
  const routers = await assignedRouters(ctx, providerId);
  const router = routers.find((one) => one.id === leak?.routerId);
  if (!leak || !router) throw refuse("not_found", "leak_unknown");
  const { row } = detailOf(leak);
  if (row === null) throw refuse("refused", "leak_nothing_to_end");
  if (router.bridgeId === null) throw refuse("unavailable", "no_bridge");
  const answer = await askBridge(ctx, router.bridgeId, { kind: "end_access", routerId: router.id, ...row });
  if (answer.kind !== "answered") throw new AppError("unavailable", bridgeAway[answer.kind]);
  if (!answer.ok) throw new AppError("refused", answer.message);
  await record(ctx, {
    ...actor,
    providerId,
    action: "guard.end",
    subject: leak.name,
    detail: { name: leak.name, kind: leak.kind, router: router.name },
  });
  await db.batch([sql`DELETE FROM leaks WHERE id = ${id}`, countAgain()]);
  return say("leak_ended");
}
