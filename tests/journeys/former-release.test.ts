import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Checkpoint, systemClock } from "../../bridge/clock.ts";
import { type RecordedSite, readKept, releases, unpack } from "../releases/fixtures.ts";
import { askAs, siteOptions } from "../releases/story.ts";
import { ask } from "../support/site/ask.ts";
import { signIn } from "../support/site/console.ts";
import { MovedClock } from "../support/site/moved-clock.ts";
import { newVisitor, phones } from "../support/site/new-visitor.ts";
import { isFree } from "../support/site/settings.ts";
import { Site, type SiteOptions } from "../support/site/site.ts";
import { until, Visitors } from "../support/site/visitor.ts";
import { Database } from "../support/sqlite.ts";

// What a former release left is read by this version, and each speaks with the other: a worker is replaced in a minute, a bridge when its
// owner comes to it, and a new version may be taken back.

const release = releases().at(-1) ?? "";
const dir = mkdtempSync(join(tmpdir(), "former-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
let site: Site | undefined;
const running = () => {
  if (!site) throw new Error("the site is not running");
  return site;
};
const visitors = () => new Visitors(running());
const start = async (options: Partial<SiteOptions> & { dir: string }) => {
  site = await Site.start({ phones, ...siteOptions, ports: {}, ...options });
};

/** A sale from the tap to the router. @returns its transaction */
async function sell(): Promise<string> {
  const { mac, phone } = newVisitor();
  const plan = running().seeded.demo.plans[0]?.id ?? "";
  const { transactionId } = await visitors().initiate(mac, plan, phone);
  await visitors().answerPrompt((await visitors().openPrompt(phone)).id, "paid");
  await visitors().untilOnline(transactionId);
  expect(await visitors().isLetOut(mac)).toBe(true);
  return transactionId;
}

/** All that a person of the provider looks at. */
async function readLists(): Promise<void> {
  const cookie = await signIn(running(), running().seeded.demo);
  for (const path of ["transactions", "users", "vouchers", "plans", "routers", "bridges", "stats"]) {
    const { status, text } = await ask(running().origin, `/api/admin/${path}`, { headers: { cookie } });
    expect([path, status, text.slice(0, 200)]).toEqual([path, 200, expect.any(String)]);
  }
}

describe(`a site that ${release} left`, () => {
  const told: RecordedSite = JSON.parse(readKept(release, "site.json").toString("utf8"));
  const clock = new MovedClock(dir);
  const { cookies, purchases, devices } = told;

  beforeAll(async () => {
    // Its phones, prompts and links are as old as they were.
    clock.pass(told.at + 5_000 - Date.now());
    unpack(release, "site.tar.gz", join(dir, "left"));
    takeToThisMachine(join(dir, "left", "bridge", "journal.sqlite"), 5_000);
    const { ports } = siteOptions;
    // Another run on this machine may be at it.
    await until("its port", () => isFree(ports.worker), Boolean, 90_000);
    await start({ dir: join(dir, "left"), clock, ports });
    for (const _known of Object.values(devices)) newVisitor();
  });
  afterAll(async () => {
    await site?.stop();
    clock.close();
  });

  it("goes on: who paid while the router was away is let in, a prompt that rang can still be paid", async () => {
    // It rings for a minute and a half.
    await visitors().answerPrompt((await visitors().openPrompt(purchases.prompted.phone)).id, "paid");
    await visitors().router({ reachable: true });
    await visitors().untilOnline(purchases.paid, 60_000);
    await visitors().untilOnline(purchases.prompted.id, 60_000);
    expect(await visitors().status(purchases.served)).toMatchObject({
      status: "completed",
      access: "online",
    });
    for (const mac of Object.values(devices)) expect(await visitors().isLetOut(mac)).toBe(true);
  });

  it("knows its people by their cookies, and answers every call as before", async () => {
    expect(told.calls.length).toBeGreaterThan(60);
    for (const { caller, path, body } of told.calls) {
      const { status, text } = await askAs(running(), caller, path, cookies);
      expect([path, status]).toEqual([path, 200]);
      expect(missingFrom(JSON.parse(text), body), path).toEqual([]);
    }
    const home = await ask(running().origin, "/", { headers: { cookie: cookies.visitor } });
    expect(home.status).toBe(200);
  });

  it("takes the links of letters that were sent before", async () => {
    const codeOf = (link: string) => /[0-9a-f]{64}/.exec(link)?.[0] ?? "";
    const confirmed = await ask(running().origin, "/api/admin/email/confirm", {
      json: { code: codeOf(told.links.confirmation) },
    });
    expect(confirmed.status, confirmed.text).toBe(200);
    const accepted = await ask(running().origin, "/api/admin/invitation/accept", {
      json: { code: codeOf(told.links.invitation), username: "wanjiku", password: "Kahawa-Chungu-48" },
    });
    expect(accepted.status, accepted.text).toBe(200);
    for (const link of Object.values(told.links))
      expect((await ask(running().origin, link.replace(/#.*/, ""))).status).toBe(200);
  });

  it("sells", async () => void (await sell()));
});

describe(`beside ${release}`, () => {
  afterEach(async () => {
    await site?.stop();
    site = undefined;
  });

  it("a bridge of before sells with this worker", async () => {
    const bridgeScript = join(dir, "mlango-bridge.mjs");
    writeFileSync(bridgeScript, readKept(release, "bridge.mjs.gz"));
    await start({ dir: join(dir, "old-bridge"), bridgeScript });
    await sell();
  });

  it("this bridge sells with a worker of before that was gone back to, on what this one wrote, and with this one again", async () => {
    const builtDir = join(dir, "worker");
    unpack(release, "worker.tar.gz", builtDir);
    await start({ dir: join(dir, "gone-back") });
    const sold = [await sell()];
    for (const version of [builtDir, undefined]) {
      await running().worker?.stop();
      await running().startWorker(version);
      sold.push(await sell());
      for (const id of sold)
        expect(await visitors().status(id)).toMatchObject({ status: "completed", access: "online" });
      await readLists();
    }
  });
});

/** As if the bridge's machine were this one, and had run on for so long: its counter, unlike the date, can't be set back. */
function takeToThisMachine(journal: string, ranOnMs: number): void {
  const { machineBoot, monotonic } = systemClock();
  const database = new Database(journal);
  const [row] = database.query("SELECT value FROM meta WHERE key = 'checkpoint'", []).rows;
  const checkpoint: Checkpoint = JSON.parse(String(row?.value));
  const moved = JSON.stringify({ ...checkpoint, monotonic: monotonic() - ranOnMs });
  database.query("UPDATE meta SET value = ?1 WHERE key = 'checkpoint'", [moved]);
  const boots = [checkpoint.machineBoot, machineBoot];
  database.query("UPDATE meta SET value = replace(value, ?1, ?2)", boots);
  database.query("UPDATE routers SET seen = replace(seen, ?1, ?2)", boots);
  database.close();
}

/** What stood in an answer and stands there no more, or is of another type: paths such as `.plans[].price: number`. */
function missingFrom(now: unknown, before: unknown): string[] {
  const there = pathsOf(now);
  // An empty list and a null say nothing of what would stand in them.
  const silent = [...there]
    .filter((path) => path.endsWith(nothing))
    .map((path) => path.slice(0, -nothing.length));
  return [...pathsOf(before)].filter(
    (path) => !path.endsWith(nothing) && !there.has(path) && !silent.some((one) => path.startsWith(one)),
  );
}

const nothing = ": nothing";

function pathsOf(value: unknown, path = ""): Set<string> {
  if (value === null || (Array.isArray(value) && value.length === 0)) return new Set([`${path}${nothing}`]);
  if (Array.isArray(value)) return new Set(value.flatMap((one) => [...pathsOf(one, `${path}[]`)]));
  if (typeof value !== "object") return new Set([`${path}: ${typeof value}`]);
  return new Set(Object.entries(value).flatMap(([key, inner]) => [...pathsOf(inner, `${path}.${key}`)]));
}
