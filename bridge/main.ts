import { parseArgs } from "node:util";
import { BadConfig, originOf, readConfig } from "./config.ts";
import { examine, spanOf } from "./doctor.ts";
import { EnrolmentFailed, enrol } from "./enrolment.ts";
import { readIdentity } from "./identity.ts";
import { JournalHeld } from "./journal.ts";
import { startBridge } from "./start-bridge.ts";
import { askStatus } from "./status.ts";
import { runTunnelHelper, tunnelOptions } from "./tunnels/run-helper.ts";
import { ownFolder, updateLine } from "./update/installed.ts";
import { UpdateRefused } from "./update/release.ts";
import { update } from "./update/update.ts";
import { bridgeVersion } from "./version.ts";

const usage = `Mlango bridge ${bridgeVersion}

  mlango-bridge enrol <code> [--server <address>] [--replace]
      makes this machine the bridge that the code was shown for
  mlango-bridge run
      serves the routers of its site; enrols first with the code in BRIDGE_CODE where it is not enrolled yet
  mlango-bridge status
      how the bridge that runs here stands; ends with 0 while its link is up
  mlango-bridge doctor
      looks for what keeps a bridge from serving, and says what to do; ends with 0 when all is well
  mlango-bridge update
      replaces this version by the server's, if it is signed by a key that this one knows; the one before comes back where it does
      not start
  mlango-bridge tunnels --network 10.67.0.0/16 --number 1
      at a host of the platform, as root: holds the ends of the routers' tunnels for the bridge beside it

Settings: BRIDGE_DIR (state folder, needed), MLANGO_ORIGIN (like https://mlango.example), BRIDGE_NAME;
or "server" and "name" in BRIDGE_DIR/config.json. There alone, for routers outside this machine's own networks:
"discovery": {"ask": ["192.168.88.255:5678"], "listenPort": 5678}, "scan": {"subnets": ["10.8.0.0/24"], "ports": [8728]};
and "page": {"port": 8480}, where visitors redeem vouchers while the internet is away.`;

async function enrolNow(code: string, server: string | undefined, replace: boolean): Promise<void> {
  const config = readConfig(process.env);
  const origin = server === undefined ? config.server : originOf(server);
  if (!origin) throw new BadConfig("Say which server: --server https://… or MLANGO_ORIGIN.");
  const { name, bridgeId } = await enrol(code, { folder: config.folder, server: origin, replace });
  ready({ bridgeId, name: config.name ?? name, server: origin });
}

/** One line for whoever started this; everything else on standard output is the log. */
function ready(what: Record<string, string>): void {
  console.log(JSON.stringify({ ready: true, ...what }));
}

/** Ended because the server took its identity back: starting again would not help (`RestartPreventExitStatus`). */
const revokedExit = 78;

async function run(): Promise<void> {
  const code = process.env.BRIDGE_CODE;
  if (code && !readIdentity(readConfig(process.env).folder)) await enrolNow(code, undefined, false);
  const bridge = startBridge(readConfig(process.env));
  ready({ bridgeId: bridge.bridgeId });
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => {
      void bridge.stop();
      // Whatever hangs must not keep a service from stopping; the journal does not mind.
      setTimeout(() => process.exit(0), 10_000).unref();
    });
  if ((await bridge.stopped) === "revoked") {
    console.error("The server no longer knows this bridge. Enrol it anew: enrol <code> --replace");
    process.exitCode = revokedExit;
  }
}

async function status(): Promise<void> {
  const { folder } = readConfig(process.env);
  const now = await askStatus(folder);
  if (!now) {
    console.error(`No bridge runs with the state folder ${folder}. To find out why: mlango-bridge doctor`);
    process.exitCode = 1;
    return;
  }
  console.log(`${now.name}, version ${now.version}, runs for ${spanOf(now.uptime)} (process ${now.pid})`);
  console.log(`Link to ${now.server}: ${now.link} for ${spanOf(now.linkFor)}`);
  console.log(`Purchases served: ${now.served}; reports not yet delivered: ${now.unacknowledged}`);
  for (const { address, state, message, version } of now.routers) {
    const about = state === "reachable" ? (version ? `RouterOS ${version}` : "") : message;
    console.log(`Router ${address}: ${state ?? "not reached yet"}${about ? `, ${about}` : ""}`);
  }
  if (now.routers.length === 0) console.log("No router is assigned to it yet.");
  if (now.newest) console.log(`The server has version ${now.newest}: ${updateLine(now.server)}`);
  process.exitCode = now.link === "up" ? 0 : 1;
}

async function doctor(): Promise<void> {
  const findings = await examine(readConfig(process.env));
  for (const { what, isWell, found, advice } of findings) {
    console.log(`${isWell ? "ok " : "NO "} ${what}: ${found}`);
    if (!isWell && advice) console.log(`    ${advice}`);
  }
  process.exitCode = findings.every(({ isWell }) => isWell) ? 0 : 1;
}

async function updateNow(): Promise<void> {
  const { folder, server } = readConfig(process.env);
  const origin = server ?? readIdentity(folder)?.server;
  if (!origin) throw new BadConfig("This bridge is not enrolled yet: run the line that the console shows.");
  const said = await update(origin, ownFolder());
  if (said) console.log(said);
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { server: { type: "string" }, replace: { type: "boolean", default: false }, ...tunnelOptions },
  });
  const [command, code, ...more] = positionals;
  if (command === "enrol" && code && more.length === 0) await enrolNow(code, values.server, values.replace);
  else if (command === "run" && !code) await run();
  else if (command === "status" && !code) await status();
  else if (command === "doctor" && !code) await doctor();
  else if (command === "update" && !code) await updateNow();
  else if (command === "tunnels" && !code) await runTunnelHelper(values);
  else {
    console.error(usage);
    process.exitCode = 2;
  }
}

try {
  await main();
} catch (error) {
  const isExpected =
    error instanceof BadConfig ||
    error instanceof EnrolmentFailed ||
    error instanceof JournalHeld ||
    error instanceof UpdateRefused;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
