import { runDurableObjectAlarm } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { nairobiDay } from "#contract/values/duration";
import { platformBooks } from "#contract/values/platform-books";
import { dayMs, hourMs } from "#contract/values/time";
import { sweepBackups } from "#worker/features/backups/index";
import { manifestOf } from "#worker/features/backups/read-backup";
import { successRates } from "#worker/features/breakers/success-rates";
import { readSite } from "#worker/features/bridges/bridge-site";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { listPaid, paymentsOfPhone } from "#worker/features/payments/list-paid";
import { deliverSnapshots } from "#worker/features/providers/index";
import { sweepReconciliation } from "#worker/features/reconciliation/index";
import { readCounts } from "#worker/features/reconciliation/run-store";
import { sweepSecrets } from "#worker/features/secrets/index";
import { rootSecrets } from "#worker/features/secrets/root-secrets";
import { accessOfPaid } from "#worker/features/users/index";
import { sweepWatches } from "#worker/features/watches/index";
import { openProviders } from "#worker/features/watches/open-providers";
import { pinToOnline } from "#worker/features/watches/pin-to-online";
import { wakeProviders } from "#worker/wake-providers";
import { breakages, breakProvider } from "../support/broken-provider.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../support/fake-bridge.ts";
import { entitlementRow, type Sold, sell } from "../support/sell.ts";
import { emptyTenantTables, tenantDatabase } from "../support/tenant-rows.ts";
import { hostOf } from "../support/worker-call.ts";
import { testContext } from "../support/worker-context.ts";
import { type BackupWorld, backupWorld } from "./backups/backup-world.ts";
import { moneyRows } from "./payments/money-rows.ts";
import { openWorld, type PaymentWorld } from "./payments/payment-world.ts";

// Whatever asks several providers, with one of them out of order: the others end as if it were not there, it is written down by
// name, and when it answers again it is come back to.

let world: PaymentWorld;
let backup: BackupWorld;
let bridge: FakeBridge;
const midnightOf = (at: number) => Date.parse(`${nairobiDay(at)}T00:00:00+03:00`);
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const names = ["demo", "savanna"] as const;
const otherOf = { demo: "savanna", savanna: "demo" } as const;

beforeAll(async () => {
  world = await openWorld();
  backup = await backupWorld();
  backup.withStore(world.others);
  const code = await createBridgeCode(testContext(), { providerId: null, adminId: null }, "Shared host");
  bridge = await FakeBridge.enrol(code.code);
  for (const name of names)
    await env.DB.prepare("UPDATE routers SET bridge_id = ?1 WHERE id = ?2")
      .bind(bridge.id, world.seeded[name].routers[0]?.id)
      .run();
});
beforeEach(() => world.renew());
let mend: (() => Promise<void>) | null = null;
afterEach(async () => {
  await mend?.();
  mend = null;
  await closeAllLinks();
  vi.restoreAllMocks();
});
afterAll(() => world.close());

async function paid(name: "demo" | "savanna"): Promise<string> {
  const buyer = world.buyer(name);
  const { transactionId } = await buyer.start();
  await buyer.answer("paid");
  await world.advance(30_000);
  expect((await moneyRows(transactionId)).payment?.status).toBe("completed");
  return transactionId;
}

const soldAtBoth = async (): Promise<Record<"demo" | "savanna", Sold>> => ({
  demo: await sell(world.seeded.demo),
  savanna: await sell(world.seeded.savanna),
});

const about = (sold: Sold) => ({ ageMs: 0, routerId: sold.routerId, entitlementId: sold.id, rev: 1 });

async function started(link: FakeLink, sold: Sold): Promise<void> {
  await link.report({ ...about(sold), kind: "started" });
}

/** As many minutes of the night as it needs to end, or to wait for its next try. */
async function nightUntilItWaits() {
  for (let minute = 0; minute < 12; minute += 1) await sweepReconciliation(testContext());
  const row = await env.DB.prepare(
    "SELECT counts, finished_at AS finishedAt FROM reconciliation_runs ORDER BY day DESC",
  ).first<{ counts: string; finishedAt: number | null }>();
  const { left } = readCounts(row?.counts ?? "{}");
  return {
    finishedAt: row?.finishedAt ?? null,
    silent: [...new Set(left.map(({ providerId }) => providerId))],
  };
}

async function reviews(providerId: string): Promise<string[]> {
  const { results } = await tenantDatabase(providerId)
    .prepare("SELECT id FROM reviews ORDER BY id")
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

describe.each(breakages)("with a provider whose object %s", { timeout: 60_000 }, (how) => {
  describe.each(names)("(%s)", (name) => {
    const broken = () => world.seeded[name];
    const healthy = () => world.seeded[otherOf[name]];
    const breakIt = async () => {
      mend = await breakProvider(broken().id, how);
    };
    const mended = async () => {
      await mend?.();
      mend = null;
    };

    test("a shared host is welcomed with the others' purchases, keeps whom it had, and is told of the rest later", async () => {
      const sold = await soldAtBoth();
      // Its bridge has not heard of it.
      const unheard = await sell(broken(), { undelivered: true });
      await breakIt();
      const site = await readSite(testContext(), bridge.id);
      const ids = site?.entitlements.map(({ id }) => id) ?? [];
      expect(ids).toContain(sold[otherOf[name]].id);
      if (how !== "throws half-way") expect(site?.silent).toEqual([broken().id]);
      const link = await bridge.connect();
      await link.until(() => link.desired(sold[otherOf[name]].id), "the others' purchase");
      const isWanted = ({ id }: Sold) => [undefined, "end"].includes(link.desired(id)?.spec.kind) === false;
      // What the object had of it goes on.
      await link.until(() => isWanted(sold[name]), "the one that was known");
      await mended();
      pass(61_000);
      await runDurableObjectAlarm(env.BRIDGE.getByName(bridge.id));
      await link.until(() => isWanted(unheard), "the one that it was not told of");
    });

    test("events of the others on a shared host are written at once, and its own when it answers again", async () => {
      const sold = await soldAtBoth();
      const link = await bridge.connect();
      await link.settled();
      await breakIt();
      await started(link, sold[name]);
      await started(link, sold[otherOf[name]]);
      expect((await entitlementRow(sold[otherOf[name]])).state).toBe("running");
      expect(link.closed).toBeNull();
      await mended();
      // Its router goes on telling: a new event does not delay the next try.
      pass(40_000);
      await link.report({ ...about(sold[name]), kind: "applied", state: "online" });
      pass(21_000);
      await runDurableObjectAlarm(env.BRIDGE.getByName(bridge.id));
      expect(await entitlementRow(sold[name])).toMatchObject({ state: "running", confirmed_rev: 1 });
    });

    test("what waits for it is written although its router was taken from the host meanwhile", async () => {
      const sold = await soldAtBoth();
      const link = await bridge.connect();
      await link.settled();
      await breakIt();
      await started(link, sold[name]);
      const host = env.BRIDGE.getByName(bridge.id);
      const give = (to: string | null) =>
        env.DB.prepare("UPDATE routers SET bridge_id = ?1 WHERE id = ?2").bind(to, sold[name].routerId).run();
      await give(null);
      await host.forget(sold[name].routerId);
      await mended();
      pass(61_000);
      await runDurableObjectAlarm(host);
      expect((await entitlementRow(sold[name])).state).toBe("running");
      await give(bridge.id);
    });

    test("the night compares the others, names it, and comes back to it", async () => {
      vi.setSystemTime(midnightOf(Date.now()) + dayMs + dayMs / 2);
      await emptyTenantTables("reviews");
      await env.DB.prepare("DELETE FROM reconciliation_runs").run();
      for (const one of names) {
        const id = await paid(one);
        await tenantDatabase(world.seeded[one].id)
          .prepare("UPDATE payments SET seq = 99, amount_cents = amount_cents + 100 WHERE id = ?1")
          .bind(id)
          .run();
      }
      vi.setSystemTime(midnightOf(Date.now()) + dayMs + (2.5 * dayMs) / 24);
      await breakIt();
      const first = await nightUntilItWaits();
      expect(await reviews(healthy().id)).toHaveLength(1);
      if (how !== "throws half-way") expect(first).toEqual({ finishedAt: null, silent: [broken().id] });
      await mended();
      for (let hour = 0; hour < 4; hour += 1) {
        pass(61 * 60_000);
        await nightUntilItWaits();
      }
      expect((await nightUntilItWaits()).silent).toEqual([]);
      expect(await reviews(broken().id)).toHaveLength(1);
    });

    test("the night's backup has the others, and it too once it answers", async () => {
      await backup.setUp([broken().id, healthy().id]);
      await env.DB.prepare("DELETE FROM sweep_progress WHERE name = 'backup'").run();
      backup.store.files.clear();
      await breakIt();
      await sweepBackups(testContext());
      const kept = () =>
        [...backup.store.files.keys()].flatMap((key) => key.match(/^[\d-]+\/provider\/(.*)$/)?.[1] ?? []);
      expect(kept()).toContain(healthy().id);
      if (how !== "throws half-way") expect(kept()).not.toContain(broken().id);
      await mended();
      await backup.setUp([broken().id]);
      await sweepBackups(testContext());
      expect(kept()).toContain(broken().id);
      const manifest = await manifestOf(backup.source(nairobiDay(Date.now() - hourMs)));
      expect(manifest.missing).toEqual([]);
    });

    test("the cron wakes the others", async () => {
      const ids = [broken().id, healthy().id, platformBooks];
      for (const id of ids)
        await env.DB.prepare("INSERT OR REPLACE INTO provider_alarms (provider_id, wake_at) VALUES (?1, 1)")
          .bind(id)
          .run();
      await breakIt();
      await wakeProviders(testContext());
      const { results } = await env.DB.prepare(
        "SELECT provider_id AS id FROM provider_alarms WHERE wake_at <= 1",
      ).all<{ id: string }>();
      expect(results.map(({ id }) => id)).not.toContain(healthy().id);
    });

    test("a deployment opens the others, and names it", async () => {
      await breakIt();
      const { opened, ofThisVersion, failed, total, next } = await openProviders(testContext(), "");
      const named = failed.map(({ businessName, providerId }) => [providerId, businessName]);
      // Half-way: it answers each second call.
      if (how !== "throws half-way") expect(named).toEqual([[broken().id, broken().businessName]]);
      expect([opened, ofThisVersion, total, next]).toEqual([3 - named.length, 3 - named.length, 3, null]);
    });

    test("the others are told what the platform changed", async () => {
      await env.DB.prepare("UPDATE provider_snapshots SET rev = rev + 1").run();
      await breakIt();
      await deliverSnapshots(testContext());
      const row = await env.DB.prepare(
        "SELECT rev > delivered_rev AS waits FROM provider_snapshots WHERE provider_id = ?1",
      )
        .bind(healthy().id)
        .first<{ waits: number }>();
      expect(row?.waits).toBe(0);
    });

    test("what is listed and measured of all is there without it, and says so", async () => {
      const id = await paid(otherOf[name]);
      const { phone } = (await tenantDatabase(healthy().id)
        .prepare("SELECT phone FROM payments WHERE id = ?1")
        .bind(id)
        .first<{ phone: string }>()) as { phone: string };
      await breakIt();
      const ctx = testContext();
      const found = await paymentsOfPhone(ctx, { phone });
      expect(found.rows.map((row) => row.id)).toContain(id);
      if (how !== "throws half-way") expect(found.silent).toEqual([broken().businessName]);
      expect((await listPaid(ctx, { q: id })).paid.map((row) => row.id)).toEqual([id]);
      const both = [
        { id, providerId: healthy().id },
        { id: "of the other", providerId: broken().id },
      ];
      expect([...(await accessOfPaid(ctx, both)).keys()]).toEqual([id]);
      await env.DB.prepare(
        "INSERT OR IGNORE INTO provider_sales VALUES (?1, '', ?2, 'mpesa', 'direct', 1, 1, 1)",
      )
        .bind(healthy().id, nairobiDay(Date.now()))
        .run();
      expect((await pinToOnline(ctx)).sales).toBeGreaterThan(0);
      await successRates(ctx);
      await sweepSecrets(ctx);
      const { canTakeOut } = await rootSecrets(ctx);
      expect(canTakeOut).toBe(false);
    });

    test("the others sell", async () => {
      await breakIt();
      const buyer = world.buyer(otherOf[name]);
      const { transactionId } = await buyer.start();
      await buyer.answer("paid");
      await world.advance(30_000);
      expect((await buyer.status(transactionId)).status).toBe("completed");
    });
  });
});

describe("a provider's database that does not open", () => {
  const shown = async (name: "demo" | "savanna", path = "/", init: RequestInit = {}) => {
    const answer = await exports.default.fetch(
      new Request(`http://${hostOf(name)}${path}`, { redirect: "manual", ...init }),
    );
    return {
      status: answer.status,
      text: await answer.text(),
      retryAfter: answer.headers.get("retry-after"),
      refresh: answer.headers.get("refresh"),
    };
  };
  const faults = async () =>
    (
      await env.DB.prepare("SELECT provider_id AS id, fault FROM provider_faults").all<{
        id: string;
        fault: string;
      }>()
    ).results;

  test("is told with the statement's own error: to its visitors in a sentence, to the log, and to operators by letter", async () => {
    const { demo } = world.seeded;
    await env.DB.prepare("DELETE FROM mail").run();
    mend = await breakProvider(demo.id, "does not open");
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(await shown("demo")).toEqual({
      status: 503,
      text: expect.stringContaining("This page is out of order at the moment."),
      retryAfter: "60",
      refresh: "60",
    });
    const page = (await shown("demo", "/connected?mac=02:00:00:00:00:09")).text;
    expect(page).toContain("<html");
    expect(page).toContain("Out of order for a while");
    // Whom to call, and a way that is not this page for the plans.
    expect(page).toContain(demo.businessName);
    expect(page).toMatch(/href="tel:/);
    expect(page).toContain('href="/connected?mac=02:00:00:00:00:09"');
    expect((await shown("savanna")).status).toBe(200);
    const [first] = await faults();
    expect(first).toEqual({
      id: demo.id,
      fault: expect.stringMatching(/^migration 0000_baseline: .*already exists/),
    });
    const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, string>);
    // However many ask meanwhile.
    expect(lines).toEqual([
      expect.objectContaining({ provider: demo.id, error: expect.stringContaining("already exists") }),
    ]);
    pass(3 * 60_000);
    await sweepWatches(testContext());
    await sweepWatches(testContext());
    const letters = await env.DB.prepare("SELECT subject, text FROM mail").all<{
      subject: string;
      text: string;
    }>();
    const toOwner = `${demo.businessName}: Out of order for a while / Haifanyi kazi kwa muda`;
    expect(letters.results.filter(({ subject }) => subject === toOwner)).toEqual([
      { subject: toOwner, text: expect.stringContaining("payments that arrive now are kept") },
    ]);
    expect(letters.results).toContainEqual({
      subject: "Not in order: a provider's database",
      text: expect.stringContaining(`${demo.businessName}: migration 0000_baseline`),
    });
  });

  test("is told to its people as theirs, and to programs with when to ask again", async () => {
    mend = await breakProvider(world.seeded.demo.id, "does not open");
    const console = await shown("demo", "/admin");
    expect([console.status, console.retryAfter, console.refresh]).toEqual([503, "60", "60"]);
    expect(console.text).toContain("Your pages are out of order at the moment");
    const headers = { "content-type": "application/json", origin: `http://${hostOf("demo")}` };
    const body = JSON.stringify({ username: "demo", password: "demo password" });
    const signIn = await shown("demo", "/api/admin/login", { method: "POST", headers, body });
    expect([signIn.status, signIn.retryAfter, signIn.refresh]).toEqual([503, "60", null]);
    expect(signIn.text).toContain("Your pages are out of order at the moment");
  });

  test("opens by itself when the cause is gone, and nothing says otherwise any more", async () => {
    mend = await breakProvider(world.seeded.demo.id, "does not open");
    expect((await shown("demo")).status).toBe(503);
    expect(await faults()).toHaveLength(1);
    await mend();
    mend = null;
    expect((await shown("demo")).status).toBe(200);
    expect(await faults()).toEqual([]);
  });
});
