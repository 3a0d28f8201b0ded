import { signedRelease } from "virtual:client-scripts";
import { version } from "../../../package.json";
import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { isNewer } from "../../contract/values/newer-version.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import { type Actor, record, recordIfStatement } from "../audit/index.ts";
import * as store from "./wave-store.ts";
import { stopText } from "./wave-texts.ts";

/** Which versions run, and how far the update of all of them is. */
export async function bridgeUpdates(ctx: Context) {
  const [counts, wave] = await Promise.all([store.countVersions(ctx), store.lastWave(ctx)]);
  const byVersion = Map.groupBy(counts, (one) => one.version);
  const sum = (some: readonly { bridges: number }[]) => some.reduce((all, { bridges }) => all + bridges, 0);
  const older = counts.filter((one) => isNewer(version, one.version));
  const olderBy = (by: string) => sum(older.filter(({ updatedBy }) => updatedBy === by));
  const isShown = wave !== undefined && (wave.state !== "ended" || wave.version === version);
  return {
    version,
    isSigned: signedRelease !== null,
    versions: [...byVersion]
      .map(([one, own]) => ({ version: one, bridges: sum(own) }))
      .sort(
        (one, other) =>
          Number(isNewer(other.version, one.version)) - Number(isNewer(one.version, other.version)),
      ),
    older: { itself: olderBy("itself"), hand: olderBy("hand"), image: olderBy("image") },
    wave: isShown ? await waveAnswer(ctx, wave) : null,
  };
}

async function waveAnswer(ctx: Context, wave: store.Wave) {
  const { done, left, updating } = await store.readWave(ctx, wave);
  const { stoppedAt, stoppedFor, stoppedAtBridge } = wave;
  return {
    version: wave.version,
    state: wave.state,
    step: wave.step,
    startedAt: new Date(wave.startedAt).toISOString(),
    done,
    updating: updating.length,
    left,
    stoppedAt: stoppedAt === null ? null : new Date(stoppedAt).toISOString(),
    stoppedFor:
      wave.state === "stopped" && stoppedFor
        ? await stopText(ctx, stoppedAtBridge, stoppedFor)
        : ("" as const),
  };
}

/** @throws AppError conflict where there is nothing to start, stop or go on with */
export async function steerUpdates(
  ctx: Context,
  act: "start" | "stop" | "go_on",
  actor: Actor,
): Promise<void> {
  const recorded = (fact: Sql) =>
    recordIfStatement(ctx, { ...actor, providerId: null, action: `bridges.${act}`, subject: version }, fact);
  const wave = await store.lastWave(ctx);
  const isDone =
    act === "start"
      ? await store.startWave(ctx, version, recorded)
      : wave !== undefined && (await (act === "stop" ? store.stopWave : store.goOn)(ctx, wave, recorded));
  if (!isDone) throw refuse("conflict", act === "start" ? "wave_open" : "wave_moved_on");
}

/** @throws AppError unavailable where it is away, refused where it cannot update itself */
export async function updateBridge(
  ctx: Context,
  { ownedBy, id, actor }: { ownedBy: string | null; id: string; actor: Actor },
): Promise<Text> {
  const bridge = await ctx.platform.first(
    sql<{ name: string; providerId: string | null }>`SELECT name, provider_id AS providerId FROM bridges
      WHERE id = ${id} AND revoked_at IS NULL AND (${ownedBy} IS NULL OR provider_id = ${ownedBy})`,
  );
  if (!bridge) throw refuse("not_found", "no_such_bridge");
  const answer = await ctx.env.BRIDGE.getByName(id).updateTo(version);
  if (answer.kind === "offline") throw refuse("unavailable", "bridge_not_connected");
  if (answer.kind === "unable") throw refuse("refused", "update_by_hand");
  if (answer.kind === "refused") throw new AppError("refused", answer.message);
  if (answer.kind === "current") return say("update_current", { version });
  await record(ctx, {
    ...actor,
    providerId: bridge.providerId,
    action: "bridge.update",
    subject: id,
    detail: { name: bridge.name, version },
  });
  return say("update_begun");
}
