import { accessSync, constants, statfsSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { createConnection } from "node:net";
import { openvpnPort, wireguardPort } from "#contract/values/tunnel-network";
import type { BridgeConfig } from "./config.ts";
import { readIdentity } from "./identity.ts";
import { lookupLoopback } from "./loopback.ts";
import { askStatus, type Status } from "./status.ts";
import { HelperClient, HelperFault } from "./tunnels/helper-client.ts";
import { updateLine } from "./update/installed.ts";
import { bridgeVersion } from "./version.ts";

export type Finding = { what: string; isWell: boolean; found: string; advice?: string };

/** `node:sqlite` without a flag. */
const nodeNeeded = [22, 13] as const;
const diskNeeded = 50 * 2 ** 20;
/** A certificate is refused by a clock that is further off than its days; half a minute is already a wrong log. */
const clockMs = 30_000;

/** Everything that usually keeps a bridge from serving its site, in the order in which it is needed. Changes nothing. */
export async function examine(config: BridgeConfig, now: () => number = Date.now): Promise<Finding[]> {
  const identity = identityOf(config.folder);
  const server = config.server ?? (identity && "server" in identity ? identity.server : undefined);
  const status = await askStatus(config.folder);
  const findings = [nodeVersion(), stateFolder(config.folder), enrolled(identity)];
  if (server) findings.push(...(await serverAnswers(server, now)));
  if (config.tunnels) findings.push(await tunnelsAnswer(config.tunnels));
  findings.push(running(status));
  if (!status) return findings;
  findings.push(linkOf(status), told(status));
  if (status.newest) findings.push(update(status.newest, status.server));
  for (const router of status.routers) findings.push(await routerAnswers(router));
  if (status.routers.length === 0)
    findings.push({
      what: "Routers",
      isWell: false,
      found: "none is assigned to this bridge",
      advice: "Add the router in the console, under Routers, and choose this bridge for it.",
    });
  return findings;
}

function nodeVersion(): Finding {
  const found = `Node ${process.versions.node}, bridge ${bridgeVersion}`;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isWell = major > nodeNeeded[0] || (major === nodeNeeded[0] && minor >= nodeNeeded[1]);
  return { what: "Program", isWell, found, advice: `Install Node ${nodeNeeded.join(".")} or newer.` };
}

function stateFolder(folder: string): Finding {
  const what = "State folder";
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const advice =
      "Run this as the user that the bridge runs as, or as root, with the BRIDGE_DIR of the service.";
    return { what, isWell: false, found: `${folder} cannot be written`, advice };
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const found = `${folder}, ${Math.floor(free / 2 ** 20)} MB free`;
  return {
    what,
    isWell: free >= diskNeeded,
    found,
    advice: "Free some space on this disk: purchases are kept there.",
  };
}

type Known = { name: string; server: string; bridgeId: string } | { broken: string } | undefined;

function identityOf(folder: string): Known {
  try {
    return readIdentity(folder);
  } catch (error) {
    return { broken: error instanceof Error ? error.message : String(error) };
  }
}

function enrolled(identity: Known): Finding {
  const what = "Enrolment";
  const advice = 'Make a code in the console, under Routers, "Install a bridge", and run: enrol <code>';
  if (!identity) return { what, isWell: false, found: "this bridge is not enrolled", advice };
  if ("broken" in identity)
    return { what, isWell: false, found: `identity.json cannot be read (${identity.broken})`, advice };
  return { what, isWell: true, found: `"${identity.name}" at ${identity.server}` };
}

async function serverAnswers(server: string, now: () => number): Promise<Finding[]> {
  const answer = await call(new URL("/api/health", server));
  if ("error" in answer) {
    const clock = /certificate|CERT_/i.test(answer.error);
    const advice = clock
      ? "Check this machine's date: a wrong one makes every certificate look invalid."
      : "Check this machine's internet: cable, gateway, DNS. A firewall must let it out to port 443.";
    return [
      { what: "Server", isWell: false, found: `${server} cannot be reached (${answer.error})`, advice },
    ];
  }
  const reached: Finding = {
    what: "Server",
    isWell: answer.status === 200,
    found: `${server} answers ${answer.status} in ${answer.ms} ms`,
    advice: "The server has a problem of its own. The bridge keeps serving and tries again by itself.",
  };
  const off = answer.date === undefined ? undefined : now() - answer.date;
  if (off === undefined || Number.isNaN(off)) return [reached];
  const clock: Finding = {
    what: "Clock",
    isWell: Math.abs(off) <= clockMs,
    found:
      Math.abs(off) <= clockMs
        ? "right"
        : `${Math.round(Math.abs(off) / 1000)} s ${off > 0 ? "ahead" : "behind"}`,
    advice: "Turn on time synchronisation: timedatectl set-ntp true. Running purchases are not affected.",
  };
  return [reached, clock];
}

function running(status: Status | undefined): Finding {
  const found = status
    ? `process ${status.pid} for ${spanOf(status.uptime)}, ${Math.round(status.memory / 2 ** 20)} MB of memory`
    : "no bridge runs in this state folder";
  const advice = "Start it: systemctl start mlango-bridge, then read: journalctl -u mlango-bridge -n 50";
  return { what: "Running", isWell: status !== undefined, found, advice };
}

function linkOf(status: Status): Finding {
  const found =
    status.link === "up"
      ? `up for ${spanOf(status.linkFor)}`
      : `${status.link} for ${spanOf(status.linkFor)}`;
  const advice =
    "The bridge serves from its journal and dials again by itself. If the server answers above, something between cuts WebSockets: a proxy or a captive portal.";
  return { what: "Link", isWell: status.link === "up", found, advice };
}

function told(status: Status): Finding {
  const found = `${status.served} purchases served, ${status.unacknowledged} reports not yet delivered`;
  return {
    what: "Purchases",
    isWell: status.link !== "up" || status.unacknowledged < 1_000,
    found,
    advice: "They are delivered when the link is up.",
  };
}

function update(newest: string, server: string): Finding {
  return {
    what: "Update",
    isWell: false,
    found: `the server has version ${newest}`,
    advice: `Update: ${updateLine(server)}`,
  };
}

async function routerAnswers(router: Status["routers"][number]): Promise<Finding> {
  const what = `Router ${router.address}`;
  if (router.state === "reachable")
    return { what, isWell: true, found: router.version ? `RouterOS ${router.version}` : "reached" };
  const [host = "", port = ""] = splitAddress(router.address);
  const isOpen = await opens(host, Number(port));
  const found = router.message || "not reached yet";
  if (router.state === "superseded")
    return {
      what,
      isWell: false,
      found,
      advice: "Another bridge serves this router now. Remove one of the two in the console.",
    };
  const named = router.cause === null ? undefined : advices[router.cause];
  return { what, isWell: false, found, advice: named ?? (isOpen ? openAdvice : silentAdvice) };
}

/** What to do, by what keeps the bridge from its work; other causes are told by whether the port is open. */
const advices: Partial<Record<string, string>> = {
  "refused-login":
    "Correct user name and password of the router in the console. If they are right, the router does not let this user in from this machine's address: paste the set-up line again (console, Routers, Set up router).",
  closed:
    "Its port is open, and what comes from here is closed: its API service, or the user, allows another address than this machine's. Paste the set-up line again (console, Routers, Set up router), or allow this machine (/ip service, column Available From).",
  moved:
    "This machine got another address. Paste the set-up line again (console, Routers, Set up router): it keeps the new address for this machine.",
  certificate:
    "If the router was reset, replaced or given a certificate: paste the set-up line again, or save its new password in the console; the new certificate is then taken. If nobody did that, somebody may stand between this machine and the router.",
  protocol: "Check the port in the console: 8728 speaks plainly, 8729 by TLS (/ip service enable api-ssl).",
  trap: "The router lets the bridge in and refuses what it asks: look at the router's checklist in the console.",
  bridge:
    "The router is well, this machine is not: look at the state folder above, free some space, then wait a minute.",
};
const openAdvice = "Its port is open from here: look at the message above.";
const silentAdvice =
  "Nothing answers there. Check cable and address, and that the router's API service is on (/ip service enable api) and allows this machine's address.";

function splitAddress(address: string): [string, string] {
  const colon = address.lastIndexOf(":");
  return [address.slice(0, colon), address.slice(colon + 1)];
}

function opens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: 3_000 });
    const say = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.on("connect", () => say(true));
    socket.on("timeout", () => say(false));
    socket.on("error", () => say(false));
  });
}

type Answer = { status: number; ms: number; date: number | undefined } | { error: string };

function call(url: URL): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve) => {
    const options = { lookup: lookupLoopback, timeout: 10_000 };
    const request = (url.protocol === "http:" ? httpRequest : httpsRequest)(url.href, options, (response) => {
      response.resume();
      const { date } = response.headers;
      const ms = Math.round(performance.now() - began);
      resolve({
        status: response.statusCode ?? 0,
        ms,
        date: date === undefined ? undefined : Date.parse(date),
      });
    });
    request.on("timeout", () => request.destroy(new Error("no answer within 10 s")));
    request.on("error", (error) => resolve({ error: error.message || String(error) }));
    request.end();
  });
}

/** "3 d 4 h", "12 min", "40 s". */
export function spanOf(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${Math.floor(seconds)} s`;
}

/** A router that was not heard for longer has no tunnel: keys are made anew every two minutes. */
const heardWithinMs = 180_000;

/** Whether the helper of this host answers, and how many routers come in. */
async function tunnelsAnswer(socket: string): Promise<Finding> {
  const what = "Tunnels";
  const helper = new HelperClient(socket);
  try {
    const { peers = [], openvpn = [] } = await helper.ask({ op: "list" });
    const heard =
      peers.filter(({ handshakeAgeMs: age }) => age !== null && age < heardWithinMs).length +
      openvpn.filter(({ connectedForMs }) => connectedForMs !== null).length;
    const all = peers.length + openvpn.length;
    const found = `${heard} of ${all} routers are heard`;
    const advice = `No router comes in: are UDP ${wireguardPort} and ${openvpnPort} and TCP ${openvpnPort} open to this machine, and is its address the one in the console?`;
    return { what, isWell: all === 0 || heard > 0, found, advice };
  } catch (error) {
    if (!(error instanceof HelperFault)) throw error;
    const advice =
      "Look at: systemctl status mlango-tunnels. Run this as root, or as the user of the bridge.";
    return { what, isWell: false, found: `the helper does not answer (${error.message})`, advice };
  } finally {
    helper.close();
  }
}
