// `npm run check`: everything that can be said of the code without running it. Each part is one check; all of them run,
// so that one fault does not hide the next.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const bin = (path) => join(root, "node_modules", ...path.split("/"));
const limitMs = 600_000;

/** @type {[string, string, string[]][]} name, script, arguments */
const checks = [
  ["biome", bin("@biomejs/biome/bin/biome"), ["check", "--error-on-warnings", "."]],
  ["types", bin("tsc/bin/tsc"), ["-b"]],
  [
    "rooms",
    bin("dependency-cruiser/bin/dependency-cruiser.mjs"),
    ["--config", ".dependency-cruiser.mjs", "worker", "web", "bridge", "deploy", "tests"],
  ],
  ["dead code", bin("knip/bin/knip.js"), ["--no-progress"]],
  // What only tests use, and doors that only they open.
  ["dead product code", bin("knip/bin/knip.js"), ["--no-progress", "--production"]],
  ["migration rules", join(root, "tests", "support", "migration-rules.mjs"), []],
];

function run(name, script, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      timeout: limitMs,
      killSignal: "SIGKILL",
    });
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
    });
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    child.on("close", (code, signal) => {
      const late =
        signal === "SIGKILL" ? `\nNot finished after ${limitMs / 60_000} minutes: the machine is busy.` : "";
      resolve({ name, ok: code === 0, said: said + late });
    });
  });
}

/** The schema in code and the migrations must say the same: generating now must yield nothing new. */
async function drift(kind, schema) {
  const name = `schema drift: ${kind}`;
  // drizzle-kit takes folders relative to the project only, and says nothing when it is given another.
  const folder = mkdtempSync(join(root, "node_modules", ".drift-"));
  try {
    cpSync(join(root, "migrations", kind), folder, { recursive: true });
    const before = readdirSync(folder).length;
    const { ok, said } = await run(name, bin("drizzle-kit/bin.cjs"), [
      ...["generate", "--dialect", "sqlite", "--schema", `./worker/db/schema/${schema}.ts`],
      ...["--casing", "snake_case", "--out", relative(root, folder)],
    ]);
    const same = ok && readdirSync(folder).length === before && said.includes("No schema changes");
    return {
      name,
      ok: same,
      said: same ? said : `${said}\nRun npm run migration:${kind} and commit what it writes.`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function runChecks() {
  const results = [];
  // Two at a time: more only wait for each other on a small machine.
  const waiting = [
    ...checks.map((check) => () => run(...check)),
    () => drift("platform", "platform"),
    () => drift("provider", "tenant"),
  ];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await next());
  };
  await Promise.all([worker(), worker()]);
  for (const { name, ok, said } of results) {
    console.log(`${ok ? "ok  " : "FAIL"}  ${name}`);
    if (!ok) console.log(said.trim());
  }
  const broken = results.filter(({ ok }) => !ok).map(({ name }) => name);
  return { passed: results.length - broken.length, failed: broken.length, broken };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await runChecks();
  process.exit(failed === 0 ? 0 : 1);
}
