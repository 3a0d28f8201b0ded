import { describe, expect, it } from "vitest";
import type { VisitorNow } from "#contract/portal";
import { startFlow } from "#web/portal/flow.ts";
import { shownScreen, takesLong } from "#web/portal/flow-view.ts";
import { startClock, startLooking, startPolling } from "#web/portal/polling.ts";
import { createStore } from "#web/portal/store.ts";
import { manualTime } from "./manual-time.ts";
import { failure, page, status, success, waiting } from "./sample-pages.ts";

// An open page hears what the device and its browser have, by whichever payment.

const nothing: VisitorNow = {
  access: null,
  routerAway: false,
  accessId: null,
  device: null,
  ended: null,
  elsewhere: [],
  waiting: [],
  pending: null,
  roaming: null,
};
const online = (accessId = "a-9"): VisitorNow => ({ ...nothing, access: "online", accessId });

function opened(at = page(), paid = status()) {
  const time = manualTime();
  const store = createStore(startFlow(at), time.now);
  const seen = { visitor: nothing, payment: paid, hidden: false, away: false };
  const looks: number[] = [];
  const asks: number[] = [];
  let use: () => void = () => undefined;
  let wake: () => void = () => undefined;
  const ports = {
    async look(mark: string) {
      looks.push(time.now());
      if (seen.away) throw new TypeError("Failed to fetch");
      const now = JSON.stringify(seen.visitor);
      return { mark: now, visitor: now === mark ? null : seen.visitor };
    },
    async ask() {
      asks.push(time.now());
      return seen.payment;
    },
    hidden: () => seen.hidden,
    after: time.after,
    onWake(run: () => void) {
      const before = wake;
      wake = () => {
        before();
        run();
      };
      return () => undefined;
    },
    onUse(run: () => void) {
      use = run;
      return () => undefined;
    },
  };
  startPolling(store, ports);
  startLooking(store, ports);
  startClock(store, ports);
  return { time, store, seen, looks, asks, use: () => use(), wake: () => wake() };
}

const gaps = (times: readonly number[]) => times.slice(1).map((at, index) => at - (times[index] ?? 0));

describe("an open page", () => {
  it("hears within 3 s that access began, by whichever payment, and says it in the words of its toast", async () => {
    const { time, store, seen } = opened();
    await time.pass(20_000);
    seen.visitor = online();
    await time.pass(3_000);
    expect(store.flow().visitor.access).toBe("online");
    expect(store.flow().toast?.kind).toBe("paid");
    expect(shownScreen(store.flow()).kind).toBe("home");
  });

  it("hears within 3 s that access ended or was moved", async () => {
    const { time, store, seen } = opened(page({ kind: "home" }, online()));
    await time.pass(5_000);
    seen.visitor = {
      ...nothing,
      ended: { planId: "p2", planName: "3 Hours", why: "data", at: now, phoneNumber: null, topUp: null },
    };
    await time.pass(3_000);
    expect(store.flow().visitor).toMatchObject({ access: null, ended: { why: "data" } });
  });

  it("asks every 2.5 s while it is used, less often after 3 and after 10 minutes, and at once when it is used again", async () => {
    const { time, looks, use } = opened();
    await time.pass(1_200_000);
    const late = gaps(looks);
    expect(late.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 2_500));
    expect(late.at(-1)).toBe(30_000);
    expect(late).toContain(10_000);
    const before = looks.length;
    use();
    await time.pass(3_000);
    expect(looks.length).toBe(before + 1);
  });

  it("asks nothing while nobody sees it, and at once when it is seen again", async () => {
    const { time, looks, seen, wake } = opened();
    await time.pass(5_000);
    seen.hidden = true;
    await time.pass(60_000);
    const before = looks.length;
    seen.hidden = false;
    wake();
    await time.pass(0);
    expect(before).toBe(2);
    expect(looks.length).toBe(3);
  });

  it("asks less and less often where no answer comes, every 30 s at least", async () => {
    const { time, looks, seen } = opened();
    seen.away = true;
    await time.pass(300_000);
    const late = gaps(looks);
    expect(late.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 30_000]);
    expect(Math.max(...late)).toBe(30_000);
  });
});

const now = "2026-11-20T11:05:00.000Z";
const fresh = status({ createdAt: now, phoneNumber: "254712345678" });

describe("a page that waits for a PIN while another payment lets the device in", () => {
  it("says not to enter it, and goes on asking in case it is entered all the same", async () => {
    const { time, store, seen } = opened(page({ ...waiting, status: fresh }), fresh);
    await time.pass(10_000);
    seen.visitor = online();
    await time.pass(3_000);
    expect(shownScreen(store.flow())).toMatchObject({ kind: "overtaken", transactionId: "t-1" });
    seen.payment = status({
      status: "completed",
      access: "queued",
      behind: { planName: "1 Hour", endsAt: null },
    });
    await time.pass(2_000);
    expect(shownScreen(store.flow())).toMatchObject({ kind: "success", status: { access: "queued" } });
    expect(store.flow().toast?.kind).toBe("queued");
  });

  it("says it after the time limit and after a failure, too", async () => {
    for (const screen of [
      { ...failure, stillChecking: true },
      { ...failure, reason: "cancelled" as const },
    ]) {
      const paid = status({ status: screen.reason ? "failed" : "pending", reason: screen.reason });
      const { time, store, seen } = opened(page(screen), paid);
      await time.pass(1_000);
      seen.visitor = online();
      await time.pass(3_000);
      expect(shownScreen(store.flow()).kind).toBe("overtaken");
    }
  });

  it("shows success where it was this very payment, called failed before", async () => {
    const { time, store, seen, asks } = opened(
      page({ ...failure, reason: "insufficient" }),
      status({ status: "failed", reason: "insufficient" }),
    );
    await time.pass(10_000);
    expect(asks).toEqual([]);
    seen.payment = status({ status: "completed", access: "online", expiresAt: "2026-11-20T14:05:00.000Z" });
    seen.visitor = online();
    await time.pass(3_000);
    expect(shownScreen(store.flow()).kind).toBe("success");
  });

  it("takes no notice of a plan that ran before this payment was begun", async () => {
    const { time, store, seen } = opened(page({ ...waiting, status: fresh }, online("a-1")), fresh);
    seen.visitor = online("a-1");
    await time.pass(10_000);
    expect(shownScreen(store.flow()).kind).toBe("waiting");
  });

  it("says it from the first moment where the server knows it", () => {
    const { status: read, ...known } = waiting;
    const overtaken = page({ ...known, kind: "overtaken", status: read }, online());
    expect(shownScreen(startFlow(overtaken)).kind).toBe("overtaken");
  });
});

describe("a payment that nobody answered in time", () => {
  it("is asked about every 5 s and then 15 s after the gateway called it failed, and turns to success when it is paid late", async () => {
    const failed = status({ status: "failed", reason: "network", createdAt: now });
    const { time, store, seen, asks } = opened(
      page({ ...failure, reason: "network", stillChecking: true }),
      failed,
    );
    await time.pass(60_000);
    expect(new Set(gaps(asks))).toEqual(new Set([5_000]));
    seen.payment = status({ status: "completed", access: "online", expiresAt: "2026-11-20T14:05:00.000Z" });
    await time.pass(5_000);
    expect(shownScreen(store.flow()).kind).toBe("success");
  });
});

it("a router that takes longer than usual is told after 10 s, not before", async () => {
  const connecting = status({ status: "completed", access: "connecting" });
  const { time, store } = opened(page(success({ access: "connecting", expiresAt: null })), connecting);
  await time.pass(9_000);
  expect(takesLong(store.flow())).toBe(false);
  await time.pass(2_000);
  expect(takesLong(store.flow())).toBe(true);
});
