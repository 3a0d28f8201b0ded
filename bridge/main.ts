import { parseArgs } from "node:util";
import { BadConfig, originOf, readConfig } from "./config.ts";
import { EnrolmentFailed, enrol } from "./enrolment.ts";
import { JournalHeld } from "./journal.ts";
import { startBridge } from "./start-bridge.ts";

const usage = `Mlango bridge

  node bridge/main.ts enrol <code> [--server <address>] [--replace]
      makes this machine the bridge that the code was shown for
  node bridge/main.ts run
      serves the routers of its site

Settings: BRIDGE_DIR (state folder, needed), MLANGO_ORIGIN (like https://mlango.example), BRIDGE_NAME;
or "server" and "name" in BRIDGE_DIR/config.json. There alone, for routers outside this machine's own networks:
"discovery": {"ask": ["192.168.88.255:5678"], "listenPort": 5678}, "scan": {"subnets": ["10.8.0.0/24"], "ports": [8728]}.`;

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

async function run(): Promise<void> {
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
    process.exitCode = 1;
  }
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { server: { type: "string" }, replace: { type: "boolean", default: false } },
  });
  const [command, code, ...more] = positionals;
  if (command === "enrol" && code && more.length === 0) await enrolNow(code, values.server, values.replace);
  else if (command === "run" && !code) await run();
  else {
    console.error(usage);
    process.exitCode = 2;
  }
}

try {
  await main();
} catch (error) {
  const isExpected =
    error instanceof BadConfig || error instanceof EnrolmentFailed || error instanceof JournalHeld;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
