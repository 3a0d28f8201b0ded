import { describe, expect, test } from "vitest";
import { allowCommand } from "#contract/values/device-mode";
import { setUpScript } from "#worker/features/routers/setup-script/set-up-script";
import { undoScript } from "#worker/features/routers/setup-script/undo-script";
import type { ConsoleRouter } from "../simulators/routeros/console/console-router.ts";
import {
  bareRouter,
  bridgeMac,
  homeRouter,
  inMode,
  ownerMac,
} from "../simulators/routeros/console/images.ts";
import type { Traits } from "../simulators/routeros/console/menus.ts";
import { type Packet, unpaidReach } from "../simulators/routeros/console/unpaid.ts";
import type { RouterVersion } from "../simulators/routeros/version.ts";
import { box as setup } from "../support/router-scripts.ts";

// The set-up script on routers that differ in what no manual settles, and what a device without a purchase gets out of them.

const versions: RouterVersion[] = ["6.49.18", "7.10.2", "7.18.2", "7.22.3"];
const both = { hotspot: true, ipv6: true };
const scriptFor = (version: RouterVersion, given = setup) =>
  setUpScript(given, version.startsWith("6.") ? "6.x" : "7.x");
const home = (version: RouterVersion, traits: Partial<Traits> = {}) => homeRouter(version, both, traits);

function setUp(router: ConsoleRouter, given = setup): ConsoleRouter {
  router.import(scriptFor(router.version, given));
  return router;
}

const loginPage = (router: ConsoleRouter) =>
  router
    .menu("/file")
    .filter(
      ({ contents = "" }) => contents.includes(`routerId=${setup.routerId}`) && contents.includes("/redeem"),
    );

describe.each(versions)("RouterOS %s", (version) => {
  test.each(["reset-html", "profile", "elsewhere"] as const)(
    "whose own pages are laid by %s has ours where it laid them, and the hotspot on",
    (pages) => {
      const router = setUp(home(version, { pages }));
      const [page, ...more] = loginPage(router);
      expect(more).toEqual([]);
      expect(page?.name).toBe(pages === "elsewhere" ? "mlango/login.html" : "flash/mlango/login.html");
      expect(router.menu("/file").filter(({ contents }) => contents === "stock")).toMatchObject([
        { name: expect.stringMatching(/md5\.js$/) },
      ]);
      expect(router.menu("/ip hotspot")[0]?.disabled).toBe("no");
      const once = router.state;
      setUp(router);
      expect(router.state).toEqual(once);
    },
  );

  test("that lays out its login page alone gets the others from us, or is left with the hotspot off", () => {
    const router = setUp(home(version, { pages: "login only" }));
    expect(loginPage(router)).toHaveLength(1);
    const names = router.menu("/file").map(({ name }) => name);
    expect(names.includes("flash/mlango/alogin.html")).toBe(!version.startsWith("6."));
  });

  test("that makes no folder gets one where it can, else keeps the hotspot off and says what to do", () => {
    const router = home(version, { pages: "never" });
    if (version === "7.18.2" || version === "7.22.3") {
      expect(loginPage(setUp(router))).toHaveLength(1);
      return;
    }
    expect(() => setUp(router)).toThrow("The hotspot is still off: reboot the router and paste again");
    expect(router.menu("/ip hotspot")).toMatchObject([{ name: "mlango", disabled: "yes" }]);
    // Neither its user nor its services were touched.
    expect(router.menu("/user")).toHaveLength(1);
    expect(router.menu("/ip service").find(({ name }) => name === "api")?.disabled).toBe("yes");
    router.import(undoScript());
    expect(router.menu("/ip hotspot")).toEqual([]);
  });

  test("is set up, and a second time without a change, whether or not addresses match as they are written", () => {
    for (const literalsMatch of [true, false]) {
      const router = setUp(bareRouter(version, { literalsMatch }), bare);
      const once = router.state;
      setUp(router, bare);
      expect(router.state).toEqual(once);
    }
  });

  test("an import that meets a word it does not know keeps what ran, and its visitors nothing", () => {
    const router = home(version);
    const script = scriptFor(version).replace(
      /(?<=\n)\/system clock.*|(?<=\n):if \(\[\/system clock/,
      "/no such menu\n$&",
    );
    expect(() => router.import(script)).toThrow("bad command name");
    expect(router.menu("/user")).toHaveLength(2);
    expect(router.menu("/ip hotspot")).toMatchObject([{ disabled: "yes" }]);
  });
});

const bare = { ...setup, interface: "hotspot-lan", bridgeAddress: "10.5.50.2" };

describe("the bridge's place", () => {
  test("a lent address becomes its own, and the undo script lends it again", () => {
    const router = setUp(home("7.22.3"));
    expect(router.menu("/ip dhcp-server lease")).toEqual([
      {
        address: "192.168.88.10",
        "mac-address": bridgeMac,
        server: "defconf",
        dynamic: "no",
        comment: "mlango: bridge",
      },
    ]);
    router.import(undoScript());
    expect(router.menu("/ip dhcp-server lease")).toEqual([]);
  });

  test("an address that its owner has reserved stays as he has it", () => {
    const router = home("7.22.3");
    Object.assign(router.menu("/ip dhcp-server lease")[0] ?? {}, { dynamic: "no", comment: "box" });
    setUp(router);
    expect(router.menu("/ip dhcp-server lease")).toMatchObject([{ comment: "box" }]);
  });

  test("a bridge that is off gets no pass by its address alone, and the owner reads why", () => {
    const router = home("7.22.3");
    router.neighbours.length = 0;
    setUp(router);
    expect(
      router.menu("/ip hotspot ip-binding").filter(({ comment }) => comment === "mlango: bridge"),
    ).toEqual([]);
    expect(router.said[0]).toContain("The bridge at 192.168.88.10".slice(4));
    router.neighbours.push({ address: "192.168.88.10", "mac-address": bridgeMac, interface: "bridge" });
    setUp(router);
    expect(
      router.menu("/ip hotspot ip-binding").find(({ comment }) => comment === "mlango: bridge"),
    ).toMatchObject({ address: "192.168.88.10", "mac-address": bridgeMac, type: "bypassed" });
  });

  test("another machine at its address gets a pass only by a new paste, and the old one loses it", () => {
    const router = setUp(home("7.22.3"));
    const mac = "D8:3A:DD:00:00:99";
    Object.assign(router.neighbours[0] ?? {}, { "mac-address": mac });
    Object.assign(router.menu("/ip arp").find(({ address }) => address === "192.168.88.10") ?? {}, {
      "mac-address": mac,
    });
    setUp(router);
    const bound = router.menu("/ip hotspot ip-binding").filter(({ comment }) => comment === "mlango: bridge");
    expect(bound).toMatchObject([{ address: "192.168.88.10", "mac-address": mac }]);
    expect(router.menu("/ip firewall filter").find(({ comment }) => comment === "mlango: api")).toMatchObject(
      {
        "src-mac-address": mac,
      },
    );
  });
});

describe("the machine that pastes", () => {
  const passes = (router: ConsoleRouter) =>
    router.menu("/ip hotspot ip-binding").filter(({ comment }) => comment === "mlango: set up from here");

  test("stays connected behind the hotspot, by its address or by its MAC", () => {
    for (const address of ["192.168.88.7", ownerMac]) {
      const router = home("7.22.3");
      Object.assign(router.menu("/user active")[0] ?? {}, { address });
      expect(passes(setUp(router))).toEqual([
        { "mac-address": ownerMac, type: "bypassed", comment: "mlango: set up from here" },
      ]);
    }
  });

  test("gets no pass where it stands elsewhere", () => {
    const router = home("7.22.3");
    Object.assign(router.menu("/user active")[0] ?? {}, { address: "192.168.1.50" });
    expect(passes(setUp(router))).toEqual([]);
  });
});

test.each(["invalid", "disabled"] as const)(
  "device mode that cannot be read is told by the server that does not start, and is shown as %s",
  (blockedServer) => {
    const router = inMode(home("7.22.3", { modeIsReadable: false, blockedServer }), "basic");
    expect(() => setUp(router)).toThrow(
      `the router keeps the hotspot off. Enter ${allowCommand} and confirm`,
    );
    expect(router.menu("/ip hotspot")).toMatchObject([{ [blockedServer]: "yes" }]);
    inMode(router, "advanced");
    setUp(router);
    expect(router.menu("/ip hotspot")).toMatchObject([{ disabled: "no" }]);
    expect(router.menu("/ip hotspot")[0]).not.toHaveProperty("invalid");
  },
);

describe("a device without a purchase reaches", () => {
  const ways: Record<string, Packet> = {
    "ICMP to anywhere": { to: "internet", protocol: "icmp" },
    "TCP to anywhere": { to: "internet", protocol: "tcp", port: 443 },
    "UDP to anywhere": { to: "internet", protocol: "udp", port: 443 },
    "QUIC at the portal's addresses": { to: "portal", protocol: "udp", port: 443 },
    "another port at the portal's addresses": { to: "portal", protocol: "tcp", port: 8443 },
    "the API": { to: "router", protocol: "tcp", port: 8728 },
    "names over TCP": { to: "router", protocol: "tcp", port: 53 },
    "names over UDP": { to: "internet", protocol: "udp", port: 53 },
    "any site at the portal's addresses": { to: "portal", protocol: "tcp", port: 443 },
    "what that site answers": { to: "portal", protocol: "tcp", port: 443, way: "down" },
  };
  const list = (router: ConsoleRouter) =>
    Object.fromEntries(
      Object.entries(ways).flatMap(([name, packet]) => {
        const passes = unpaidReach(router, packet);
        return passes ? [[name, passes]] : [];
      }),
    );
  const limited = {
    "names over UDP": { bytesOfConnection: null, rates: [{ perSecond: 2, burst: 100 }] },
    "any site at the portal's addresses": {
      bytesOfConnection: 1_000_000,
      rates: [{ perSecond: 5, burst: 800 }],
    },
    "what that site answers": { bytesOfConnection: 1_000_000, rates: [{ perSecond: 5, burst: 800 }] },
  };

  test.each(versions)(
    "on RouterOS %s: names, and a trickle of what stands at the portal's addresses",
    (version) => {
      expect(list(setUp(home(version)))).toEqual(limited);
      expect(list(setUp(bareRouter(version), bare))).toEqual(limited);
    },
  );

  test("the same after another paste where its owner took one of our rules away", () => {
    const router = setUp(home("7.22.3"));
    const rules = router.menu("/ip firewall filter");
    rules.splice(
      rules.findIndex(({ comment }) => comment === "mlango: unpaid 2"),
      1,
    );
    expect(list(setUp(router))).toEqual(limited);
  });

  test("ICMP, and the portal's addresses without an end, where our rules are missing", () => {
    const router = setUp(home("7.22.3"));
    for (const rule of router.menu("/ip firewall filter"))
      if (/^mlango: (to )?unpaid|names/.test(rule.comment ?? "")) rule.disabled = "yes";
    expect(list(router)).toEqual({
      "ICMP to anywhere": { bytesOfConnection: null, rates: [] },
      "names over TCP": { bytesOfConnection: null, rates: [] },
      "names over UDP": { bytesOfConnection: null, rates: [] },
      "any site at the portal's addresses": { bytesOfConnection: null, rates: [] },
      "what that site answers": { bytesOfConnection: null, rates: [] },
    });
  });
});
