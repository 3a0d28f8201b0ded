import { type Context, makeContext } from "../../context.ts";
import { silentAfterMs } from "../../contract/bridge.ts";
import { minuteMs } from "../../contract/values/time.ts";
import type { Env } from "../../env.ts";
import { log } from "../../log.ts";
import type { BridgeLink } from "./bridge-link.ts";
import type { BridgeStorage, RouterReport } from "./bridge-storage.ts";
import { LineUsageStorage } from "./line-usage-storage.ts";
import { LinkStorage } from "./link-storage.ts";
import { isFresh, listReached, seenAtOf } from "./live-view.ts";
import { notifyOfBridge, notifyOfRouter } from "./notify-outage.ts";
import { type Judged, judge, type Outage, type Sighting } from "./outage-state.ts";
import { OutageStorage } from "./outage-storage.ts";
import { writeLineUsage } from "./record-line-usage.ts";
import { writeKept } from "./record-usage.ts";
import type { SilentSellers } from "./silent-sellers.ts";
import type { TunnelHostWatch } from "./tunnel-host-watch.ts";
import { UsageStorage } from "./usage-storage.ts";

/** An alarm comes within seconds of its moment. */
const lateMs = 30_000;
const watchedFromKey = "watched-from";

/** After the database could not be reached. */
const againMs = 30_000;

/**
 * A link that ends is news by itself: this finds a bridge that falls silent on one that stays open. Where visitors are about to buy the
 * portal asks within a minute (`thereUntil`). Its owner reads of it within five minutes, sending counted in.
 */
const lookEveryMs = 4.5 * minuteMs;

/** A bridge that is away on an open link is looked at again so often: its next link is news by itself. */
const whileAwayMs = 15 * minuteMs;

/** Tells owners once of each outage and its end. Heartbeats do not wake the object: the alarm looks every four and a half minutes. */
export class Outages {
  private readonly env: Env;
  private readonly storage: DurableObjectStorage;
  private readonly kept: BridgeStorage;
  private readonly link: BridgeLink;
  private readonly keptLink: LinkStorage;
  private readonly known: OutageStorage;
  private readonly keptUsage: UsageStorage;
  private readonly keptLines: LineUsageStorage;

  private readonly tunnelHostWatch: TunnelHostWatch;
  private readonly silent: SilentSellers;

  constructor(
    env: Env,
    storage: DurableObjectStorage,
    kept: BridgeStorage,
    link: BridgeLink,
    tunnelHostWatch: TunnelHostWatch,
    silent: SilentSellers,
  ) {
    this.tunnelHostWatch = tunnelHostWatch;
    this.silent = silent;
    this.env = env;
    this.storage = storage;
    this.kept = kept;
    this.link = link;
    this.keptLink = new LinkStorage(kept);
    this.known = new OutageStorage(kept);
    this.keptUsage = new UsageStorage(kept);
    this.keptLines = new LineUsageStorage(kept);
  }

  /** Null before its first link. */
  bridgeId(): string | null {
    return this.known.ownId();
  }

  async linkBegan(bridgeId: string): Promise<void> {
    this.known.nameSelf(bridgeId);
    await this.look();
  }

  /** Where it comes late the platform itself was away and could hear no bridge: silence is counted from now on. @param dueAt UTC ms */
  async alarm(dueAt: number): Promise<void> {
    const now = Date.now();
    if (now - dueAt > lateMs) await this.storage.put(watchedFromKey, now);
    await this.look();
  }

  /** Judges everything as of now, tells and writes what is due, and sets the alarm for the next time. Never throws. */
  async look(): Promise<void> {
    const now = Date.now();
    const watchedFrom = (await this.storage.get<number>(watchedFromKey)) ?? 0;
    if (this.link.now() === null) this.keptLink.linkLost(now);
    let lookAt: number | null = now + againMs;
    try {
      lookAt = await this.judgeAll(makeContext(this.env), now, watchedFrom);
    } catch (cause) {
      log("error", "outages", cause);
    }
    try {
      const ctx = makeContext(this.env);
      const kept = [await writeKept(ctx, this.keptUsage), await writeLineUsage(ctx, this.keptLines)];
      lookAt = soonest([lookAt, ...kept]);
    } catch (cause) {
      log("error", "usage", cause);
      lookAt = soonest([lookAt, now + againMs]);
    }
    lookAt = soonest([lookAt, this.silent.dueAt(), await this.tunnelHostWatch.look(now, watchedFrom)]);
    // Never in the past: an alarm that comes after its moment means something else.
    const at = lookAt === null ? null : Math.max(lookAt, now);
    if (at !== null && (await this.storage.getAlarm()) !== at) await this.storage.setAlarm(at);
  }

  private async judgeAll(ctx: Context, now: number, watchedFrom: number): Promise<number | null> {
    const bridgeId = this.known.ownId();
    const routers = this.kept.assignedRouters();
    const outages = this.known.all();
    const link = this.link.now();
    const heardAt = link?.heardAt ?? this.keptLink.linkEndedAt();
    const all = [bridgeId, ...routers.map(({ id }) => id)];
    for (const what of outages.keys()) if (!all.includes(what)) this.known.keep(what, null);
    // A bridge without a router has nobody to serve: nobody misses it.
    if (bridgeId === null || heardAt === null || routers.length === 0) return null;

    const isAnyReached = await listReached(ctx, this.kept, bridgeId, link);
    const isThere = link !== null && isFresh(heardAt, now);
    const ofBridge: Sighting = isThere
      ? { isThere, since: link.since }
      : { isThere: false, seenAt: heardAt, judgedFrom: watchedFrom };
    const ids = routers.map(({ id }) => id);
    const dues = [
      await this.step(outages.get(bridgeId) ?? null, ofBridge, now, bridgeId, (outage) =>
        notifyOfBridge(ctx, bridgeId, ids, outage),
      ),
    ];
    // Routers that no bridge looks at are neither there nor away. Heartbeats that come again on an open link wake no object.
    if (!isThere)
      return soonest([...dues, link && now + whileAwayMs, isAnyReached ? heardAt + silentAfterMs : null]);
    dues.push(heardAt + lookEveryMs);
    for (const { id, report } of routers) {
      const sighting = report && sightingOf(report, link.since);
      if (!sighting) continue;
      const due = await this.step(outages.get(id) ?? null, sighting, now, id, (outage) =>
        notifyOfRouter(ctx, id, report.message, outage),
      );
      dues.push(due);
    }
    return soonest(dues);
  }

  /** As below; what can't be told now is told later, and holds up nothing else. */
  private async step(...given: Parameters<Outages["tryStep"]>): Promise<number | null> {
    try {
      return await this.tryStep(...given);
    } catch (cause) {
      log("error", "outage not told", cause);
      return Date.now() + againMs;
    }
  }

  /** Kept before it is told and after: a letter that was written and not noted is the same letter again. */
  private async tryStep(
    known: Outage | null,
    sighting: Sighting,
    now: number,
    what: string,
    tell: (outage: Outage) => Promise<void>,
  ): Promise<number | null> {
    let judged: Judged = judge(known, sighting, now);
    for (;;) {
      const { outage, say } = judged;
      if (JSON.stringify(outage) !== JSON.stringify(known)) this.known.keep(what, outage);
      if (!outage || !say) return judged.lookAt;
      await tell(outage);
      const told = say === "back" ? null : { ...outage, told: true };
      this.known.keep(what, told);
      if (!told) return null;
      judged = judge(told, sighting, now);
    }
  }
}

/** Undefined where nothing is known of it on this link, or another bridge has it. */
function sightingOf(report: RouterReport, since: number): Sighting | undefined {
  const seenAt = seenAtOf(report);
  if (report.at < since || report.state === "superseded") return undefined;
  if (report.state === "reachable") return { isThere: true, since: report.at };
  // One that was never there is being set up.
  return seenAt === null ? undefined : { isThere: false, seenAt, judgedFrom: since };
}

function soonest(moments: readonly (number | null)[]): number | null {
  const known = moments.filter((at) => at !== null);
  return known.length > 0 ? Math.min(...known) : null;
}
