import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect, type TestContext, test } from "vitest";
import { growingWait, redialWait } from "#bridge/backoff";
import { publicKeyOf, signText } from "#bridge/identity";
import { Link } from "#bridge/link";
import type { FromBridge, ToBridge } from "#contract/bridge";
import { FakeWorker, type WorkerBehaviour } from "../support/fake-worker.ts";
import { bridgeId, desired, quietLog, routerId, serve, TestClock } from "./test-site.ts";

type Dialled = {
  worker: FakeWorker;
  link: Link;
  clock: TestClock;
  received: ToBridge[];
  downs(): number;
  random: { next: number };
};

async function dialled(
  t: TestContext,
  behaviour: Partial<WorkerBehaviour> = {},
  changes: { host?: string; key?: KeyObject } = {},
): Promise<Dialled> {
  const worker = await FakeWorker.start(behaviour);
  const { privateKey } = generateKeyPairSync("ed25519");
  worker.keys.set(bridgeId, publicKeyOf(changes.key ?? privateKey));
  const clock = new TestClock();
  const received: ToBridge[] = [];
  const random = { next: 0.5 };
  let downs = 0;
  const link = new Link({
    bridgeId,
    version: "0.1.0",
    bootId: "boot",
    updatedBy: () => "hand",
    clock,
    log: quietLog,
    origin: changes.host ? `http://${changes.host}:${worker.port}` : worker.origin,
    sign: (text) => signText(privateKey, text),
    journal: () => ({ journalId: "journal", lastSeq: 7 }),
    random: () => random.next,
    onMessage: (message) => void received.push(message),
    onDown: () => {
      downs += 1;
    },
  });
  t.onTestFinished(async () => {
    await link.close();
    await worker.close();
  });
  link.tick();
  return { worker, link, clock, received, random, downs: () => downs };
}

test("the bridge proves who it is, says what its journal holds, and is welcomed", async (t) => {
  const { worker, link, received } = await dialled(t);
  await expect.poll(() => link.state).toBe("up");
  expect(worker.hellos).toMatchObject([
    { journalId: "journal", bootId: "boot", lastSeq: 7, version: "0.1.0" },
  ]);
  await expect.poll(() => received.map((message) => message.type)).toEqual(["welcome", "desired"]);
  expect(worker.proved).toEqual([true]);
  const here: FromBridge = { type: "here" };
  expect(link.send(here)).toBe(true);
  await expect.poll(() => worker.heard).toEqual([here]);
});

test("names that end in .localhost are this machine", async (t) => {
  const { link } = await dialled(t, {}, { host: "demo.hotspot.localhost" });
  await expect.poll(() => link.state).toBe("up");
});

test("a broken link is dialled again after a random wait, and nothing is sent meanwhile", async (t) => {
  const { worker, link, clock, random, downs } = await dialled(t);
  await expect.poll(() => link.state).toBe("up");
  clock.pass(60_000);
  random.next = 0.9;
  worker.cut();
  await expect.poll(() => link.state).toBe("waiting");
  expect(downs()).toBe(1);
  expect(link.send({ type: "here" })).toBe(false);
  clock.pass(400);
  link.tick();
  expect(link.state).toBe("waiting");
  clock.pass(100);
  link.tick();
  await expect.poll(() => link.state).toBe("up");
});

test("a link that the worker ended is dialled anywhere in the span that the worker asked for, again and again", async (t) => {
  const { worker, link, clock, random } = await dialled(t, { redialWithinMs: 60_000 });
  await expect.poll(() => link.state).toBe("up");
  random.next = 0.9;
  for (const behaviour of [{}, { answersWith: 503 }, {}]) {
    if (link.state === "up") {
      clock.pass(60_000);
      worker.cut();
    }
    await expect.poll(() => link.state).toBe("waiting");
    Object.assign(worker.behaviour, { answersWith: undefined, ...behaviour });
    clock.pass(53_000);
    link.tick();
    expect(link.state).toBe("waiting");
    clock.pass(1_000);
    link.tick();
    expect(link.state).not.toBe("waiting");
    await expect.poll(() => link.state).not.toBe("dialling");
  }
  expect(link.state).toBe("up");
});

test("a link that fell silent is dialled within half a second, whatever span the worker asked for", async (t) => {
  const { worker, link, clock, random } = await dialled(t, { redialWithinMs: 60_000, pongs: false });
  await expect.poll(() => link.state).toBe("up");
  random.next = 0.9;
  for (let beat = 0; beat < 3; beat++) {
    clock.pass(25_000);
    link.tick();
  }
  expect(link.state).toBe("waiting");
  worker.behaviour.pongs = true;
  clock.pass(450);
  link.tick();
  await expect.poll(() => link.state).toBe("up");
});

test("waits are full jitter up to 30 s, and a router's grow to 4 s", () => {
  for (const endedBy of ["silence", "other-end"] as const)
    expect([1, 2, 6, 7, 41].map((failures) => redialWait(failures, endedBy, 0, () => 1))).toEqual([
      ...[500, 1_000, 16_000, 30_000, 30_000],
    ]);
  expect(redialWait(41, "silence", 60_000, () => 1)).toBe(60_000);
  expect(redialWait(41, "silence", 60_000, () => 0)).toBe(0);
  expect([1, 2, 3, 6, 7, 50].map((failures) => growingWait(failures, 4_000))).toEqual([
    ...[0, 250, 500, 4_000, 4_000, 4_000],
  ]);
});

test("a worker that stays silent for two heartbeats is gone; one that answers is not", async (t) => {
  const { worker, link, clock } = await dialled(t);
  await expect.poll(() => link.state).toBe("up");
  for (let beat = 0; beat < 5; beat++) {
    clock.pass(25_000);
    link.tick();
    // The pong needs its way; nothing else tells that it came.
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  expect(link.state).toBe("up");
  worker.behaviour.pongs = false;
  for (let beat = 0; beat < 3; beat++) {
    clock.pass(25_000);
    link.tick();
  }
  expect(link.state).toBe("waiting");
});

test("what this version does not know is ignored and counted, and takes nothing else with it", async (t) => {
  const { worker, link, received } = await dialled(t);
  await expect.poll(() => received.length).toBe(2);
  worker.sendText("no JSON");
  worker.send({ type: "from_the_future", anything: 1 });
  worker.send({ type: "ack" });
  const unknownSpec = { id: "e2", routerId, rev: 1, order: 1, spec: { kind: "assign" } };
  worker.send({
    type: "desired",
    desiredEntitlements: [desired("e1", 1, serve()), unknownSpec],
    added: true,
  });
  worker.send({ type: "are_you_there" });
  await expect.poll(() => received.length).toBe(4);
  expect(received[2]).toEqual({ type: "desired", desiredEntitlements: [desired("e1", 1, serve())] });
  expect(link.ignored).toBe(4);
  expect(link.state).toBe("up");
});

test("of a list, what this version can't read is left out alone, the first of all at the welcome", async (t) => {
  const assignment = (id: string) => ({
    routerId: id,
    servingEpoch: 1,
    host: "192.168.88.1",
    port: 8728,
    username: "mlango",
    password: "p",
    macAuthPassword: "m",
  });
  const newer = { ...assignment("newer"), port: "winbox" } as never;
  const { worker, link, received } = await dialled(t, { routers: [assignment("known"), newer] });
  await expect.poll(() => received.length).toBe(2);
  expect(received[0]).toMatchObject({ type: "welcome", routers: [assignment("known")] });
  worker.send({ type: "assign", routers: [newer, assignment("second")] });
  const voucher = { id: "v1", routerId, rev: 1, spec: { kind: "return" } };
  worker.send({
    type: "offline_vouchers",
    offlineVouchers: [{ ...voucher, spec: { kind: "lend" } }, voucher],
  });
  await expect.poll(() => received.length).toBe(4);
  expect(received.slice(2)).toEqual([
    { type: "assign", routers: [assignment("second")] },
    { type: "offline_vouchers", offlineVouchers: [voucher] },
  ]);
  expect(link.ignored).toBe(3);
});

test("a duplicate waits a minute before it tries again", async (t) => {
  const { worker, link, clock, received } = await dialled(t, { refuse: "duplicate" });
  await expect.poll(() => received).toMatchObject([{ type: "refused", reason: "duplicate" }]);
  expect(link.state).toBe("waiting");
  clock.pass(59_000);
  link.tick();
  expect(link.state).toBe("waiting");
  worker.behaviour.refuse = undefined;
  clock.pass(1_000);
  link.tick();
  await expect.poll(() => link.state).toBe("up");
});

test("a revoked bridge does not dial again", async (t) => {
  const { link, clock } = await dialled(t, { refuse: "revoked" });
  await expect.poll(() => link.state).toBe("stopped");
  clock.pass(10 * 60_000);
  link.tick();
  expect(link.state).toBe("stopped");
});

test("with another key the bridge is refused", async (t) => {
  const { received } = await dialled(t, {}, { key: generateKeyPairSync("ed25519").privateKey });
  await expect.poll(() => received).toMatchObject([{ type: "refused", reason: "signature" }]);
});
