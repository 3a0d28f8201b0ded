import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type * as z from "zod";
import * as life from "#contract/line-life";
import * as contract from "#contract/lines";
import { gigabyte } from "#contract/values/data";
import { dayMs, hourMs } from "#contract/values/time";
import type { LineTerms } from "#worker/db/schema/tenant";
import { sql } from "#worker/db/sql";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { fairBytes } from "#worker/features/lines/fair-use";
import { linesDue, recordLineUsage, settleAccount, sweepLines } from "#worker/features/lines/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallOptions, call, hostOf, send } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { credited } from "./account-world.ts";

// Fair use: from so many GB of a period on a line is slower, until the next period begins.

let seeded: TwoProviders;
let bridge: FakeBridge;
let link: FakeLink;
let cookie: string;
let made = 0;
const noon = Date.UTC(2031, 0, 10, 9);

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  seeded = await seedBoth();
  cookie = await signInProvider(seeded.demo);
  const demo = { providerId: seeded.demo.id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), demo, "Gate")).code);
  await env.DB.prepare("UPDATE routers SET bridge_id = ?1 WHERE provider_id = ?2")
    .bind(bridge.id, seeded.demo.id)
    .run();
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  link = await bridge.dial();
  await link.hello({ keepsLines: true });
  await link.next("welcome");
});
afterEach(async () => {
  await closeAllLinks();
  vi.useRealTimers();
});
afterAll(() => closeAllLinks());

const routerId = (place = 0) => seeded.demo.routers[place]?.id ?? "";
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
/** Time passes further than a session lasts. */
async function asOwner(): Promise<CallOptions> {
  await tenantDatabase(seeded.demo.id)
    .prepare("UPDATE sessions SET confirmed_at = ?1, last_seen_at = ?1, expires_at = ?1 + 86400000")
    .bind(Date.now())
    .run();
  return { host: hostOf("demo"), cookie };
}

type Input = Partial<z.input<typeof contract.PackageInput>>;
const usual = { name: "Home", price: 1_500, period: { days: 30 }, uploadMbps: 5, downloadMbps: 10 };
const fair = { fairUseGB: 100, fairUseMbps: 2 };
const make = async (input: Input) => {
  const body = Object.assign({}, usual, input);
  return call(contract.addPackage, { body }, await asOwner());
};
async function packageOf(input: Input = fair): Promise<contract.Package> {
  const answer = await make(input);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.package;
}

async function lineOn(input: Input = fair): Promise<contract.Line> {
  made += 1;
  const body: contract.AddLine = {
    customer: { name: "Mercy Wanjiru", phoneNumber: `0722${String(600_000 + made)}` },
    routerId: routerId(),
    packageId: (await packageOf(input)).id,
    login: `fair-${made}`,
    password: "fibre4you",
  };
  const answer = await call(contract.addLine, { body }, await asOwner());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.line;
}

async function paid({ customer }: contract.Line, amount: number): Promise<void> {
  await credited(seeded.demo, customer.id, amount * 100);
  await settleAccount(testContext(), seeded.demo.id, customer.id);
}

const totals = new Map<string, number>();
/** As much more went through it, as its bridge tells. */
async function uses({ id, router }: contract.Line, gigabytes: number): Promise<void> {
  const all = (totals.get(id) ?? 0) + Math.round(gigabytes * gigabyte);
  totals.set(id, all);
  const told = { at: Date.now(), totals: [id, 1, 0, all] as [string, number, number, number] };
  await recordLineUsage(testContext(), { providerId: seeded.demo.id, routerId: router.id }, [told]);
}

async function shown(id: string): Promise<contract.Line> {
  const answer = await call(contract.listLines, {}, await asOwner());
  if (!answer.ok) throw new Error(answer.text);
  const found = answer.answer.find((one) => one.id === id);
  if (!found) throw new Error(`line ${id} is not listed`);
  return found;
}

const told = (id: string) => link.all("lines").flatMap(({ lines }) => lines.filter((one) => one.id === id));
/** What its bridge was last told to give it, in Mbps down. */
const speedAt = async (id: string): Promise<number> => {
  await link.settled();
  const spec = told(id).at(-1)?.spec;
  return spec?.kind === "serve" ? spec.downKbps / 1_000 : 0;
};

/** To that moment, as the provider's object is woken for what comes. */
async function passTo(at: number): Promise<void> {
  const db = testContext().tenant(seeded.demo.id);
  const next = async () => {
    const rows = await Promise.all(linesDue(Date.now()).map((one) => db.all(one)));
    const times = rows.flat().flatMap((row) => (row.at > Date.now() ? [row.at] : []));
    return Math.min(at, ...times);
  };
  for (;;) {
    vi.setSystemTime(await next());
    await sweepLines(testContext(), seeded.demo.id);
    if (Date.now() >= at) return;
  }
}

describe("a line on a package with fair use", () => {
  test("is slower from so many GB on, once, and fast again with what is paid next", async () => {
    const home = await lineOn();
    await paid(home, 1_500);
    await uses(home, 99);
    expect(await speedAt(home.id)).toBe(10);
    expect((await shown(home.id)).fairUse).toEqual({ afterGB: 100, mbps: 2, slowedSince: null });
    pass(hourMs);
    await uses(home, 1);
    expect(await speedAt(home.id)).toBe(2);
    expect(told(home.id).at(-1)?.spec).toMatchObject({ upKbps: 2_000, downKbps: 2_000 });
    const since = new Date(Date.now()).toISOString();
    expect((await shown(home.id)).fairUse?.slowedSince).toBe(since);
    const { rev } = told(home.id).at(-1) ?? {};
    pass(hourMs);
    await uses(home, 50);
    expect(told(home.id).at(-1)?.rev).toBe(rev);
    expect((await shown(home.id)).fairUse?.slowedSince).toBe(since);
    // Its time is over, and the next is paid: another period has begun.
    pass(31 * dayMs);
    await paid(home, 1_500);
    expect(await speedAt(home.id)).toBe(10);
    expect((await shown(home.id)).fairUse?.slowedSince).toBeNull();
    await uses(home, 99);
    expect(await speedAt(home.id)).toBe(10);
    await uses(home, 1);
    expect(await speedAt(home.id)).toBe(2);
  });

  test("stays slower when the next period is paid before it begins, and is fast at its first moment", async () => {
    const home = await lineOn();
    await paid(home, 1_500);
    const begins = Date.now() + 30 * dayMs;
    await uses(home, 120);
    pass(dayMs);
    await paid(home, 1_500);
    expect(await speedAt(home.id)).toBe(2);
    await passTo(begins - 1);
    expect(await speedAt(home.id)).toBe(2);
    await passTo(begins);
    expect(await speedAt(home.id)).toBe(10);
    expect((await shown(home.id)).fairUse?.slowedSince).toBeNull();
  });

  test("stays slower in its days of grace: that is no new period", async () => {
    const home = await lineOn({ fairUseGB: 100, fairUseMbps: 2, graceDays: 3 });
    await paid(home, 1_500);
    await uses(home, 100);
    await passTo(Date.now() + 31 * dayMs);
    await uses(home, 5);
    expect((await shown(home.id)).standing).toBe("grace");
    expect((await shown(home.id)).fairUse?.slowedSince).not.toBeNull();
    expect(await speedAt(home.id)).toBe(2);
  });

  test("that is told of before its first payment, or of no fair use, is never slower", async () => {
    const [unpaid, other] = [await lineOn(), await lineOn({})];
    await uses(unpaid, 500);
    await paid(other, 1_500);
    await uses(other, 5_000);
    expect(await speedAt(other.id)).toBe(10);
    expect((await shown(other.id)).fairUse).toBeNull();
    expect((await shown(unpaid.id)).fairUse?.slowedSince).toBeNull();
    // What went through before is none of the period that is paid.
    await paid(unpaid, 1_500);
    await uses(unpaid, 1);
    expect(await speedAt(unpaid.id)).toBe(10);
  });

  test("on another package at once it goes by that one's", async () => {
    const home = await lineOn();
    await paid(home, 1_500);
    await uses(home, 100);
    expect(await speedAt(home.id)).toBe(2);
    const larger = await packageOf({ fairUseGB: 200, fairUseMbps: 3, downloadMbps: 20, price: 3_000 });
    const change = { params: { id: home.id }, body: { packageId: larger.id, when: "now" as const } };
    expect((await call(life.changeLinePackage, change, await asOwner())).ok).toBe(true);
    expect(await speedAt(home.id)).toBe(20);
    await uses(home, 50);
    expect(await speedAt(home.id)).toBe(20);
    await uses(home, 50);
    expect(await speedAt(home.id)).toBe(3);
  });

  test("takes what it has used to another router, and stays slower there", async () => {
    const home = await lineOn();
    await paid(home, 1_500);
    await uses(home, 100);
    const to = { params: { id: home.id }, body: { routerId: routerId(1) } };
    const answer = await call(life.moveLine, to, {
      ...(await asOwner()),
      headers: { "idempotency-key": crypto.randomUUID() },
    });
    if (!answer.ok) throw new Error(answer.text);
    const { id } = answer.answer.line;
    expect(await speedAt(id)).toBe(2);
    const usage = await call(life.lineUsage, { params: { id } }, await asOwner());
    if (!usage.ok) throw new Error(usage.text);
    expect(usage.answer.period).toMatchObject({ bytesUploaded: 0, bytesDownloaded: 100 * gigabyte });
    // What the former bridge still tells is not counted a second time.
    await uses(home, 1);
    const again = await call(life.lineUsage, { params: { id } }, await asOwner());
    expect(again.ok && again.answer.period).toEqual(usage.answer.period);
  });

  test("that is bought in parts has as much of it as the part is of a period", async () => {
    const home = await lineOn({ fairUseGB: 90, fairUseMbps: 2, daysFrom: 100 });
    // Ten of thirty days: 30 of 90 GB.
    await paid(home, 500);
    await uses(home, 29);
    expect(await speedAt(home.id)).toBe(10);
    await uses(home, 1);
    expect(await speedAt(home.id)).toBe(2);
  });

  test("says on its customer's page how much is left, and that it is slower", async () => {
    const home = await lineOn();
    await paid(home, 1_500);
    await uses(home, 40);
    const link = decodeURIComponent(new URL(home.payLink).pathname.replace("/my/", ""));
    const page = async () => {
      const answer = await send(customerPageOf, { params: { link } }, { host: hostOf("demo") });
      return answer.text();
    };
    expect(await page()).toContain("40 GB of 100 GB at full speed are used; then 2 Mbps");
    await uses(home, 60);
    expect(await page()).toContain("Slower for now: 100 GB are used. It goes on at 2 Mbps");
  });
});

describe("in any life of a line", () => {
  const acts = fc.array(
    fc.record({
      do: fc.constantFrom("use", "use", "use", "pay", "part", "give", "pause", "resume", "hours"),
      gigabytes: fc.integer({ min: 1, max: 60 }),
      days: fc.integer({ min: 1, max: 12 }),
    }),
    { minLength: 4, maxLength: 12 },
  );
  const days = async (id: string, count: number) =>
    call(
      life.giveLineDays,
      { params: { id }, body: { days: count } },
      { ...(await asOwner()), headers: { "idempotency-key": crypto.randomUUID() } },
    );

  type Row = { slowedIn: number | null; running: number; used: number; terms: string } & Period;
  type Period = { kind: string; from: number; until: number };
  const rowOf = (id: string) =>
    testContext()
      .tenant(seeded.demo.id)
      .first(
        sql<Row>`SELECT slowed_in AS slowedIn, terms, p.number AS running, p.kind, p.from_at AS "from", p.until_at AS until,
            (SELECT coalesce(sum(bytes_up + bytes_down), 0) FROM line_usage u
              WHERE u.line_id = lines.id AND u.period = p.number) AS used
          FROM lines JOIN line_periods p ON p.line_id = lines.id AND p.returned_at IS NULL AND p.from_at <= ${Date.now()}
          WHERE lines.id = ${id} ORDER BY p.number DESC LIMIT 1`,
      );

  test("it is slower exactly while the period that runs is used up, and its bridge knows", async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (history) => {
        vi.setSystemTime(noon);
        const home = await lineOn({ fairUseGB: 100, fairUseMbps: 2, daysFrom: 100, graceDays: 1 });
        for (const { do: what, gigabytes, days: count } of history) {
          const params = { id: home.id };
          if (what === "pay") await paid(home, 1_500);
          if (what === "part") await paid(home, 500);
          if (what === "give") await days(home.id, count);
          if (what === "pause") await call(life.pauseLine, { params }, await asOwner());
          if (what === "resume") await call(life.resumeLine, { params }, await asOwner());
          await passTo(Date.now() + (what === "hours" ? hourMs : count * dayMs));
          if (what === "use") await uses(home, gigabytes);
          const row = await rowOf(home.id);
          if (!row) continue;
          const most = fairBytes(JSON.parse(row.terms) as LineTerms, row) ?? 0;
          if (row.slowedIn !== null) expect(row.slowedIn).toBe(row.running);
          if (what === "use") expect(row.slowedIn !== null).toBe(row.used >= most);
          expect(await speedAt(home.id)).toBe(row.slowedIn === null ? 10 : 2);
        }
      }),
      { numRuns: 12 },
    );
  }, 120_000);

  test("given days are another period, and one that is given up wakes nobody", async () => {
    const home = await lineOn();
    await paid(home, 1_500);
    const end = Date.now() + 30 * dayMs;
    await uses(home, 100);
    expect((await days(home.id, 10)).ok).toBe(true);
    expect(await speedAt(home.id)).toBe(2);
    const other = await lineOn();
    await paid(other, 3_000);
    await uses(other, 100);
    expect((await call(life.removeLine, { params: { id: other.id } }, await asOwner())).ok).toBe(true);
    await passTo(end);
    expect(await speedAt(home.id)).toBe(10);
    // Ten of thirty days: a third of it.
    await uses(home, 34);
    expect(await speedAt(home.id)).toBe(2);
    const [due] = await testContext()
      .tenant(seeded.demo.id)
      .all(sql<{ count: number }>`SELECT count(*) AS count FROM lines WHERE faster_at <= ${Date.now()}`);
    expect(due?.count).toBe(0);
  });
});

const customerPageOf = contract.customerPage;

describe("a package", () => {
  test("keeps its fair use, and loses it again", async () => {
    const { id } = await packageOf();
    const one = async () => {
      const answer = await call(contract.listPackages, {}, await asOwner());
      return answer.ok ? answer.answer.find((row) => row.id === id) : undefined;
    };
    expect(await one()).toMatchObject(fair);
    const body = Object.assign({ alsoLines: true }, usual);
    expect((await call(contract.savePackage, { params: { id }, body }, await asOwner())).ok).toBe(true);
    expect(await one()).toMatchObject({ fairUseGB: null, fairUseMbps: null });
  });

  test.for<[string, Input]>([
    ["fairUseMbps", { fairUseGB: 100 }],
    ["fairUseGB", { fairUseMbps: 2 }],
    ["fairUseMbps", { fairUseGB: 100, fairUseMbps: 10 }],
    ["fairUseGB", { fairUseGB: 0, fairUseMbps: 2 }],
  ])("is refused at %s where it cannot be", async ([path, input]) => {
    const answer = await make(input);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`"path":"${path}"`);
  });
});
