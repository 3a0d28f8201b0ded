import { env, exports } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { health } from "#contract/system";
import { nairobiDay } from "#contract/values/duration";
import { minuteMs } from "#contract/values/time";
import { leastBuyers } from "#contract/values/watches";
import { listWatches, metrics } from "#contract/watches";
import { readSettings } from "#worker/env";
import { sweepWatches } from "#worker/features/watches/index";
import { pinToOnline } from "#worker/features/watches/pin-to-online";
import type { TwoProviders } from "../seed/two-providers.ts";
import { dayAhead } from "../support/day-ahead.ts";
import { sell, setEntitlement } from "../support/sell.ts";
import { signInOperator } from "../support/sign-in.ts";
import { keepHistory } from "../support/storage-history.ts";
import { tenantDatabase } from "../support/tenant-rows.ts";
import { call, hostOf } from "../support/worker-call.ts";
import { seedBoth, testContext } from "../support/worker-context.ts";

// What is watched of the platform's own work is told once when it goes wrong, and once when it is in order again.

let seeded: TwoProviders;
const now = dayAhead(2);
const run = (sql: string, ...values: (string | number)[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

beforeAll(async () => {
  seeded = await seedBoth();
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  for (const table of [
    ...["watches", "mail", "provider_alarms", "provider_sizes", "provider_reviews", "payment_confirmations"],
  ])
    await run(`DELETE FROM ${table}`);
  await tenantDatabase(seeded.demo.id).prepare("DELETE FROM payments").run();
  await run("UPDATE operators SET email = 'operator@platform.example'");
});
afterEach(() => {
  vi.useRealTimers();
});

const letters = async () => {
  const { results } = await env.DB.prepare(
    "SELECT subject FROM mail WHERE recipient = 'operator@platform.example' ORDER BY created_at, subject",
  ).all<{ subject: string }>();
  return results.map(({ subject }) => subject);
};
/** The work of so many minutes, one after the other. */
async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    await sweepWatches(testContext());
    vi.setSystemTime(Date.now() + minuteMs);
  }
}
const readBuyers = async () => (await pinToOnline(testContext())).sales;
const longAgo = () => Date.now() - 25 * 3_600_000;

const faults: [id: string, name: string, make: () => Promise<unknown>, mend: () => Promise<unknown>][] = [
  [
    "wakes",
    "the providers' own work",
    () =>
      run("INSERT INTO provider_alarms (provider_id, wake_at) VALUES (?1, ?2)", seeded.demo.id, longAgo()),
    () => run("DELETE FROM provider_alarms"),
  ],
  [
    "mail",
    "letters",
    () =>
      run(
        `INSERT INTO mail (id, recipient, subject, text, event, created_at, next_at)
          VALUES ('m', 'a@b.example', 's', 't', 'e', ?1, ?1)`,
        longAgo(),
      ),
    () => run("DELETE FROM mail WHERE id = 'm'"),
  ],
  [
    "differences",
    "differences of the books",
    () =>
      run(
        `INSERT OR REPLACE INTO provider_reviews (provider_id, id, at, payment_id, kind, detail, rev)
          VALUES (?1, 'r', ?2, 'p', 'amount', '{}', 1)`,
        seeded.demo.id,
        longAgo(),
      ),
    () => run("UPDATE provider_reviews SET resolved_at = 1"),
  ],
  [
    "confirmations",
    "payments that providers say they made",
    () =>
      run(
        `INSERT OR REPLACE INTO payment_confirmations (id, provider_id, amount_cents, payment_code, status, submitted_by, created_at)
          VALUES ('c', ?1, 100, 'SAB1', 'pending', 'demo', ?2)`,
        seeded.demo.id,
        longAgo(),
      ),
    () => run("UPDATE payment_confirmations SET status = 'verified'"),
  ],
  [
    "backup",
    "the nightly backup",
    async () => {
      testContext().settings.BACKUP_URL = "https://store.test/backups";
      await run(
        "INSERT OR REPLACE INTO watches (id, seen_at) VALUES ('backup', ?1)",
        Date.now() - 27 * 3_600_000,
      );
    },
    () => run("UPDATE watches SET seen_at = ?1 WHERE id = 'backup'", Date.now()),
  ],
  [
    "largest",
    "the size of the largest provider's database",
    () => run("INSERT OR REPLACE INTO provider_sizes (provider_id, bytes, at) VALUES ('p', 9e9, 1)"),
    () => run("DELETE FROM provider_sizes WHERE provider_id = 'p'"),
  ],
];

describe("what is watched", () => {
  test("tells nobody anything while all is in order", async () => {
    await minutes(10);
    expect(await letters()).toEqual([]);
  });

  test.each(faults)(
    "%s is told once when it breaks, and once when it is mended",
    async (id, name, make, mend) => {
      await minutes(2);
      await make();
      await minutes(3);
      expect(await letters()).toEqual([`Not in order: ${name}`]);
      const cookie = await signInOperator(seeded.operator);
      const answer = await call(listWatches, {}, { host: hostOf(), cookie });
      const watch = answer.ok ? answer.answer.find((one) => one.id === id) : undefined;
      expect(watch?.badSince).toBe(new Date(now + 2 * minuteMs).toISOString());
      expect(watch?.value).toBeGreaterThan(watch?.limit ?? 0);
      await mend();
      await minutes(3);
      expect((await letters()).sort()).toEqual([`In order again: ${name}`, `Not in order: ${name}`]);
      const recovered = await env.DB.prepare(
        "SELECT text FROM mail WHERE subject LIKE 'In order again%'",
      ).first();
      expect(recovered?.text).toMatch(/othing has to be done\.$/);
      await make();
      await minutes(2);
      expect(await letters()).toHaveLength(3);
    },
  );

  test("buyers that wait for a slow bridge are told of once, from a few buyers on, and once when buyers go online at once", async () => {
    const named = (all: string[]) => all.filter((one) => one.includes("how long buyers wait"));
    const before = await readBuyers();
    // Payments of other tests of this file are no buyers of this hour.
    expect(before).toBe(0);
    for (let buyer = 1; buyer < leastBuyers; buyer++) await soldAndLetIn(null);
    await minutes(6);
    expect(named(await letters())).toEqual([]);
    const waiting = await soldAndLetIn(null);
    await minutes(6);
    expect(named(await letters())).toEqual(["Not in order: how long buyers wait to be online"]);
    await minutes(6);
    expect(named(await letters())).toHaveLength(1);
    expect(await readBuyers()).toBe(leastBuyers);
    // The router has it: the phone is away, and the platform is not to blame.
    await setEntitlement({ id: waiting, providerId: seeded.demo.id }, { confirmed_rev: 1 });
    expect(await readBuyers()).toBe(leastBuyers - 1);
    // More data for what runs is nobody's way in.
    await tenantDatabase(seeded.demo.id)
      .prepare(
        "UPDATE payments SET top_up_of = entitlement_id WHERE entitlement_id IN (SELECT value FROM json_each(?1))",
      )
      .bind(JSON.stringify([await soldAndLetIn(1_000), await soldAndLetIn(1_000)]))
      .run();
    expect(await readBuyers()).toBe(leastBuyers - 1);
    for (let buyer = 0; buyer < leastBuyers; buyer++) await soldAndLetIn(3_000);
    await minutes(6);
    expect(named(await letters()).sort()).toEqual([
      "In order again: how long buyers wait to be online",
      "Not in order: how long buyers wait to be online",
    ]);
  });

  test("is watched on where one provider's database does not answer", async () => {
    const { id } = seeded.savanna;
    await run(
      "INSERT OR REPLACE INTO provider_sales (provider_id, router_id, day, method, settlement, count, cents, rev) VALUES (?1, 'r', ?2, 'mpesa', 'direct', 1, 1000, 1)",
      id,
      nairobiDay(Date.now()),
    );
    for (let buyer = 0; buyer < leastBuyers; buyer++) await soldAndLetIn(null);
    const object = () => env.PROVIDER.getByName(id);
    const history = await keepHistory(id);
    // Its object ends with it, and answers nothing until the end.
    await object()
      .restore(Date.now(), 1)
      .catch(() => null);
    history.forget();
    expect(await readBuyers()).toBe(leastBuyers);
    await minutes(6);
    expect(await letters()).toEqual(["Not in order: how long buyers wait to be online"]);
    const response = await exports.default.fetch(new Request(`http://${hostOf()}${health.path}`));
    expect(response.status).toBe(200);
    expect(await object().endRestore(1)).toBe("restored");
    await run("DELETE FROM provider_sales WHERE router_id = 'r'");
  });

  test("is its own standing still, too: told as soon as it goes on, and by the health call meanwhile", async () => {
    const state = async () => {
      const response = await exports.default.fetch(new Request(`http://${hostOf()}${health.path}`));
      return [response.status, (await response.json<{ minute: number | null }>()).minute];
    };
    await minutes(2);
    expect(await state()).toEqual([200, 60]);
    vi.setSystemTime(Date.now() + 10 * minuteMs);
    expect(await state()).toEqual([503, 660]);
    await minutes(1);
    expect(await letters()).toEqual(["Not in order: the work of every minute"]);
    expect(await state()).toEqual([200, 60]);
    await minutes(2);
    expect(await letters()).toHaveLength(2);
  });
});

/** The text format's own rules: a family is named before its lines and stands once, no line twice, the last one ended. */
function readPrometheus(text: string): { names: string[]; labels: Set<string> } {
  expect(text.endsWith("\n")).toBe(true);
  const names: string[] = [];
  const labels = new Set<string>();
  const series = new Set<string>();
  let helped = "";
  for (const line of text.slice(0, -1).split("\n")) {
    const help = /^# HELP ([a-zA-Z_:][\w:]*) \S.*$/.exec(line);
    const type = /^# TYPE ([a-zA-Z_:][\w:]*) gauge$/.exec(line);
    if (help) {
      helped = help[1] ?? "";
      expect(names, line).not.toContain(helped);
    } else if (type) {
      expect(type[1], line).toBe(helped);
      names.push(helped);
    } else {
      const sample = /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-z_]+="[\w.]*",?)+)\})? -?\d+(?:\.\d+)?$/.exec(line);
      expect(sample?.[1], line).toBe(names.at(-1));
      expect(names.at(-1), line).toBe(helped);
      const key = line.slice(0, line.lastIndexOf(" "));
      expect(series.has(key), line).toBe(false);
      series.add(key);
      for (const [, label] of (sample?.[2] ?? "").matchAll(/([a-z_]+)="/g)) labels.add(label ?? "");
    }
  }
  return { names, labels };
}

describe("the figures for a Prometheus", () => {
  beforeEach(() => run("DELETE FROM gateway_faults"));

  const token = "a token of at least thirty-two characters".replaceAll(" ", "-");
  const ask = async (given: string | null, host = hostOf()) => {
    const headers: Record<string, string> = given === null ? {} : { authorization: `Bearer ${given}` };
    const { status, text } = await call(metrics, {}, { host, headers });
    return { status, text };
  };

  test("are given by the platform's token alone, on the main host, and nowhere without one", async () => {
    expect((await ask(token)).status).toBe(404);
    const settings = readSettings(env);
    settings.METRICS_TOKEN = token;
    try {
      await minutes(1);
      expect([(await ask(null)).status, (await ask(`${token}x`)).status]).toEqual([401, 401]);
      expect((await ask(token, hostOf("demo"))).status).toBe(404);
      const { status, text } = await ask(token);
      expect(status).toBe(200);
      expect(text).toMatch(/^mlango_watch\{watch="minute"\} 60$/m);
      expect(text).toMatch(/^mlango_watch_limit\{watch="minute"\} 180$/m);
      expect(text).toMatch(/^mlango_watch\{watch="database"\} \d+$/m);
      expect(text).not.toContain('mlango_watch{watch="mail"}');
      expect(text).toMatch(/^mlango_routers [1-9]\d*$/m);
      const { names, labels } = readPrometheus(text);
      expect(names).toContain("mlango_push_refusals");
      // Nothing of a person: no label but these, no value of theirs but a word or a share.
      expect([...labels].sort()).toEqual(["gateway", "kind", "watch"]);
    } finally {
      delete settings.METRICS_TOKEN;
    }
  });

  test("name refusals by whose fault they were, bridges that reach no router, and how long buyers waited", async () => {
    const settings = readSettings(env);
    settings.METRICS_TOKEN = token;
    try {
      const fault =
        "INSERT INTO gateway_faults (subject, payment_id, kind, detail, at) VALUES (?1, ?2, ?3, '{}', ?4)";
      const gatewayId = "refused gateway";
      await run(
        `INSERT INTO gateways (id, provider_id, type, environment, use_auto_api, account_number, created_at)
          VALUES (?1, ?2, 'mpesa', 'production', 0, '600200', 1)`,
        gatewayId,
        seeded.demo.id,
      );
      // One silence is noted of the gateway and of the app: one refusal. An old one counts no more.
      await run(fault, "host mpesa production", "p1", "unreachable", Date.now() - 1_000);
      await run(fault, "app mpesa production", "p1", "unreachable", Date.now() - 1_000);
      await run(fault, `gateway ${gatewayId}`, "p2", "account", Date.now() - 1_000);
      await run(fault, `gateway ${gatewayId}`, "p3", "account", Date.now() - 61 * minuteMs);
      await run(fault, "relay", "p4", "unreachable", Date.now() - 1_000);
      await run(fault, "host kcb production", "p4", "unreachable", Date.now() - 1_000);
      await run(
        "INSERT INTO bridges (id, provider_id, name, public_key, enrolled_at) SELECT id, provider_id, name, id, 1 FROM routers",
      );
      await run("UPDATE routers SET bridge_id = id, online_since = NULL");
      const { text } = await ask(token);
      expect(text).toMatch(/^mlango_push_refusals\{gateway="mpesa",kind="unreachable"\} 1$/m);
      expect(text).toMatch(/^mlango_push_refusals\{gateway="mpesa",kind="account"\} 1$/m);
      expect(text).toMatch(/^mlango_push_refusals\{gateway="mpesa",kind="busy"\} 0$/m);
      expect(text).toMatch(/^mlango_push_refusals\{gateway="bank",kind="unreachable"\} 1$/m);
      readPrometheus(text);
      expect(text).toMatch(/^mlango_bridges_away 3$/m);
      expect(text).toMatch(/^mlango_online_seconds_count 0$/m);
      expect(text).not.toContain("mlango_online_seconds{");
      await run("UPDATE routers SET online_since = 1");
      for (const ms of [2_000, 4_000, 30_000]) await soldAndLetIn(ms);
      const after = (await ask(token)).text;
      expect(after).toMatch(/^mlango_bridges_away 0$/m);
      expect(after).toMatch(/^mlango_online_seconds_count 3$/m);
      expect(after).toMatch(/^mlango_online_seconds\{quantile="0\.5"\} 4$/m);
      expect(after).toMatch(/^mlango_online_seconds\{quantile="0\.95"\} 30$/m);
    } finally {
      delete settings.METRICS_TOKEN;
      await run("UPDATE routers SET bridge_id = NULL, online_since = NULL");
      await run("DELETE FROM bridges");
      await run("DELETE FROM gateways WHERE id = 'refused gateway'");
    }
  });
});

/** A sale of a minute ago whose buyer was let in so long after it was paid; null = waits. */
async function soldAndLetIn(ms: number | null): Promise<string> {
  const sold = await sell(seeded.demo, { createdAt: Date.now() - minuteMs });
  if (ms !== null) await setEntitlement(sold, { state: "running", started_at: Date.now() - minuteMs + ms });
  const database = tenantDatabase(seeded.demo.id);
  const plan = seeded.demo.plans[0]?.id ?? "";
  await database
    .prepare(
      `INSERT INTO payments (id, seq, router_id, plan_id, terms, phone, amount_cents, method, settlement, gateway_id, status,
          entitlement_id, created_at, completed_at, updated_at)
        VALUES (?1, 1, ?2, ?3, '{"planName":"1 Hour"}', '254712000000', 1000, 'mpesa', 'direct', 'g', 'completed', ?4, ?5, ?5, ?5)`,
    )
    .bind(crypto.randomUUID(), sold.routerId, plan, sold.id, Date.now() - minuteMs)
    .run();
  await run(
    "INSERT OR REPLACE INTO provider_sales (provider_id, router_id, day, method, settlement, count, cents, rev) VALUES (?1, ?2, ?3, 'mpesa', 'direct', 1, 1000, 1)",
    seeded.demo.id,
    sold.routerId,
    nairobiDay(Date.now()),
  );
  return sold.id;
}
