import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import { ProviderObject } from "#worker/provider-object";
import { wakeProviders } from "#worker/wake-providers";
import { entitlementRow, setEntitlement } from "../support/sell.ts";
import { testContext } from "../support/worker-context.ts";
import {
  alarmAt,
  alarmWorld,
  cron,
  loseAlarm,
  pass,
  providers,
  ring,
  running,
  time,
  unconfirmed,
  walked,
} from "./alarm-world.ts";

alarmWorld();

async function marks(): Promise<{ id: string; in: number }[]> {
  const { results } = await env.DB.prepare(
    "SELECT provider_id AS id, wake_at AS at FROM provider_alarms ORDER BY 1",
  ).all<{
    id: string;
    at: number;
  }>();
  return results.map(({ id, at }) => ({ id, in: at - time() }));
}

/** How often the objects of providers are asked while this works. */
async function askedWhile(act: () => Promise<unknown>): Promise<number> {
  const asked = vi.spyOn(Object.getPrototypeOf(env.PROVIDER) as DurableObjectNamespace, "getByName");
  await act();
  const { length } = asked.mock.contexts.filter((namespace) => namespace === env.PROVIDER);
  asked.mockRestore();
  return length;
}

test("the cron asks no object of a provider whose alarm is set or who has nothing due", async () => {
  await running(time() + 3 * hourMs);
  const minutes = async () => {
    for (let minute = 0; minute < 10; minute += 1) {
      await cron();
      pass(minuteMs);
    }
  };
  // The night's comparison, which is behind here, asks each of them once a day.
  await cron();
  expect(await askedWhile(minutes)).toBe(0);
  // When the hour is over, both providers and the platform's own books, once each.
  await walked(time() - hourMs);
  expect(await askedWhile(minutes)).toBe(3);
});

describe("an alarm that was lost", () => {
  test("is found by the cron within minutes where one was near, and what is due is swept", async () => {
    const sold = await running(time() + 3 * minuteMs);
    expect(await marks()).toEqual([{ id: providers().demo.id, in: 10 * minuteMs + 15_000 }]);
    await loseAlarm();
    pass(10 * minuteMs);
    await cron();
    expect((await entitlementRow(sold)).state).toBe("running");
    pass(15_000);
    await cron();
    expect((await entitlementRow(sold)).state).toBe("ended");
    expect(await alarmAt()).toBe(time() + minuteMs);
    expect(await marks()).toEqual([{ id: providers().demo.id, in: 8 * minuteMs }]);
  });

  test("is told to the platform once in minutes, and withdrawn when nothing is near", async () => {
    const sold = await unconfirmed();
    const told = vi.spyOn(Object.getPrototypeOf(env.DB) as D1Database, "prepare");
    const written = () =>
      told.mock.calls.filter(
        ([text]) => /(INTO|FROM) provider_alarms/.test(text) && !text.startsWith("SELECT"),
      ).length;
    for (let minute = 0; minute < 12; minute += 1) {
      pass(minuteMs);
      await ring();
    }
    expect(written()).toBe(2);
    await setEntitlement(sold, { confirmed_rev: 9, rev: 9 });
    pass(minuteMs);
    await ring();
    expect(written()).toBe(3);
    expect(await marks()).toEqual([]);
    // What is due in 30 days is no reason to be told of.
    expect(await alarmAt()).toBeGreaterThan(time() + 29 * dayMs);
    await ring();
    expect(written()).toBe(3);
  });

  test("is found by the walk where nothing was told: each object is woken once an hour", async () => {
    const both = [await running(time() + hourMs), await running(time() + hourMs, providers().savanna)];
    for (const { providerId } of both) await loseAlarm(providerId);
    pass(2 * hourMs);
    await walked(time() - hourMs + minuteMs);
    await cron();
    for (const one of both) expect((await entitlementRow(one)).state).toBe("running");
    pass(minuteMs);
    await cron();
    for (const one of both) expect((await entitlementRow(one)).state).toBe("ended");
    const walk = await env.DB.prepare("SELECT after, began_at FROM provider_walk").first();
    expect(walk).toEqual({ after: null, began_at: time() });
  });

  test("of an object that cannot be woken keeps no other from its turn", async () => {
    const mark = env.DB.prepare("INSERT INTO provider_alarms (provider_id, wake_at) VALUES (?1, ?2)");
    const ids = ["gone", providers().demo.id, providers().savanna.id];
    await env.DB.batch(ids.map((id) => mark.bind(id, time() - 1)));
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(ProviderObject.prototype, "wake").mockImplementation(async function (this: ProviderObject) {
      if (this.ctx.id.name === providers().demo.id) throw new Error("this object does not start");
    });
    await wakeProviders(testContext());
    expect(await marks()).toEqual([{ id: providers().demo.id, in: 10 * minuteMs }]);
  });
});

test("the cron asks for whom to wake by an index, and walks a page of providers", async () => {
  const texts: string[] = [];
  const real = Object.getPrototypeOf(env.DB) as D1Database;
  const { prepare } = real;
  vi.spyOn(real, "prepare").mockImplementation(function (this: D1Database, text) {
    texts.push(text);
    return prepare.call(this, text);
  });
  await walked(0);
  await wakeProviders(testContext());
  vi.restoreAllMocks();
  const reads = texts.filter((text) => text.startsWith("SELECT"));
  expect(reads).toHaveLength(3);
  for (const text of reads) {
    const count = Math.max(0, ...[...text.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number)));
    const plan = env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`).bind(...Array(count).fill(1));
    for (const { detail } of (await plan.all<{ detail: string }>()).results)
      expect(detail).toMatch(/^SEARCH /);
  }
});
