import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { saveOwnerNews } from "#contract/owner-news";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { awayAfterMs } from "#worker/features/bridges/outage-state";
import { boundPorts } from "#worker/ports";
import { sweepProvider } from "#worker/sweep-provider";
import { sell, setEntitlement } from "../../support/sell.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { forgetSales, putPayment } from "../transactions/sales-rows.ts";
import {
  type CreditWorld,
  creditsAt,
  forget,
  give,
  offer,
  openCreditWorld,
  sent,
  turnOn,
} from "./credit-world.ts";

// What goes out by credits beside receipts: reminders to customers, and the owner's own morning and alarms.

let here: CreditWorld;
/** Midnight in Nairobi; each test has a day of its own. */
let midnight = Date.UTC(2031, 4, 5, 21);

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: midnight });
  here = await openCreditWorld();
});
afterAll(async () => {
  await here.world.close();
  vi.useRealTimers();
});
beforeEach(async () => {
  midnight += dayMs;
  at(1);
  await here.world.renew();
  await forget();
  await emptyTenantTables("owner_news", "absences", "moves", "devices", "entitlements", "payments");
  await testContext().platform.run(sql`DELETE FROM mail`);
  await offer(here);
});

const at = (hour: number, minute = 0) => vi.setSystemTime(midnight + hour * hourMs + minute * minuteMs);
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const sweep = () => sweepProvider(testContext(), here.providerId);
const received = () => here.sms.accepted.map(({ username, to, message }) => ({ username, to, message }));
/** The operator's password has to be of the last minutes. */
async function given(amount: number): Promise<void> {
  await here.renew();
  await give(here, amount);
}
const balance = async () => (await creditsAt(here.demo)).balance;
/** Of this kind. */
const messagesOf = async (kind: string) => (await sent(here)).filter(({ id }) => id.startsWith(`${kind}.`));
const letters = (like: string) =>
  testContext().platform.all(
    sql<{ subject: string; text: string }>`SELECT subject, text FROM mail WHERE event LIKE ${like}`,
  );

async function chosen(over: { morning?: "mail" | "sms"; alarms?: boolean } = {}): Promise<void> {
  const body = { morning: "off" as const, hour: 7, alarms: false, language: "en" as const, ...over };
  const saved = await call(saveOwnerNews, { body }, here.demo);
  if (!saved.ok) throw new Error(saved.text);
}

/** To the owner's own phone, by the operator's account. */
const toOwner = async (message: RegExp) => {
  const owner = await testContext().platform.first(
    sql<{ phone: string }>`SELECT phone FROM providers WHERE id = ${here.providerId}`,
  );
  const to = `+${owner?.phone.replace(/\D/g, "")}`;
  return { username: "mlango", to, message: expect.stringMatching(message) };
};

describe("the owner's morning", () => {
  beforeEach(async () => {
    await forgetSales();
    await putPayment(here.world.seeded.demo, { createdAt: midnight - 12 * hourMs, shillings: 150 });
    await chosen({ morning: "sms" });
  });

  test("comes by SMS at its hour, once, and costs what a segment costs", async () => {
    await given(10);
    at(7);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect(received()).toEqual([await toOwner(/, yesterday: KSh 150, 1 sale\. Left for SMS: KSh 10\.$/)]);
    const [row] = await messagesOf("morning");
    expect(row).toMatchObject({ state: "sent", cents: (row?.segments ?? 0) * 100 });
    expect(await balance()).toBe(10 - (row?.segments ?? 0));
    expect(await letters("morning %")).toEqual([]);
  });

  test("is told by a letter where nothing is left to pay for it", async () => {
    at(7);
    await sweep();
    await sweep();
    expect(received()).toEqual([]);
    expect(await letters("morning %")).toHaveLength(1);
    await given(10);
    await sweep();
    expect([received(), await balance()]).toEqual([[], 10]);
  });
});

describe("an alarm", () => {
  const away = (endedAt: number | null = null) => {
    const [router] = here.world.seeded.demo.routers;
    const { id = "", name = "" } = router ?? {};
    return boundPorts().noteAbsence(testContext(), here.providerId, {
      what: id,
      name,
      isBridge: false,
      routers: [{ id, name }],
      beganAt: midnight + 3 * hourMs - awayAfterMs,
      endedAt,
    });
  };
  beforeEach(async () => {
    await chosen({ alarms: true });
    at(3);
  });

  test("reaches the owner at night as well, once, and its end too: both are paid", async () => {
    await given(10);
    await away();
    pass(20_000);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect(received()).toEqual([await toOwner(/: Main Gate\. Nobody new gets online there\.$/)]);
    at(4);
    await away(Date.now());
    pass(20_000);
    await sweep();
    await sweep();
    expect(received()).toHaveLength(2);
    expect(received()[0]).toEqual(await toOwner(/: back: Main Gate, away for /));
    const rows = await messagesOf("router_down");
    expect(rows).toMatchObject([{ state: "sent" }, { state: "sent" }]);
    const segments = rows.reduce((sum, one) => sum + (one.segments ?? 0), 0);
    expect(await balance()).toBe(10 - segments);
  });

  test("that nothing is left to pay for goes out neither now nor once credits come: the letter has told it", async () => {
    await away();
    pass(20_000);
    await sweep();
    const state = () => tenantDatabase(here.providerId).prepare("SELECT state FROM absences").first("state");
    expect([received(), await state()]).toEqual([[], "untold"]);
    await given(10);
    await sweep();
    await away(Date.now());
    pass(20_000);
    await sweep();
    expect([received(), await balance()]).toEqual([[], 10]);
  });
});

describe("a reminder", () => {
  const phone = "254712345678";
  /** Bought by this phone, a day long; it runs until then. */
  async function running(endsAt: number): Promise<void> {
    const { demo } = here.world.seeded;
    const sold = await sell(demo, { undelivered: true, terms: { durationMs: dayMs } });
    await setEntitlement(sold, { state: "running", started_at: endsAt - dayMs, ends_at: endsAt });
    await tenantDatabase(demo.id)
      .prepare(
        `INSERT INTO payments (id, seq, router_id, plan_id, terms, phone, amount_cents, method, settlement, gateway_id, status, created_at, updated_at)
          VALUES (?1, 1, ?2, ?3, '{}', ?4, 1000, 'mpesa', 'direct', '', 'completed', ?5, ?5)`,
      )
      .bind(`payment of ${sold.id}`, sold.routerId, sold.terms.planId, phone, Date.now())
      .run();
  }
  beforeEach(async () => {
    await turnOn(here.demo);
    await running(midnight + 12.5 * hourMs);
  });

  test("goes out half an hour before the end with the address of the portal, once, and is paid", async () => {
    await given(5);
    at(11, 59);
    await sweep();
    expect(received()).toEqual([]);
    at(12);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect(received()).toEqual([
      {
        username: "mlango",
        to: `+${phone}`,
        message: expect.stringMatching(/ends at 12:30\. To stay online, buy the next one: http\S+$/),
      },
    ]);
    const [row] = await messagesOf("ending");
    expect(row).toMatchObject({ state: "sent", cents: (row?.segments ?? 0) * 100 });
    expect(await balance()).toBe(5 - (row?.segments ?? 0));
  });

  test("waits at zero for credits until the plan ends, and not beyond", async () => {
    at(12);
    await sweep();
    expect(await messagesOf("ending")).toMatchObject([{ state: "held", reason: "credits" }]);
    at(12, 20);
    await given(5);
    await sweep();
    expect(received()).toMatchObject([{ to: `+${phone}` }]);

    await given(-(await balance()));
    await running(midnight + 14.5 * hourMs);
    at(14);
    await sweep();
    at(14, 30);
    await given(5);
    await sweep();
    expect((await messagesOf("ending")).map(({ state }) => state).sort()).toEqual(["held", "sent"]);
    expect([received().length, await balance()]).toEqual([1, 5]);
  });
});
