import { expect, type TestContext, test } from "vitest";
import { deviceSubject } from "../../worker/contract/values/subject.ts";
import { assignmentOf, desired, hour, minute, otherPhone, phone, serve, TestSite } from "./test-site.ts";

// A bridge on a new disk finds people online whom its predecessor let in. What is left of a purchase is then known to the
// worker as of its last report, and to the router as of now.

const MB = 1_000_000;
const dataBytes = 20 * MB;

/** Megabytes go through at 200 kB a second, within what the plan's line carries. */
async function download(site: TestSite, megabytes: number, mac = phone): Promise<void> {
  for (let left = megabytes * MB; left > 0; left -= MB) {
    site.control({ traffic: { mac, bytesOut: MB } });
    await site.pass(5_000, 5_000);
  }
}

/** Of 20 MB six are used, four of them while the bridge was there and one reported by it; then it has a new disk. */
async function replaced(t: TestContext): Promise<TestSite> {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve({ dataBytes })));
  await download(site, 4);
  await site.restart(() => {
    site.loseDisk();
    site.clock.pass(minute);
    site.control({ traffic: { mac: phone, bytesOut: 2 * MB } });
  });
  return site;
}

const held = desired("e1", 1, serve({ dataBytes, usedBytes: MB, remainingMs: hour - 80_000 }));

/** What the worker has heard of sessions that are over, as it would add it up. */
const told = (site: TestSite) =>
  site.events.reduce((sum, event) => (event.kind === "session" ? sum + event.totals.bytesDown : sum), 0);

test.for(["before the router was read", "when it asked whose they are"])(
  "a purchase of which the new disk hears %s goes on with the data that is left on the router, without a blip",
  async (when, t) => {
    const site = await replaced(t);
    if (when === "when it asked whose they are") {
      await site.welcome();
      expect(site.sent.some((message) => message.type === "ask")).toBe(true);
      await site.desired(held);
    } else {
      const { length } = site.simulator.report().active;
      expect(length).toBe(1);
      site.isOnline = true;
      site.agent.receive({
        type: "welcome",
        journal: "keep",
        ackedSeq: 0,
        routers: [assignmentOf(site.port)],
      });
      await site.desired(held);
    }
    const [session] = site.simulator.report().active;
    expect(session).toMatchObject({ mac: phone, bytesOut: String(6 * MB) });
    expect(site.journal.entitlements.used("e1")).toBe(6 * MB);
    // The worker knew of one: it hears of the five others, once.
    expect(told(site)).toBe(5 * MB);
    await download(site, 12);
    expect(site.simulator.isOnline(phone)).toBe(true);
    await download(site, 3);
    expect(site.simulator.isOnline(phone)).toBe(false);
    expect(site.story("e1")).toContain("ended 1 data");
    expect(Math.abs(MB + told(site) - dataBytes)).toBeLessThanOrEqual(MB);
  },
);

test("what was used up meanwhile is over, and a session that ended and came again counts as well", async (t) => {
  const site = await replaced(t);
  site.control({ host: { mac: phone, present: false } });
  site.control({ host: { mac: phone, ip: "10.5.50.11", present: true } });
  site.control({ traffic: { mac: phone, bytesOut: 20 * MB } });
  await site.welcome();
  await site.desired(held);
  await site.pass(2_000);
  expect(site.simulator.isOnline(phone)).toBe(false);
  expect(site.story("e1")).toContain("ended 1 data");
  expect(MB + told(site)).toBe(dataBytes);
});

test("with two devices on one cap the greater use counts, not more than was used; and no cap needs no count", async (t) => {
  const site = await TestSite.start(t);
  const both = { dataBytes, macs: [phone, otherPhone] };
  await site.desired(desired("e1", 1, serve(both)));
  await download(site, 3);
  await download(site, 2, otherPhone);
  await site.restart(() => site.loseDisk());
  await site.welcome();
  await site.desired(desired("e1", 1, serve({ ...both, remainingMs: hour - minute })));
  expect(site.journal.entitlements.used("e1")).toBe(3 * MB);
  const unlimited = await TestSite.start(t);
  await unlimited.desired(desired("e1", 1, serve()));
  await download(unlimited, 3);
  await unlimited.restart(() => unlimited.loseDisk());
  await unlimited.welcome();
  await unlimited.desired(desired("e1", 1, serve({ remainingMs: hour - minute })));
  expect(told(unlimited)).toBe(0);
  expect(unlimited.journal.entitlements.used("e1")).toBe(0);
});

test("a purchase whose start nobody told keeps its end; one that waits for its device has not started", async (t) => {
  const site = await TestSite.start(t);
  site.control({ host: { mac: otherPhone, present: false } });
  site.acknowledges = false;
  await site.desired(
    desired("e1", 1, serve()),
    desired("e2", 1, serve({ subjects: [deviceSubject(otherPhone)] })),
  );
  await site.pass(20 * minute, 30_000);
  await site.restart(() => site.loseDisk());
  await site.welcome();
  await site.desired(
    desired("e1", 1, serve()),
    desired("e2", 1, serve({ subjects: [deviceSubject(otherPhone)] })),
  );
  const { startedAt, deadline } = site.journal.entitlements.get("e1") ?? {};
  expect(Math.abs((deadline ?? 0) - site.journal.now() - 40 * minute)).toBeLessThanOrEqual(1_000);
  expect(site.events.find((event) => event.kind === "started")?.ageMs).toBe(
    site.journal.now() - (startedAt ?? 0),
  );
  expect(site.journal.entitlements.get("e2")?.startedAt).toBeNull();
});
