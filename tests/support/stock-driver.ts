import { spawn } from "node:child_process";
import { resolve } from "node:path";

/** How a script ended: what it said, and whether the process died of it. */
export type StockOutcome = { said: unknown[]; exitCode: number | null; stderr: string };

// What every script below finds: `api()`, `say(anything)`, and `outcome(promise)`, which gives up after `patience`.
const prelude = `
const { RouterOSAPI } = require("node-routeros");
const port = Number(process.argv[1]);
const api = (options) => new RouterOSAPI({ host: "127.0.0.1", port, user: "admin", password: "secret", ...options });
const say = (what) => process.stdout.write(JSON.stringify(what) + "\\n");
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const reason = (error) =>
  typeof error === "string" ? error : { message: error.message, errno: error.errno, category: error.category };
const outcome = (promise, patience = 1000) => Promise.race([
  promise.then((value) => ({ resolved: value instanceof RouterOSAPI ? "api" : value }), (error) => ({ rejected: reason(error) })),
  pause(patience).then(() => "never settled"),
]);
`;

/**
 * Runs a script on `node-routeros` as published, in a process of its own because some faults end the process.
 * `process.exit()` follows the script's end: what hangs is what it said, not how long it ran.
 */
export async function runStockDriver(script: string, port: number): Promise<StockOutcome> {
  const source = `${prelude}(async () => {${script}})().then(() => process.exit(0));`;
  const child = spawn(process.execPath, ["-e", source, String(port)], {
    cwd: resolve(import.meta.dirname, "../.."),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 20_000,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const exitCode = await new Promise<number | null>((done, reject) => {
    child.on("error", reject);
    child.on("close", done);
  });
  const said = stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
  return { said, exitCode, stderr };
}
