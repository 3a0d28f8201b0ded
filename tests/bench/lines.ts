import { join } from "node:path";
import type { Line, Package } from "#contract/lines";
import { TestClient } from "../simulators/routeros/test-client.ts";
import { signIn } from "../support/site/console.ts";
import { control } from "../support/site/control.ts";
import { sendPayForm } from "../support/site/customer-pays.ts";
import { freePort } from "../support/site/settings.ts";
import { Site } from "../support/site/site.ts";
import { type Session, tell } from "../support/site/tell.ts";
import { Visitors } from "../support/site/visitor.ts";
import { farWay } from "./far-way.ts";
import type { Measure } from "./measure.ts";
import { Waits } from "./waits.ts";

// `npm run bench -- lines`: a provider moves in with 500 names (BENCH_LINES), of which a tenth is over and pays, and a tenth ends
// meanwhile. BENCH_ROUND_TRIP_MS=200 puts its router at the end of such a way.

const count = Number(process.env.BENCH_LINES || 500);
const roundTripMs = Number(process.env.BENCH_ROUND_TRIP_MS || 0);
const each = Math.floor(count / 10);
/** From the promise that is measured: docs/design.md, "Budgets". */
const budgets = { adoptedS: roundTripMs > 0 ? 180 : 60, openS: 2, blockedS: 60 };
/** Of one call. */
const mostAtOnce = 300;
const patienceMs = 10 * 60_000;

const nameOf = (index: number) => `home${index}`;
const phoneOf = (index: number) => `2547140${String(index).padStart(5, "0")}`;
const isOver = (index: number) => index < each;
const endsSoon = (index: number) => index >= each && index < 2 * each;

export async function measureLines(dir: string): Promise<Measure[]> {
  const router = await freePort();
  const way = await farWay(router, roundTripMs / 2);
  const site = await Site.start({
    dir: join(dir, "lines-site"),
    ports: { router },
    gateway: { auto: "none", rule17: false },
    fill: async ({ d1 }) => {
      await d1.prepare("UPDATE routers SET port = ?1 WHERE port = ?2").bind(way.port, router).run();
    },
  });
  try {
    return await measure(site);
  } finally {
    await site.stop();
    await way.close();
  }
}

async function measure(site: Site): Promise<Measure[]> {
  const visitors = new Visitors(site);
  const owner: Session = { origin: site.origin, cookie: await signIn(site, site.seeded.demo) };
  const packageId = await prepare(site, visitors, owner);
  const endAt = Date.now() + 90_000 + (roundTripMs > 0 ? 60_000 : 0);
  const paidUntil = (index: number) =>
    isOver(index) ? Date.now() - 60_000 : endsSoon(index) ? endAt + 300 * index : Date.now() + 86_400_000;
  const ends = new Map<string, number>();
  const moved = performance.now();
  for (let from = 0; from < count; from += mostAtOnce) {
    const indices = Array.from({ length: Math.min(mostAtOnce, count - from) }, (_, n) => from + n);
    const lines = indices.map((index) => {
      const at = paidUntil(index);
      if (endsSoon(index)) ends.set(nameOf(index), at);
      const customer = { name: `Family ${index}`, phoneNumber: phoneOf(index) };
      return { name: nameOf(index), customer, packageId, paidUntil: new Date(at).toISOString() };
    });
    await tell(owner, "POST", `/api/admin/routers/${visitors.routerId}/secrets`, { lines });
  }
  const said = performance.now() - moved;
  await reached("all names are taken over", async () => (await marked(site)) === count);
  const figures: Measure[] = [];
  const note = (what: string, value: number, unit: string, budget: number | null = null) =>
    figures.push({ what, value: Math.round(value * 100) / 100, unit, budget });
  note(`${count} names, until the console answers`, said / 1_000, "s");
  note(
    `${count} names, until all are made at the router`,
    (performance.now() - moved) / 1_000,
    "s",
    budgets.adoptedS,
  );
  const noteWaits = (what: string, waits: Waits, budget: number, share: number) => {
    note(`${what}, median`, waits.at(0.5) / 1_000, "s");
    note(`${what}, p95`, waits.at(0.95) / 1_000, "s", share === 0.95 ? budget : null);
    note(`${what}, p99`, waits.at(0.99) / 1_000, "s", share === 0.99 ? budget : null);
  };
  const blocking = ended(site, ends);
  noteWaits("PIN to open", await paid(site, visitors, owner), budgets.openS, 0.95);
  noteWaits("end to block", await blocking, budgets.blockedS, 0.99);
  return figures;
}

/** Names that dial in at the router, who are all there. @returns the package that they get */
async function prepare(site: Site, visitors: Visitors, owner: Session): Promise<string> {
  const { username, password } = site.secrets.router;
  const technician = await TestClient.loggedIn(site.routerPort, username, password);
  const [pool] = await technician.rows("/ip/pool/print");
  const gives = { "local-address": "10.9.0.1", "remote-address": pool?.name ?? "" };
  technician.close();
  await visitors.router({
    made: { table: "pppProfiles", values: { name: "10M", "rate-limit": "5M/10M", ...gives } },
  });
  for (let index = 0; index < count; index += 1) {
    const values = { name: nameOf(index), password: "pw", profile: "10M", service: "any", disabled: "false" };
    await visitors.router({ made: { table: "secrets", values } });
    const ip = `10.9.${1 + (index >> 8)}.${index & 255}`;
    await visitors.router({ dial: { name: nameOf(index), service: "pppoe", ip } });
  }
  await tell(owner, "PUT", "/api/admin/lines/settings", { cutHours: null });
  const { package: made } = await tell<{ package: Package }>(owner, "POST", "/api/admin/packages", {
    name: "Home 10",
    price: 1_500,
    period: { months: 1 },
    uploadMbps: 5,
    downloadMbps: 10,
  });
  return made.id;
}

/** Of the router's names, those with our mark. */
async function marked(site: Site): Promise<number> {
  const { username, password } = site.secrets.router;
  const client = await TestClient.loggedIn(site.routerPort, username, password);
  const rows = await client.rows("/ppp/secret/print", "=.proplist=comment");
  client.close();
  return rows.filter(({ comment }) => comment?.startsWith("MLG;")).length;
}

const isOn = async (site: Site, name: string) =>
  (
    await control<{ internet: boolean }>(
      site,
      `/control/router/line?name=${name}&portal=${new URL(site.origin).hostname}`,
    )
  ).internet;

/** From the PIN on the phone to the packet that passes, of those who are over, one after the other. */
async function paid(site: Site, visitors: Visitors, owner: Session): Promise<Waits> {
  const waits = new Waits();
  for (let index = 0; index < each; index += 1) {
    const name = nameOf(index);
    const [line] = await tell<Line[]>(owner, "GET", `/api/admin/lines?q=${name}`);
    if (!line) throw new Error(`${name} is not listed`);
    await reached(`${name} is blocked`, async () => !(await isOn(site, name)));
    await sendPayForm(site, line.payLink);
    const prompt = await visitors.openPrompt(phoneOf(index));
    const began = performance.now();
    await visitors.answerPrompt(prompt.id, "paid");
    await reached(`${name} opens`, () => isOn(site, name));
    waits.add(performance.now() - began);
  }
  return waits;
}

/** From the end of its time to the first packet that does not pass. @param ends of names, UTC ms */
async function ended(site: Site, ends: ReadonlyMap<string, number>): Promise<Waits> {
  const waits = new Waits();
  for (const [name, at] of ends) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, at - Date.now())));
    await reached(`${name} is blocked`, async () => !(await isOn(site, name)));
    waits.add(Date.now() - at);
  }
  return waits;
}

async function reached(what: string, is: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await is())) {
    if (Date.now() > end) throw new Error(`not within ${patienceMs / 60_000} minutes: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
