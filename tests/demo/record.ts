import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prng } from "../properties/prng.ts";
import { buildSite } from "../support/build-once.ts";
import { guardRun } from "../support/guard.mjs";
import { MovedClock } from "../support/site/moved-clock.ts";
import { Site } from "../support/site/site.ts";
import { days, Month, nextMidnight, opensMs } from "./month.ts";
import { Recorder } from "./recording.ts";
import { Trader } from "./trader.ts";

// `npm run record-demo`: plays thirty days at a site whose clock is moved, by the product's own ways of selling, and keeps what they left
// for `npm start`. When it is to be run again: docs/recipes.md. DAYS=6 tries it out.

guardRun();
const length = Number(process.env.DAYS || days);
const folder = mkdtempSync(join(tmpdir(), "month-"));
const dir = join(folder, "site");
if (!process.env.SITE_IS_BUILT) await buildSite();
const since = Date.now();
const clock = new MovedClock(folder);
const begins = nextMidnight(Date.now());
clock.pass(begins + opensMs - Date.now());
const ports = {
  worker: Number(process.env.PORT || 8787),
  gateway: Number(process.env.GATEWAY_PORT || 8790),
  router: Number(process.env.ROUTER_PORT || 8728),
};
const site = await Site.start({
  dir,
  ports,
  clock,
  cronMs: 1_000,
  gateway: { auto: "none", rule17: false },
  airtel: { auto: "none" },
  ads: true,
});
try {
  const random = prng(30);
  const trader = new Trader(site, clock, random);
  const recorder = new Recorder(dir, since, ports);
  const month = new Month(trader, begins, length, random);
  await month.play(async () => {
    await site.stop();
    recorder.keepEnd(clock.now());
    await Promise.all([site.startSimulators(), site.startWorker()]);
    await site.startBridge();
    await trader.passTo(clock.now() + 5_000);
  });
  console.log(`kept in ${recorder.write()} bytes`);
  if (month.failures > 0) throw new Error(`${month.failures} failures: look above`);
} finally {
  await site.stop();
  clock.close();
  if (!process.env.KEEP) rmSync(folder, { recursive: true, force: true });
  else console.log(folder);
}
