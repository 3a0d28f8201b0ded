import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GeneratedOvpn } from "#contract/openvpn";
import { openvpnName } from "#contract/values/tunnel-network";
import { generateClient, newUsername } from "#worker/features/openvpn/generate-client";
import { regenerateScript } from "#worker/features/openvpn/regenerate-script";
import { routerFiles } from "#worker/features/openvpn/router-script";
import type { ConsoleRouter } from "../simulators/routeros/console/console-router.ts";
import { bareRouter } from "../simulators/routeros/console/images.ts";
import { operator, VpnWorld } from "../support/vpn-world.ts";

// The scripts that routers get, run by a router that knows the words of its version and no others.

let world: VpnWorld;
beforeAll(async () => {
  world = await VpnWorld.open();
});
afterAll(() => world.end());

const versions = ["7.x", "6.x"] as const;
const oldest = { "7.x": "7.10.2", "6.x": "6.49.18" } as const;
const touched = ["/interface ovpn-client", "/certificate", "/file", "/ip firewall filter"];

/** What no script of these may change. */
const untouched = (router: ConsoleRouter) =>
  Object.entries(router.state).filter(([menu]) => !touched.includes(menu));

const generate = (routerName: string, routerosVersion: "7.x" | "6.x") =>
  generateClient(world.ctx, operator, { routerName, routerosVersion });

/** The three downloads, as the guide for RouterOS 6 says. */
function uploadFiles(router: ConsoleRouter, made: GeneratedOvpn): void {
  const files = routerFiles(made.routerName);
  router.put("/file", { name: files.ca, contents: made.caCertificate });
  router.put("/file", { name: files.client, contents: made.clientCertificate });
  router.put("/file", { name: files.key, contents: made.clientPrivateKey });
}

function fresh(version: "7.x" | "6.x", made: GeneratedOvpn): ConsoleRouter {
  const router = bareRouter(oldest[version]);
  router.put("/ip firewall filter", { chain: "input", action: "drop", dynamic: "no", comment: "defconf" });
  router.put("/certificate", { name: "hotspot", "common-name": "login.example", "private-key": "yes" });
  if (version === "6.x") uploadFiles(router, made);
  return router;
}

describe.each(versions)("RouterOS %s", (version) => {
  test("is connected by one paste, with exactly what its version speaks", async () => {
    const made = await generate("Main Gate", version);
    const router = fresh(version, made);
    const before = untouched(router);
    router.import(made.mikrotikScript);
    expect(untouched(router)).toEqual(before);
    expect(router.menu("/interface ovpn-client")).toEqual([
      {
        name: "ovpn-mlango",
        "connect-to": "vpn1.mlango.example",
        mode: "ip",
        comment: "Main Gate",
        user: made.username,
        password: made.password,
        certificate: "mlango-vpn-client",
        "add-default-route": "no",
        disabled: "no",
        ...(version === "7.x"
          ? {
              port: "1194",
              protocol: "udp",
              cipher: "aes256-cbc",
              auth: "sha256",
              "tls-version": "only-1.2",
              "route-nopull": "yes",
              "use-peer-dns": "no",
              "verify-server-certificate": "yes",
            }
          : { port: "1194", cipher: "aes256", auth: "sha1", "verify-server-certificate": "yes" }),
      },
    ]);
    expect(router.menu("/certificate")).toMatchObject([
      { name: "hotspot" },
      { name: "mlango-vpn-ca", "common-name": expect.stringMatching(/^Mlango hosts [0-9a-f]{8}$/) },
      { name: "mlango-vpn-client", "common-name": openvpnName(made.tunnelIp), "private-key": "yes" },
    ]);
    expect(router.menu("/file")).toEqual([{ name: "skins" }]);
    expect(router.menu("/ip firewall filter")).toEqual([
      {
        chain: "input",
        action: "accept",
        protocol: "tcp",
        "dst-port": "8728,8729",
        "src-address": "10.67.0.0/29",
        "in-interface": "ovpn-mlango",
        comment: "mlango-vpn",
        dynamic: "no",
      },
      { chain: "input", action: "drop", dynamic: "no", comment: "defconf" },
    ]);
  });

  test("is the same after a second paste", async () => {
    const made = await generate("Twice", version);
    const router = fresh(version, made);
    router.import(made.mikrotikScript);
    const once = router.state;
    router.import(made.mikrotikScript);
    expect(router.state).toEqual(once);
  });

  test("takes a newer configuration in place of the former one", async () => {
    const [first, second] = [await generate("Old", version), await generate("New name", version)];
    const router = fresh(version, first);
    router.import(first.mikrotikScript);
    if (version === "6.x") uploadFiles(router, second);
    router.import(second.mikrotikScript);
    expect(router.menu("/interface ovpn-client")).toMatchObject([
      { user: second.username, comment: "New name" },
    ]);
    expect(router.menu("/certificate").map((row) => row["common-name"])).toEqual([
      "login.example",
      expect.stringContaining("Mlango hosts"),
      openvpnName(second.tunnelIp),
    ]);
  });

  test("is not touched where it has no rule to stand before", async () => {
    const made = await generate("Bare", version);
    const router = bareRouter(oldest[version]);
    if (version === "6.x") uploadFiles(router, made);
    router.import(made.mikrotikScript);
    expect(router.menu("/ip firewall filter")).toHaveLength(1);
  });

  test("knows no word of the other version", async () => {
    const made = await generate("Other", version);
    const other = bareRouter(oldest[version === "7.x" ? "6.x" : "7.x"]);
    uploadFiles(other, made);
    expect(() => other.import(made.mikrotikScript)).toThrow(/bad command name|invalid value|no argument/);
  });

  test("does nothing of what a name says, whatever it says", async () => {
    const made = await generate("Any", version);
    const nasty = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }),
      fc.string({ unit: fc.constantFrom(...'"\\$?[]{};\n\r\t#=/ :a'), minLength: 1, maxLength: 60 }),
      fc.constantFrom(
        '"; /system reset-configuration',
        "$[/user remove 0]",
        "a\n/user remove [find]",
        "}\n:error x",
      ),
    );
    const names = nasty.map((name) => name.trim()).filter((name) => name !== "");
    await fc.assert(
      fc.asyncProperty(names, async (routerName) => {
        const config = { ...made, routerName };
        const { mikrotikScript, setupGuide } = await regenerateScript(world.ctx, config, version);
        const router = fresh(version, config);
        const before = untouched(router);
        router.import(mikrotikScript);
        expect(untouched(router)).toEqual(before);
        const [one, ...more] = router.menu("/interface ovpn-client");
        expect([one?.comment, more.length]).toEqual([routerName, 0]);
        expect(router.menu("/file").map(({ name }) => name)).toEqual(["skins"]);
        expect(mikrotikScript).toMatch(/^[\x20-\x7e\n]*$/);
        expect(setupGuide.split("\n").filter((line) => line.startsWith("# "))).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  });
});

describe("a log-in name", () => {
  test("says which router it is, fits into RouterOS, and differs", () => {
    expect(newUsername("Main Gate")).toMatch(/^main-gate-[a-z2-9]{10}$/);
    expect(newUsername("Main Gate")).not.toBe(newUsername("Main Gate"));
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 120 }), (name) => {
        expect(newUsername(name)).toMatch(/^[a-z0-9-]{12,27}$/);
      }),
    );
  });
});

test.each([
  ['/tool sms send phone="x"', "bad command name"],
  ['/file remove [find name="$x"]', "/"],
  ['/file remove [find name="a"] [find name="b"', "expected"],
  [':if ([:len [/file find name="a"]] > 0) do={', "the end of a block"],
  ['/certificate import file-name="a" passphrase="" extra', "="],
  ['/certificate import file-name="a" file-name="b"', "twice"],
])("the router takes no half command: %s", (script, wanted) => {
  expect(() => bareRouter("7.10.2").import(script)).toThrow(wanted);
});
