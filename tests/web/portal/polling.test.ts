import { describe, expect, it } from "vitest";
import type { PaymentStatus } from "#contract/payments";
import { startFlow } from "#web/portal/flow.ts";
import { shownScreen } from "#web/portal/flow-view.ts";
import { startClock, startPolling } from "#web/portal/polling.ts";
import { createStore } from "#web/portal/store.ts";
import { type ManualTime, manualTime } from "./manual-time.ts";
import { page, status, waiting } from "./sample-pages.ts";

const pending = status({ createdAt: "2026-11-20T11:05:00.000Z" });
const fresh = page({ ...waiting, status: pending });

function polled(answer: (time: ManualTime) => Promise<PaymentStatus>, at = fresh) {
  const time = manualTime();
  const store = createStore(startFlow(at), time.now);
  const asked: { id: string; at: number }[] = [];
  const wakes = new Set<() => void>();
  const seen = { hidden: false };
  const ports = {
    ask(id: string) {
      asked.push({ id, at: time.now() });
      return answer(time);
    },
    hidden: () => seen.hidden,
    after: time.after,
    onWake(run: () => void) {
      wakes.add(run);
      return () => wakes.delete(run);
    },
  };
  const stop = startPolling(store, ports);
  const stopClock = startClock(store, ports);
  const wake = () => {
    for (const run of wakes) run();
  };
  return { time, store, asked, seen, wake, wakes, stop, stopClock };
}

describe("polling the payment", () => {
  it("asks at once and then every 1.5 s", async () => {
    const { time, asked } = polled(async () => pending);
    await time.pass(6_000);
    expect(asked.map(({ at }) => at)).toEqual([0, 1_500, 3_000, 4_500, 6_000]);
    expect(new Set(asked.map(({ id }) => id))).toEqual(new Set(["t-1"]));
  });

  it("is silent while nobody sees the page, and asks in the moment it is seen again", async () => {
    const { time, asked, seen, wake } = polled(async () => pending);
    await time.pass(100);
    seen.hidden = true;
    wake();
    await time.pass(60_000);
    expect(asked).toHaveLength(1);
    seen.hidden = false;
    wake();
    expect(asked).toHaveLength(2);
    await time.pass(1_500);
    expect(asked).toHaveLength(3);
  });

  it("does not wait for a question from before the phone put the page to sleep", async () => {
    const { time, asked, seen, wake } = polled(() => new Promise(() => undefined));
    await time.pass(3_000);
    expect(asked).toHaveLength(1);
    wake();
    expect(asked).toHaveLength(1);
    seen.hidden = true;
    wake();
    await time.pass(60_000);
    seen.hidden = false;
    wake();
    wake();
    expect(asked.map(({ at }) => at)).toEqual([0, 63_000]);
  });

  it("goes on after a lost answer and says that it is trying", async () => {
    const { time, asked, store } = polled(() => Promise.reject(new Error("offline")));
    await time.pass(3_000);
    expect(asked).toHaveLength(3);
    expect(store.flow().watch?.trouble).toBe(true);
    expect(shownScreen(store.flow()).kind).toBe("waiting");
  });

  it("stops when the device is online, or the payment has failed", async () => {
    for (const last of [status({ status: "completed", access: "online" }), status({ status: "failed" })]) {
      let answer = pending;
      const { time, asked } = polled(async () => answer);
      await time.pass(1_600);
      answer = last;
      await time.pass(1_500);
      const count = asked.length;
      await time.pass(600_000);
      expect(asked).toHaveLength(count);
    }
  });

  it("goes on past the time limit, less often, and takes a late success", async () => {
    let answer = pending;
    const { time, asked, store } = polled(async () => answer);
    const born = Date.parse(pending.createdAt);
    const aged = (ms: number, change: Partial<PaymentStatus> = {}) =>
      status({ createdAt: pending.createdAt, now: new Date(born + ms).toISOString(), ...change });
    answer = aged(121_000);
    await time.pass(1_600);
    expect(shownScreen(store.flow())).toMatchObject({ kind: "failure", stillChecking: true });
    const before = asked.length;
    await time.pass(30_000);
    expect(asked.length - before).toBeLessThanOrEqual(7);
    expect(asked.length - before).toBeGreaterThanOrEqual(5);
    answer = aged(150_000, { status: "completed", access: "online" });
    await time.pass(5_000);
    expect(shownScreen(store.flow()).kind).toBe("success");
  });

  it("never has two questions about one payment under way", async () => {
    let open = 0;
    let most = 0;
    const slow = (time: ManualTime) => {
      open += 1;
      most = Math.max(most, open);
      return new Promise<PaymentStatus>((resolve) => {
        time.after(4_000, () => {
          open -= 1;
          resolve(pending);
        });
      });
    };
    const { time, wake, asked } = polled(slow);
    for (let turn = 0; turn < 20; turn += 1) {
      wake();
      await time.pass(700);
    }
    expect(most).toBe(1);
    expect(asked.length).toBeGreaterThan(2);
  });

  it("follows a new payment from its start on a page that followed none", async () => {
    const { time, asked, store } = polled(async () => pending, page());
    await time.pass(10_000);
    expect(asked).toHaveLength(0);
    const bought = {
      planId: "p2",
      planName: "3 Hours",
      amount: 20,
      service: "mpesa",
      warning: null,
      phone: "254712345678",
    } as const;
    store.send({ kind: "initiated", transactionId: "t-9", ...bought });
    await time.pass(1_500);
    expect(asked).toEqual([{ id: "t-9", at: 11_500 }]);
  });

  it("lets the time limit pass on the page even when no answer comes at all", async () => {
    const { time, store } = polled(() => new Promise(() => undefined));
    await time.pass(119_900);
    expect(shownScreen(store.flow()).kind).toBe("waiting");
    await time.pass(200);
    expect(shownScreen(store.flow()).kind).toBe("failure");
  });

  it("takes everything back when it is stopped", async () => {
    const { time, asked, wakes, stop, stopClock } = polled(async () => pending);
    await time.pass(1_500);
    stop();
    stopClock();
    const count = asked.length;
    await time.pass(60_000);
    expect(asked).toHaveLength(count);
    expect(wakes.size).toBe(0);
  });
});
