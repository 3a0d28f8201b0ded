import { beforeAll, describe, expect, test } from "vitest";
import { lineThatRuns } from "#worker/features/routers/setup-script/checked-fetch";
import { roots, rootsFile } from "#worker/features/routers/setup-script/roots";
import { setUpScript } from "#worker/features/routers/setup-script/set-up-script";
import type { RouterSetup } from "#worker/features/routers/setup-script/setup";
import { undoScript } from "#worker/features/routers/setup-script/undo-script";
import {
  type Authority,
  commonNameOf,
  issueClient,
  makeAuthority,
} from "#worker/features/tunnels/certificates";
import type { ConsoleRouter } from "../simulators/routeros/console/console-router.ts";
import { bareRouter, homeRouter } from "../simulators/routeros/console/images.ts";
import { box } from "../support/router-scripts.ts";
import { newWireguardKey } from "../support/tunnels/key.ts";

// The set-up script of a router with RouterOS 6 at whose site no computer stands, run by a router that knows the words of 6.49 and
// no others.

const version = "6.49.18";
const both = { hotspot: true, ipv6: true };
const hosts = [1, 2].map((number) => ({
  number: String(number),
  endpoint: `vpn${number}.mlango.app`,
  address: `10.67.0.${number}`,
  publicKey: newWireguardKey().publicKey,
}));
const toldAt = "https://mlango.app/api/router-setup/00112233445566778899aabbccddeeff";
let authority: Authority;
let setup: RouterSetup;

beforeAll(async () => {
  authority = await makeAuthority(Date.now());
  setup = {
    ...box,
    bridgeAddress: "10.67.0.0/29",
    sitePassword: "site0password",
    tunnel: {
      toldAt,
      network: "10.67.0.0/16",
      address: "10.67.3.4",
      hosts,
      authority: await commonNameOf(authority.certificate),
    },
  };
  // A few, because a console asks for them in the middle of its script.
  for (let left = 3; left > 0; left--) certificates.push(await newCertificate());
});

const certificates: Awaited<ReturnType<typeof newCertificate>>[] = [];
async function newCertificate() {
  const issued = await issueClient(authority, "router-10-67-131-4", Date.now(), 86_400_000);
  return { ...issued, pem: `${issued.certificate}${issued.privateKey}${authority.certificate}` };
}

/** The server: gives one certificate after the other, and knows the last. */
function server(router: ConsoleRouter, refuses?: RegExp) {
  const asked: { path: string; body: unknown }[] = [];
  let given = -1;
  router.onFetch = (url, { method, body, type }) => {
    if (url === "https://mlango.app/api/router-roots") return rootsFile;
    expect([method, type]).toEqual(["POST", "content-type: application/json"]);
    const path = url.slice(toldAt.length);
    const told = JSON.parse(body ?? "null");
    asked.push({ path, body: told });
    if (refuses?.test(path)) throw new Error("Fetch failed with status 409");
    if (path === "/certificate") {
      given += 1;
      return certificates[given]?.pem ?? "";
    }
    if (path === "/key" && told.certificate !== certificates[given]?.fingerprint)
      throw new Error("Fetch failed with status 409");
    return "";
  };
  return { asked, last: () => certificates[given], forget: () => (given = 0) };
}

function paste(router: ConsoleRouter, given: Partial<RouterSetup> = {}): void {
  router.import(setUpScript({ ...setup, ...given }, "6.x"));
}
const withHosts = (numbers: readonly string[]): Partial<RouterSetup> => ({
  tunnel: {
    ...(setup.tunnel as NonNullable<RouterSetup["tunnel"]>),
    hosts: numbers.map((number) => ({
      number,
      endpoint: `vpn${number}.mlango.app`,
      address: `10.67.0.${number}`,
      publicKey: "",
    })),
  },
});

test("fetches a certificate and has one way to each host, whose name and authority it checks", () => {
  const router = homeRouter(version);
  const { asked, last } = server(router);
  paste(router);
  expect(asked.map(({ path }) => path)).toEqual(["/certificate", "/progress"]);
  expect(router.menu("/interface ovpn-client")).toEqual(
    hosts.map(({ number, endpoint }) => ({
      name: `ovpn-mlango-${number}`,
      "connect-to": endpoint,
      port: "1194",
      mode: "ip",
      user: "router-10-67-131-4",
      certificate: "mlango-tunnel",
      cipher: "aes256",
      auth: "sha1",
      "verify-server-certificate": "yes",
      "add-default-route": "no",
      disabled: "no",
      comment: `mlango: host ${number}`,
    })),
  );
  const own = router.menu("/certificate").filter(({ name }) => name?.startsWith("mlango-tunnel"));
  expect(own).toMatchObject([
    { name: "mlango-tunnel", fingerprint: last()?.fingerprint, "private-key": "yes" },
    { name: "mlango-tunnel-ca", "common-name": setup.tunnel?.authority },
  ]);
  // Nothing of the key is left in a file.
  expect(JSON.stringify(router.menu("/file"))).not.toContain("PRIVATE KEY");
  expect(router.menu("/ip hotspot")).toMatchObject([{ interface: "bridge", disabled: "no" }]);
  expect(router.menu("/ip address").some(({ address }) => address?.startsWith("10.67."))).toBe(false);
});

test("lets the hosts reach its API and nothing else pass a tunnel", () => {
  const router = homeRouter(version);
  server(router);
  paste(router);
  expect(router.menu("/user").slice(-2)).toMatchObject([
    { name: "mlango-api", address: "10.67.0.0/29" },
    // A box at the site may be added later; what is beyond the router's uplink is not its site.
    { name: "mlango-site", address: "10.67.0.0/29,192.168.88.0/24", password: "site0password" },
  ]);
  expect(router.menu("/interface list member")).toEqual(
    hosts.map(({ number }) => ({ list: "mlango-tunnel", interface: `ovpn-mlango-${number}` })),
  );
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
  const forward = rules.filter(({ chain }) => chain === "forward");
  const opens = forward.findIndex(({ action }) => action === "accept" || action === "fasttrack-connection");
  expect(
    forward
      .slice(0, opens)
      .filter(({ action }) => action === "drop")
      .map((rule) => [rule["in-interface-list"], rule["out-interface-list"]]),
  ).toEqual([
    ["mlango-tunnel", undefined],
    [undefined, "mlango-tunnel"],
  ]);
});

test.each([
  ["home", homeRouter, "bridge"],
  ["bare", bareRouter, "hotspot-lan"],
] as const)(
  "is after a second run as after one, and after the undo script as it was: %s",
  (_name, fresh, on) => {
    const router = fresh(version);
    const before = router.state;
    const { asked, last } = server(router);
    paste(router, { interface: on });
    const once = router.state;
    paste(router, { interface: on });
    expect(router.state).toEqual(once);
    expect(asked.slice(2)).toEqual([
      { path: "/key", body: { certificate: last()?.fingerprint } },
      { path: "/progress", body: {} },
    ]);
    router.import(undoScript());
    expect(router.state).toEqual(before);
    router.import(undoScript());
    expect(router.state).toEqual(before);
  },
);

test("takes a new certificate where the server knows its own no more", () => {
  const router = homeRouter(version);
  const { asked, forget, last } = server(router);
  paste(router);
  const former = last()?.fingerprint;
  router.import(undoScript());
  paste(router);
  // The server is that of another time: it knows the first one alone.
  forget();
  paste(router);
  expect(last()?.fingerprint).not.toBe(former);
  expect(router.menu("/certificate").find(({ name }) => name === "mlango-tunnel")).toMatchObject({
    fingerprint: last()?.fingerprint,
  });
  expect(router.menu("/certificate").filter(({ name }) => name?.startsWith("mlango-tunnel"))).toHaveLength(2);
  expect(router.menu("/interface ovpn-client")).toHaveLength(2);
  expect(asked.map(({ path }) => path).slice(-3)).toEqual(["/key", "/certificate", "/progress"]);
});

test("is told of another host, of one that left and of one that moved; the others stay connected", () => {
  const router = homeRouter(version);
  server(router);
  paste(router);
  const [one] = router.menu("/interface ovpn-client");
  paste(router, { id: "0ddba11", ...withHosts(["1", "3"]) });
  const names = () => router.menu("/interface ovpn-client").map(({ name }) => name);
  expect(names()).toEqual(["ovpn-mlango-1", "ovpn-mlango-3"]);
  expect(router.menu("/interface ovpn-client")[0]).toBe(one);
  const moved = withHosts(["1", "3"]);
  for (const host of moved.tunnel?.hosts ?? []) if (host.number === "3") host.endpoint = "198.51.100.9";
  paste(router, moved);
  expect(router.menu("/interface ovpn-client").map((row) => row["connect-to"])).toEqual([
    ...["vpn1.mlango.app", "198.51.100.9"],
  ]);
  expect(router.menu("/interface ovpn-client")[0]).toBe(one);
  expect(router.menu("/interface list member").map((row) => row.interface)).toEqual(names());
});

test("once it is updated to version 7 the same line makes it come in by WireGuard, and leaves nothing of OpenVPN", () => {
  const old = homeRouter(version);
  server(old);
  paste(old);
  // What an update takes along.
  const router = homeRouter("7.18.2");
  for (const menu of ["/certificate", "/interface list", "/interface ovpn-client", "/interface list member"])
    for (const row of old.menu(menu)) router.put(menu, { ...row });
  for (const row of old.menu("/ip firewall filter"))
    if (row.comment?.startsWith("mlango: ")) router.put("/ip firewall filter", { ...row });
  router.onFetch = (url) => (url.endsWith("router-roots") ? rootsFile : "");
  router.import(setUpScript({ ...setup, id: "0ddba11" }, "7.x"));
  expect(router.menu("/interface ovpn-client")).toEqual([]);
  expect(router.menu("/certificate").filter(({ name }) => name?.startsWith("mlango-tunnel"))).toEqual([]);
  expect(router.menu("/interface list member")).toEqual([{ list: "mlango-tunnel", interface: "wg-mlango" }]);
  const api = router.menu("/ip firewall filter").filter(({ comment }) => comment === "mlango: api");
  expect(api).toMatchObject([{ "in-interface-list": "mlango-tunnel" }]);
});

describe("stops before the hotspot, and the console is told why,", () => {
  const closed = (router: ConsoleRouter) =>
    router.menu("/ip hotspot").every(({ disabled }) => disabled !== "no");

  test("where the server gives no certificate", () => {
    const router = homeRouter(version);
    const { asked } = server(router, /^\/certificate$/);
    expect(() => paste(router)).toThrow("this router did not get its certificate");
    expect(asked.at(-1)).toEqual({ path: "/progress", body: { stopped: "certificate" } });
    expect([closed(router), router.menu("/interface ovpn-client")]).toEqual([true, []]);
  });

  test("where somebody between has another certificate: that one hears and gives nothing", () => {
    const router = homeRouter(version);
    const { asked } = server(router);
    router.rootOf = () => "0".repeat(64);
    expect(() => paste(router)).toThrow("this router did not get its certificate");
    expect([asked, closed(router), router.menu("/interface ovpn-client")]).toEqual([[], true, []]);
  });

  test.each([
    ["a file that holds no certificate", () => "<html>blocked</html>"],
    ["a certificate without its key", () => certificates[0]?.certificate ?? ""],
  ])("where it got %s", (_name, answer) => {
    const router = homeRouter(version);
    const { asked } = server(router);
    const honest = router.onFetch;
    router.onFetch = (url, told) => (url.endsWith("/certificate") ? answer() : (honest?.(url, told) ?? ""));
    expect(() => paste(router)).toThrow(/did not get its certificate|did not take its way/);
    expect(asked.at(-1)).toMatchObject({
      body: { stopped: expect.stringMatching(/^(certificate|openvpn)$/) },
    });
    expect(closed(router)).toBe(true);
    expect(router.menu("/file").map(({ name }) => name)).not.toContain("mlango-tunnel.pem");
  });

  test("untouched, where its version cannot check to whom it speaks", () => {
    const router = homeRouter(version, both, { checksServer: false });
    for (const { name, fingerprint } of roots) router.put("/certificate", { name, fingerprint });
    const before = router.state;
    const { asked } = server(router);
    expect(() => paste(router)).toThrow("cannot check to whom it speaks by OpenVPN");
    expect(router.state).toEqual(before);
    expect(asked).toEqual([{ path: "/progress", body: { stopped: "openvpn" } }]);
  });
});

test.each(["6.49.18", "7.10.2", "7.22.3"] as const)("the line tells the version by itself: %s", (one) => {
  const router = homeRouter(one);
  const asked: string[] = [];
  router.onFetch = (url) => {
    if (url.endsWith("router-roots")) return rootsFile;
    asked.push(url);
    return ':put "here"';
  };
  router.import(`${lineThatRuns(toldAt, "mlango-setup.rsc", true)}\n`);
  expect(asked).toEqual([`${toldAt}/${one.slice(0, 1)}`]);
  expect(router.said).toContain("here");
});
