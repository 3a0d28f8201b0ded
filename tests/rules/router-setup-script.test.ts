import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { setUpScript } from "#worker/features/routers/setup-script/set-up-script";
import type { RouterSetup } from "#worker/features/routers/setup-script/setup";
import { undoScript } from "#worker/features/routers/setup-script/undo-script";
import type { ConsoleRouter } from "../simulators/routeros/console/console-router.ts";
import { bareRouter, bridgeMac, homeRouter, ownerMac } from "../simulators/routeros/console/images.ts";
import { readScript } from "../simulators/routeros/console/reader.ts";
import type { RouterVersion } from "../simulators/routeros/version.ts";
import { box as setup } from "../support/router-scripts.ts";

// The set-up script and the undo script, run by routers that know the words of their version and no others.

const bareSetup = { ...setup, interface: "hotspot-lan", bridgeAddress: "10.5.50.2" };

const versions: RouterVersion[] = ["6.49.18", "7.10.2", "7.18.2", "7.22.3"];
const line = (version: RouterVersion) => (version.startsWith("6.") ? "6.x" : "7.x");
const scriptFor = (version: RouterVersion, given = setup) => setUpScript(given, line(version));

function setUp(router: ConsoleRouter, given = setup): ConsoleRouter {
  router.import(scriptFor(router.version, given));
  return router;
}

/** All but what comes and goes by itself: who was heard last, and leases that are only lent. */
function kept({ state }: ConsoleRouter) {
  const { "/ip arp": _heard, "/ip dhcp-server lease": leases = [], ...rest } = state;
  return { ...rest, leases: leases.filter(({ dynamic }) => dynamic !== "yes") };
}

describe.each(versions)("RouterOS %s", (version) => {
  test("becomes a hotspot of ours by one run", () => {
    const router = setUp(homeRouter(version));
    expect(router.menu("/ip hotspot")).toEqual([
      {
        name: "mlango",
        interface: "bridge",
        profile: "mlango",
        disabled: "no",
        "address-pool": "none",
        "addresses-per-mac": "1",
        "idle-timeout": "5m",
        "keepalive-timeout": "none",
      },
    ]);
    expect(router.menu("/ip hotspot profile").at(-1)).toEqual({
      name: "mlango",
      "hotspot-address": "192.168.88.1",
      "html-directory": "flash/mlango",
      "login-by": "mac,http-chap",
      "mac-auth-mode": "mac-as-username",
      "mac-auth-password": "mac0password",
      "use-radius": "no",
    });
    expect(router.menu("/ip hotspot walled-garden")).toEqual([
      { action: "allow", "dst-host": "cafe.mlango.app", comment: "mlango: portal" },
    ]);
    expect(router.menu("/ip hotspot walled-garden ip")).toEqual([
      {
        action: "accept",
        "dst-host": "cafe.mlango.app",
        protocol: "tcp",
        "dst-port": "443",
        comment: "mlango: portal",
      },
      ...(version.startsWith("6.")
        ? []
        : [
            {
              action: "accept",
              "dst-address-list": "mlango-portal",
              protocol: "tcp",
              "dst-port": "443",
              comment: "mlango: portal's addresses",
            },
          ]),
      {
        action: "accept",
        "dst-address": "192.168.88.10",
        protocol: "tcp",
        "dst-port": "8480",
        comment: "mlango: vouchers",
      },
    ]);
    // Before any masquerading: the bridge's page has to see whose request it is.
    expect(router.menu("/ip firewall nat")[0]).toMatchObject({
      chain: "srcnat",
      action: "accept",
      "dst-address": "192.168.88.10",
      protocol: "tcp",
      "dst-port": "8480",
      comment: "mlango: vouchers",
    });
    expect(router.menu("/ip hotspot ip-binding")).toEqual([
      { address: "192.168.88.10", "mac-address": bridgeMac, type: "bypassed", comment: "mlango: bridge" },
      { "mac-address": ownerMac, type: "bypassed", comment: "mlango: set up from here" },
    ]);
    expect(router.said).toEqual(["Mlango: this router is set up. Its bridge logs in within a minute."]);
  });

  test("lets the bridge in, and nobody else, with the least rights", () => {
    const router = setUp(homeRouter(version));
    expect(router.menu("/user").at(-1)).toEqual({
      name: "mlango-api",
      group: "mlango",
      password: "first0password",
      address: "192.168.88.10/32",
      comment: "mlango:5eedab12",
    });
    expect(router.menu("/user group").at(-1)).toEqual({
      name: "mlango",
      policy: "api,read,write,sensitive,password",
    });
    const services = router.menu("/ip service").filter(({ dynamic }) => dynamic !== "yes");
    expect(services.map(({ name, disabled }) => [name, disabled])).toEqual([
      ["www", "no"],
      ["api", "no"],
      ["winbox", "no"],
      ["api-ssl", "yes"],
    ]);
    const input = router.menu("/ip firewall filter").filter((rule) => rule.chain === "input");
    expect(input[0]).toMatchObject({
      action: "accept",
      protocol: "tcp",
      "dst-port": "8728",
      "src-address": "192.168.88.10",
      "src-mac-address": bridgeMac,
    });
  });

  test("serves pages that lead to the portal with the device and what it had asked for", () => {
    const router = setUp(homeRouter(version));
    const contents = Object.fromEntries(
      router.menu("/file").map((file) => [file.name ?? "", file.contents ?? ""]),
    );
    const portal =
      "https://cafe.mlango.app/?routerId=11111111-2222-4333-8444-555555555555&mac=$(mac-esc)&ip=$(ip-esc)&dst=$(link-orig-esc)";
    const login = contents["flash/mlango/login.html"];
    expect(login).toContain(`href="${portal.replaceAll("&", "&amp;")}"`);
    expect(login).toContain(`p="${portal}"`);
    expect(login).toContain('action="http://192.168.88.10:8480/redeem"');
    expect(contents["flash/mlango/rlogin.html"]).toContain(
      '$(if http-header == "Location")$(link-redirect)$(endif)',
    );
    for (const page of ["alogin", "status"])
      expect(contents[`flash/mlango/${page}.html`]).toContain("https://cafe.mlango.app/connected?routerId=");
    expect(contents["flash/mlango/redirect.html"]).toContain("$(link-redirect)");
    for (const page of ["logout", "error"])
      expect(contents[`flash/mlango/${page}.html`]).toContain("https://cafe.mlango.app/?routerId=");
    expect(contents["flash/mlango/md5.js"]).toBe("stock");
    // RouterOS 6 takes no longer contents.
    for (const page of Object.values(contents)) expect(page.length).toBeLessThan(4_000);
  });

  test("names the venue to phones that ask by RFC 8908", () => {
    const file = setUp(homeRouter(version)).menu("/file");
    const json = file.find(({ name }) => name === "flash/mlango/api.json")?.contents ?? "";
    const shown = json
      .replace(/\$\(if logged-in == 'yes'\)false\$\(else\)true\$\(endif\)/, "true")
      .replace(/\$\((?:if [^)]*|endif)\)/g, "")
      .replace(/\$\([a-z-]+-secs\)|\$\(remain-bytes-total\)/g, "60");
    expect(JSON.parse(shown)).toEqual({
      captive: true,
      "user-portal-url": "$(link-login-only)",
      "can-extend-session": true,
      "seconds-remaining": 60,
      "bytes-remaining": 60,
      "venue-info-url":
        "https://cafe.mlango.app/?routerId=11111111-2222-4333-8444-555555555555&mac=$(mac-esc)&ip=$(ip-esc)",
    });
  });

  test("keeps its clock, in Kenya's time", () => {
    const router = setUp(homeRouter(version));
    expect(router.menu("/system clock")).toEqual([
      { "time-zone-autodetect": "no", "time-zone-name": "Africa/Nairobi" },
    ]);
    expect(router.menu("/system ntp client")[0]?.enabled).toBe("yes");
    const servers = version.startsWith("6.")
      ? router.menu("/system ntp client")[0]?.["server-dns-names"]
      : router.menu("/system ntp client servers")[0]?.address;
    expect(servers).toBe("time.cloudflare.com");
  });

  test("lets nothing pass the hotspot by: neither FastTrack nor IPv6", () => {
    const router = setUp(homeRouter(version));
    const forward = router
      .menu("/ip firewall filter")
      .filter((rule) => rule.chain === "forward" && rule.dynamic === "no");
    const fastTrack = forward.findIndex((rule) => rule.action === "fasttrack-connection");
    expect(forward.slice(0, fastTrack)).toMatchObject([
      { action: "jump", "jump-target": "mlango-unpaid-to", hotspot: "to-client,!auth" },
      { action: "jump", "jump-target": "mlango-unpaid", hotspot: "from-client,!auth" },
      { action: "accept", "connection-state": "established,related", "in-interface": "bridge" },
      { action: "accept", "connection-state": "established,related", "out-interface": "bridge" },
    ]);
    const ipv6 = router.menu("/ipv6 firewall filter");
    expect(ipv6.find((rule) => rule.chain === "forward")).toMatchObject({
      action: "reject",
      "in-interface": "bridge",
      "reject-with": "icmp-no-route",
    });
    expect(ipv6.find((rule) => rule.chain === "output")).toMatchObject({
      action: "drop",
      "out-interface": "bridge",
      protocol: "icmpv6",
      "icmp-options": "134:0-255",
    });
  });

  test("gets a network of its own where the interface has none", () => {
    const router = setUp(bareRouter(version), bareSetup);
    expect(router.menu("/ip address").at(-1)).toMatchObject({
      address: "10.5.50.1/24",
      interface: "hotspot-lan",
    });
    expect(router.menu("/ip dhcp-server")).toMatchObject([
      { interface: "hotspot-lan", "address-pool": "mlango", disabled: "no" },
    ]);
    expect(router.menu("/ip dhcp-server network")).toMatchObject([
      { gateway: "10.5.50.1", "dns-server": "10.5.50.1" },
    ]);
    expect(router.menu("/ip dhcp-server lease")).toMatchObject([
      { address: "10.5.50.2", "mac-address": bridgeMac, server: "mlango", dynamic: "no" },
    ]);
    expect(router.menu("/ip firewall nat")).toMatchObject([
      { action: "accept", "dst-address": "10.5.50.2" },
      { action: "masquerade", "src-address": "10.5.50.0/24" },
    ]);
    expect(router.menu("/ip hotspot profile").at(-1)).toMatchObject({
      "hotspot-address": "10.5.50.1",
      "html-directory": "mlango",
    });
    // It has no FastTrack, and a clock of its own: nothing to exempt, and little to remember.
    const rules = router.menu("/ip firewall filter").map(({ chain, action }) => `${chain} ${action}`);
    expect(rules.filter((rule) => /^(forward|input)/.test(rule))).toEqual([
      ...["input accept", "input drop", "input drop", "forward jump", "forward jump"],
    ]);
    // It answered nobody's questions of names before: now its visitors', and no other interface's.
    expect(router.menu("/ip dns")[0]).toMatchObject({
      "allow-remote-requests": "yes",
      servers: "1.1.1.1,9.9.9.9",
    });
    expect(
      router.menu("/ip firewall filter").filter(({ comment = "" }) => /names for/.test(comment)),
    ).toMatchObject([
      { protocol: "udp", "dst-port": "53", "in-interface": "!hotspot-lan" },
      { protocol: "tcp", "dst-port": "53", "in-interface": "!hotspot-lan" },
    ]);
    const [before, ...others] = router.menu("/system script");
    expect([before?.name, others]).toEqual(["mlango-before", []]);
    expect(before?.source?.split("\n")).toEqual([
      ':do { [[:parse "/ip dns set allow-remote-requests=no"]] } on-error={}',
      ':do { [[:parse "/ip dns set servers=\\22\\22"]] } on-error={}',
      expect.stringContaining("/ip service set \\24mlgRow disabled=yes"),
      "",
    ]);
  });

  test.each([
    ["home", () => setUp(homeRouter(version)), setup],
    ["bare", () => setUp(bareRouter(version), bareSetup), bareSetup],
  ] as const)("is after a second run as after one: %s", (_name, made, given) => {
    const router = made();
    const once = router.state;
    setUp(router, given);
    expect(router.state).toEqual(once);
  });

  test.each([
    ["home", () => homeRouter(version), setup],
    ["bare", () => bareRouter(version), bareSetup],
  ] as const)("is after the undo script as it was: %s", (_name, fresh, given) => {
    const router = setUp(setUp(fresh(), given), given);
    // What the bridge leaves there while it serves.
    router.put("/ip hotspot user", { name: "02:00:00:00:00:01", comment: "MLG;abc;e1" });
    router.put("/ip hotspot user", { name: "mlango-bridge", comment: "MLG-BRIDGE;epoch=1;bridge=b" });
    router.put("/ip hotspot user profile", { name: "mlango-1000k-2000k" });
    router.import(undoScript());
    expect(kept(router)).toEqual(kept(fresh()));
    router.import(undoScript());
    expect(kept(router)).toEqual(kept(fresh()));
  });

  test("keeps the password that the bridge gave it when the same script runs again, and not when a newer one does", () => {
    const router = setUp(homeRouter(version));
    const user = () => router.menu("/user").find(({ name }) => name === "mlango-api");
    Object.assign(user() ?? {}, { password: "of the bridge" });
    setUp(router);
    expect(user()?.password).toBe("of the bridge");
    const moved = { ...setup, id: "0ddba11", bootstrapPassword: "another", bridgeAddress: "192.168.88.20" };
    const mac = "D8:3A:DD:00:00:20";
    router.neighbours.push({ address: "192.168.88.20", "mac-address": mac, interface: "bridge" });
    setUp(router, moved);
    expect(user()).toMatchObject({ password: "another", address: "192.168.88.20/32" });
    const ofBridge = ({ comment }: Record<string, string>) => comment === "mlango: bridge";
    expect(router.menu("/ip hotspot ip-binding").filter(ofBridge)).toMatchObject([
      { address: "192.168.88.20", "mac-address": mac },
    ]);
    expect(router.menu("/ip dhcp-server lease").filter(ofBridge)).toMatchObject([
      { address: "192.168.88.20", "mac-address": mac, dynamic: "no" },
    ]);
    expect(
      router.menu("/ip firewall filter").filter(({ comment }) => comment === "mlango: api"),
    ).toMatchObject([{ "src-address": "192.168.88.20", "src-mac-address": mac }]);
  });

  test("is repaired by another run where somebody changed what is ours", () => {
    const router = setUp(homeRouter(version));
    const once = router.state;
    Object.assign(router.menu("/ip hotspot profile").at(-1) ?? {}, {
      "login-by": "cookie",
      "use-radius": "yes",
    });
    Object.assign(router.menu("/ip hotspot walled-garden")[0] ?? {}, { "dst-host": "*" });
    Object.assign(router.menu("/ip hotspot")[0] ?? {}, { disabled: "yes" });
    setUp(router);
    expect(router.state).toEqual(once);
  });

  test.each<[string, (router: ConsoleRouter) => void, Partial<RouterSetup>]>([
    ["There is no interface wlan9.", () => undefined, { interface: "wlan9" }],
    ["wlan1 is a port of a bridge", () => undefined, { interface: "wlan1" }],
    ["ether1 is the way to the internet", () => undefined, { interface: "ether1" }],
    [
      "There is another hotspot on bridge",
      (router) => router.put("/ip hotspot", { name: "old", interface: "bridge" }),
      {},
    ],
    [
      "Give free an address: 10.5.50.0/24 is in use",
      (router) => {
        router.put("/interface", { name: "free" });
        router.put("/ip address", { address: "10.5.50.1/24", interface: "ether1", network: "10.5.50.0" });
      },
      { interface: "free" },
    ],
    [
      "Our hotspot is on another interface of this router. To move it to bridge, paste the undo script first.",
      (router) => {
        router.put("/interface", { name: "vlan20" });
        router.put("/ip hotspot", { name: "mlango", interface: "vlan20" });
      },
      {},
    ],
    [
      "There is a user mlango-api that is not ours",
      (router) => router.put("/user", { name: "mlango-api", group: "full" }),
      {},
    ],
  ])("is refused before anything is written: %s", (sentence, spoil, given) => {
    const router = homeRouter(version);
    spoil(router);
    const before = router.state;
    expect(() => setUp(router, { ...setup, ...given })).toThrow(sentence);
    expect(router.state).toEqual(before);
  });

  test("is refused without the hotspot package, untouched", () => {
    const router = homeRouter(version, { hotspot: false, ipv6: true });
    const before = router.state;
    expect(() => setUp(router)).toThrow("This router has no hotspot package.");
    expect(router.state).toEqual(before);
  });

  test("does nothing of what a name says, whatever it says", () => {
    const nasty = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
      fc.string({ unit: fc.constantFrom(...'"\\$?[](){};\n\r\t#=/<>& :a'), minLength: 1, maxLength: 60 }),
      fc.constantFrom(
        '"; /system reset-configuration',
        "$[/user remove 0]",
        "$(mac)",
        "$(if x)",
        "</title><script>alert(1)</script>",
        "}\n:error x",
      ),
    );
    const plain = setUp(homeRouter(version)).state;
    fc.assert(
      fc.property(nasty, nasty, (routerName, businessName) => {
        const script = scriptFor(version, { ...setup, routerName, businessName });
        expect(script).toMatch(/^[\x20-\x7e\n]*$/);
        const router = homeRouter(version);
        router.import(script);
        const { "/file": files = [], ...rest } = router.state;
        const { "/file": plainFiles = [], ...plainRest } = plain;
        expect(rest).toEqual(plainRest);
        expect(files.map(({ name }) => name)).toEqual(plainFiles.map(({ name }) => name));
        for (const { name = "", contents = "" } of files) {
          // Whatever runs, and whatever the router replaces, is what our own page asked for.
          const theirs = plainFiles.find((file) => file.name === name)?.contents ?? "";
          expect(contents.match(/<script/g)?.length).toBe(theirs.match(/<script/g)?.length);
          expect(contents.match(/\$\(/g)?.length).toBe(theirs.match(/\$\(/g)?.length);
        }
      }),
      { numRuns: 40 },
    );
  });
});

test.each(["7.18.2", "7.22.3"] as const)(
  "device mode that forbids the hotspot stops RouterOS %s, untouched",
  (version) => {
    const router = homeRouter(version);
    Object.assign(router.menu("/system device-mode")[0] ?? {}, { mode: "home", hotspot: "no" });
    const before = router.state;
    expect(() => setUp(router)).toThrow("Device mode forbids the hotspot.");
    expect(router.state).toEqual(before);
  },
);

test("RouterOS 6 without its IPv6 package is set up, and undone, all the same", () => {
  const router = homeRouter("6.49.18", { hotspot: true, ipv6: false });
  const before = router.state;
  setUp(router);
  expect(router.menu("/ip hotspot")).toHaveLength(1);
  router.import(undoScript());
  expect(kept(router)).toEqual(kept(homeRouter("6.49.18", { hotspot: true, ipv6: false })));
  expect(router.state["/ip firewall filter"]).toEqual(before["/ip firewall filter"]);
});

test("the undo script leaves a router alone that we never set up", () => {
  for (const version of versions) {
    const router = homeRouter(version);
    router.import(undoScript());
    expect(router.state).toEqual(homeRouter(version).state);
  }
});

test("a script for RouterOS 7 is not taken by RouterOS 6", () => {
  expect(() => homeRouter("6.49.18").import(setUpScript(setup, "7.x"))).toThrow(/bad command name/);
});

test.each([
  ['/user remove [find name="x', "expected"],
  ['/file remove [find name="$x"]', "expected"],
  [":if ($x = 1) do={ /user find", "the end of a block"],
  [":if (1 + 1) do={}", "an operator"],
])("the reader takes no half command: %s", (script, wanted) => {
  expect(() => readScript(script)).toThrow(wanted);
});
