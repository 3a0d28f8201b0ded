import fc from "fast-check";
import { expect, test } from "vitest";
import { speedNow } from "#contract/values/speed";
import { deviceSubject } from "#contract/values/subject";
import { desired, hour, minute, otherPhone, phone, serve, TestSite } from "./test-site.ts";

const MB = 1_000_000;
const fairUse = { afterBytes: 20 * MB, upKbps: 128, downKbps: 256 };
const slow = "128k/256k";
const fast = "512k/2M";

const uses = (site: TestSite, mac: string, bytes: number) =>
  site.control({ traffic: { mac, bytesIn: bytes / 10, bytesOut: (bytes * 9) / 10 } });
const limitOf = (site: TestSite, mac: string) => site.simulator.phone(mac)?.rateLimit;

test("who has used the fair amount goes on slower, to the end of what was bought", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve({ fairUse })));
  await site.pass(4 * minute, 5_000);
  uses(site, phone, 19 * MB);
  await site.pass(minute, 5_000);
  expect(limitOf(site, phone)).toBe(fast);
  uses(site, phone, 2 * MB);
  await site.pass(35_000, 5_000);
  expect(site.simulator.phone(phone)).toMatchObject({ online: true, rateLimit: slow });
  const begun = site.simulator.state.sessions.length;
  await site.pass(hour - 7 * minute, 10_000);
  expect(site.simulator.phone(phone)).toMatchObject({ online: true, rateLimit: slow });
  expect(site.simulator.state.sessions).toHaveLength(begun);
  await site.pass(2 * minute, 5_000);
  expect(site.simulator.isOnline(phone)).toBe(false);
  expect(site.story("e1")).toEqual(["started 1", "applied 1 online", "ended 1 time", "applied 1 ended"]);
});

test("what several devices use of it counts together, and all of them are slower", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve({ subjects: [phone, otherPhone].map(deviceSubject), fairUse })));
  await site.pass(5 * minute, 5_000);
  uses(site, phone, 11 * MB);
  uses(site, otherPhone, 11 * MB);
  await site.pass(35_000, 5_000);
  expect([phone, otherPhone].map((mac) => limitOf(site, mac))).toEqual([slow, slow]);
});

test("a bridge that lost its disk, and one that was restarted, serve as slowly as before", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve({ fairUse, usedBytes: 20 * MB, remainingMs: 30 * minute })));
  expect(limitOf(site, phone)).toBe(slow);
  await site.restart();
  await site.pass(minute, 5_000);
  expect(limitOf(site, phone)).toBe(slow);
});

test("a higher amount, or none, makes it fast again", async (t) => {
  const site = await TestSite.start(t);
  const spec = { usedBytes: 20 * MB, remainingMs: 30 * minute };
  await site.desired(desired("e1", 1, serve({ ...spec, fairUse })));
  await site.desired(desired("e1", 2, serve({ ...spec, fairUse: { ...fairUse, afterBytes: 40 * MB } })));
  await site.pass(minute, 5_000);
  expect(limitOf(site, phone)).toBe(fast);
  uses(site, phone, 9 * MB);
  await site.pass(4 * minute, 5_000);
  uses(site, phone, 12 * MB);
  await site.pass(35_000, 5_000);
  expect(limitOf(site, phone)).toBe(slow);
});

test("nobody is slower before, or faster behind the amount", () => {
  const bought = { upKbps: 512, downKbps: 2_000, fairUse };
  fc.assert(
    fc.property(fc.nat(40 * MB), (used) => {
      const { upKbps, downKbps } = used < fairUse.afterBytes ? bought : fairUse;
      expect(speedNow(bought, used)).toEqual({ upKbps, downKbps });
    }),
  );
});
