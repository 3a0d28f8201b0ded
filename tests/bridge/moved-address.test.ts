import { expect, test } from "vitest";
import { desired, macAuthPassword, minute, phone, serve, TestSite } from "./test-site.ts";

// A device whose address changes while it is online: its session is at the old address, where nothing comes any more.
// Without a pool `addresses-per-mac` limits nothing, so the old host stays, and its session is in the way.

async function onlineSite(...args: Parameters<typeof TestSite.start>): Promise<TestSite> {
  const site = await TestSite.start(...args);
  await site.desired(desired("e1", 1, serve()));
  await site.pass(20_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  return site;
}

/** How long the phone's packets do not pass from now on. */
async function secondsOffline(site: TestSite): Promise<number> {
  let seconds = 0;
  for (; seconds < 300 && !site.simulator.isOnline(phone); seconds += 1) await site.pass(1_000);
  return seconds;
}

test.for(["10.5.50.99", "10.5.51.12"])(
  "with the address %s it is online again within 15 s",
  async (ip, t) => {
    const site = await onlineSite(t, { hotspot: { macAuthPassword, addressesPerMac: "1" } });
    site.control({ host: { mac: phone, ip, present: true } });
    expect(site.simulator.isOnline(phone)).toBe(false);
    expect(await secondsOffline(site)).toBeLessThanOrEqual(15);
    expect(site.simulator.phone(phone)).toMatchObject({ online: true, address: ip });
    await site.pass(minute);
    expect(site.simulator.isOnline(phone)).toBe(true);
    expect(site.story("e1")).toEqual(["started 1", "applied 1 online"]);
  },
);

test.for(["rows", "refused"] as const)("also on a router whose count-only gives %s", async (countOnly, t) => {
  const site = await onlineSite(t, { faults: { countOnly } });
  site.control({ host: { mac: phone, ip: "10.5.50.99", present: true } });
  expect(await secondsOffline(site)).toBeLessThanOrEqual(15);
});

test("at another hotspot server of the router it is online within 15 s, and back again", async (t) => {
  const site = await onlineSite(t, { hotspot: { macAuthPassword, moreServers: ["garden"] } });
  for (const [server, ip] of [
    ["garden", "10.5.60.11"],
    ["hotspot1", "10.5.50.11"],
  ] as const) {
    site.control({ host: { mac: phone, ip, present: true, server } });
    expect(await secondsOffline(site)).toBeLessThanOrEqual(15);
    await site.pass(minute);
  }
});

test("a packet from an address of another network moves it nowhere, and that address can become its own", async (t) => {
  const site = await onlineSite(t);
  site.control({ stray: { mac: phone, ip: "192.168.43.7" } });
  const { writes } = site;
  for (let second = 0; second < 90; second += 1) {
    await site.pass(1_000);
    expect(site.simulator.isOnline(phone)).toBe(true);
  }
  expect(site.writes).toEqual(writes);
  site.control({ host: { mac: phone, ip: "192.168.43.7", present: true } });
  expect(await secondsOffline(site)).toBeLessThanOrEqual(65);
});

test("a device that the router let in at a stray address is let in at its own", async (t) => {
  const site = await TestSite.start(t);
  site.control({ host: { mac: phone, present: false } });
  await site.desired(desired("e1", 1, serve()));
  site.control({ stray: { mac: phone, ip: "192.168.43.7" } });
  expect(site.simulator.report().active).toMatchObject([{ address: "192.168.43.7" }]);
  site.control({ host: { mac: phone, ip: "10.5.50.11", present: true } });
  expect(await secondsOffline(site)).toBeLessThanOrEqual(15);
});
