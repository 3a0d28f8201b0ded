import { expect, type TestContext, test } from "vitest";
import type { DesiredLine } from "#contract/bridge-lines";
import { RouterSecrets } from "#contract/router-secrets";
import { blocked, dial, line, lines, login, marked, reach, redials, secret, start } from "./lines-site.ts";
import { hour, routerId, type TestSite } from "./test-site.ts";

// Names that a router had before: read, taken over as they are, and the router's own again.

/** A router of a provider who moves in: its customers have a profile of their own, with a pool of their own. */
async function startOld(t: TestContext): Promise<TestSite> {
  const site = await start(t);
  site.simulator.state.box.menus["/ip/pool"].push({ name: "old-pool", ranges: "10.8.0.2-10.8.3.254" });
  site.control({
    made: {
      table: "pppProfiles",
      values: {
        name: "10M",
        "local-address": "10.8.0.1",
        "remote-address": "old-pool",
        "rate-limit": "5M/10M",
      },
    },
  });
  const old = (name: string, values: Record<string, string> = {}) =>
    site.control({ made: { table: "secrets", values: { name, service: "any", profile: "10M", ...values } } });
  old(login, { password: "old-one", comment: "Wanjiku 0722 100 200" });
  old("Otieno", { password: "p", disabled: "true" });
  old("tunnel", { password: "p", service: "l2tp" });
  await site.work();
  return site;
}

const adopted = (rev: number, changes: object = {}): DesiredLine =>
  line(rev, { password: "old-one", upKbps: 5000, downKbps: 10_000, former: "10M", ...changes });
const handedBack = (rev: number): DesiredLine => ({
  id: "line-1",
  routerId,
  rev,
  spec: {
    kind: "close",
    login,
    restore: { profile: "10M", comment: "Wanjiku 0722 100 200", service: "any", isOff: false },
  },
});

async function read(site: TestSite): Promise<RouterSecrets> {
  return RouterSecrets.parse((await site.ask({ kind: "secrets", routerId })).result);
}

test("are read with profile, speed and password, without those of tunnels; nothing is written", async (t) => {
  const site = await startOld(t);
  const before = site.simulator.report().writeCommands;
  dial(site, "10.8.0.9");
  expect(await read(site)).toEqual({
    left: 0,
    secrets: [
      expect.objectContaining({ name: "Otieno", isOff: true, isDialled: false }),
      {
        name: login,
        password: "old-one",
        profile: "10M",
        comment: "Wanjiku 0722 100 200",
        service: "any",
        isOff: false,
        speed: { upKbps: 5000, downKbps: 10_000 },
        isLine: false,
        isDialled: true,
      },
    ],
  });
  expect(site.simulator.report().writeCommands).toBe(before);
});

test("one that is taken over keeps its session and its addresses, and is blocked by the clock", async (t) => {
  const site = await startOld(t);
  dial(site, "10.8.0.9");
  await lines(site, adopted(1, { openMs: hour }));
  expect(secret(site)).toMatchObject({
    profile: "mlango-l-5000k-10000k@10M",
    password: "old-one",
    service: "pppoe",
    comment: "MLG;line-1;e1",
  });
  const profile = site.simulator.state.tables.pppProfiles.find(
    ({ values }) => values.name === "mlango-l-5000k-10000k@10M",
  );
  expect(profile?.values).toMatchObject({ "local-address": "10.8.0.1", "remote-address": "old-pool" });
  expect(redials(site)).toEqual([]);
  // Dialled by the router's own profile, it is tracked fast, and meets no rule until its connections are ended.
  site.control({ download: { name: login, bytesPerSecond: 1_000 } });
  await site.pass(60_000, 5_000);
  const loaded = () => site.simulator.state.dialled[0]?.download?.bytes ?? 0;
  expect(loaded()).toBeGreaterThan(50_000);
  expect(reach(site)).toMatchObject({ internet: true, fastTracked: true });
  expect((await read(site)).secrets.find(({ name }) => name === login)).toMatchObject({ isLine: true });
  await site.pass(hour - 55_000, 5_000);
  expect(reach(site)).toMatchObject(blocked);
  const before = loaded();
  await site.pass(60_000, 5_000);
  expect(loaded()).toBe(before);
  expect(redials(site)).toEqual([]);
});

test("a name that was not handed over stays as it is, and its line waits", async (t) => {
  const site = await startOld(t);
  await lines(site, line(1));
  expect(secret(site)).toMatchObject({ profile: "10M", comment: "Wanjiku 0722 100 200" });
});

test("the router has it back as it was, and its session goes on", async (t) => {
  const site = await startOld(t);
  dial(site, "10.8.0.9");
  await lines(site, adopted(1, { openMs: hour }));
  await site.pass(hour + 5_000, 5_000);
  expect(reach(site)).toMatchObject(blocked);
  await lines(site, handedBack(2));
  expect(secret(site)).toMatchObject({
    profile: "10M",
    comment: "Wanjiku 0722 100 200",
    service: "any",
    disabled: "false",
    password: "old-one",
  });
  expect(marked(site)).toEqual([]);
  expect(redials(site)).toEqual([]);
  expect(reach(site)).toMatchObject({ internet: true });
  // Nothing of it is ours any more: a later comparison leaves it alone.
  await site.pass(21 * 60_000, 5_000);
  expect(secret(site)).toMatchObject({ profile: "10M" });
});

test("a session that was dialled while blocked is ended as its name is handed back, and dials in free", async (t) => {
  const site = await startOld(t);
  await lines(site, adopted(1, { openMs: 0 }));
  dial(site, "10.8.0.9");
  expect(reach(site)).toMatchObject(blocked);
  await lines(site, handedBack(2));
  expect(redials(site)).toHaveLength(1);
  dial(site, "10.8.0.9");
  expect(reach(site)).toMatchObject({ internet: true });
});
