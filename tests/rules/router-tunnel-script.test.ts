import { describe, expect, test } from "vitest";
import { roots, rootsFile } from "#worker/features/routers/setup-script/roots";
import { setUpScript } from "#worker/features/routers/setup-script/set-up-script";
import type { RouterSetup } from "#worker/features/routers/setup-script/setup";
import { undoScript } from "#worker/features/routers/setup-script/undo-script";
import type { ConsoleRouter } from "../simulators/routeros/console/console-router.ts";
import { bareRouter, homeRouter } from "../simulators/routeros/console/images.ts";
import type { RouterVersion } from "../simulators/routeros/version.ts";
import { box } from "../support/router-scripts.ts";
import { newWireguardKey } from "../support/tunnels/key.ts";

// The set-up script of a router at whose site no computer stands, run by routers that know the words of their version and no
// others.

const hosts = [1, 2].map((number) => ({
  number: String(number),
  endpoint: `vpn${number}.mlango.app`,
  address: `10.67.0.${number}`,
  publicKey: newWireguardKey().publicKey,
}));
const toldAt = "https://mlango.app/api/router-setup/00112233445566778899aabbccddeeff";
const setup: RouterSetup = {
  ...box,
  bridgeAddress: "10.67.0.0/29",
  sitePassword: "site0password",
  tunnel: { toldAt, network: "10.67.0.0/16", address: "10.67.3.4", authority: "", hosts },
};
type Asked = { url: string; method: string; body: unknown; type: string };

/** The router, and what it fetched. @param refuses addresses that the server does not answer */
function listening(router: ConsoleRouter, refuses?: RegExp): Asked[] {
  const asked: Asked[] = [];
  router.onFetch = (url, { method, body, type }) => {
    if (url === "https://mlango.app/api/router-roots") return rootsFile;
    if (refuses?.test(url)) throw new Error("Fetch failed with status 409");
    asked.push({ url, method, type, body: JSON.parse(body ?? "null") });
    return "";
  };
  return asked;
}

function paste(router: ConsoleRouter, given = setup): ConsoleRouter {
  router.import(setUpScript(given, "7.x"));
  return router;
}

/** As the pasted line leaves a router that the script is about to run on. */
function withRoots(router: ConsoleRouter): ConsoleRouter {
  for (const { name, fingerprint } of roots) router.put("/certificate", { name, fingerprint });
  return router;
}

const mine = (router: ConsoleRouter, menu: string) =>
  router.menu(menu).filter(({ comment }) => comment?.startsWith("mlango: "));

describe.each<RouterVersion>(["7.10.2", "7.18.2", "7.22.3"])("RouterOS %s", (version) => {
  test("makes a key of its own, tells the public one, and knows every host", () => {
    const router = homeRouter(version);
    const asked = listening(router);
    paste(router);
    const [end] = router.menu("/interface wireguard");
    expect(asked).toEqual([
      {
        url: `${toldAt}/key`,
        method: "POST",
        type: "content-type: application/json",
        body: { publicKey: end?.["public-key"] },
      },
      { url: `${toldAt}/progress`, method: "POST", type: "content-type: application/json", body: {} },
    ]);
    expect(JSON.stringify(asked)).not.toContain(end?.["private-key"]);
    expect(router.menu("/interface wireguard peers")).toEqual(
      hosts.map(({ number, publicKey, endpoint, address }) => ({
        interface: "wg-mlango",
        "public-key": publicKey,
        "endpoint-address": endpoint,
        "endpoint-port": "51820",
        "allowed-address": `${address}/32`,
        "persistent-keepalive": "25s",
        comment: `mlango: host ${number}`,
      })),
    );
    expect(router.menu("/ip address").at(-1)).toMatchObject({
      address: "10.67.3.4/16",
      interface: "wg-mlango",
    });
    expect(router.menu("/ip hotspot")).toMatchObject([{ interface: "bridge", disabled: "no" }]);
  });

  test("lets the hosts reach its API and nothing else pass the tunnel; visitors reach no host", () => {
    const router = homeRouter(version);
    listening(router);
    paste(router);
    expect(router.menu("/user").slice(-2)).toMatchObject([
      { name: "mlango-api", address: "10.67.0.0/29" },
      // A box at the site may be added later; what is beyond the router's uplink is not its site.
      { name: "mlango-site", address: "10.67.0.0/29,192.168.88.0/24", password: "site0password" },
    ]);
    const rules = router.menu("/ip firewall filter").filter(({ dynamic }) => dynamic === "no");
    const [first, second] = rules.filter(({ chain }) => chain === "input");
    expect(first).toMatchObject({
      action: "accept",
      protocol: "tcp",
      "dst-port": "8728",
      "src-address": "10.67.0.0/29",
      "in-interface-list": "mlango-tunnel",
    });
    expect(second).toMatchObject({ action: "drop", "in-interface-list": "mlango-tunnel" });
    expect(router.menu("/interface list member")).toEqual([
      { list: "mlango-tunnel", interface: "wg-mlango" },
    ]);
    const forward = rules.filter(({ chain }) => chain === "forward");
    const opens = forward.findIndex(({ action }) => action === "accept" || action === "fasttrack-connection");
    const drops = forward.slice(0, opens).filter(({ action }) => action === "drop");
    expect(drops.map((rule) => [rule["in-interface-list"], rule["out-interface-list"]])).toEqual([
      ["mlango-tunnel", undefined],
      [undefined, "mlango-tunnel"],
    ]);
    expect(mine(router, "/ip hotspot walled-garden ip").map(({ comment }) => comment)).toEqual([
      "mlango: portal",
      "mlango: portal's addresses",
    ]);
    // The machine from which it is pasted keeps its connection; no bridge is let through.
    const passed = mine(router, "/ip hotspot ip-binding").map(({ comment }) => comment);
    expect(passed).toEqual(["mlango: set up from here"]);
    const login = router.menu("/file").find(({ name }) => name === "flash/mlango/login.html")?.contents ?? "";
    expect(login).toContain("https://cafe.mlango.app/?routerId=");
    expect(login).not.toContain("<form");
  });

  test.each([
    ["home", homeRouter, "bridge"],
    ["bare", bareRouter, "hotspot-lan"],
  ] as const)(
    "is after a second run as after one, and after the undo script as it was: %s",
    (_name, fresh, on) => {
      const router = fresh(version);
      const before = router.state;
      const asked = listening(router);
      paste(router, { ...setup, interface: on });
      const once = router.state;
      paste(router, { ...setup, interface: on });
      expect(router.state).toEqual(once);
      expect(asked[2]).toEqual(asked[0]);
      router.import(undoScript());
      expect(router.state).toEqual(before);
      router.import(undoScript());
      expect(router.state).toEqual(before);
    },
  );

  test("is told of another host and of one that left by a newer script; its key stays", () => {
    const router = homeRouter(version);
    listening(router);
    paste(router);
    const key = router.menu("/interface wireguard")[0]?.["public-key"];
    const [one] = hosts;
    const three = {
      ...hosts[1],
      number: "3",
      endpoint: "198.51.100.9",
      address: "10.67.0.3",
    } as (typeof hosts)[0];
    paste(router, {
      ...setup,
      id: "0ddba11",
      tunnel: { ...setup.tunnel, hosts: [one, three] } as RouterSetup["tunnel"],
    });
    expect(router.menu("/interface wireguard peers").map((peer) => peer["allowed-address"])).toEqual([
      "10.67.0.1/32",
      "10.67.0.3/32",
    ]);
    expect(router.menu("/interface wireguard")[0]?.["public-key"]).toBe(key);
  });

  test("tells its key to the server alone: somebody between who has another certificate hears nothing", () => {
    const router = homeRouter(version);
    const asked = listening(router);
    router.rootOf = () => "0".repeat(64);
    expect(() => paste(router)).toThrow("the server did not take this router's key");
    expect(asked).toEqual([]);
    expect(router.menu("/ip hotspot").filter(({ disabled }) => disabled === "no")).toEqual([]);
    const given = router.menu("/certificate").map(({ fingerprint }) => fingerprint);
    expect(given).toEqual(roots.map(({ fingerprint }) => fingerprint));
  });

  test("is set up where it takes no list of networks for a user: that one then comes in by the tunnel alone", () => {
    const router = homeRouter(version, undefined, { userTakesNetworks: false });
    listening(router);
    paste(router);
    expect(router.menu("/user").slice(-2)).toMatchObject([
      { name: "mlango-api", address: "10.67.0.0/29" },
      { name: "mlango-site", address: "10.67.0.0/29", password: "site0password" },
    ]);
    expect(router.menu("/ip hotspot")).toMatchObject([{ disabled: "no" }]);
  });

  test("stops before the hotspot where its API does not open, and says so", () => {
    const router = homeRouter(version);
    router.clear("/ip service");
    const asked = listening(router);
    expect(() => paste(router)).toThrow("the router does not open its service api.");
    expect(asked.at(-1)?.body).toEqual({ stopped: "service" });
    expect(router.menu("/ip hotspot").filter(({ disabled }) => disabled === "no")).toEqual([]);
  });

  test("stops before the hotspot where the server takes no key, and says so", () => {
    const router = homeRouter(version);
    const asked = listening(router, /\/key$/);
    expect(() => paste(router)).toThrow("the server did not take this router's key");
    expect(asked.map(({ body }) => body)).toEqual([{ stopped: "key" }]);
    expect(router.menu("/ip hotspot").filter(({ disabled }) => disabled === "no")).toEqual([]);
  });

  test.each<[string, string, (router: ConsoleRouter) => void, Partial<RouterSetup>]>([
    ["interface", "There is no interface wlan9.", () => undefined, { interface: "wlan9" }],
    ["bridge_port", "wlan1 is a port of a bridge", () => undefined, { interface: "wlan1" }],
    ["uplink", "ether1 is the way to the internet", () => undefined, { interface: "ether1" }],
    [
      ...(["network", "10.67.0.0/16 is in use on this router."] as const),
      (router) =>
        router.put("/ip address", { address: "10.67.0.9/16", interface: "ether1", network: "10.67.0.0" }),
      {},
    ],
    [
      ...(["user", "There is a user mlango-api that is not ours"] as const),
      (router) => router.put("/user", { name: "mlango-api", group: "full" }),
      {},
    ],
  ])("is refused before anything is written, and the console is told: %s", (stop, sentence, spoil, given) => {
    const router = withRoots(homeRouter(version));
    spoil(router);
    const before = router.state;
    const asked = listening(router);
    expect(() => paste(router, { ...setup, ...given })).toThrow(sentence);
    expect(router.state).toEqual(before);
    expect(asked).toMatchObject([{ url: `${toldAt}/progress`, body: { stopped: stop } }]);
    // A server that can't be heard keeps nobody from reading it in the terminal.
    router.onFetch = null;
    expect(() => paste(router, { ...setup, ...given })).toThrow(sentence);
  });
});

test("RouterOS 6 is told that the file is not for it, untouched", () => {
  const router = withRoots(homeRouter("6.49.18"));
  const before = router.state;
  const asked = listening(router);
  expect(() => paste(router)).toThrow("This script is for RouterOS 7.9 or newer.");
  expect(router.state).toEqual(before);
  expect(asked).toMatchObject([{ body: { stopped: "wireguard" } }]);
});

test("device mode that forbids the hotspot is told to the console where it lets the router fetch", () => {
  const router = withRoots(homeRouter("7.18.2"));
  Object.assign(router.menu("/system device-mode")[0] ?? {}, { mode: "home", hotspot: "no" });
  const asked = listening(router);
  expect(() => paste(router)).toThrow("Device mode forbids the hotspot.");
  expect(asked).toMatchObject([{ body: { stopped: "device_mode" } }]);
});
