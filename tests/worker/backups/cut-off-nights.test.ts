import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { dayMs, minuteMs } from "#contract/values/time";
import { sweepBackups } from "#worker/features/backups/index";
import { checkBackup } from "#worker/features/backups/read-backup";
import { seedRecords } from "../../seed/provider-records.ts";
import { type Fault, failStatements } from "../../support/database-faults.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";
import { type BackupWorld, backupWorld, storeHost } from "./backup-world.ts";

// A night's backup whose process dies, or whose store is slow: it is gone on with, and what is listed is what lies in the store.

let world: PaymentWorld;
let backup: BackupWorld;
let fault: Fault | undefined;
/** What is done with a file on its way into the store. */
let onPut: (key: string) => Promise<void> = async () => {};
let put: string[] = [];

beforeAll(async () => {
  world = await openWorld();
  backup = await backupWorld();
  world.others.set(storeHost, async (request) => {
    const key = new URL(request.url).pathname.replace("/backups/", "");
    put.push(key);
    await onPut(key);
    return backup.store.fetch(request);
  });
  await seedRecords(testContext(), world.seeded.demo);
  await seedRecords(testContext(), world.seeded.savanna);
  await setUp();
  await backup.allow();
});
afterEach(() => {
  fault?.heal();
  fault = undefined;
  onPut = async () => {};
});
afterAll(() => world.close());

const ids = () => [world.seeded.demo.id, world.seeded.savanna.id];
const setUp = () => backup.setUp(ids());
async function progress(): Promise<{ night: string; step: string }> {
  const row = await env.DB.prepare("SELECT value FROM sweep_progress WHERE name = 'backup'").first<string>(
    "value",
  );
  return JSON.parse(row ?? "{}");
}

async function nextNight(): Promise<void> {
  await world.advance(dayMs);
  const buyer = world.buyer();
  await buyer.start();
  await buyer.answer("paid");
  await world.advance(20_000);
  await setUp();
  put = [];
}

/** A run of the cron that can die: from then on nothing that it asks of the platform's rows is answered. */
function mortalRun() {
  let die = () => {};
  let isAlive = true;
  const isDead = new Promise<void>((resolve) => {
    die = () => {
      isAlive = false;
      resolve();
    };
  });
  const ctx = testContext();
  const platform = new Proxy(ctx.platform, {
    get: (rows, name) => {
      const ask: unknown = Reflect.get(rows, name);
      if (typeof ask !== "function") return ask;
      return (...given: unknown[]) =>
        isAlive ? (ask.apply(rows, given) as unknown) : new Promise<never>(() => {});
    },
  });
  return {
    isDead,
    die: () => die(),
    begin: () => sweepBackups({ ...ctx, platform }).catch(() => undefined),
  };
}

/** The crons of the next minutes; the dead one's claim ends with its lease. */
async function finish(): Promise<string> {
  for (let minute = 0; minute < 10; minute += 1) {
    await world.advance(minuteMs);
    await setUp();
    await sweepBackups(testContext());
    const { night, step } = await progress();
    if (step === "done") return night;
  }
  throw new Error("the night does not end");
}

test("killed while a file is put, whichever it is", async () => {
  let kills = 0;
  for (let nth = 1; ; nth += 1) {
    await nextNight();
    const run = mortalRun();
    let count = 0;
    onPut = async () => {
      count += 1;
      if (count < nth) return;
      run.die();
      throw new Error("the connection is lost");
    };
    await Promise.race([run.begin(), run.isDead]);
    if ((await progress()).step === "done") break;
    kills += 1;
    onPut = async () => {};
    await checkBackup(backup.source(await finish()));
  }
  // A piece of the platform's rows, three providers' files and a day's payments, and the list.
  expect(kills).toBeGreaterThanOrEqual(5);
});

test.each([
  ["before a file that was put is listed", /INSERT INTO backup_files/],
  ["before it is kept how far it is", /UPDATE sweep_progress/],
  ["before the night is called whole", /DELETE FROM backup_files/],
])("killed %s", async (_when, statement) => {
  await nextNight();
  fault = failStatements(statement);
  await expect(sweepBackups(testContext())).rejects.toThrow();
  expect(fault.count).toBeGreaterThan(0);
  fault.heal();
  await checkBackup(backup.source(await finish()));
});

test("a provider that is asked again while a slow store takes its file puts one file alone", async () => {
  await nextNight();
  const [id = ""] = ids();
  let take: () => void = () => {};
  const isTaken = new Promise<void>((resolve) => {
    take = resolve;
  });
  onPut = () => isTaken;
  const object = env.PROVIDER.getByName(id);
  const first = object.backUp("2031-01-01");
  await expect.poll(() => put.length).toBeGreaterThan(0);
  const second = object.backUp("2031-01-01");
  take();
  expect((await second).file).toEqual((await first).file);
  const own = `2031-01-01/provider/${id}`;
  expect(put.filter((key) => key === own)).toEqual([own]);
});
