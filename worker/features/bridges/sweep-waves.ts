import { version } from "../../../package.json";
import type { Context } from "../../context.ts";
import { textIn } from "../../contract/texts.ts";
import { log } from "../../log.ts";
import { within } from "../../sleep.ts";
import { siteNow } from "../routers/index.ts";
import { decide, isToBeAsked } from "./wave-state.ts";
import * as store from "./wave-store.ts";
import { letterOfStop } from "./wave-texts.ts";

// Each minute a running update of the bridges goes on: who came back is counted, and the next are told. Everything it does stands in D1
// before and after: one that was cut off is gone on with by the next.

const toldPerMinute = 50;
const askedPerMinute = 50;
const patienceMs = 5_000;

export async function sweepBridgeWaves(ctx: Context): Promise<void> {
  const wave = await store.lastWave(ctx);
  if (wave?.state !== "running") return;
  // The server has another version by now: what bridges fetch is that one.
  if (wave.version !== version) return store.endWave(ctx, wave);
  await store.leaveRevoked(ctx, wave);
  const fleet = await store.readWave(ctx, wave);
  const updating = await askWhoIsThere(ctx, fleet.updating);
  const next = decide(wave.step, { ...fleet, updating }, ctx.now());
  if (next.kind === "stop") {
    const { bridgeId, why } = next;
    return store.stopAt(ctx, wave, { bridgeId, why, letter: await letterOfStop(ctx, bridgeId, why) });
  }
  await store.settle(ctx, wave, next.done, next.step);
  const left = updating.filter(({ id }) => !next.done.includes(id));
  if (left.length === 0 && fleet.waiting === 0) return store.endWave(ctx, wave);
  // The sweep before was cut off before these heard of it.
  const untold = left.filter((one) => !one.isTold && !one.isUpdated).map(({ id }) => id);
  const room = Math.min(next.most - fleet.done - updating.length, toldPerMinute);
  const chosen = room > 0 ? await chooseAmong(ctx, wave, fleet.older, { room, most: next.most }) : [];
  await Promise.all([...untold, ...chosen].map((id) => tell(ctx, wave, id)));
}

async function askWhoIsThere(ctx: Context, updating: store.Chosen[]): Promise<store.Chosen[]> {
  const asked = updating.filter((one) => isToBeAsked(one, ctx.now())).slice(0, askedPerMinute);
  const there = await aliveAmong(
    ctx,
    asked.map(({ id }) => id),
  );
  const isAsked = (id: string) => asked.some((one) => one.id === id);
  return updating.map((one) => ({ ...one, isThere: isAsked(one.id) ? there.includes(one.id) : null }));
}

/** A bridge whose object does not answer counts as away, and delays no other. */
async function aliveAmong(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const sites = await Promise.allSettled(ids.map((id) => within(patienceMs, siteNow(ctx, id))));
  return ids.filter((_, index) => {
    const site = sites[index];
    return site?.status === "fulfilled" && site.value?.isOnline;
  });
}

/** Who is away gives its place to the next. */
async function chooseAmong(
  ctx: Context,
  wave: store.Wave,
  older: readonly string[],
  { room, most }: { room: number; most: number },
): Promise<string[]> {
  const found = await store.candidates(ctx, wave, older, askedPerMinute);
  const ids = found.map(({ id }) => id);
  const there = await aliveAmong(ctx, ids);
  await store.noteAway(
    ctx,
    ids.filter((id) => !there.includes(id)),
  );
  const chosen: string[] = [];
  for (const id of there) {
    if (chosen.length === room) break;
    if (await store.choose(ctx, wave, id, most)) chosen.push(id);
  }
  return chosen;
}

async function tell(ctx: Context, wave: store.Wave, bridgeId: string): Promise<void> {
  try {
    const answer = await ctx.env.BRIDGE.getByName(bridgeId).updateTo(wave.version);
    if (answer.kind === "offline" || answer.kind === "unable") await store.unchoose(ctx, wave, bridgeId);
    else
      await store.told(ctx, wave, bridgeId, answer.kind === "refused" ? textIn("en", answer.message) : null);
  } catch (cause) {
    // It may have heard of it: it is asked again each minute, and is missed like any other.
    log("error", "bridge update", cause, { bridge: bridgeId });
  }
}
