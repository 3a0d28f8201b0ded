import { expect, type TestContext, test } from "vitest";
import type { DesiredLine } from "#contract/bridge-lines";
import { AccessFacts } from "#contract/router-access";
import { mostSecrets, RouterSecrets } from "#contract/router-secrets";
import { dayMs } from "#contract/values/time";
import { allFates, elsewhere } from "../simulators/routeros/line-report.ts";
import { dial, entries, line, lines, login, marked, reach, redials, secret, start } from "./lines-site.ts";
import { hour, minute, routerId, type TestSite } from "./test-site.ts";

// Who wants internet for nothing over PPPoE, and a router that lies about its names.

/** A router whose own profile lets in a name as often as it dials, as RouterOS does by itself. */
async function startOld(t: TestContext): Promise<TestSite> {
  const site = await start(t);
  site.simulator.state.box.menus["/ip/pool"].push({ name: "old-pool", ranges: "10.8.0.2-10.8.3.254" });
  const values = { name: "10M", "local-address": "10.8.0.1", "remote-address": "old-pool" };
  site.control({ made: { table: "pppProfiles", values } });
  return site;
}

const made = (site: TestSite, name: string, values: Record<string, string> = {}) =>
  site.control({
    made: { table: "secrets", values: { name, service: "any", profile: "10M", password: "p", ...values } },
  });
const adopted = (rev: number, changes: object = {}, id = "line-1"): DesiredLine =>
  line(rev, { password: "p", former: "10M", ...changes }, id);
const closed = (rev: number, id = "line-1"): DesiredLine => ({
  id,
  routerId,
  rev,
  spec: { kind: "close", login },
});

/** Whether anything of this address gets to the internet, or back. */
const isOut = ({ simulator }: TestSite, address: string, name = login) =>
  allFates(simulator, { address, interface: `<pppoe-${name}>` }, elsewhere).some((fate) => fate !== "drop");

test("one name that two houses dial by ends for both of them, is on for both once it is paid, and given up for both", async (t) => {
  const site = await startOld(t);
  made(site, login);
  dial(site, "10.8.0.9");
  dial(site, "10.8.0.10");
  await lines(site, adopted(1, { openMs: hour }));
  const both = () => [isOut(site, "10.8.0.9"), isOut(site, "10.8.0.10")];
  expect(both()).toEqual([true, true]);
  await site.pass(hour + 5_000, 5_000);
  expect(both()).toEqual([false, false]);
  // For as long as they stand.
  await site.pass(hour, 10_000);
  expect(both()).toEqual([false, false]);
  await lines(site, adopted(2));
  expect(both()).toEqual([true, true]);
  expect(marked(site)).toEqual([]);
  expect(redials(site)).toEqual([]);
  await lines(site, closed(3));
  expect(site.simulator.state.dialled).toEqual([]);
});

test("a network that a name's row leads to its office ends with the line, and is nobody else's", async (t) => {
  const site = await startOld(t);
  made(site, login, { routes: "102.5.5.8/29 10.8.0.9 1, 102.6.6.1/32,0.0.0.0/0,10.0.0.0/8 , nonsense" });
  made(site, "otieno");
  dial(site, "10.8.0.9");
  dial(site, "10.8.0.10", "otieno");
  await lines(site, adopted(1, { openMs: hour }));
  const office = () => ["10.8.0.9", "102.5.5.9", "102.5.5.14", "102.6.6.1"].map((one) => isOut(site, one));
  expect(office()).toEqual([true, true, true, true]);
  await site.pass(hour + 5_000, 5_000);
  expect(office()).toEqual([false, false, false, false]);
  expect(isOut(site, "10.8.0.10", "otieno")).toBe(true);
  expect(isOut(site, "102.5.5.16", "otieno")).toBe(true);
  // Equal is equal: entries are renewed, and nothing else is written.
  const before = site.simulator.report().writeCommands;
  await site.pass(4 * minute, 5_000);
  expect(site.simulator.report().writeCommands).toBe(before);
  await site.pass(hour, 10_000);
  expect(office()).toEqual([false, false, false, false]);
  // Also where it dials anew, by the blocked twin.
  site.control({ hangUp: { name: login } });
  await site.pass(30_000, 5_000);
  expect(marked(site)).toEqual([]);
  dial(site, "10.8.0.11");
  await site.pass(10_000, 5_000);
  expect(["10.8.0.11", "102.5.5.9"].map((one) => isOut(site, one))).toEqual([false, false]);
  await lines(site, adopted(2));
  expect(["10.8.0.11", "102.5.5.9"].map((one) => isOut(site, one))).toEqual([true, true]);
});

test("who came in by a tunnel while the name let in by any way is out with its end, and no namesake's tunnel is", async (t) => {
  const site = await startOld(t);
  made(site, login);
  made(site, "otieno");
  made(site, "otieno", { service: "l2tp" });
  const tunnel = (name: string, ip: string) =>
    site.simulator.control({ dial: { name, service: "l2tp", ip } }).status;
  expect([tunnel(login, "10.8.0.9"), tunnel("otieno", "10.8.0.10")]).toEqual([200, 200]);
  await lines(site, adopted(1, { openMs: hour }), adopted(1, { openMs: hour, login: "otieno" }, "line-2"));
  expect(site.simulator.state.dialled).toHaveLength(2);
  await site.pass(hour + 5_000, 5_000);
  expect(site.simulator.state.dialled.map(({ name }) => name)).toEqual(["otieno"]);
  // By that way it does not come in again.
  expect(tunnel(login, "10.8.0.9")).toBe(400);
});

test("a name that is a tunnel's alone by the time it is taken over leaves the tunnel as it is", async (t) => {
  const site = await startOld(t);
  made(site, login, { service: "l2tp", password: "headquarters", comment: "to the head office" });
  await lines(site, adopted(1));
  const rows = site.simulator.state.tables.secrets.filter(({ values }) => values.name === login);
  expect(rows.map(({ values }) => [values.service, values.password, values.comment])).toEqual([
    ["l2tp", "headquarters", "to the head office"],
    ["pppoe", "p", "MLG;line-1;e1"],
  ]);
  dial(site, "10.8.0.9");
  expect(reach(site)).toMatchObject({ internet: true });
  await lines(site, closed(2));
  await site.pass(11 * minute, 5_000);
  expect(rows.map(({ values }) => values.disabled ?? "false")).toEqual(["false", "true"]);
});

test("a friend's name among hundreds of lines is told, also one that is a line's in other capitals or copied with its mark", async (t) => {
  const site = await startOld(t);
  const names = Array.from({ length: 310 }, (_, n) => `home-${String(n).padStart(3, "0")}`);
  await lines(site, ...names.map((name) => line(1, { login: name }, `line-${name}`)));
  made(site, "zz-friend");
  made(site, "HOME-000", { profile: "mlango-l-2000k-8000k", comment: "MLG;line-home-000;e1" });
  made(site, "zz-marked", { profile: "mlango-l-2000k-8000k", comment: "MLG;line-home-001;e1" });
  const { result } = await site.ask({ kind: "access", routerId });
  const told = AccessFacts.parse(result).secrets.map(({ name }) => name);
  expect(told).toEqual(expect.arrayContaining(["zz-friend", "HOME-000", "zz-marked"]));
});

test("what is told late of a line that was given up takes nothing from who has its name now", async (t) => {
  const site = await start(t);
  await lines(site, line(1));
  await lines(site, closed(2));
  await lines(site, line(1, { password: "pw2" }, "line-2"));
  dial(site);
  await lines(site, closed(3), closed(2));
  await site.pass(11 * minute, 5_000);
  expect(secret(site)).toMatchObject({ password: "pw2", disabled: "false", comment: "MLG;line-2;e1" });
  expect(reach(site)).toMatchObject({ dialled: true, internet: true });
});

test("a time that is further away than any clock counts is on, and one that is over is never on again by waiting", async (t) => {
  const site = await start(t);
  await lines(site, line(1, { openMs: Number.MAX_SAFE_INTEGER }));
  await lines(site, line(1, { openMs: 0, login: "over" }, "line-2"));
  dial(site);
  dial(site, "10.7.0.3", "over");
  await site.restart();
  await site.pass(8 * dayMs, 6 * hour);
  expect(reach(site)).toMatchObject({ internet: true });
  expect(reach(site, "over")).toMatchObject({ internet: false, tunnels: [] });
});

test("a router that lies: names without end, signs that nobody sees, comments and profiles that are commands", async (t) => {
  const site = await startOld(t);
  const command = '"; /system reset-configuration no-defaults=yes #';
  const values = { name: command, "local-address": "10.8.0.1", "remote-address": "old-pool" };
  site.control({ made: { table: "pppProfiles", values } });
  made(site, login, { profile: command, comment: "=cmd|'/c calc'!A1 :execute" });
  made(site, "a\u0000b\u0007\u202Ec", { comment: "x".repeat(5_000) });
  made(site, "y".repeat(101));
  // As Winbox stores letters of Europe: no text in UTF-8.
  made(site, "aa-latin");
  const [latin] = site.simulator.state.tables.secrets.filter(({ values: { name } }) => name === "aa-latin");
  if (latin) latin.values.name = "aa-lat\xedn";
  for (let n = 0; n < mostSecrets + 10; n += 1) made(site, `home-${String(n).padStart(5, "0")}`);
  const read = RouterSecrets.parse((await site.ask({ kind: "secrets", routerId })).result);
  expect([read.secrets.length, read.left]).toEqual([mostSecrets, 13]);
  // What is not told as it is spelled would be made a second time, beside the row that lets its house in for nothing.
  expect(read.secrets.filter(({ isMisspelled }) => isMisspelled).map(({ name }) => name.slice(0, 3))).toEqual(
    ["a\u0000b", "aa-"],
  );
  expect(read.secrets.every(({ comment }) => comment.length <= 200)).toBe(true);
  // It is a name like any: its line has the addresses that it gave, and the row is as it was once it is handed back.
  await lines(site, adopted(1, { former: command }));
  dial(site, "10.8.0.9");
  expect(reach(site)).toMatchObject({ address: "10.8.0.9", internet: true });
  const restore = { profile: command, comment: "=cmd|'/c calc'!A1 :execute", service: "any", isOff: false };
  await lines(site, { id: "line-1", routerId, rev: 2, spec: { kind: "close", login, restore } });
  expect(secret(site)).toMatchObject({ profile: command, comment: restore.comment, disabled: "false" });
  expect(entries(site).filter(([list]) => list === "mlango-blocked")).toEqual([]);
});
