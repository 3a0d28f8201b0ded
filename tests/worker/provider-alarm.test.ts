import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { platformBooks } from "#contract/values/platform-books";
import { hourMs, minuteMs } from "#contract/values/time";
import { ProviderAlarm } from "#worker/db/provider-alarm";
import { sql } from "#worker/db/sql";
import { failStatements } from "../support/database-faults.ts";
import { entitlementRow, setEntitlement } from "../support/sell.ts";
import { testContext } from "../support/worker-context.ts";
import {
  alarmAt,
  alarmWorld,
  loseAlarm,
  object,
  pass,
  providers,
  ring,
  running,
  time,
  unconfirmed,
} from "./alarm-world.ts";

alarmWorld();

/** Alarms that are set while this works: each is a written row. */
async function setWhile(act: () => Promise<unknown>): Promise<number> {
  const prototype = await runInDurableObject(
    object(),
    (_object, { storage }) => Object.getPrototypeOf(storage) as DurableObjectStorage,
  );
  const spy = vi.spyOn(prototype, "setAlarm");
  await act();
  const { length } = spy.mock.calls;
  spy.mockRestore();
  return length;
}

/** What waits for nothing but to be copied to the platform. */
const review = (providerId: string) =>
  testContext()
    .tenant(providerId)
    .run(sql`INSERT INTO reviews (id, at, payment_id, kind, detail)
      VALUES ('r', ${time()}, 'p', 'lost', '{}')`);

async function reviewsCopied() {
  const { results } = await env.DB.prepare("SELECT id FROM provider_reviews").all();
  return results;
}

describe("an object's alarm", () => {
  test("is not set where nothing is due, and reading sets none", async () => {
    const ctx = testContext();
    const read = () => ctx.tenant(providers().demo.id).all(sql`SELECT id FROM plans`);
    expect(await setWhile(read)).toBe(0);
    expect(await alarmAt()).toBeNull();
    const write = () => ctx.tenant(providers().demo.id).run(sql`UPDATE plans SET updated_at = ${time()}`);
    expect(await setWhile(write)).toBe(0);
    expect(await alarmAt()).toBeNull();
  });

  test("comes at the next due moment, and sweeps then", async () => {
    const sold = await running(time() + hourMs);
    expect(await alarmAt()).toBe(time() + hourMs + 15_000);
    pass(hourMs + 15_000);
    await ring();
    expect((await entitlementRow(sold)).state).toBe("ended");
  });

  test("comes earlier when something is due earlier, and never later than it was set", async () => {
    const later = await running(time() + 3 * hourMs);
    await running(time() + hourMs);
    expect(await alarmAt()).toBe(time() + hourMs + 15_000);
    await setEntitlement(later, { ends_at: time() + 9 * hourMs });
    expect(await alarmAt()).toBe(time() + hourMs + 15_000);
    await setEntitlement(later, { ends_at: time() + minuteMs });
    expect(await alarmAt()).toBe(time() + minuteMs + 15_000);
  });

  test("is set once for many writes: what is sold within seconds is copied together", async () => {
    const set = await setWhile(async () => {
      for (let sold = 0; sold < 10; sold += 1) {
        await unconfirmed();
        pass(1_000);
      }
    });
    // By the first: what its bridge does not confirm is due in 10 s, and swept with the others in 20.
    expect(set).toBe(1);
    expect(await alarmAt()).toBe(time() - 10_000 + 20_000);
  });

  test("what stays due is swept once a minute, for one written row", async () => {
    await unconfirmed();
    pass(minuteMs);
    for (let minute = 0; minute < 5; minute += 1) {
      expect(await setWhile(() => ring())).toBe(1);
      // More is sold meanwhile; the alarm is soon enough.
      expect(await setWhile(() => unconfirmed())).toBe(0);
      expect(await alarmAt()).toBe(time() + minuteMs);
      pass(minuteMs);
    }
  });

  test("ends when nothing is due any more", async () => {
    const sold = await unconfirmed();
    await ring();
    await setEntitlement(sold, {
      state: "ended",
      confirmed_rev: 9,
      rev: 9,
      started_at: 1,
      ends_at: 2,
      ended_at: 2,
    });
    pass(minuteMs);
    expect(await setWhile(() => ring())).toBe(0);
    expect(await alarmAt()).toBeNull();
  });

  test("is there again after a part of the sweep failed, and the other parts were done", async () => {
    await unconfirmed();
    await review(providers().demo.id);
    pass(minuteMs);
    const fault = failStatements(/UPDATE entitlements/);
    await ring();
    expect(fault.count).toBe(1);
    fault.heal();
    expect(await reviewsCopied()).toEqual([{ id: "r" }]);
    expect(await alarmAt()).toBe(time() + minuteMs);
  });

  test("of the platform's own books works the same", async () => {
    await review(platformBooks);
    expect(await alarmAt(platformBooks)).toBe(time() + 20_000);
    pass(20_000);
    await ring(platformBooks);
    expect(await reviewsCopied()).toEqual([{ id: "r" }]);
    expect(await alarmAt(platformBooks)).toBeNull();
  });

  test("that was lost is set again when its object starts, by any call", async () => {
    await running(time() + hourMs);
    await loseAlarm();
    await evictDurableObject(object());
    await testContext().tenant(providers().demo.id).all(sql`SELECT id FROM plans`);
    expect(await alarmAt()).toBe(time() + hourMs + 15_000);
  });

  test("that is set, but did not come for minutes, is set anew by the next write", async () => {
    await unconfirmed();
    pass(4 * minuteMs);
    expect(await setWhile(unconfirmed)).toBe(0);
    pass(2 * minuteMs);
    expect(await setWhile(unconfirmed)).toBe(1);
    expect(await alarmAt()).toBe(time() + 20_000);
  });
});

describe("a sweep", () => {
  /** With this as what it sweeps, in the storage of a provider's object. */
  const alarmOf = (storage: DurableObjectStorage, work: { due(): number; sweep(): Promise<void> }) =>
    new ProviderAlarm(storage, {
      providerId: providers().demo.id,
      open: async () => true,
      tell: async () => undefined,
      ...work,
    });

  test("is done once, however many call for it at the same time", async () => {
    const swept = await runInDurableObject(object(), async (_object, { storage }) => {
      const sweep = vi.fn(async () => undefined);
      const alarm = alarmOf(storage, { due: () => time(), sweep });
      await Promise.all([alarm.rang(), alarm.sweepDue(), alarm.sweepDue()]);
      return sweep.mock.calls.length;
    });
    expect(swept).toBe(1);
  });

  test("that never ends does not hold up the next for longer than minutes, and its alarm is set", async () => {
    const swept = await runInDurableObject(object(), async (_object, { storage }) => {
      const sweep = vi.fn<() => Promise<void>>(async () => undefined);
      sweep.mockReturnValueOnce(new Promise(() => undefined));
      const alarm = alarmOf(storage, { due: () => time(), sweep });
      void alarm.rang();
      await expect.poll(() => sweep.mock.calls.length).toBe(1);
      await expect.poll(() => storage.getAlarm()).toBe(time() + minuteMs);
      pass(5 * minuteMs);
      await alarm.rang();
      return sweep.mock.calls.length;
    });
    expect(swept).toBe(2);
    expect(await alarmAt()).toBe(time() + minuteMs);
  });

  test("is waited for before the object is emptied, and none begins afterwards", async () => {
    await runInDurableObject(object(), async (_object, { storage }) => {
      const done: string[] = [];
      const { promise, resolve } = Promise.withResolvers<void>();
      const sweep = async () => {
        await promise;
        done.push("swept");
      };
      const alarm = alarmOf(storage, { due: () => time(), sweep });
      void alarm.rang();
      const closed = alarm.close().then(() => done.push("closed"));
      resolve();
      await closed;
      await alarm.rang();
      expect(done).toEqual(["swept", "closed"]);
    });
  });

  test("whose rows cannot even be asked is tried again in a minute", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await runInDurableObject(object(), async (_object, { storage }) => {
      const due = () => {
        throw new Error("no such table");
      };
      const alarm = alarmOf(storage, { due, sweep: async () => undefined });
      alarm.written();
      await alarm.rang();
    });
    expect(await alarmAt()).toBe(time() + minuteMs);
  });
});
