import { readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { root } from "../support/site/processes.ts";
import { demoPhones } from "../support/site/settings.ts";
import { Site } from "../support/site/site.ts";
import { Visitors } from "../support/site/visitor.ts";
import { type Measure, median } from "./measure.ts";
import { initiateMany, pinToOnline } from "./scenarios.ts";

// `npm run bench -- delay`: what a visitor waits for while objects and D1 are 150 ms (BENCH_HOP_MS) away from the entry and
// from each other. The way from the phone to the entry is the same for a file, and left out of all figures alike.

const hopMs = Number(process.env.BENCH_HOP_MS || 150);
const times = Number(process.env.BENCH_TIMES || 20);
/** A page may wait for one hop. */
const budgetMs = hopMs + 50;
/** What the entry keeps of the directory is then forgotten. */
const coldAfterMs = 6_000;

export async function measureDelay(dir: string): Promise<Measure[]> {
  const site = await Site.start({
    dir: join(dir, "far-site"),
    hopMs,
    gateway: { auto: "none", rule17: false },
  });
  try {
    return await measure(site);
  } finally {
    await site.stop();
  }
}

async function measure(site: Site): Promise<Measure[]> {
  const visitors = new Visitors(site);
  const planId = site.seeded.demo.plans[0]?.id ?? "";
  const p50 = async (path: string, pauseMs = 0, count = times, origin = site.origin) => {
    const took: number[] = [];
    for (let time = 0; time <= count; time += 1) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const ms = await firstByte(origin, path);
      // The first one starts what was not there yet.
      if (time > 0) took.push(ms);
    }
    return Math.round(median(took));
  };
  const file = readdirSync(join(root, "dist", "client", "assets")).find((name) => name.endsWith(".js"));
  // Deployed, files are answered before the worker; here the entry does it, where no provider's object is asked.
  const still = await p50(`/assets/${file}`, 0, times, site.main);
  const online = await pinToOnline(
    visitors,
    planId,
    demoPhones.map(({ mac }) => mac),
  );
  const device = `mac=${demoPhones[0]?.mac}&routerId=${visitors.routerId}`;
  const pages: [what: string, path: string][] = [
    ["plans page", "/"],
    ["page of a device", `/?mac=02:00:00:00:00:01&routerId=${visitors.routerId}`],
    ["page of a device that is online", `/?${device}`],
    ["/connected", `/connected?${device}`],
  ];
  const figures: Measure[] = [{ what: "file, first byte", value: still, unit: "ms", budget: null }];
  const note = (what: string, value: number, budget: number | null = null) =>
    figures.push({ what, value, unit: "ms", budget });
  for (const [what, path] of pages) note(`${what}, above a file`, (await p50(path)) - still, budgetMs);
  for (const [what, path] of pages.slice(0, 2))
    note(`${what}, nothing kept, above a file`, (await p50(path, coldAfterMs, 3)) - still);
  const initiated = await initiateMany(visitors, planId, times, 1);
  note("initiate", initiated.p50);
  note("PIN to online, median", online.p50);
  note("PIN to online, worst", online.p99);
  const errors = online.errors + initiated.errors;
  if (errors > 0) throw new Error(`${errors} purchases failed`);
  return figures;
}

function firstByte(origin: string, path: string): Promise<number> {
  const { host, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const headers = { host, "accept-encoding": "gzip" };
    const outgoing = request({ host: "127.0.0.1", port, path, headers, agent: false }, (answer) => {
      answer.once("data", () => {
        const took = performance.now() - began;
        if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`));
        else resolve(took);
      });
      answer.resume();
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}
