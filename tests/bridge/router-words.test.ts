import { expect, test } from "vitest";
import { BlockedPage } from "#bridge/lines/blocked-page";
import type { DesiredLine } from "../../worker/contract/bridge-lines.ts";
import { deviceSubject } from "../../worker/contract/values/subject.ts";
import { dayMs } from "../../worker/contract/values/time.ts";
import { apiWords, knownIn, trees, wordsOf } from "../simulators/routeros/console/words.ts";
import { assignmentOf, desired, otherPhone, phone, routerId, serve, TestSite } from "./test-site.ts";

// What the bridge writes over the API has the words of the console: each of them stands in the table for every version.

test("every word that the bridge writes is known to every version", async (t) => {
  const site = await TestSite.start(t);
  const setup = {
    id: "5eedab12",
    username: "mlango-api",
    bootstrapPassword: "first0password",
    password: "own",
  };
  const policies = ["api", "read", "write", "sensitive", "password"] as const;
  site.control({ user: { name: "mlango-api", password: setup.bootstrapPassword, policies } });
  await site.welcome([{ ...assignmentOf(site.port, { ownDevices: [otherPhone] }), setup }]);
  await site.pass(2_000);
  await site.desired(desired("e1", 1, serve({ dataBytes: 50_000_000 })));
  // More time, another speed, somebody's hand at the profile, a session that outlives its user, and the end.
  await site.desired(desired("e1", 2, serve({ dataBytes: 90_000_000, downKbps: 4000 })));
  Object.assign(site.profile("mlango-512k-4000k") ?? {}, { "shared-users": "7" });
  await site.pass(11 * 60_000, 5_000);
  await site.desired(
    desired("e2", 1, serve({ subjects: [deviceSubject(phone)], downKbps: 4000 }), { order: 2 }),
  );
  const cookie = { id: "*77", values: { user: phone }, used: null, builtIn: false };
  site.simulator.state.tables.cookies.push(cookie);
  for (const [id, rev] of [
    ["e1", 3],
    ["e2", 2],
  ] as const)
    await site.desired(desired(id, rev, { kind: "end", subjects: [deviceSubject(phone)], reason: "ended" }));
  await site.welcome([assignmentOf(site.port, { ownDevices: [] })]);

  const ofDevices = site.simulator.report().writes;
  await driveLines(site);
  await driveDevices(site);
  const scripts = site.simulator.state.tables.pppProfiles.flatMap(
    ({ values }) => values["on-up"]?.replace('$"remote-address"', "$peer") ?? [],
  );

  const writes = [...ofDevices, ...site.simulator.report().writes];
  const written = new Set(
    writes.flatMap(({ command, attributes }) => {
      const name = command.slice(1);
      const given = Object.keys(attributes).filter((one) => one !== ".id");
      return [name, ...given.map((argument) => `${name} ${argument}`)];
    }),
  );
  for (const { word } of scripts.flatMap((script) => wordsOf(script))) written.add(word);
  for (const word of written)
    expect([word, ["6", ...trees].filter((version) => !knownIn(word).has(version))]).toEqual([word, []]);
  expect(apiWords.filter((word) => !written.has(word))).toEqual([]);
});

/** With prefixes of IPv6, and a page that blocked lines are led to. A line that is made, blocked, freed in both ways, made faster and given up; somebody's hand at its profile and at the rules. */
async function driveLines(site: TestSite): Promise<void> {
  const { tables, box } = site.simulator.state;
  const values = {
    name: "homes",
    "local-address": "10.7.0.1",
    "remote-address": "10.7.0.2",
    "dns-server": "1.1.1.1",
    "remote-ipv6-prefix-pool": "six",
    "dhcpv6-pd-pool": "six-homes",
  };
  site.blockedPage = new BlockedPage(0, () => undefined);
  await site.restart();
  await site.welcome([assignmentOf(site.port, { portalHosts: ["cafe.mlango.app"] })]);
  site.control({ made: { table: "pppProfiles", values } });
  box.menus["/interface/pppoe-server/server"] = [{ interface: "ether2", "default-profile": "homes" }];
  const wanted = { kind: "serve", login: "njeri", password: "pw", upKbps: 2000, downKbps: 8000 } as const;
  let rev = 0;
  const say = async (spec: DesiredLine["spec"]) => {
    rev += 1;
    site.agent.receive({ type: "lines", lines: [{ id: "line-1", routerId, rev, spec }] });
    await site.work();
  };
  const dial = () => site.control({ dial: { name: "njeri", service: "pppoe", ip: "10.7.0.2" } });
  await say({ ...wanted, openMs: 0 });
  dial();
  await site.pass(35_000, 5_000);
  await say({ ...wanted, openMs: dayMs });
  await say({ ...wanted, openMs: dayMs, downKbps: 9000 });
  dial();
  await site.pass(6_000);
  await say({ ...wanted, password: "other", openMs: 0, downKbps: 9000 });
  for (const { values: row } of tables.pppProfiles)
    if (row.name?.startsWith("mlango")) row["only-one"] = "no";
  for (const { values: row } of tables.secrets) Object.assign(row, { name: "left", service: "any" });
  await site.pass(11 * 60_000, 5_000);
  await site.welcome([assignmentOf(site.port, { portalHosts: ["cafe.mlango.app"] })]);
  await site.welcome([assignmentOf(site.port, { portalHosts: [] })]);
  await say({ kind: "close", login: "njeri" });
  await site.blockedPage.stop();
}

/** A fixed device that is made, blocked, freed, made faster, replaced and given up, in a network that is strict for a while; somebody's hand. */
async function driveDevices(site: TestSite): Promise<void> {
  const { tables, box } = site.simulator.state;
  box.menus["/ip/dhcp-server"].push({ name: "homes", interface: "ether2", disabled: "false" });
  box.menus["/queue/simple"].push({ name: "total", target: "10.20.0.0/24", dynamic: "false" });
  const fixed = { mac: "02:00:00:00:02:01", network: "ether2", address: "10.20.0.7" };
  const wanted = { kind: "device", upKbps: 2000, downKbps: 8000, openMs: dayMs } as const;
  let rev = 0;
  const say = async (spec: DesiredLine["spec"]) => {
    rev += 1;
    site.agent.receive({ type: "lines", lines: [{ id: "line-2", routerId, rev, spec }] });
    await site.work();
  };
  await say(Object.assign({}, wanted, fixed));
  await say(Object.assign({}, wanted, fixed, { openMs: 0, downKbps: 9000 }));
  await say(Object.assign({}, wanted, fixed, { mac: "02:00:00:00:02:02", arp: "reply-only" as const }));
  for (const table of ["leases", "arp", "queues"] as const)
    for (const { values: row } of tables[table]) row.disabled = "true";
  await site.pass(11 * 60_000, 5_000);
  await say({ kind: "close_device", ...fixed, arp: "enabled" });
}
