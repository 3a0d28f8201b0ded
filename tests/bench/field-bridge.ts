import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { enrol } from "#bridge/enrolment";
import type { DesiredEntitlement, FromBridge } from "#contract/bridge";
import { deviceSubject } from "#contract/values/subject";
import { hourMs } from "#contract/values/time";
import { memoryStore, RouterSimulator } from "../simulators/routeros/index.ts";
import buildOnce from "../support/build-once.ts";
import { FakeWorker } from "../support/fake-worker.ts";
import { root } from "../support/site/processes.ts";
import { farWay } from "./far-way.ts";
import { figuresOf } from "./process-figures.ts";

// `npm run bench:bridge`: the bridge as a site installs it (one file, a heap of 48 MB) with 500 active users (BENCH_USERS) who
// use their link, for a bit more than two minutes (BENCH_SECONDS). Its router and its worker are in this process.
// BENCH_ROUND_TRIP_MS=200 puts the routers at the end of such a connection.
// BENCH_ROUTERS=200 BENCH_USERS=2000 BENCH_HEAP=192 is the bridge of a platform's host, with routers of many providers.

const count = Number(process.env.BENCH_USERS || 500);
const seconds = Number(process.env.BENCH_SECONDS || 150);
const routerCount = Number(process.env.BENCH_ROUTERS || 1);
const heapMb = Number(process.env.BENCH_HEAP || 48);
const roundTripMs = Number(process.env.BENCH_ROUND_TRIP_MS || 0);
/** What it may cost: at a site, and at a host of the platform. */
const budgetMb = routerCount === 1 ? 64 : 256;

await buildOnce();
const folder = mkdtempSync(join(tmpdir(), "bench-bridge-"));
const assets = join(root, "dist", "client", "assets");
const bundle = readdirSync(assets).find((name) => /^mlango-bridge-.*\.mjs$/.test(name));
if (!bundle) throw new Error("the build has no bridge");

const hex = (byte: number) => byte.toString(16).padStart(2, "0").toUpperCase();
const phones = Array.from({ length: count }, (_, index) => ({
  mac: `02:00:00:00:${hex(index >> 8)}:${hex(index & 255)}`,
  ip: `10.5.${50 + (index >> 7)}.${10 + (index & 127)}`,
}));
const placeOf = (phone: number) => phone % routerCount;
const routers = Array.from(
  { length: routerCount },
  (_, place) =>
    new RouterSimulator({
      clock: Date,
      store: memoryStore(),
      users: [{ name: "mlango", password: "secret", policies: ["api", "read", "write", "sensitive"] }],
      hotspot: { macAuthPassword: "mac-secret" },
      hosts: phones.filter((_phone, index) => placeOf(index) === place),
    }),
);
const near = await Promise.all(routers.map((router) => router.listen()));
const ways = await Promise.all(roundTripMs ? near.map(({ port }) => farWay(port, roundTripMs / 2)) : []);
const ports = roundTripMs ? ways : near;
const activeCount = () => routers.reduce((sum, router) => sum + router.report().active.length, 0);
const worker = await FakeWorker.start({
  routers: ports.map(({ port }, place) => ({
    routerId: `router-${place}`,
    servingEpoch: 1,
    host: "127.0.0.1",
    port,
    username: "mlango",
    password: "secret",
    macAuthPassword: "mac-secret",
  })),
  desiredEntitlements: phones.map(
    ({ mac }, index): DesiredEntitlement => ({
      id: `purchase-${index}`,
      routerId: `router-${placeOf(index)}`,
      rev: 1,
      order: index,
      spec: {
        kind: "serve",
        subjects: [deviceSubject(mac)],
        upKbps: 2_000,
        downKbps: 5_000,
        durationMs: 3 * hourMs,
        remainingMs: null,
        dataBytes: null,
        usedBytes: 0,
      },
    }),
  ),
});
worker.codes.add("CODE");
await enrol("CODE", { folder, server: worker.origin });

const flags = ["--disable-warning=ExperimentalWarning", `--max-old-space-size=${heapMb}`];
const began = Date.now();
const bridge = spawn(process.execPath, [...flags, join(assets, bundle), "run"], {
  env: { ...process.env, BRIDGE_DIR: folder },
  stdio: ["ignore", "ignore", "inherit"],
});
try {
  await measure(bridge.pid ?? 0);
} finally {
  bridge.kill("SIGTERM");
  await new Promise((resolve) => bridge.once("exit", resolve));
  await worker.close();
  await Promise.all(ways.map((way) => way.close()));
  await Promise.all(routers.map((router) => router.close()));
  rmSync(folder, { recursive: true, force: true });
}

async function measure(pid: number): Promise<void> {
  while (activeCount() < count) {
    if (Date.now() - began > 5 * 60_000) throw new Error(`${activeCount()} users are online`);
    await pause(100);
  }
  const onlineAfter = (Date.now() - began) / 1_000;
  const starting = figuresOf(pid);
  worker.heard.length = 0;
  const samples: number[] = [];
  const from = Date.now();
  // Ten devices a second, in turn: the simulated router takes ten milliseconds for each, and has the bridge to answer.
  for (let second = 1; Date.now() - from < seconds * 1_000; second += 1) {
    for (let place = second * 10; place < second * 10 + 10; place += 1)
      routers[placeOf(place % count)]?.control({
        traffic: { mac: phones[place % count]?.mac ?? "", bytesIn: 100_000, bytesOut: 1_000_000 },
      });
    await pause(Math.max(0, from + second * 1_000 - Date.now()));
    if (second % 5 === 0) samples.push(figuresOf(pid).ownMb);
  }
  const ended = figuresOf(pid);
  const took = (Date.now() - from) / 1_000;
  const half = samples.length >> 1;
  const mean = (part: number[]) => part.reduce((sum, value) => sum + value, 0) / part.length;
  const told = (type: FromBridge["type"]) => worker.heard.filter((message) => message.type === type).length;
  const figures = {
    routers: routerCount,
    users: count,
    "round trip to a router, ms": roundTripMs,
    "heap allowed, MB": heapMb,
    seconds: round(took),
    "all online after, s": onlineAfter,
    "resident with Node's own files, MB": ended.rssMb,
    "memory when all are online, MB": starting.ownMb,
    "memory, first half, MB": round(mean(samples.slice(0, half))),
    "memory, second half, MB": round(mean(samples.slice(half))),
    "memory, most, MB": Math.max(...samples),
    "memory allowed, MB": budgetMb,
    "CPU, % of a core": round((ended.cpuMs - starting.cpuMs) / took / 10),
    "CPU until all were online, s": round(starting.cpuMs / 1_000),
    "messages of usage per minute": round((told("usage") / took) * 60),
    "all still online": activeCount() === count,
    "messages nobody understood": worker.problems.length,
  };
  console.table(figures);
  console.log(JSON.stringify(figures));
  if (process.env.BENCH_FILE) writeFileSync(process.env.BENCH_FILE, JSON.stringify(figures, null, 2));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
