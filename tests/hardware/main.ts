import { parseArgs } from "node:util";
import { drive, keep } from "./drive.ts";
import { RouterLine } from "./router-line.ts";

// `npm run hardware -- 192.168.88.1 --user mlango-hardware --password … [--phone AA:BB:CC:DD:EE:FF]`: README.md.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    user: { type: "string", default: "mlango-hardware-bench" },
    password: { type: "string", default: "" },
    port: { type: "string", default: "8728" },
    phone: { type: "string" },
  },
});
const [host] = positionals;
if (!host) {
  console.error(
    "Say where the router is: npm run hardware -- 192.168.88.1 --password … (tests/hardware/README.md)",
  );
  process.exit(2);
}
const { user, password, port, phone } = values;
const line = await RouterLine.logIn({ host, port: Number(port), user, password });
const result = await drive(line, { mac: phone?.toUpperCase() ?? null, waitMs: 60_000, say: console.log });
line.close();
console.log(
  `\nKept in ${keep(result)}, and in the table of tests/hardware/README.md. Look through both, then commit them.`,
);
