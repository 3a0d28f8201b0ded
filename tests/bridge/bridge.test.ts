import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type TestContext, test } from "vitest";
import { systemClock } from "#bridge/clock";
import { BadConfig, readConfig } from "#bridge/config";
import { EnrolmentFailed, enrol } from "#bridge/enrolment";
import { publicKeyOf, readIdentity } from "#bridge/identity";
import { type RunningBridge, startBridge } from "#bridge/start-bridge";
import type { EntitlementSpec } from "#contract/bridge";
import { deviceSubject } from "#contract/values/subject";
import { FakeWorker } from "../support/fake-worker.ts";
import { runDoomedBridge } from "./doomed-bridge.ts";
import {
  assignmentOf,
  desired,
  minute,
  phone,
  quietLog,
  serve,
  type TestRouter,
  testFolder,
  testRouter,
} from "./test-site.ts";

const root = join(import.meta.dirname, "..", "..");

type Worker = { worker: FakeWorker; router: TestRouter; folder: string; env: Record<string, string> };

/** A worker that wants one hour for `phone`, a router that sees it, and a folder with an enrolled bridge. */
async function enrolled(t: TestContext): Promise<Worker> {
  const router = await testRouter(t, systemClock());
  const worker = await FakeWorker.start({
    routers: [assignmentOf(router.port)],
    desiredEntitlements: [desired("e1", 1, serve())],
  });
  t.onTestFinished(() => worker.close());
  const folder = testFolder(t);
  worker.codes.add("CODE");
  await enrol("CODE", { folder, server: worker.origin });
  return { worker, router, folder, env: { ...process.env, BRIDGE_DIR: folder, NODE_NO_WARNINGS: "1" } };
}

function started(t: TestContext, folder: string): RunningBridge {
  const bridge = startBridge({ folder, server: undefined, name: undefined }, { log: quietLog, tickMs: 20 });
  t.onTestFinished(() => bridge.stop());
  return bridge;
}

type Child = { process: ChildProcess; said(): string; ended: Promise<number | null> };

function run(t: TestContext, args: string[], env: Record<string, string>): Child {
  const child = spawn(process.execPath, args, { cwd: root, env });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  const ended = once(child, "close").then(([code]) => code as number | null);
  t.onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { process: child, said: () => said, ended };
}

const story = (worker: FakeWorker) =>
  worker.events.map((event) => (event.kind === "applied" ? `${event.kind} ${event.state}` : event.kind));

test("an enrolled bridge puts a device online over the real link and the real router API", async (t) => {
  const { worker, router, folder } = await enrolled(t);
  const bridge = started(t, folder);
  await expect.poll(() => router.simulator.isOnline(phone)).toBe(true);
  await expect.poll(() => story(worker)).toEqual(["started", "applied online"]);
  await expect.poll(() => bridge.journal.events.after(0, 10)).toEqual([]);
  expect(worker.problems).toEqual([]);
  expect(worker.heard.map((message) => message.type)).toContain("router");
});

test("killed before or after any write to the router, it loses nothing and doubles nothing", async (t) => {
  const { worker, router, env } = await enrolled(t);
  let rev = 0;
  /** Wants this goal and kills one bridge after the other at its first, second … write, until one gets through. */
  const getThrough = async (spec: EntitlementSpec, state: string, when: "before" | "after") => {
    rev += 1;
    worker.behaviour.desiredEntitlements = [desired("e1", rev, spec)];
    const isApplied = () => worker.events.some((event) => event.kind === "applied" && event.rev === rev);
    for (let write = 1; !isApplied(); write++) {
      expect(write).toBeLessThan(10);
      const script = `import("#tests/bridge/doomed-bridge").then((it) => it.${runDoomedBridge.name}(${write}, "${when}"))`;
      const child = run(t, ["-e", script], env);
      await expect.poll(() => child.process.signalCode !== null || isApplied()).toBe(true);
      child.process.kill("SIGKILL");
      await child.ended;
    }
    expect(worker.events.at(-1)).toMatchObject({ kind: "applied", rev, state });
  };
  for (const when of ["before", "after"] as const) {
    await getThrough(serve({ remainingMs: rev === 0 ? null : 30 * minute }), "online", when);
    const { users, active } = router.simulator.report();
    expect({ users, sessions: active.length }).toEqual({ users: 2, sessions: 1 });
    await getThrough({ kind: "end", subjects: [deviceSubject(phone)], reason: "cut_off" }, "ended", when);
    expect(router.simulator.report()).toMatchObject({ users: 1, active: [] });
  }
  expect(worker.events.filter((event) => event.kind === "started")).toMatchObject([{ rev: 1 }]);
  expect(worker.events.map((event) => event.seq)).toEqual(worker.events.map((_, index) => index + 1));
  expect(worker.problems).toEqual([]);
});

test("the commands enrol and run work as a service sees them", async (t) => {
  const router = await testRouter(t, systemClock());
  const worker = await FakeWorker.start({
    routers: [assignmentOf(router.port)],
    desiredEntitlements: [desired("e1", 1, serve())],
  });
  t.onTestFinished(() => worker.close());
  const folder = testFolder(t);
  const origin = `http://site.localhost:${worker.port}`;
  const env = { ...process.env, BRIDGE_DIR: folder, MLANGO_ORIGIN: origin, NODE_NO_WARNINGS: "1" };
  const early = run(t, ["bridge/main.ts", "run"], env);
  expect(await early.ended).toBe(1);
  expect(early.said()).toContain('run "enrol <code>" first');

  worker.codes.add("ABCD-EFGH");
  const enrolment = run(t, ["bridge/main.ts", "enrol", "ABCD-EFGH"], env);
  expect(await enrolment.ended).toBe(0);
  const { bridgeId } = JSON.parse(enrolment.said());
  expect(JSON.parse(enrolment.said())).toEqual({ ready: true, bridgeId, name: "Test site", server: origin });
  const again = run(t, ["bridge/main.ts", "enrol", "ABCD-EFGH"], env);
  expect(await again.ended).toBe(1);
  expect(again.said()).toContain('enrolled already, as "Test site"');

  const bridge = run(t, ["bridge/main.ts", "run"], env);
  await expect.poll(() => router.simulator.isOnline(phone)).toBe(true);
  expect(bridge.said()).toContain(JSON.stringify({ ready: true, bridgeId }));
  const twin = run(t, ["bridge/main.ts", "run"], env);
  expect(await twin.ended).toBe(1);
  expect(twin.said()).toContain(`Another bridge (process ${bridge.process.pid}) is running`);

  bridge.process.kill("SIGTERM");
  expect(await bridge.ended).toBe(0);
  expect(existsSync(join(folder, "lock"))).toBe(false);
  expect(router.simulator.isOnline(phone)).toBe(true);
  for (const secret of ["secret", "PRIVATE KEY"]) expect(bridge.said()).not.toContain(secret);
  const usage = run(t, ["bridge/main.ts"], env);
  expect(await usage.ended).toBe(2);
});

test("a revoked bridge ends with a sentence and has no passwords left", async (t) => {
  const { worker, folder, env } = await enrolled(t);
  worker.behaviour.refuse = "revoked";
  const bridge = run(t, ["bridge/main.ts", "run"], env);
  expect(await bridge.ended).toBe(78);
  expect(bridge.said()).toContain("no longer knows this bridge");
  expect(readFileSync(join(folder, "journal.sqlite"), "latin1")).not.toContain("mac-secret");
});

test("after a drop the bridge comes back under a new journal and takes what the worker wants", async (t) => {
  const { worker, router, folder } = await enrolled(t);
  worker.behaviour.journal = (hello) => (worker.hellos[0]?.journalId === hello.journalId ? "drop" : "keep");
  started(t, folder);
  await expect.poll(() => router.simulator.isOnline(phone)).toBe(true);
  expect(worker.hellos).toHaveLength(2);
  expect(worker.hellos[1]).toMatchObject({ lastSeq: 0, bootId: worker.hellos[0]?.bootId });
});

test("a disk that takes nothing does not end the bridge, and what was wanted is done when it takes again", async (t) => {
  const { worker, router, folder } = await enrolled(t);
  const events: string[] = [];
  const bridge = startBridge(
    { folder, server: undefined, name: undefined },
    { log: (event) => void events.push(event), tickMs: 20 },
  );
  t.onTestFinished(() => bridge.stop());
  const { desired: take } = bridge.journal.entitlements;
  bridge.journal.entitlements.desired = () => {
    throw new Error("database or disk is full");
  };
  await expect.poll(() => events).toContain("bridge.error");
  expect(router.simulator.report().users).toBeLessThan(2);
  bridge.journal.entitlements.desired = take;
  worker.send({ type: "desired", desiredEntitlements: worker.behaviour.desiredEntitlements });
  await expect.poll(() => router.simulator.isOnline(phone)).toBe(true);
});

test("the key stays on this machine, readable for its user alone, and survives a lost answer", async (t) => {
  const folder = testFolder(t);
  const worker = await FakeWorker.start();
  t.onTestFinished(() => worker.close());
  await expect(enrol("WRONG", { folder, server: worker.origin })).rejects.toThrow(
    `${worker.origin} did not enrol this bridge: This code is used or too old.`,
  );
  const pending = readFileSync(join(folder, "enrolling.pem"), "utf8");
  worker.codes.add("RIGHT");
  await enrol(" RIGHT ", { folder, server: worker.origin });
  const identity = readIdentity(folder);
  expect(identity?.privateKey.export({ type: "pkcs8", format: "pem" })).toBe(pending);
  expect(identity && worker.keys.get(identity.bridgeId)).toBe(identity && publicKeyOf(identity.privateKey));
  expect(statSync(join(folder, "identity.json")).mode & 0o777).toBe(0o600);
  expect(existsSync(join(folder, "enrolling.pem"))).toBe(false);
});

test("a bridge that is enrolled stays who it is unless it is told to be replaced", async (t) => {
  const { worker, folder } = await enrolled(t);
  const first = readIdentity(folder)?.bridgeId;
  worker.codes.add("NEW");
  await expect(enrol("NEW", { folder, server: worker.origin })).rejects.toThrow(EnrolmentFailed);
  await enrol("NEW", { folder, server: worker.origin, replace: true });
  expect(readIdentity(folder)?.bridgeId).not.toBe(first);
});

test("a server that cannot be reached is named", async (t) => {
  const folder = testFolder(t);
  const worker = await FakeWorker.start();
  const { origin } = worker;
  await worker.close();
  await expect(enrol("CODE", { folder, server: origin })).rejects.toThrow(`${origin} cannot be reached`);
});

test("settings come from the environment, then from the file", (t) => {
  const folder = testFolder(t);
  expect(readConfig({ BRIDGE_DIR: folder })).toEqual({
    folder,
    server: undefined,
    name: undefined,
    network: {},
  });
  writeFileSync(
    join(folder, "config.json"),
    JSON.stringify({ server: "https://mlango.example/x", name: "Kiosk" }),
  );
  expect(readConfig({ BRIDGE_DIR: folder })).toEqual({
    folder,
    server: "https://mlango.example",
    name: "Kiosk",
    network: {},
  });
  expect(readConfig({ BRIDGE_DIR: folder, MLANGO_ORIGIN: "http://hotspot.localhost:8787" })).toMatchObject({
    server: "http://hotspot.localhost:8787",
  });
});

test("where routers are looked for can be set, within private networks and this machine", (t) => {
  const folder = testFolder(t);
  const set = (around: unknown) => writeFileSync(join(folder, "config.json"), JSON.stringify(around));
  set({
    discovery: { ask: ["127.0.0.1:5678", "192.168.88.255:5678"], listenPort: 0 },
    scan: { subnets: ["127.0.0.0/29", "10.8.0.0/24"], ports: [8728] },
  });
  expect(readConfig({ BRIDGE_DIR: folder }).network).toEqual({
    ask: [
      { address: "127.0.0.1", port: 5678 },
      { address: "192.168.88.255", port: 5678 },
    ],
    listenPort: 0,
    subnets: [
      { address: 0x7f000000, prefix: 29 },
      { address: 0x0a080000, prefix: 24 },
    ],
    ports: [8728],
  });
  for (const wrong of [
    { scan: { subnets: ["8.8.8.0/24"] } },
    { scan: { subnets: ["192.168.0.0/16"] } },
    { scan: { ports: [0] } },
    { discovery: { ask: ["mlango.example:5678"] } },
    { discovery: { ask: ["10.0.0.1"] } },
  ]) {
    set(wrong);
    expect(() => readConfig({ BRIDGE_DIR: folder })).toThrow(/config\.json cannot be understood/);
  }
});

test("settings that cannot be used are refused with a sentence", (t) => {
  const folder = testFolder(t);
  expect(() => readConfig({})).toThrow("Set BRIDGE_DIR");
  expect(() => readConfig({ BRIDGE_DIR: folder, MLANGO_ORIGIN: "mlango" })).toThrow(BadConfig);
  expect(() => readConfig({ BRIDGE_DIR: folder, MLANGO_ORIGIN: "http://mlango.example" })).toThrow(
    "would send passwords in the clear",
  );
  writeFileSync(join(folder, "config.json"), '{"sevrer": "x"}');
  expect(() => readConfig({ BRIDGE_DIR: folder })).toThrow(/config\.json cannot be understood/);
});
