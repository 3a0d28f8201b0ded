import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import buildOnce from "../support/build-once.ts";
import { startPart } from "../support/site/processes.ts";
import { Site } from "../support/site/site.ts";
import { Visitors } from "../support/site/visitor.ts";
import { consolePages, fillConsole } from "./console.ts";
import { type Figures, load } from "./load.ts";
import { measurePortal } from "./portal.ts";
import { initiateMany, pinToOnline, redeemMany, voucherBatches } from "./scenarios.ts";

// `npm run bench`: the budgets of docs/design.md, "Budgets"; speeds with their ratio to a bare worker of the same run.
// `npm run bench -- portal` measures what a visitor's phone waits for and nothing else, `-- console` the calls of a
// console over many rows.

type Row = Figures & { what: string; ratio: number | null };

const seconds = Number(process.env.BENCH_SECONDS || 8);
const dir = mkdtempSync(join(tmpdir(), "bench-"));
const rows: Row[] = [];

buildOnce();
const onlyConsole = process.argv.includes("console");
const portal = onlyConsole ? [] : await measurePortal(dir);
if (portal.length > 0) console.table(portal);
if (process.argv.includes("portal")) {
  rmSync(dir, { recursive: true, force: true });
  finish(portal);
  process.exit();
}
const bare = await startPart({ name: "bare", script: "tests/bench/bare-process.ts", logDir: dir });
const site = await Site.start({
  dir: join(dir, "site"),
  gateway: { auto: "none", rule17: false },
  fill: fillConsole,
});
try {
  await measure();
} finally {
  await site.stop();
  await bare.stop();
  rmSync(dir, { recursive: true, force: true });
}
console.table(
  rows.map(({ what, requestsPerSecond, ratio, p50, p95, p99, errors }) => ({
    what,
    "per second": requestsPerSecond,
    "ratio to bare": ratio,
    "p50 ms": p50,
    "p95 ms": p95,
    "p99 ms": p99,
    errors,
  })),
);
finish([...rows, ...portal]);

/** All figures once more for machines, on the last line and in the file that was asked for. */
function finish(figures: readonly object[]): void {
  console.log(JSON.stringify(figures));
  if (process.env.BENCH_FILE) writeFileSync(process.env.BENCH_FILE, JSON.stringify(figures, null, 2));
}

async function measure(): Promise<void> {
  const visitors = new Visitors(site);
  const { demo } = site.seeded;
  const planId = demo.plans[0]?.id ?? "";
  const host = new URL(site.origin).host;
  const port = Number(new URL(site.main).port);
  const get = (path: string) => load({ port, host, path, seconds });

  const barePort = Number(new URL(String(bare.said.origin)).port);
  const base = await load({ port: barePort, host: "bare", path: "/", seconds });
  rows.push({ what: "bare worker", ratio: 1, ...base });
  const note = (what: string, figures: Figures, comparable = true) => {
    const ratio = comparable
      ? Math.round((figures.requestsPerSecond / base.requestsPerSecond) * 100) / 100
      : null;
    rows.push({ what, ratio, ...figures });
    console.log(`${what}: ${figures.requestsPerSecond} per second`);
  };

  for (const { what, host: where, path, cookie } of await consolePages(site))
    note(what, await load({ port, host: where, path, seconds, cookie }));
  if (onlyConsole) return;

  note("plans page", await get("/"));
  note("plans page of a device", await get(`/?mac=02:00:00:00:00:01&routerId=${visitors.routerId}`));
  note("GET /api/plans", await get("/api/plans"));

  const phone = "254712000100";
  const open = await visitors.initiate("02:00:00:00:00:02", planId, phone);
  note("status poll", await get(`/api/payment/status/${open.transactionId}`));
  await visitors.answerPrompt((await visitors.openPrompt(phone)).id, "cancelled");

  note("PIN to online", await pinToOnline(visitors, planId), false);

  // What follows is the worker's own speed: a bridge and a router on this machine would share its two cores.
  await site.bridge?.stop();
  const { codes, figures } = await voucherBatches(site, 8);
  note("100 vouchers", figures, false);
  note("redeem, alone", await redeemMany(visitors, codes.slice(0, 100), 1, 0));
  note("redeem, 50 at a time", await redeemMany(visitors, codes.slice(100), 50, 100));
  note("initiate, 10 at a time", await initiateMany(visitors, planId, 90, 10));
}
