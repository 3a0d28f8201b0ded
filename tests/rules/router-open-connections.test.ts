import { describe, expect, test } from "vitest";
import type { RouterFacts } from "#contract/router-facts";
import { judge } from "#worker/features/routers/preflight/judge";
import { setUpScript } from "#worker/features/routers/setup-script/set-up-script";
import { undoScript } from "#worker/features/routers/setup-script/undo-script";
import type { ConsoleRouter } from "../simulators/routeros/console/console-router.ts";
import { homeRouter } from "../simulators/routeros/console/images.ts";
import type { RouterVersion } from "../simulators/routeros/version.ts";
import { box as setup } from "../support/router-scripts.ts";

// Scripts and commands on a router to which somebody is connected, our own bridge first of all, and an undo script that meets things
// which it cannot take back.

const versions: RouterVersion[] = ["6.49.18", "7.10.2", "7.18.2", "7.22.3"];
const setUp = (router: ConsoleRouter, given = setup) =>
  router.import(setUpScript(given, router.version.startsWith("6.") ? "6.x" : "7.x"));

/** Without who is connected, and who was heard. */
function settled({ state }: ConsoleRouter) {
  const {
    "/ip arp": _heard,
    "/ip dhcp-server lease": _leases,
    "/ip service": services = [],
    ...rest
  } = state;
  return { ...rest, services: services.filter(({ dynamic }) => dynamic !== "yes") };
}
const bridgeConnects = (router: ConsoleRouter) => {
  router.connect("api", "192.168.88.10:40001");
  router.connect("api", "192.168.88.10:40002");
};

test("the router of 7.19 and later takes no service by its name while somebody is connected to it", () => {
  const router = homeRouter("7.22.3");
  const elsewhere = "failure: this is configured elsewhere";
  expect(() => router.import("/ip service set winbox disabled=yes")).toThrow(elsewhere);
  expect(() => router.import('/ip service set [find name="winbox"] disabled=yes')).toThrow(elsewhere);
  expect(() => router.import(':put [/ip service get [find name="winbox"] disabled]')).toThrow(
    "invalid internal item number",
  );
  router.import("/ip service set api disabled=no");
  const before = homeRouter("7.18.2");
  before.import("/ip service set winbox disabled=yes");
  expect(before.menu("/ip service")[2]).toMatchObject({ name: "winbox", disabled: "yes" });
});

describe.each(versions)("RouterOS %s, while our bridge is connected,", (version) => {
  test("is after a second run as after one, and after the undo script as it was", () => {
    const router = homeRouter(version);
    const before = settled(router);
    setUp(router);
    const once = settled(router);
    bridgeConnects(router);
    setUp(router);
    expect(settled(router)).toEqual(once);
    router.import(undoScript());
    expect(settled(router)).toEqual(before);
  });

  test("opens its service by TLS, and closes it again", () => {
    const router = homeRouter(version);
    const before = settled(router);
    setUp(router, { ...setup, apiPort: 8729 });
    router.connect("api-ssl", "192.168.88.10:40001");
    const service = () => router.menu("/ip service").find(({ name }) => name === "api-ssl");
    expect(service()?.disabled).toBe("no");
    router.import(undoScript());
    expect(settled(router)).toEqual(before);
  });

  test("takes what the checklist says of its services", () => {
    const router = homeRouter(version);
    const names = ["telnet", "ftp", "www", "ssh", "winbox", "api"];
    for (const name of names) {
      if (!router.menu("/ip service").some((row) => row.name === name))
        router.put("/ip service", { name, port: "1", disabled: "no" });
      router.connect(name, "192.168.88.10:40003");
    }
    const facts: RouterFacts = {
      services: { value: names.map((name) => ({ name, from: "" })) },
      addresses: { value: [{ address: "192.168.88.1/24", interface: "bridge" }] },
      peer: { value: "192.168.88.10" },
    };
    const found = judge({ facts, clockOffMs: 0 }).find(({ check }) => check === "services");
    router.import(found?.command ?? "");
    const shown = router.menu("/ip service").filter(({ dynamic }) => dynamic !== "yes");
    const of = (name: string) => shown.find((row) => row.name === name);
    for (const name of ["telnet", "ftp", "www"]) expect(of(name)?.disabled).toBe("yes");
    for (const name of ["ssh", "winbox"]) expect(of(name)?.address).toBe("192.168.88.0/24");
    expect(of("api")).toMatchObject({ address: "192.168.88.10/32" });
  });
});

describe.each(versions)("on RouterOS %s", (version) => {
  test("a service that does not open is said, before the hotspot is on", () => {
    const router = homeRouter(version);
    const others = router.menu("/ip service").filter(({ name }) => name !== "api");
    router.clear("/ip service");
    for (const row of others) router.put("/ip service", row);
    expect(() => setUp(router)).toThrow("the router does not open its service api.");
    expect(router.menu("/ip hotspot")).toMatchObject([{ disabled: "yes" }]);
  });

  test("the undo script takes away everything else where the hotspot's package is gone", () => {
    const full = homeRouter(version);
    const before = settled(homeRouter(version, { hotspot: false, ipv6: true }));
    setUp(full);
    // What an update to a version without it leaves.
    const router = homeRouter(version, { hotspot: false, ipv6: true });
    for (const [menu, rows] of Object.entries(full.state)) {
      if (menu.startsWith("/ip hotspot")) continue;
      router.clear(menu);
      for (const row of rows) router.put(menu, row);
    }
    router.import(undoScript());
    expect(settled(router)).toEqual(before);
  });

  test("the undo script goes on where a row of ours is used by something of the owner's", () => {
    const router = homeRouter(version);
    const before = settled(router);
    setUp(router);
    router.put("/user", { name: "own", group: "mlango" });
    router.import(undoScript());
    const { "/user": users, "/user group": groups, ...rest } = settled(router) as Record<string, unknown>;
    const { "/user": _users, "/user group": _groups, ...restBefore } = before as Record<string, unknown>;
    expect(rest).toEqual(restBefore);
    expect(users).toMatchObject([{ name: "admin" }, { name: "own" }]);
    expect(groups).toMatchObject([{ name: "read" }, { name: "write" }, { name: "full" }, { name: "mlango" }]);
  });
});

test("what version 6 kept of its settings is put back by version 7, but for what that has no word for", () => {
  const old = homeRouter("6.49.18");
  setUp(old);
  const router = homeRouter("7.18.2");
  for (const menu of ["/system script", "/system clock", "/ip service"]) {
    router.clear(menu);
    for (const row of old.menu(menu)) router.put(menu, { ...row });
  }
  expect(old.menu("/system script")[0]?.source).toContain("server-dns-names");
  router.import(undoScript());
  expect(router.menu("/system clock")).toEqual([
    { "time-zone-autodetect": "yes", "time-zone-name": "Etc/UTC" },
  ]);
  expect(router.menu("/ip service").find(({ name }) => name === "api")?.disabled).toBe("yes");
  expect(router.menu("/system script")).toEqual([]);
});
