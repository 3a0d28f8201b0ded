import { expect, test } from "vitest";
import { assignmentOf, macAuthPassword, otherPhone, phone, TestSite } from "./test-site.ts";

// A provider's own devices pass the hotspot without paying: exactly those of the list, beside what the owner let through himself.

const comment = "mlango: own device";
const passes = (site: TestSite) =>
  site.simulator.state.tables.bindings.map(({ values }) => [values["mac-address"], values.comment ?? ""]);

test("the list is what passes, while the router is away too, and nobody else", async (t) => {
  const site = await TestSite.start(t);
  const assigned = (ownDevices?: string[]) =>
    site.welcome([assignmentOf(site.port, ownDevices ? { ownDevices } : {})]);
  await assigned([phone]);
  expect(passes(site)).toEqual([[phone, comment]]);
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(site.simulator.isOnline(otherPhone)).toBe(false);
  site.control({ reachable: false });
  await assigned([otherPhone]);
  expect(site.simulator.isOnline(phone)).toBe(true);
  site.control({ reachable: true });
  await site.pass(10_000);
  expect(passes(site)).toEqual([[otherPhone, comment]]);
  expect(site.simulator.isOnline(phone)).toBe(false);
  const { writes } = site;
  await site.restart();
  await assigned([otherPhone]);
  expect(site.writes).toEqual(writes);
  await assigned([]);
  expect(passes(site)).toEqual([]);
});

test("a worker that knows of no such list leaves the router's as it is", async (t) => {
  const site = await TestSite.start(t);
  await site.welcome([assignmentOf(site.port, { ownDevices: [phone] })]);
  await site.welcome([assignmentOf(site.port)]);
  expect(passes(site)).toEqual([[phone, comment]]);
});

test("what somebody switched off or changed is put right, and what the owner let through stays his", async (t) => {
  const binding = { "mac-address": otherPhone, type: "bypassed", comment: "tv" };
  const site = await TestSite.start(t, { hotspot: { macAuthPassword, bindings: [binding] } });
  await site.welcome([assignmentOf(site.port, { ownDevices: [phone, otherPhone] })]);
  expect(passes(site)).toEqual([
    [otherPhone, "tv"],
    [phone, comment],
  ]);
  const ours = site.simulator.state.tables.bindings[1];
  Object.assign(ours?.values ?? {}, { type: "blocked" });
  await site.pass(11 * 60_000, 5_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  await site.welcome([assignmentOf(site.port, { ownDevices: [] })]);
  expect(passes(site)).toEqual([[otherPhone, "tv"]]);
});
