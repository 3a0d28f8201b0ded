import { join } from "node:path";
import { parseArgs } from "node:util";
import { drive } from "./drive.ts";
import { keep, writeTable } from "./results.ts";
import { RouterLine } from "./router-line.ts";
import { simulated, simulatedSite } from "./simulated-site.ts";

// `npm run hardware -- 192.168.88.1 --password … [--phone AA:BB:CC:DD:EE:FF] [--dials …]`, or `--simulated`: README.md.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    user: { type: "string", default: "mlango-hardware-bench" },
    password: { type: "string", default: "" },
    port: { type: "string", default: "8728" },
    phone: { type: "string" },
    dials: { type: "string" },
    simulated: { type: "boolean", default: false },
  },
});
const [host] = positionals;
const { user, password, port, phone, dials } = values;
if (values.simulated) {
  const site = await simulatedSite();
  const { mac, dials: own, waitMs } = simulated;
  const result = await drive(site.line, { mac, dials: own, waitMs, say: console.log });
  await site.close();
  console.log(`\nKept in ${keep(result, join(import.meta.dirname, "simulated"))}.`);
} else if (host) {
  const line = await RouterLine.logIn({ host, port: Number(port), user, password });
  const asked = { mac: phone?.toUpperCase() ?? null, dials: dials ?? null, waitMs: 60_000 };
  const result = await drive(line, { ...asked, say: console.log });
  line.close();
  const file = keep(result);
  writeTable();
  console.log(
    `\nKept in ${file}, and in the table of tests/hardware/README.md. Look through both, then commit them.`,
  );
} else {
  console.error(
    "Say where the router is: npm run hardware -- 192.168.88.1 --password … (tests/hardware/README.md)",
  );
  process.exitCode = 2;
}
