import { expect, type TestContext, test } from "vitest";
import {
  blocked,
  box,
  commandsOf,
  dial,
  dialledAt,
  line,
  lines,
  login,
  open,
  reach,
  redials,
  start,
  story,
} from "./lines-site.ts";
import { hour, minute, type TestSite } from "./test-site.ts";

// Lines that have IPv6, of which the hotspot's and the portal's way know nothing: blocked there as well, whichever profile dialled them.

/** The server's profile gives prefixes, by both ways. */
async function startSix(
  t: TestContext,
  version: "6.49.18" | "7.10.2" | "7.22.3" = "7.22.3",
): Promise<TestSite> {
  const site = await start(t, { version, box: { menus: box.menus, lacks: [] } });
  const homes = site.simulator.state.tables.pppProfiles.find(({ values }) => values.name === "homes");
  Object.assign(homes?.values ?? {}, { "remote-ipv6-prefix-pool": "six", "dhcpv6-pd-pool": "six-homes" });
  return site;
}
const entries6 = ({ simulator }: TestSite) =>
  simulator.state.tables.addressLists6
    .filter(({ values: { until } }) => until === undefined || Number(until) > simulator.now())
    .map(({ values }) => [values.list, values.address, values.comment]);
const open6 = Object.assign({ internet6: true }, open);
const blocked6 = Object.assign({ internet6: false }, blocked);

test.for(["6.49.18", "7.10.2", "7.22.3"] as const)(
  "of %s a line's IPv6 is blocked and freed with the rest, without a redial",
  async (version, t) => {
    const site = await startSix(t, version);
    await lines(site, line(1));
    dial(site);
    await site.pass(6_000);
    const since = dialledAt(site);
    expect(reach(site)).toMatchObject(open6);
    await lines(site, line(2, { openMs: 0 }));
    expect(reach(site)).toMatchObject(blocked6);
    expect(entries6(site)).toEqual([
      ["mlango-blocked", "2001:db8:a:2::/64", "MLG;line-1"],
      ["mlango-blocked", "2001:db8:200::/56", "MLG;line-1"],
    ]);
    // Renewed while it stands.
    await site.pass(hour, 5_000);
    expect(reach(site)).toMatchObject(blocked6);
    await lines(site, line(3));
    expect(reach(site)).toMatchObject(open6);
    expect(entries6(site)).toEqual([]);
    expect(dialledAt(site)).toEqual(since);
    expect(story(site)).toEqual(["1 open", "10.7.0.2", "2 blocked", "3 open"]);
  },
);

test("one that dials while blocked has no IPv6 from its first packet, and has it once it is paid", async (t) => {
  const site = await startSix(t);
  await lines(site, line(1, { openMs: 0 }));
  dial(site);
  expect(reach(site)).toMatchObject(blocked6);
  await site.pass(31_000);
  await lines(site, line(2));
  expect(reach(site)).toMatchObject(open6);
  expect(entries6(site).map(([list]) => list)).toEqual(["mlango-open", "mlango-open"]);
  expect(redials(site)).toEqual([]);
  site.control({ hangUp: { name: login } });
  await site.pass(31_000, 5_000);
  expect(entries6(site)).toEqual([]);
});

test("who gets the prefixes of a blocked line is not blocked for longer than the bridge needs to look, nor freed by them", async (t) => {
  const site = await startSix(t);
  const other = "otieno";
  await lines(site, line(1), line(1, { login: other }, "line-2"));
  dial(site);
  await site.pass(6_000);
  await lines(site, line(2, { openMs: 0 }));
  site.control({ hangUp: { name: login } });
  dial(site, "10.7.0.2", other);
  await site.pass(2 * minute, 5_000);
  expect(reach(site, other)).toMatchObject(open6);
  site.control({ hangUp: { name: other } });
  dial(site);
  await site.pass(35_000, 5_000);
  await lines(site, line(3));
  await lines(site, line(2, { login: other, openMs: 0 }, "line-2"));
  site.control({ hangUp: { name: login } });
  dial(site, "10.7.0.2", other);
  await site.pass(2 * minute, 5_000);
  expect(reach(site, other)).toMatchObject(blocked6);
});

test("what stands over IPv6 ends at the block, also what FastTrack took before lines were ours", async (t) => {
  const site = await startSix(t);
  const { menus } = site.simulator.state.box;
  menus["/ipv6/firewall/filter"] = ["fasttrack-connection", "accept"].map((action) => ({
    chain: "forward",
    action,
    "connection-state": "established,related",
    disabled: "false",
    dynamic: "false",
  }));
  const { secrets } = site.simulator.state.tables;
  const values = { name: login, service: "pppoe", password: "pw1", profile: "homes", disabled: "false" };
  secrets.push({ id: "*90", values, used: null, builtIn: false });
  dial(site);
  const download = () => {
    site.simulator.settle();
    return site.simulator.state.dialled[0]?.download;
  };
  site.control({ download: { name: login, bytesPerSecond: 1_000, isSix: true } });
  await site.pass(5_000, 1_000);
  expect(download()?.connection).toMatchObject({ isFastTracked: true });
  await lines(site, line(1, { former: "homes" }));
  await lines(site, line(2, { former: "homes", openMs: 0 }));
  expect(reach(site)).toMatchObject(blocked6);
  const bytes = download()?.bytes;
  await site.pass(10_000, 1_000);
  expect(download()).toMatchObject({ connection: null, bytes });
  // Dialled by our profile none is tracked fast any more.
  await lines(site, line(3, { former: "homes" }));
  site.control({ hangUp: { name: login } });
  dial(site);
  expect(reach(site)).toMatchObject(open6);
});

test("a fixed prefix of a name that was the router's own is blocked, where no profile gives any", async (t) => {
  const site = await start(t, { box: { menus: box.menus, lacks: [] } });
  const values = { name: login, service: "pppoe", password: "pw1", profile: "homes", disabled: "false" };
  site.control({
    made: { table: "secrets", values: { ...values, "remote-ipv6-prefix": "2001:db8:77::/64" } },
  });
  dial(site);
  await lines(site, line(1, { former: "homes", openMs: 0 }));
  expect(reach(site)).toMatchObject(blocked6);
  expect(entries6(site)).toEqual([["mlango-blocked", "2001:db8:77::/64", "MLG;line-1"]]);
});

test("what a block adds for IPv6 is counted: three reads beside the others, an entry and a look at FastTrack for each prefix", async (t) => {
  const site = await startSix(t);
  await lines(site, line(1));
  dial(site);
  await site.pass(6_000);
  const commands = commandsOf(site);
  await lines(site, line(2, { openMs: 0 }));
  const six = commands.filter(
    (path) => path.startsWith("/ipv6/") && !/settings|address\/print|filter/.test(path),
  );
  const read = [
    "/ipv6/dhcp-server/binding/print",
    "/ipv6/firewall/address-list/print",
    "/ipv6/nd/prefix/print",
  ];
  const written = ["add", "add"].map((verb) => `/ipv6/firewall/address-list/${verb}`);
  const cut = ["/ipv6/firewall/connection/print", "/ipv6/firewall/connection/print"];
  expect(six.sort()).toEqual([...read, ...read, ...written, ...cut].sort());
});

test("while lines are open a look at all sessions reads no prefix; of one that is blocked its own", async (t) => {
  const site = await startSix(t);
  await lines(site, line(1), line(1, { login: "otieno" }, "line-2"));
  dial(site);
  dial(site, "10.7.0.3", "otieno");
  await site.pass(minute, 5_000);
  const commands = commandsOf(site);
  const prefixes = () => commands.splice(0).filter((path) => /^\/ipv6\/(?:nd|dhcp)/.test(path)).length;
  await site.pass(4 * minute, 5_000);
  expect(prefixes()).toBe(0);
  await lines(site, line(2, { openMs: 0 }));
  prefixes();
  await site.pass(minute, 5_000);
  // Two ways, at each of two looks.
  expect(prefixes()).toBe(4);
});

test("where no line has IPv6 nothing is asked about it, whether or not the router could", async (t) => {
  for (const lacks of [[], ["ipv6"] as const]) {
    const site = await start(t, { box: { menus: box.menus, lacks: [...lacks] } });
    const commands = commandsOf(site);
    await lines(site, line(1));
    dial(site);
    await lines(site, line(2, { openMs: 0 }));
    await site.pass(21 * minute, 5_000);
    const ofLines = commands.filter((path) =>
      /^\/ipv6\/(?:firewall\/(?!filter)|nd|dhcp)|^\/interface\/list/.test(path),
    );
    expect(ofLines).toEqual([]);
    expect(reach(site)).toMatchObject({ ...blocked, internet6: null });
  }
});
