import { quoted } from "../../../contract/values/routeros-text.ts";
import { hostsNetwork, leadsToHosts } from "../../../contract/values/tunnel-network.ts";
import { setService } from "../ip-service.ts";
import { type Check, fine, from, mend, valueIn } from "./check.ts";
import { addressOf, networkOf } from "./networks.ts";
import { bridgeNetwork } from "./rights.ts";
import { visitorInterfaces } from "./subnets.ts";

// By what others come in: the router's former owner, and devices in its WiFi.

export const tunnels: Check = ({ facts }) =>
  from(facts, ["tunnels"], ({ tunnels: all }) => {
    const others = all.filter(({ name }) => !leadsToHosts(name));
    if (others.length === 0) return fine("tunnelsNone");
    const command = others.map(({ name }) => `/interface disable [find name=${quoted(name)}]`).join("\n");
    return mend(
      "tunnelsLeft",
      { names: others.map(({ name, type }) => `${name} (${type})`).join(", ") },
      command,
    );
  });

/** In clear text, or by the pages with known holes: nobody needs them. */
const useless = ["telnet", "ftp", "www"];
const api = ["api", "api-ssl"];
const privateNetworks = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"];
const management = ["ssh", "winbox", "www-ssl", ...api];

export const services: Check = ({ facts }) =>
  from(facts, ["services"], ({ services: all }) => {
    const open = all
      .filter(({ from: allowed }) => allowed === "" || allowed === "0.0.0.0/0")
      .map(({ name }) => name);
    const close = open.filter((name) => useless.includes(name));
    const limit = open.filter((name) => management.includes(name));
    if (close.length + limit.length === 0) return fine("servicesClosed");
    const peer = valueIn(facts, "peer") ?? null;
    const limitApi = peer ? limit.filter((name) => api.includes(name)) : [];
    const limitOthers = limit.filter((name) => !api.includes(name));
    const office = peer && limitOthers.length > 0 ? officeOf(peer, facts) : undefined;
    const commands = [
      ...close.map((name) => setService(name, "disabled=yes")),
      ...(peer ? limitApi.map((name) => setService(name, `address=${driversOf(peer, facts)}`)) : []),
      ...(office ? limitOthers.map((name) => setService(name, `address=${office}`)) : []),
    ];
    const names = [...close, ...limit].join(", ");
    return mend("servicesOpen", { names }, commands.length > 0 ? commands.join("\n") : null);
  });

/** A router with a tunnel may be driven by any host, or by a box at its site: neither is locked out by a command of ours. */
function driversOf(peer: string, facts: Parameters<Check>[0]["facts"]): string {
  const end = valueIn(facts, "addresses")?.find((row) => leadsToHosts(row.interface));
  return end ? [hostsNetwork(end.address), ...privateNetworks].join(",") : bridgeNetwork(peer, facts);
}

/** The bridge's network, from where the router is looked after, unless visitors are in it as well. */
function officeOf(peer: string, facts: Parameters<Check>[0]["facts"]): string | undefined {
  const address = addressOf(peer);
  const visitors = visitorInterfaces(valueIn(facts, "servers") ?? []);
  for (const row of valueIn(facts, "addresses") ?? []) {
    const network = networkOf(row.address);
    const isIn = network && address !== undefined && network.first <= address && address <= network.last;
    if (leadsToHosts(row.interface)) continue;
    if (isIn && !visitors.has(row.interface)) return network.cidr;
  }
  return undefined;
}
