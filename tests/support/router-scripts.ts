import type { RouterFacts } from "#contract/router-facts";
import { allowCommand } from "#contract/values/device-mode";
import { smallPackageCommands } from "#contract/values/hotspot-package";
import { routerScript } from "#worker/features/openvpn/router-script";
import { judge } from "#worker/features/routers/preflight/judge";
import { lineThatRuns } from "#worker/features/routers/setup-script/checked-fetch";
import { setUpScript } from "#worker/features/routers/setup-script/set-up-script";
import type { RouterSetup } from "#worker/features/routers/setup-script/setup";
import { undoScript } from "#worker/features/routers/setup-script/undo-script";

// Every script and every command for a router's terminal that the product makes, in each of its forms.

/** A router with a bridge beside it. */
export const box: RouterSetup = {
  id: "5eedab12",
  routerId: "11111111-2222-4333-8444-555555555555",
  routerName: "Main Gate",
  businessName: "Mama's Café",
  portalOrigin: "https://cafe.mlango.app",
  interface: "bridge",
  pagePort: 8480,
  bridgeAddress: "192.168.88.10",
  apiPort: 8728,
  bootstrapPassword: "first0password",
  macAuthPassword: "mac0password",
  tunnel: null,
  sitePassword: "",
};
const address = "https://mlango.app/api/router-setup/00112233445566778899aabbccddeeff";
const local = "http://mlango.localhost/api/router-setup/00112233445566778899aabbccddeeff";

const tunnel = (toldAt: string): RouterSetup => ({
  ...box,
  bridgeAddress: "10.67.0.0/29",
  sitePassword: "site0password",
  tunnel: {
    toldAt,
    network: "10.67.0.0/16",
    address: "10.67.3.4",
    authority: "Mlango hosts",
    hosts: [1, 2].map((number) => ({
      number: String(number),
      endpoint: `vpn${number}.mlango.app`,
      address: `10.67.0.${number}`,
      publicKey: `${"A".repeat(43)}=`,
    })),
  },
});

const setUps: Record<string, RouterSetup> = {
  box,
  "box by TLS": { ...box, apiPort: 8729 },
  "box on a machine of who tries it": { ...box, portalOrigin: "http://cafe.mlango.localhost:8080" },
  tunnel: tunnel(address),
  "tunnel on a machine of who tries it": tunnel(local),
};

const config = {
  routerName: "Main Gate",
  username: "main-gate-abcdefghij",
  password: "p",
  caCommonName: "Mlango hosts",
  clientCertificate: "c",
  clientPrivateKey: "k",
  caCertificate: "a",
  host: { name: "Host one", address: "vpn1.mlango.app" },
};
const tunnelIps = { "7.x": "10.67.96.4", "6.x": "10.67.224.4" };

/** Those that a router of version 6, or of 7, is given. */
export function scriptsFor(version: "6.x" | "7.x"): Record<string, string> {
  const own = Object.entries(setUps).map(([name, setup]) => [name, setUpScript(setup, version)]);
  return {
    ...Object.fromEntries(own),
    "way of a generated configuration": routerScript({ ...config, tunnelIp: tunnelIps[version] }, version),
    ...forAll,
  };
}

/** The same for both. */
const forAll: Record<string, string> = {
  undo: undoScript(),
  line: lineThatRuns(address, "mlango-setup.rsc"),
  "line that tells the version": lineThatRuns(address, "mlango-setup.rsc", true),
  "line on a machine of who tries it": lineThatRuns(local, "mlango-setup.rsc"),
};

const many: RouterFacts = {
  resource: { value: { version: "7.22.3 (stable)", board: "hAP lite", architecture: "smips" } },
  servers: { value: [{ name: "h", interface: "visitors", profile: "p", enabled: false }] },
  deviceMode: { value: { mode: "home", hotspot: false, flagged: false } },
  services: {
    value: ["telnet", "ftp", "www", "ssh", "winbox", "api", "api-ssl"].map((name) => ({ name, from: "" })),
  },
  addresses: { value: [{ address: "192.168.88.1/24", interface: "bridge" }] },
  peer: { value: "192.168.88.10" },
  user: { value: { name: "mlango-api", group: "mlango", from: "" } },
  groups: { value: [{ name: "mlango", policies: ["api", "read", "write", "sensitive", "password"] }] },
  tunnels: { value: [{ name: "l2tp-old", type: "l2tp-out" }] },
  ntp: { value: { enabled: false } },
};

/** Commands of the checklist, and those that sentences tell somebody to enter. */
export function enteredCommands(): string[] {
  const missing: RouterFacts = { ...many, servers: { unread: "missing" } };
  const told = [many, missing].flatMap((facts) => judge({ facts, clockOffMs: 9_000_000 }));
  return [
    ...new Set(told.flatMap(({ command }) => (command === null ? [] : [command]))),
    ...[allowCommand, ...smallPackageCommands("7.22.3")],
  ];
}
