import { randomUUID } from "node:crypto";
import { isNewer } from "#contract/values/newer-version";
import { linePagePort, pagePort } from "#contract/values/router-setup";
import { type Agent, createAgent } from "./agent.ts";
import { type Clock, systemClock } from "./clock.ts";
import { BadConfig, type BridgeConfig, originOf } from "./config.ts";
import { readIdentity, signText } from "./identity.ts";
import { Journal } from "./journal.ts";
import { BlockedPage } from "./lines/blocked-page.ts";
import { Link } from "./link.ts";
import { createLog, type Log } from "./log.ts";
import { openRouter } from "./router.ts";
import { SiteNetwork } from "./site-network.ts";
import { serveStatus } from "./status.ts";
import { TunnelKeeper } from "./tunnels/keeper.ts";
import { ownFolder } from "./update/installed.ts";
import { OwnUpdate } from "./update/own-update.ts";
import { bridgeVersion } from "./version.ts";
import { VoucherPage } from "./voucher-page.ts";

export type BridgeOverrides = {
  clock?: Clock;
  openRouter?: typeof openRouter;
  log?: Log;
  random?: () => number;
  /** Real milliseconds between ticks; null: whoever started it calls `tick`. */
  tickMs?: number | null;
};

export type RunningBridge = {
  readonly bridgeId: string;
  readonly agent: Agent;
  readonly link: Link;
  readonly journal: Journal;
  /** Does what is due; for those who gave `tickMs: null`. */
  tick(): void;
  /** Ends the link, the routers and the journal, in this order; then the process has nothing left to do. */
  stop(): Promise<void>;
  /** Resolves with the reason once `stop` is done: "asked", or "revoked" when the worker took the identity back. */
  readonly stopped: Promise<"asked" | "revoked">;
};

/** An update is no reason to leave a router in the middle of a piece of work; a service is given longer to stop. */
const updatePatienceMs = 8_000;

/** Starts the enrolled bridge of a state folder. @throws BadConfig if none is enrolled @throws JournalHeld if it runs already */
export function startBridge(config: BridgeConfig, overrides: BridgeOverrides = {}): RunningBridge {
  const clock = overrides.clock ?? systemClock();
  const log = overrides.log ?? createLog(clock, (line) => process.stdout.write(`${line}\n`));
  const identity = readIdentity(config.folder);
  if (!identity) throw new BadConfig(`No bridge is enrolled in ${config.folder}: run "enrol <code>" first.`);
  const { bridgeId, privateKey } = identity;
  const version = bridgeVersion;
  const startedAt = clock.monotonic();
  let newest: string | null = null;
  const origin = config.server ?? originOf(identity.server);
  const journal = Journal.open(config.folder, clock, log);
  const update = new OwnUpdate(config, ownFolder());
  const ended = Promise.withResolvers<"asked" | "revoked">();

  // At a host of the platform a router reaches the bridge by its tunnel alone, not its lines.
  const blockedPage = config.tunnels === undefined ? new BlockedPage(linePagePort, log) : undefined;
  const agent = createAgent({
    bridgeId,
    journal,
    clock,
    log,
    openRouter: overrides.openRouter ?? openRouter,
    network: new SiteNetwork(config.network),
    blockedPage,
    tunnels: config.tunnels === undefined ? undefined : new TunnelKeeper(config.tunnels, log),
    update,
    send: (message) => link.send(message),
    redial: () => link.redial(),
  });
  const page = new VoucherPage({
    port: config.pagePort ?? pagePort,
    clock,
    log,
    hosts: () => agent.pageHosts(),
    redeem: (typed) => agent.redeem(typed),
  });
  const link = new Link({
    origin,
    bridgeId,
    version,
    bootId: randomUUID(),
    updatedBy: () => update.by,
    clock,
    log,
    random: overrides.random ?? Math.random,
    sign: (text) => signText(privateKey, text),
    journal: () => ({ journalId: journal.id, lastSeq: journal.events.lastSeq }),
    onMessage: (message) => {
      if (message.type === "welcome" && isNewer(message.version, version) && message.version !== newest) {
        newest = message.version ?? null;
        log("bridge.update", { version: message.version ?? "" });
      }
      if (message.type === "welcome") update.linkBegan();
      carefully(() => agent.receive(message));
      if (message.type === "offline_vouchers") page.hurry();
      if (message.type === "refused" && message.reason === "revoked") void stop("revoked");
    },
    onDown: () => agent.linkDown(),
  });

  // A full disk must not end the process: what could not be journalled was not done, and is tried again.
  const carefully = reporting((message) => log("bridge.error", { message }), clock);
  const tick = () =>
    carefully(() => {
      link.tick();
      agent.tick();
      page.tick();
      update.tick(clock.monotonic(), clock.now(), (message) => link.send(message));
    });
  const stopStatus = serveStatus(
    config.folder,
    () => ({
      pid: process.pid,
      version,
      bridgeId,
      name: config.name ?? identity.name,
      server: origin,
      newest,
      uptime: seconds(clock.monotonic() - startedAt),
      link: link.state,
      linkFor: seconds(clock.monotonic() - link.since),
      memory: process.memoryUsage.rss(),
      ...agent.standing(),
    }),
    (message) => log("bridge.status", { message }),
  );
  const timer = overrides.tickMs === null ? undefined : setInterval(tick, overrides.tickMs ?? 200);
  let stopping: Promise<void> | undefined;
  const stop = (reason: "asked" | "revoked") => {
    stopping ??= (async () => {
      clearInterval(timer);
      stopStatus();
      await page.stop();
      await blockedPage?.stop();
      await link.close();
      await agent.stop(update.isAsked ? updatePatienceMs : undefined);
      journal.close();
      log("bridge.stopped", { reason });
      ended.resolve(reason);
    })();
    return stopping;
  };

  log("bridge.started", { bridgeId, version });
  if (timer) tick();
  return { bridgeId, agent, link, journal, tick, stop: () => stop("asked"), stopped: ended.promise };
}

/** Runs an action; its failure is reported, the same one at most once a minute. */
function reporting(report: (message: string) => void, clock: Clock): (action: () => void) => void {
  let last = { message: "", at: Number.NEGATIVE_INFINITY };
  return (action) => {
    try {
      action();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const at = clock.monotonic();
      if (message === last.message && at - last.at < 60_000) return;
      last = { message, at };
      report(message);
    }
  };
}

const seconds = (ms: number) => Math.floor(ms / 1_000);
