import { expect, test } from "vitest";
import { desired, minute, phone, serve, TestSite } from "./test-site.ts";

// More data for a purchase that used its own up: what was used is neither given again nor counted twice.

const MB = 1_000_000;
const dataBytes = 20 * MB;
const more = 10 * MB;
const remainingMs = 50 * minute;

function uses(site: TestSite, bytes: number): void {
  site.control({ traffic: { mac: phone, bytesIn: bytes / 10, bytesOut: (bytes * 9) / 10 } });
}

/** What the router still lets through in the session that is open. */
function leftAt(site: TestSite): number {
  const session = site.simulator.state.sessions.find(({ mac }) => mac === phone);
  if (!session) throw new Error("the phone has no session");
  const { bytesIn, bytesOut } = session.used;
  return Number((session.limitTotal ?? 0n) - bytesIn - bytesOut);
}

/** All that its sessions were told to have moved. */
function told(site: TestSite): number {
  const totals = site.events.flatMap((event) => (event.kind === "session" ? [event.totals] : []));
  return totals.reduce((sum, { bytesUp, bytesDown }) => sum + bytesUp + bytesDown, 0);
}

async function usedUp(site: TestSite): Promise<number> {
  await site.desired(desired("e1", 1, serve({ dataBytes })));
  await site.pass(minute, 5_000);
  uses(site, 21 * MB);
  await site.pass(minute, 5_000);
  expect(site.simulator.isOnline(phone)).toBe(false);
  expect(site.story("e1")).toEqual(["started 1", "applied 1 online", "ended 1 data", "applied 1 ended"]);
  return told(site);
}

const topped = (usedBytes: number, rev = 3) =>
  desired("e1", rev, serve({ dataBytes: dataBytes + more, usedBytes, remainingMs }));

test("what was used up comes back within seconds, with just what was added, and ends when that is used", async (t) => {
  const site = await TestSite.start(t);
  const used = await usedUp(site);
  await site.desired(topped(used));
  await site.pass(5_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(Math.abs(leftAt(site) - (dataBytes + more - used))).toBeLessThan(MB / 10);
  uses(site, 5 * MB);
  await site.pass(minute, 5_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  uses(site, 6 * MB);
  await site.pass(minute, 5_000);
  expect(site.simulator.isOnline(phone)).toBe(false);
  expect(site.story("e1").at(-2)).toBe("ended 3 data");
  expect(told(site)).toBeGreaterThanOrEqual(dataBytes + more);
  expect(told(site)).toBeLessThan(dataBytes + more + 2 * MB);
});

test("told again it is the same, and an older word of it takes nothing away", async (t) => {
  const site = await TestSite.start(t);
  const used = await usedUp(site);
  await site.desired(topped(used));
  await site.pass(5_000);
  const left = leftAt(site);
  await site.desired(topped(used), desired("e1", 1, serve({ dataBytes })));
  await site.pass(5_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(Math.abs(leftAt(site) - left)).toBeLessThan(MB / 10);
});

test("a router that was rebooted in between has what is left", async (t) => {
  const site = await TestSite.start(t, { rebootMs: 20_000 });
  const used = await usedUp(site);
  site.control({ reboot: true, clean: false });
  await site.desired(topped(used));
  await site.pass(2 * minute, 5_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(Math.abs(leftAt(site) - (dataBytes + more - used))).toBeLessThan(MB / 10);
});

test("a bridge that was away meanwhile, and one that lost its disk, go on from what was used", async (t) => {
  const site = await TestSite.start(t);
  const used = await usedUp(site);
  await site.restart();
  await site.welcome();
  await site.desired(topped(used));
  await site.pass(5_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(Math.abs(leftAt(site) - (dataBytes + more - used))).toBeLessThan(MB / 10);
  await site.restart(() => site.loseDisk());
  await site.welcome();
  await site.desired(topped(used));
  await site.pass(minute, 5_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(leftAt(site)).toBeLessThan(dataBytes + more - used + MB);
});

test("what runs low is given more before it is cut off", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve({ dataBytes })));
  await site.pass(minute, 5_000);
  uses(site, 18 * MB);
  await site.pass(35_000, 5_000);
  await site.desired(topped(18 * MB, 2));
  await site.pass(5_000);
  uses(site, 5 * MB);
  await site.pass(minute, 5_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  uses(site, 8 * MB);
  await site.pass(minute, 5_000);
  expect(site.simulator.isOnline(phone)).toBe(false);
  expect(site.story("e1").at(-2)).toBe("ended 2 data");
});

test("what is taken back ends it where more than the rest is used, and leaves it where there is some", async (t) => {
  const site = await TestSite.start(t);
  const used = await usedUp(site);
  await site.desired(topped(used));
  await site.pass(5_000);
  await site.desired(desired("e1", 4, serve({ dataBytes, usedBytes: used, remainingMs })));
  await site.pass(5_000);
  expect(site.simulator.isOnline(phone)).toBe(false);
  expect(site.story("e1").at(-1)).toBe("applied 4 ended");
});
