import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { providerKey } from "#worker/features/backups/manifest";
import { loadAll, manifestOf } from "#worker/features/backups/read-backup";
import { openFile } from "#worker/features/backups/sealed-file";
import { seedManySales } from "../../seed/many-sales.ts";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { seedBoth } from "../../support/worker-context.ts";
import { type BackupWorld, backupWorld, storeHost } from "./backup-world.ts";

// How long a night and a load take (docs/operate.md): many providers, each with a hundred sales of two months and as many vouchers.

/** `PROVIDERS=1000 vitest run --project long tests/worker/backups/many-providers.test.ts`: on a quiet machine. */
const count = Number(process.env.PROVIDERS) || 200;
const sales = 100;
let seeded: TwoProviders;
let backup: BackupWorld;

beforeAll(async () => {
  seeded = await seedBoth();
  backup = await backupWorld();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).host !== storeHost) throw new Error(`no test needs ${request.url}`);
    return backup.store.fetch(request);
  });
});
afterAll(() => vi.restoreAllMocks());

const idOf = (number: number) => `b0000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const ids = Array.from({ length: count - 2 }, (_, place) => idOf(place));
const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);

async function inTurn(all: readonly string[], work: (id: string) => Promise<unknown>): Promise<void> {
  const left = all.values();
  const worker = async () => {
    for (const id of left) await work(id);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

test(
  `${count} providers are put away and loaded, and no row is missing`,
  async () => {
    const { id } = seeded.demo;
    await seedManySales(tenantDatabase(id), seeded.demo, {
      payments: sales,
      vouchers: sales,
      days: 60,
      now: Date.now(),
    });
    const first = await backup.backUp();
    const key = providerKey(first, id);
    const opened = await openFile(backup.source(first).privateKey, key, await backup.source(first).read(key));
    const [, ...lines] = gunzipSync(opened).toString().split("\n").slice(0, -1);
    const rows = lines.map((line) => JSON.parse(line) as { table: string; row: object });
    const pages = [...Map.groupBy(rows, ({ table }) => table)].map(([table, of]) => ({
      table,
      rows: JSON.stringify(of.map(({ row }) => row)),
    }));
    await env.DB.batch(
      ids.map((one) =>
        env.DB.prepare(
          `INSERT INTO providers (id, business_name, contact_name, email, phone, subdomain, created_at, updated_at)
          VALUES (?1, ?1, 'x', 'x@x.example', '0712345678', ?1, 1, 1)`,
        ).bind(one),
      ),
    );
    await inTurn(ids, async (one) => {
      const object = env.PROVIDER.getByName(one);
      await object.beginLoad("2000-01-01", false);
      await object.loadRows(pages);
      await object.endLoad([]);
    });

    const putting = performance.now();
    const night = await backup.backUp();
    const put = seconds(putting);
    const manifest = await manifestOf(backup.source(night));
    expect(manifest.files.filter(({ providerId }) => providerId !== "")).toHaveLength(count + 1);
    await inTurn([id, seeded.savanna.id, ...ids], (one) =>
      runInDurableObject(env.PROVIDER.getByName(one), (_, { storage }) => storage.deleteAll()),
    );
    await backup.loseTheAccount();

    const loading = performance.now();
    await loadAll(backup.source(night), backup.target);
    const sum = (of: "rows" | "bytes") => manifest.files.reduce((total, file) => total + file[of], 0);
    console.log(
      `${count} providers, ${sum("rows")} rows, ${sum("bytes")} bytes: put away in ${put} s, loaded in ${seconds(loading)} s`,
    );
    const counted = await Promise.all(
      [id, ...ids.slice(0, 20), ...ids.slice(-20)].map((one) =>
        tenantDatabase(one).prepare("SELECT count(*) AS count FROM payments").first<number>("count"),
      ),
    );
    expect(new Set(counted)).toEqual(new Set([sales]));
  },
  600_000 + count * 6_000,
);
