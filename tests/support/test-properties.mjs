// `npm run test:properties [N]`: the properties of payments, vouchers, switch, refunds and invoices, with N histories each
// (10,000 unless told). About an hour on two cores for 10,000.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const files = [
  "tests/properties/",
  "tests/worker/switch/switch-state",
  "tests/worker/billing/compute-invoice",
  "tests/worker/payments/properties",
  "tests/worker/payments/refund-state",
  "tests/worker/payments/liars",
  "tests/worker/ledger/figures-agree",
];
const args = [
  join("node_modules", "vitest", "vitest.mjs"),
  "run",
  "--project",
  "node",
  "--project",
  "histories",
  "--project",
  "worker",
  ...files,
];
const env = { ...process.env, HISTORIES: process.argv[2] ?? "10000" };
process.exit(spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env }).status ?? 1);
