import { expect, test } from "vitest";
import type { FromBridge } from "#contract/bridge";
import { say } from "#contract/texts";
import { judge } from "#worker/features/routers/preflight/judge";
import { desired, hour, phone, routerId, serve, TestSite } from "./test-site.ts";

// When a bridge looks for traps by itself, when it is asked to, and what it says of it.

type News = Extract<FromBridge, { type: "preflight" }>;

const news = (site: TestSite) => site.sent.filter((message): message is News => message.type === "preflight");
const reports = (site: TestSite) => news(site).flatMap(({ done }) => done ?? []);

/** What it says reads over a real connection: the test's clock stands still meanwhile. */
async function reported(site: TestSite, count: number) {
  await expect.poll(() => reports(site).length).toBe(count);
  return reports(site)[count - 1];
}

const codes = (done: NonNullable<News["done"]> | undefined) =>
  judge({ facts: done?.facts ?? {}, clockOffMs: 0 }).flatMap(({ code, verdict }) =>
    verdict === "blocks" ? code : [],
  );

test("the first contact of a run is followed by one check, after whoever waits was let in", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  expect(news(site)).toEqual([]);
  await site.pass(3_000);
  const done = await reported(site, 1);
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(done?.note).toBeNull();
  expect(done?.facts.resource).toEqual({
    value: {
      version: "7.18.2 (stable)",
      board: "RB5009UG+S+",
      architecture: "arm64",
      freeBytes: 998_244_352,
    },
  });
  expect(news(site)[0]).toEqual({ type: "preflight", routerId, checked: 0, total: 31, done: null });
  await site.pass(10 * 60_000, 10_000);
  expect(reports(site)).toHaveLength(1);
});

test("a router without the package, which serves nobody, is checked all the same", async (t) => {
  const site = await TestSite.start(t, { box: { lacks: ["hotspot"] } });
  await site.pass(5_000);
  expect(site.routerState?.state).toBe("refused");
  expect(codes(await reported(site, 1))).toEqual(["packageMissing"]);
});

test("another version is looked at anew", async (t) => {
  const site = await TestSite.start(t);
  await site.pass(3_000);
  await reported(site, 1);
  Object.assign(site.simulator.settings, { release: "7.23.4" });
  site.control({ reboot: true });
  await site.pass(30_000);
  const done = await reported(site, 2);
  expect(done?.facts.resource).toMatchObject({ value: { version: "7.23.4 (stable)" } });
});

test("each new link is told what was found, with its age", async (t) => {
  const site = await TestSite.start(t);
  await site.pass(3_000);
  const first = await reported(site, 1);
  site.linkDown();
  await site.pass(hour, 60_000);
  await site.welcome();
  const again = reports(site)[1];
  expect(again?.facts).toEqual(first?.facts);
  expect(Math.abs((again?.ageMs ?? 0) - hour)).toBeLessThan(2_000);
});

test("whoever asks is answered at once, and two who ask at once see one check", async (t) => {
  const site = await TestSite.start(t);
  await site.pass(3_000);
  await reported(site, 1);
  for (const id of ["q1", "q2"])
    site.agent.receive({ type: "request", id, request: { kind: "preflight", routerId } });
  await reported(site, 2);
  const answers = site.sent.filter((message) => message.type === "answer");
  expect(answers).toEqual(
    ["q1", "q2"].map((id) => ({ type: "answer", id, ok: true, message: say("check_begun") })),
  );
  expect(reports(site)).toHaveLength(2);
});

test("what could not be read whole is read again, a minute later", async (t) => {
  const site = await TestSite.start(t);
  site.timeouts = { readTimeoutMs: 200 };
  await site.restart();
  await site.welcome();
  site.control({ faults: { broken: [{ how: "stall", command: "/ip/service" }] } });
  await site.pass(3_000);
  expect((await reported(site, 1))?.note).toMatchObject({ with: { count: 30, total: 31 } });
  await site.pass(61_000, 10_000);
  expect((await reported(site, 2))?.note).toBeNull();
});

test("a menu that hangs holds up neither the visitors nor the bridge's end", async (t) => {
  const site = await TestSite.start(t);
  site.control({ faults: { broken: [{ how: "stall", command: "/ip/service", times: 9 }] } });
  await site.pass(3_000);
  await site.desired(desired("e1", 1, serve()));
  expect(site.simulator.isOnline(phone)).toBe(true);
  const began = performance.now();
  await site.stop();
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(reports(site)).toEqual([]);
});
