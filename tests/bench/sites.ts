import { generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "#bridge/clock";
import { publicKeyOf, signText } from "#bridge/identity";
import { Link } from "#bridge/link";
import { makeContext } from "#worker/context";
import type { Env } from "#worker/env";
import { addRouter } from "../seed/add-router.ts";
import type { TwoProviders } from "../seed/two-providers.ts";
import buildOnce from "../support/build-once.ts";
import type { SiteDatabases } from "../support/site/open-database.ts";
import { siteSecrets } from "../support/site/settings.ts";
import { Site } from "../support/site/site.ts";
import { figuresOf, processIn } from "./process-figures.ts";

// `npm run bench:sites`: 1,000 bridges (BENCH_SITES) on one worker, each with a router: all dial at once, then nothing
// happens for a minute (BENCH_SECONDS), then the worker is replaced and all sockets drop. The bridges are the product's own
// links with keys of their own, without what stands behind them at a site.

const count = Number(process.env.BENCH_SITES || 1_000);
const idleSeconds = Number(process.env.BENCH_SECONDS || 60);
const patienceMs = 5 * 60_000;

type Dialler = { link: Link; upAt: number | null; downs: number };
type Line = { what: string; value: number; unit: string };

await buildOnce();
const dir = mkdtempSync(join(tmpdir(), "bench-sites-"));
const identities = Array.from({ length: count }, () => ({
  id: randomUUID(),
  key: generateKeyPairSync("ed25519").privateKey,
}));
const figures: Line[] = [];
const note = (what: string, value: number, unit: string) => {
  const rounded = Math.round(value * 10) / 10;
  figures.push({ what, value: rounded, unit });
  console.log(`${what}: ${rounded} ${unit}`);
};

const site = await Site.start({ dir: join(dir, "site"), fill: putBridges });
const clock = systemClock();
const diallers: Dialler[] = [];
const ticking = setInterval(() => {
  for (const { link } of diallers) link.tick();
}, 100);
try {
  await site.bridge?.stop();
  await measure();
} finally {
  clearInterval(ticking);
  await Promise.all(diallers.map(({ link }) => link.close()));
  await site.stop();
  rmSync(dir, { recursive: true, force: true });
}
console.table(figures);
console.log(JSON.stringify(figures));
if (process.env.BENCH_FILE) writeFileSync(process.env.BENCH_FILE, JSON.stringify(figures, null, 2));

async function measure(): Promise<void> {
  const before = figuresOf(workerd());
  note("workerd before", before.rssMb, "MB");

  const began = clock.monotonic();
  for (const identity of identities) diallers.push(dialler(identity));
  await everybodyUp();
  noteWelcomes("connect storm", began);
  const connected = figuresOf(workerd());
  note("workerd with all connected", connected.rssMb, "MB");
  note("CPU of the storm, per bridge", (connected.cpuMs - before.cpuMs) / count, "ms");

  const calm = figuresOf(workerd());
  await pause(idleSeconds * 1_000);
  const later = figuresOf(workerd());
  note(`workerd after ${idleSeconds} s of heartbeats`, later.rssMb, "MB");
  note("CPU of heartbeats", (later.cpuMs - calm.cpuMs) / idleSeconds / 10, "% of a core");
  note("links lost meanwhile", diallers.filter(({ upAt }) => upAt === null).length, "bridges");

  for (const one of diallers) one.downs = 0;
  const cut = clock.monotonic();
  await site.worker?.stop();
  await site.startWorker();
  const restarted = clock.monotonic();
  note("worker away for", (restarted - cut) / 1_000, "s");
  await everybodyUp();
  noteWelcomes("redeploy, after the worker's return", restarted);
  note("workerd after the redeploy", figuresOf(workerd()).rssMb, "MB");
}

function workerd(): number {
  return processIn(site.worker?.pid ?? 0, "workerd");
}

function noteWelcomes(what: string, began: number): void {
  const took = diallers.map(({ upAt }) => (upAt ?? began) - began).sort((one, other) => one - other);
  for (const [name, share] of [
    ["median", 0.5],
    ["p95", 0.95],
    ["last", 1],
  ] as const)
    note(`${what}: ${name} welcome`, (took[Math.ceil(share * count) - 1] ?? 0) / 1_000, "s");
  note(
    `${what}: broken links and failed dials`,
    diallers.reduce((sum, { downs }) => sum + downs, 0),
    "in all",
  );
}

async function everybodyUp(): Promise<void> {
  const end = clock.monotonic() + patienceMs;
  while (diallers.some(({ upAt }) => upAt === null)) {
    if (clock.monotonic() > end) throw new Error("not all bridges were welcomed");
    await pause(50);
  }
}

function dialler({ id, key }: { id: string; key: KeyObject }): Dialler {
  const made: Dialler = {
    upAt: null,
    downs: 0,
    link: new Link({
      origin: site.main,
      bridgeId: id,
      version: "0.1.0",
      bootId: randomUUID(),
      updatedBy: () => "hand",
      clock,
      random: Math.random,
      sign: (text) => signText(key, text),
      journal: () => ({ journalId: `journal-${id}`, lastSeq: 0 }),
      log: (event) => {
        if (event !== "link.down") return;
        made.downs += 1;
        made.upAt = null;
      },
      onMessage: (message) => {
        if (message.type === "welcome") welcomed(made, message.routers[0]?.routerId);
      },
      onDown: () => undefined,
    }),
  };
  return made;
}

function welcomed(made: Dialler, routerId: string | undefined): void {
  made.upAt = clock.monotonic();
  if (routerId)
    made.link.send({
      type: "router",
      routerId,
      state: "reachable",
      message: null,
      version: "7.18.2 (stable)",
      seenAgeMs: 0,
    });
}

/** Enrolled long ago, each with a router of the first provider. */
async function putBridges({ d1, providers }: SiteDatabases, { demo }: TwoProviders): Promise<void> {
  const { rootSecret, nameSecret } = siteSecrets(join(dir, "site"));
  const secrets = { ROOT_SECRET: rootSecret, NAME_SECRET: nameSecret };
  const env = { DB: d1, PROVIDER: providers, ...secrets, MAIN_ORIGIN: "http://hotspot.localhost" };
  const ctx = makeContext(env as unknown as Env);
  const insert = d1.prepare(
    "INSERT INTO bridges (id, provider_id, name, public_key, enrolled_at) VALUES (?1, ?2, ?3, ?4, ?5)",
  );
  // A thousand statements in one batch are more than the local D1 takes.
  for (let at = 0; at < count; at += 50)
    await reaching(() =>
      d1.batch(
        identities
          .slice(at, at + 50)
          .map(({ id, key }, index) =>
            insert.bind(id, demo.id, `Site ${at + index + 1}`, publicKeyOf(key), Date.now()),
          ),
      ),
    );
  const withRouter = ({ id }: { id: string }, index: number) =>
    reaching(async () => {
      const router = { id: randomUUID(), name: `Router ${index + 1}`, bridgeId: id, createdAt: Date.now() };
      const place = { host: `10.${index >> 8}.${index & 255}.1`, port: 8728, username: "mlango" };
      const secrets = { password: "secret", macAuthPassword: "mac" };
      await addRouter(ctx, { ...router, ...place, secrets, providerId: demo.id });
    });
  for (let at = 0; at < count; at += 10)
    await Promise.all(identities.slice(at, at + 10).map((one, index) => withRouter(one, at + index)));
}

/** On a busy machine the local D1 has closed a connection that was idle for some seconds just when it is used again. */
async function reaching<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (cause) {
      if (tries === 5 || !/fetch failed/.test(String(cause))) throw cause;
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
