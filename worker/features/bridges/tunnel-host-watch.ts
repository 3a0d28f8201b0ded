import { type Context, makeContext } from "../../context.ts";
import type { Env } from "../../env.ts";
import { log } from "../../log.ts";
import { handOver, tellOtherTunnelHosts } from "../routers/index.ts";
import type { BridgeLink } from "./bridge-link.ts";
import type { BridgeStorage } from "./bridge-storage.ts";
import { LinkStorage } from "./link-storage.ts";

/** How often a host's bridge shows that it is alive, and after how long it is taken for gone: two missed, and two seconds for the way. */
export const tunnelHostHeartbeatMs = 5_000;
export const tunnelHostSilentMs = 12_000;

/** While no other host is there to take over, or could not be told. */
const againMs = 5_000;

const key = "tunnel-host";

/** Gives the routers of a host that fell silent to another one. Another kind of bridge is not watched. */
export class TunnelHostWatch {
  private readonly env: Env;
  private readonly storage: DurableObjectStorage;
  private readonly kept: BridgeStorage;
  private readonly keptLink: LinkStorage;
  private readonly link: BridgeLink;

  constructor(env: Env, storage: DurableObjectStorage, kept: BridgeStorage, link: BridgeLink) {
    this.env = env;
    this.storage = storage;
    this.kept = kept;
    this.keptLink = new LinkStorage(kept);
    this.link = link;
  }

  /** A link began. @param isTunnelHost whether its bridge stands at a host */
  async linkBegan(bridgeId: string, isTunnelHost: boolean): Promise<void> {
    const known = await this.storage.get<string>(key);
    if (isTunnelHost && known !== bridgeId) await this.storage.put(key, bridgeId);
    if (!isTunnelHost && known !== undefined) await this.storage.delete(key);
    // It comes back while its routers are written to another one, and that one was not told yet.
    if (isTunnelHost) await tellOtherTunnelHosts(makeContext(this.env), bridgeId);
  }

  /** @param watchedFrom silence before it does not count, UTC ms @returns when to look again; null for never. Never throws */
  async look(now: number, watchedFrom: number): Promise<number | null> {
    const bridgeId = await this.storage.get<string>(key);
    const heardAt = this.link.now()?.heardAt ?? this.keptLink.linkEndedAt();
    if (bridgeId === undefined || heardAt === null) return null;
    const silentAt = Math.max(heardAt, watchedFrom) + tunnelHostSilentMs;
    if (now < silentAt) return silentAt;
    try {
      return (await this.giveAway(makeContext(this.env), bridgeId)) ? null : now + againMs;
    } catch (cause) {
      log("error", "hosts", cause, { bridge: bridgeId });
      return now + againMs;
    }
  }

  /** @returns whether nothing is left to be given away */
  private async giveAway(ctx: Context, bridgeId: string): Promise<boolean> {
    const kept = this.kept.assignedRouters().map(({ id }) => id);
    if (kept.length === 0) return this.link.ready() === undefined;
    const { gone, isDone } = await handOver(ctx, bridgeId, kept);
    for (const routerId of gone) this.kept.unassign(routerId);
    return isDone && this.link.ready() === undefined;
  }
}
