import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FromBridge, SiteEvent, ToBridge } from "#contract/bridge";
import { BridgeRequest } from "#contract/bridge-requests";
import about from "../../package.json" with { type: "json" };
import { testFiles } from "../run/suites.ts";
import { buildSite } from "../support/build-once.ts";
import { guardRun } from "../support/guard.mjs";
import { phones } from "../support/site/new-visitor.ts";
import { root } from "../support/site/processes.ts";
import { Site } from "../support/site/site.ts";
import { keep, pack, type RecordedFrame, releasePath, releases } from "./fixtures.ts";
import { freezeMigrations } from "./frozen-migrations.ts";
import { shapeOf } from "./shape.mjs";
import { playStory, siteOptions } from "./story.ts";

// `npm run release`: keeps of this version what every later one must read (README.md), and freezes its migrations. Nothing of an earlier
// release is touched.

const { version } = about;
guardRun();
refuseUnready();
const dir = mkdtempSync(join(tmpdir(), "release-"));
const [linkDir, queueLog] = [join(dir, "link"), join(dir, "queue.log")];
await buildSite();
// Every bridge and worker that is started from here on tells what it says.
process.env.NODE_OPTIONS = `--import ${join(root, "tests", "releases", "link-recorder.mjs")}`;
process.env.RECORD_LINK = linkDir;
process.env.RECORD_QUEUE = queueLog;
const site = await Site.start({ dir: join(dir, "site"), phones, ...siteOptions });
try {
  const told = await playStory(site);
  await site.stop();
  keep(version, "site.json", `${JSON.stringify(told, null, 2)}\n`);
  pack(version, "site.tar.gz", site.dir, ["logs"]);
  // A bridge at work says more than one story asks for.
  const journeys = [...testFiles()]
    .filter(([file, project]) => project === "site" && /^tests\/(journeys|faults)\/(?!former)/.test(file))
    .map(([file]) => file);
  const pages = ["users", "routers", "vouchers"].map((name) => `tests/e2e/console-${name}.test.ts`);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const { status } = spawnSync(
    process.execPath,
    [vitest, "run", "--project", "site", "--project", "pages", ...journeys, ...pages],
    {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, SITE_IS_BUILT: "1" },
    },
  );
  if (status !== 0)
    throw new Error("the journeys, during which the bridge's link was to be recorded, failed");
  const frames = framesOf(linkDir);
  keep(version, "link.jsonl", lines(frames));
  keep(version, "queue.jsonl", lines(messagesOf(queueLog)));
  pack(version, "worker.tar.gz", join(root, "dist", "mlango"), ["*.map", ".vite"]);
  const client = join(root, "dist", "client", "assets");
  const bridge = readdirSync(client).find((name) => /^mlango-bridge-.*\.mjs$/.test(name));
  if (!bridge) throw new Error("the build has no bridge");
  keep(version, "bridge.mjs.gz", readFileSync(join(client, bridge)));
  freezeMigrations(root, version);
  requireAllKinds(frames);
} finally {
  await site.stop();
  rmSync(dir, { recursive: true, force: true });
}
console.log(
  `Kept in tests/releases/${version}. Run npm test -- --whole, commit, then: git tag -a v${version} -m "Mlango ${version}"`,
);

function refuseUnready(): void {
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  if (!changelog.includes(`## ${version} – `))
    throw new Error(`CHANGELOG.md has no "## ${version} – <date>"`);
  const tagged = spawnSync("git", ["rev-parse", "-q", "--verify", `refs/tags/v${version}`], { cwd: root });
  if (tagged.status === 0) throw new Error(`v${version} is tagged: raise "version" in package.json`);
  if (existsSync(releasePath(version, "site.json")) && releases().at(-1) !== version)
    throw new Error(`a later release than ${version} was recorded`);
}

/** Every kind of frame, request and event that this version knows was recorded. @throws naming those that were not */
function requireAllKinds(frames: readonly RecordedFrame[]): void {
  const unplayed = new Set([
    // An installed bridge alone is updated, and it is one file that nothing can be loaded before (tests/long/bridge-updates.test.ts).
    ...["request update", "from update_failed"],
    // What no journey comes to; tests of the worker and of the bridge say it.
    ...["from usage", "from ask", "request kick", "request waiting_devices", "request try_router"],
    ...["request cancel_scan", "request preflight", "request give_back"],
  ]);
  const said = new Set(
    frames.flatMap(({ way, frame }) => [
      `${way} ${frame.type}`,
      ...(frame.request ? [`request ${frame.request.kind}`] : []),
      ...(frame.events ?? []).map(({ kind }) => `event ${kind}`),
    ]),
  );
  const known = [
    ...ToBridge.options.map(({ shape }) => `to ${shape.type.value}`),
    ...FromBridge.options.map(({ shape }) => `from ${shape.type.value}`),
    ...BridgeRequest.options.map(({ shape }) => `request ${shape.kind.value}`),
    ...SiteEvent.options.map(({ shape }) => `event ${shape.kind.value}`),
  ];
  const missing = known.filter((kind) => !said.has(kind) && !unplayed.has(kind));
  if (missing.length > 0) throw new Error(`not one was recorded of: ${missing.join(", ")}`);
}

function framesOf(folder: string): RecordedFrame[] {
  return readdirSync(folder)
    .sort()
    .map((name) => ({
      way: name.startsWith("from ") ? "from" : "to",
      frame: JSON.parse(readFileSync(join(folder, name), "utf8")),
    }));
}

/** Of each shape one. */
function messagesOf(log: string): unknown[] {
  const bodies = readFileSync(log, "utf8").matchAll(/^queue (\{.*\})$/gm);
  const found = new Map([...bodies].map(([, text = ""]) => [shapeOf(JSON.parse(text)), JSON.parse(text)]));
  return [...found.entries()].sort().map(([, body]) => body);
}

function lines(all: readonly unknown[]): string {
  return all.map((one) => `${JSON.stringify(one)}\n`).join("");
}
