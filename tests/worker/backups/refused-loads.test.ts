import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { LoadStep } from "#contract/backups";
import { dayMs, minuteMs } from "#contract/values/time";
import { tenantTableNames } from "#worker/db/statement-rules";
import { isLoadingPlatform } from "#worker/features/backups/index";
import {
  checkBackup,
  concerning,
  loadAll,
  loadProvider,
  manifestOf,
} from "#worker/features/backups/read-backup";
import { sweepPlatform } from "#worker/sweep-platform";
import { seedRecords } from "../../seed/provider-records.ts";
import { platformTableNames } from "../../support/platform-tables.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";
import { type BackupWorld, backupWorld } from "./backup-world.ts";

// What a load takes and what it refuses, and one provider alone.

let world: PaymentWorld;
let backup: BackupWorld;

beforeAll(async () => {
  world = await openWorld();
  backup = await backupWorld();
  backup.withStore(world.others);
  await backup.setUp([demo().id, world.seeded.savanna.id]);
  await seedRecords(testContext(), demo());
  await backup.allow();
});
afterEach(() => {
  backup.store.failing = null;
});
afterAll(() => world.close());

const demo = () => world.seeded.demo;
async function sell(of: "demo" | "savanna" = "demo"): Promise<string> {
  const buyer = world.buyer(of);
  const { transactionId } = await buyer.start();
  await buyer.answer("paid");
  await world.advance(20_000);
  return transactionId;
}

/** Of every table of a provider but its sessions; what is counted for the copies is told anew. */
async function rowsOf(id: string): Promise<Record<string, string[]>> {
  const read = tenantTableNames
    .filter((table) => table !== "sessions")
    .map(async (table) => {
      const { results } = await tenantDatabase(id).prepare(`SELECT * FROM ${table}`).all();
      const texts = results.map(({ rev: _rev, copied_rev: _copied, ...row }) => JSON.stringify(row));
      return [table, texts.sort()] as const;
    });
  return Object.fromEntries(await Promise.all(read));
}

test("one provider alone comes back as it was, its payments' objects and its rows of D1 too; others are not touched", async () => {
  const { id } = demo();
  const payment = await sell();
  await sell("savanna");
  const [before, others] = [await rowsOf(id), await rowsOf(world.seeded.savanna.id)];
  const night = await backup.backUp();
  const gateways = () =>
    env.DB.prepare("SELECT id, secrets FROM gateways WHERE provider_id = ?1 ORDER BY id").bind(id).all();
  const routers = await gateways();
  await expect(loadProvider(backup.source(night), backup.target, id, false)).rejects.toThrow(
    "has something of its own",
  );
  expect(await rowsOf(id)).toEqual(before);

  // Its rows are damaged beyond repair, and so are those of the platform about it.
  await tenantDatabase(id).prepare("DELETE FROM vouchers").run();
  await tenantDatabase(id).prepare("UPDATE plans SET name = 'Mistake'").run();
  await env.DB.prepare("DELETE FROM gateways WHERE provider_id = ?1").bind(id).run();
  await loadProvider(backup.source(night), backup.target, id, true);
  expect(await rowsOf(id)).toEqual(before);
  expect((await gateways()).results).toEqual(routers.results);
  expect(await rowsOf(world.seeded.savanna.id)).toEqual(others);
  const row = await env.DB.prepare("SELECT status FROM providers WHERE id = ?1").bind(id).first("status");
  expect(row).toBe("active");
  expect((await env.PAYMENT.getByName(payment).read())?.status).toBe("completed");
  await sell();
});

test("days of which no payment changed keep their file; a payment that changed brings its day anew", async () => {
  // What changed shortly before a night is taken by the next one, too.
  await backup.backUp();
  await world.advance(dayMs);
  const first = await backup.backUp();
  const before = [...backup.store.files.keys()].filter((key) => key.startsWith("payments/"));
  expect(before.length).toBeGreaterThan(0);
  await world.advance(2 * dayMs);
  const second = await backup.backUp();
  expect(second).not.toBe(first);
  expect([...backup.store.files.keys()].filter((key) => key.startsWith("payments/"))).toEqual(before);
  expect(await checkBackup(backup.source(second))).toMatchObject({ payments: expect.any(Number) });
  await world.advance(dayMs);
  await sell();
  const third = await backup.backUp();
  const added = [...backup.store.files.keys()].filter(
    (key) => key.startsWith("payments/") && !before.includes(key),
  );
  expect(added).toEqual([`payments/${demo().id}/${third}/${third}`]);
});

test("a store that refuses is tried again, and the night ends when it takes files", async () => {
  await world.advance(dayMs);
  backup.store.failing = 503;
  await env.DB.prepare("DELETE FROM sweep_progress WHERE name = 'backup'").run();
  await sweepPlatform(testContext());
  const night = await backup.backUp().catch(() => "");
  expect(night).toBe("");
  backup.store.failing = null;
  await world.advance(5 * minuteMs);
  await checkBackup(backup.source(await backup.backUp()));
});

test("a list that is forged, a file that is broken, exchanged or gone, another night's and another key's are refused", async () => {
  await world.advance(dayMs);
  const night = await backup.backUp();
  await world.advance(dayMs);
  const other = await backup.backUp();
  const { files } = backup.store;
  const source = backup.source(night);
  const refuses = async (change: () => void, why: RegExp) => {
    const kept = new Map(files);
    change();
    await expect(checkBackup(source)).rejects.toThrow(why);
    files.clear();
    for (const [key, file] of kept) files.set(key, file);
  };
  const own = `${night}/provider/${demo().id}`;
  const list = `${night}/manifest.json`;
  const text = (key: string) => new TextDecoder().decode(files.get(key));
  const put = (key: string, value: string) => files.set(key, new Uint8Array(Buffer.from(value)));
  await refuses(() => put(list, text(list).replace(/"rows":\d+/, '"rows":0')), /was not signed/);
  await refuses(() => files.set(list, files.get(`${other}/manifest.json`) as never), /is of/);
  await refuses(() => files.set(own, files.get(own)?.slice(0, -1) as never), /is not the file/);
  await refuses(() => files.set(own, files.get(own.replace(night, other)) as never), /is not the file/);
  await refuses(() => {
    for (const key of [...files.keys()]) if (key.startsWith("payments/")) files.delete(key);
  }, /the store has no payments/);
  const { keys, ...rest } = source;
  await expect(checkBackup({ ...rest, keys: { isProof: () => false } })).rejects.toThrow("was not signed");
  const stranger = await backupWorld();
  await expect(
    checkBackup({ ...source, privateKey: stranger.source(night).privateKey, keys }),
  ).rejects.toThrow("sealed to another key");
  await checkBackup(source);
});

test("a platform with other secrets or other tables than the backup takes nothing of it, and a sentence says what to do", async () => {
  await world.advance(dayMs);
  const night = await backup.backUp();
  const before = await rowsOf(demo().id);
  await backup.loseTheAccount();
  /** Loaded by a platform to which the list says something else of where the backup was made. */
  const saying = (of: Partial<Extract<LoadStep, { step: "begin" }>>) => ({
    ...backup.target,
    ask: (step: LoadStep) => backup.target.ask(step.step === "begin" ? { ...step, ...of } : step),
  });
  const { schema } = await manifestOf(backup.source(night));
  const differences: [Partial<Extract<LoadStep, { step: "begin" }>>, string][] = [
    [{ rootSecret: "0d0d0d0d" }, "has other secrets than the backup was made with: put that ROOT_SECRET"],
    [{ nameSecret: "0d0d0d0d" }, "has other secrets than the backup was made with: put that ROOT_SECRET"],
    [
      { schema: { ...schema, platform: "9999_later" } },
      "has other tables than the backup: deploy the version",
    ],
    [
      { schema: { ...schema, provider: schema.provider - 1 } },
      "has other tables than the backup: deploy the",
    ],
  ];
  for (const [of, sentence] of differences) {
    await expect(loadAll(backup.source(night), saying(of))).rejects.toThrow(sentence);
    await expect(loadProvider(backup.source(night), saying(of), demo().id, true)).rejects.toThrow(sentence);
  }
  expect(await isLoadingPlatform(testContext())).toBe(false);
  expect(await env.DB.prepare("SELECT count(*) AS n FROM providers").first("n")).toBe(0);
  await loadAll(backup.source(night), backup.target);
  expect(await rowsOf(demo().id)).toEqual(before);
});

test("a load that is cut off is gone on with; meanwhile no sweep runs and nobody is served; an account with data refuses", async () => {
  await world.advance(dayMs);
  await sell();
  const night = await backup.backUp();
  const before = await rowsOf(demo().id);
  await expect(loadAll(backup.source(night), backup.target)).rejects.toThrow("has something of its own");
  await backup.loseTheAccount();

  // Each step is the last one once.
  let left = 0;
  const cut = {
    ...backup.target,
    ask: async (step: Parameters<typeof backup.target.ask>[0]) => {
      if (left-- <= 0) throw new Error("cut off");
      return backup.target.ask(step);
    },
  };
  let cuts = 0;
  for (let steps = 1; ; steps += 1) {
    left = steps;
    const isDone = await loadAll(backup.source(night), cut).then(
      () => true,
      () => false,
    );
    if (isDone) break;
    cuts += 1;
    if (steps > 1) expect(await isLoadingPlatform(testContext())).toBe(true);
  }
  expect(cuts).toBeGreaterThan(5);
  expect(await isLoadingPlatform(testContext())).toBe(false);
  expect(await rowsOf(demo().id)).toEqual(before);
});

test("what of the platform's rows is one provider's is decided for each table", () => {
  const line = (table: string, row: Record<string, unknown>) => ({ table, row });
  const lines = [
    line("providers", { id: "a" }),
    line("providers", { id: "b" }),
    line("gateways", { id: "g", provider_id: "a" }),
    line("routers", { id: "r", provider_id: "a" }),
    line("router_setups", { router_id: "r" }),
    line("router_setups", { router_id: "of another" }),
    line("media_uses", { hash: "h", provider_id: "a" }),
    line("media", { hash: "h" }),
    line("media", { hash: "other" }),
    line("platform_settings", { name: "portal" }),
  ];
  expect(
    concerning(lines, "a").map(({ table, row }) => `${table} ${row.id ?? row.router_id ?? row.hash}`),
  ).toEqual(["providers a", "gateways g", "routers r", "router_setups r", "media_uses h", "media h"]);
  expect(platformTableNames).toContain("loaded_providers");
});
