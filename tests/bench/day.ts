import { ask } from "../support/site/ask.ts";
import { purchaseBudgets } from "../support/work-budgets.ts";
import { type Day, seededRandom, simulateDay } from "./day-model.ts";
import { type Buyer, type DaySite, startDaySite } from "./day-site.ts";
import { paced } from "./load.ts";
import type { Measure } from "./measure.ts";
import { cpuOf } from "./process-figures.ts";
import { Waits } from "./waits.ts";

// `npm run bench -- day`: does it keep up with 2 million sales a day at 10,000 providers? A hundredth of them is really sold, at
// 100 providers by the built worker, as fast as this machine can (BENCH_DAY_SALES, BENCH_DAY_PROVIDERS); the whole day is
// simulated with the times that were measured on the way.

const soldHere = Number(process.env.BENCH_DAY_SALES || 20_000);
const sellersHere = Number(process.env.BENCH_DAY_PROVIDERS || 100);
/** Bought act by act before, for the CPU of each. */
const samples = 20 * Math.ceil(Math.min(300, soldHere) / 20);
const salesAtOnce = 20;
const polls = 12;

/** Of 24: nights are quiet, and from 19 to 22 o'clock three times the mean is sold. */
const hours = [
  ...[0.2, 0.2, 0.2, 0.2, 0.2, 0.2],
  ...[0.65, 0.65, 0.65, 0.65, 0.65, 0.65],
  ...[0.9, 0.9, 0.9, 0.9, 0.9, 0.9],
  ...[2, 3, 3, 3, 1.7, 0.8],
];
const sales = 2_000_000;
/** Documented of D1: a thousand short statements a second. What the local runtime takes is told beside it, and is another program. */
const statementMs = Number(process.env.BENCH_STATEMENT_MS || 1);

/** CPU of the whole worker for one, ms. */
type Costs = Record<"entry" | "view" | "poll" | "initiate" | "grant" | "end" | "statement", number>;

type Note = (what: string, value: number, unit: string, budget?: number | null) => void;

export async function measureDay(dir: string): Promise<Measure[]> {
  const figures: Measure[] = [];
  const note: Note = (what, value, unit, budget = null) =>
    figures.push({ what, value: Math.round(value * 100) / 100, unit, budget });
  const world = await startDaySite(dir, sellersHere);
  let costs: Costs;
  try {
    costs = await costsOf(world);
    for (const [what, ms] of Object.entries(costs)) note(`CPU of one: ${what}`, ms, "ms");
    await sell(world, costs, note);
  } finally {
    await world.stop();
  }
  simulate(costs, note);
  return figures;
}

async function costsOf({ site, buyer }: DaySite): Promise<Costs> {
  const used = new Map<string, { ms: number; times: number }>();
  /** Each of them once, ten at a time, alone on the machine. */
  const each = async (act: string, buyers: readonly Buyer[], work: (buyer: Buyer) => unknown) => {
    const before = cpuOf(site.worker);
    const { errors } = await paced(buyers, 10, async (one) => {
      await work(one);
    });
    if (errors > 0) throw new Error(`${act}: ${errors} of ${buyers.length} failed`);
    const { ms, times } = used.get(act) ?? { ms: 0, times: 0 };
    used.set(act, { ms: ms + cpuOf(site.worker) - before, times: times + buyers.length });
  };
  const answers = async (origin: string, path: string, status: number) => {
    const answer = await ask(origin, path);
    if (answer.status !== status) throw new Error(`${path}: ${answer.status}`);
  };
  for (let from = 0; from < samples; from += 20) {
    const buyers = Array.from({ length: 20 }, (_, place) => buyer(from + place));
    // What is short is done often: CPU is told in hundredths of a second.
    const often = Array.from({ length: 10 }, () => buyers).flat();
    // The first makes tables and fills caches.
    await each("first view", buyers, (one) => one.view());
    await each("entry", often, () => answers(site.origin, "/api/payment/status/made-up", 404));
    await each("statement", often, () => answers(site.main, "/api/health", 200));
    await each("view", [...buyers, ...buyers, ...buyers], (one) => one.view());
    await each("initiate", buyers, (one) => one.initiate());
    await each("poll", buyers, (one) => one.poll());
    await each("grant", buyers, (one) => one.pay().then(() => one.started()));
    await each("last poll", buyers, (one) => one.untilOnline());
    await each("end", buyers, (one) => one.end());
  }
  const of = (act: string) => {
    const { ms = 0, times = 1 } = used.get(act) ?? {};
    return ms / times;
  };
  const [entry, view, poll, initiate] = [of("entry"), of("view"), of("poll"), of("initiate")];
  const statement = Math.max(0, of("statement") - entry);
  return { entry, view, poll, initiate, grant: of("grant"), end: of("end"), statement };
}

/** Sells, as fast as the machine can, and holds what it took against what single acts took. */
async function sell({ site, buyer }: DaySite, costs: Costs, note: Note): Promise<void> {
  const [page, access] = [new Waits(), new Waits()];
  const view = async (one: Buyer, path?: string) => {
    const began = performance.now();
    await one.view(path);
    page.add(performance.now() - began);
  };
  const before = cpuOf(site.worker);
  const buyers = Array.from({ length: soldHere }, (_, number) => samples + number);
  const { requestsPerSecond, errors } = await paced(buyers, salesAtOnce, async (number) => {
    const one = buyer(number);
    await view(one);
    await view(one);
    await one.initiate();
    for (let poll = 0; poll < polls; poll += 1) await one.poll();
    access.add(await one.pay());
    await one.untilOnline();
    await view(one, "/connected");
    await one.end();
  });
  const cpuMs = (cpuOf(site.worker) - before) / soldHere;
  const expected = 3 * costs.view + polls * costs.poll + costs.initiate + costs.grant + costs.end;
  note(`really sold, at ${sellersHere} providers (a hundredth of the day: 20,000)`, soldHere, "sales");
  note("sales that failed", errors, "sales");
  note("sold in a second by this machine", requestsPerSecond, "sales");
  note("worker's CPU for a sale", cpuMs, "ms");
  note("the same, as the sum of its acts", expected, "ms");
  note(`page, ${salesAtOnce} sales at once, median`, page.at(0.5), "ms");
  note(`page, ${salesAtOnce} sales at once, p99`, page.at(0.99), "ms");
  note(`PIN to access, ${salesAtOnce} sales at once, median`, access.at(0.5), "ms");
  note(`PIN to access, ${salesAtOnce} sales at once, p99`, access.at(0.99), "ms");
}

/**
 * What the object's thread is busy with is taken for all of the worker's CPU that the entry does not use: that of
 * PaymentObjects, bridges, limits and D1 as well. It is less in truth.
 */
function simulate(costs: Costs, note: Note): void {
  const inObject = (ms: number) => Math.max(0, ms - costs.entry);
  const trips = purchaseBudgets["D1 trips"] + purchaseBudgets["D1 trips of its sweeps"];
  const day: Day = {
    hours,
    sales,
    providers: 10_000,
    skew: 0.6,
    failedPerSale: 0.4,
    otherViews: 7 * sales,
    ms: {
      view: inObject(costs.view),
      initiate: inObject(costs.initiate),
      grant: inObject(costs.grant),
      end: costs.end,
      statement: statementMs,
    },
    trips: { onWay: 1, beside: trips - 1 },
    spread: "exponential",
  };
  console.log("simulating the day; half a minute");
  const { busiest, d1, page, access, sold, lateMs } = simulateDay(day, seededRandom(1));
  note("simulated, at 10,000 providers", sold, "sales");
  note("busiest provider", busiest.sales, "sales");
  note("its object at work, whole day", busiest.mean * 100, "%");
  note("its object at work, fullest hour", busiest.peak * 100, "%", 100);
  note(`D1 at work, whole day (${trips} trips of ${statementMs} ms)`, d1.mean * 100, "%");
  note("D1 at work, fullest hour", d1.peak * 100, "%", 100);
  const peakPerSecond = (sales / 86_400) * Math.max(...hours);
  const requests = 10 + 1.4 * (polls + 2);
  note("cores for the entry, fullest hour", (peakPerSecond * requests * costs.entry) / 1_000, "cores");
  note("page waits for its object, median", page.at(0.5), "ms");
  note("page waits for its object, p99", page.at(0.99), "ms");
  note("page waits for its object, one in 1,000", page.at(0.999), "ms");
  note("PIN to access, waiting and work, median", access.at(0.5), "ms");
  note("PIN to access, waiting and work, p99", access.at(0.99), "ms");
  // The day's last buyers pay and go online after it.
  note("work left two minutes after midnight", Math.max(0, lateMs - 120_000), "ms", 0);
  const keepsUp = busiest.peak < 1 && d1.peak < 1 && lateMs <= 120_000;
  console.log(keepsUp ? "It keeps up." : "It does not keep up.");
}
