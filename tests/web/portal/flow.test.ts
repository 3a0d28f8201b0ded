import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Flow, type FlowEvent, startFlow, step } from "#web/portal/flow.ts";
import {
  askIn,
  dialogOpen,
  leaving,
  nextChange,
  secondsToClose,
  shownScreen,
} from "#web/portal/flow-view.ts";
import { buy, failure, page, status, success, waiting } from "./sample-pages.ts";

type At = [event: FlowEvent, at: number];
const played = (flow: Flow, ...events: At[]) =>
  events.reduce((state, [event, at]) => step(state, event, at), flow);
const initiated: FlowEvent = {
  kind: "initiated",
  transactionId: "t-2",
  planId: "p2",
  planName: "3 Hours",
  amount: 20,
  service: "mpesa",
  warning: null,
  phone: "254712345678",
};
const hear = (answer: Parameters<typeof status>[0], transactionId = "t-2"): FlowEvent => ({
  kind: "heard",
  transactionId,
  answer: status({ createdAt: "2026-11-20T11:04:37.000Z", ...answer }),
});
const home = startFlow(page());
const paying = played(
  home,
  [{ kind: "selected", planId: "p2", tab: "mpesa" }, 1_000],
  [{ kind: "sent", tab: "mpesa", typed: "0712 345 678" }, 2_000],
  [initiated, 3_000],
);

describe("the page's flow", () => {
  it("starts with the screen that the server rendered", () => {
    expect(shownScreen(startFlow(page(waiting)))).toMatchObject({
      kind: "waiting",
      transactionId: "t-1",
      amount: 20,
    });
    expect(shownScreen(startFlow(page(success()))).kind).toBe("success");
    expect(shownScreen(startFlow(page(buy))).kind).toBe("buy");
    const checking = startFlow(page({ ...failure, error: "Still waiting", stillChecking: true }));
    expect(shownScreen(checking)).toMatchObject({
      kind: "failure",
      stillChecking: true,
      error: "Still waiting",
    });
    expect(checking.watch?.phase).toBe("late");
    const over = startFlow(page(failure));
    expect([over.watch?.phase, askIn(over)]).toEqual(["failed", null]);
  });

  it("opens the dialog over the plans and nowhere else", () => {
    const open = played(home, [{ kind: "selected", planId: "p2", tab: "voucher" }, 10]);
    expect(dialogOpen(open)).toBe(true);
    expect(open.form).toMatchObject({ planId: "p2", tab: "voucher", problem: null, busy: false });
    expect(dialogOpen(played(open, [{ kind: "closed" }, 20]))).toBe(false);
    expect(dialogOpen(startFlow(page(buy)))).toBe(false);
  });

  it("does not close the dialog over a purchase that is being sent", () => {
    const sending = played(
      home,
      [{ kind: "selected", planId: "p2", tab: "mpesa" }, 1],
      [{ kind: "sent", tab: "mpesa", typed: "0712345678" }, 2],
    );
    expect(sending.form?.busy).toBe(true);
    expect(dialogOpen(played(sending, [{ kind: "closed" }, 3]))).toBe(true);
  });

  it("closes the dialog, waits for the PIN and says so once the prompt is out", () => {
    expect(shownScreen(paying)).toMatchObject({
      kind: "waiting",
      transactionId: "t-2",
      planName: "3 Hours",
      amount: 20,
    });
    expect(paying.form).toBeNull();
    expect(paying.toast).toMatchObject({ kind: "initiated", until: 8_000 });
  });

  it("shows success at completion, and counts 10 s to the way on only from online", () => {
    const paid = played(paying, [hear({ status: "completed", access: "connecting" }), 5_000]);
    expect(shownScreen(paid).kind).toBe("success");
    expect(secondsToClose(paid)).toBeNull();
    expect(leaving(played(paid, [{ kind: "passed" }, 60_000]))).toBe(false);
    const online = played(paid, [hear({ status: "completed", access: "online" }), 70_000]);
    expect(online.toast?.kind).toBe("paid");
    expect(secondsToClose(online)).toBe(10);
    expect(leaving(played(online, [{ kind: "passed" }, 79_999]))).toBe(false);
    expect(leaving(played(online, [{ kind: "passed" }, 80_000]))).toBe(true);
    expect(leaving(played(online, [{ kind: "stay" }, 75_000], [{ kind: "passed" }, 99_000]))).toBe(false);
  });

  it("counts the same 10 s on a page that was already online when it loaded", () => {
    const online = startFlow(page(success()));
    expect(secondsToClose(online)).toBe(10);
    expect(leaving(played(online, [{ kind: "passed" }, 10_000]))).toBe(true);
  });

  it("shows the failure screen at 120 s of server time, keeps checking, and turns to success when money comes late", () => {
    const late = played(paying, [{ kind: "passed" }, 3_000 + 120_000]);
    expect(shownScreen(late)).toMatchObject({
      kind: "failure",
      stillChecking: true,
      planId: "p2",
      transactionId: "t-2",
    });
    expect(late.toast?.kind).toBe("timeout");
    const paid = played(late, [hear({ status: "completed", access: "online" }), 150_000]);
    expect(shownScreen(paid).kind).toBe("success");
    expect(secondsToClose(paid)).toBe(10);
  });

  it("turns to success even if the visitor has gone back to the plans and opened another one", () => {
    const elsewhere = played(
      paying,
      [{ kind: "passed" }, 123_000],
      [{ kind: "home" }, 124_000],
      [{ kind: "selected", planId: "p1", tab: "mpesa" }, 125_000],
    );
    expect(shownScreen(elsewhere).kind).toBe("home");
    const paid = played(elsewhere, [hear({ status: "completed", access: "connecting" }), 150_000]);
    expect(shownScreen(paid).kind).toBe("success");
    expect(dialogOpen(paid)).toBe(false);
  });

  it("shows why a payment failed, and says so in the specified toast", () => {
    const failed = played(paying, [
      hear({ status: "failed", error: "Wrong PIN.", reason: "wrong-pin" }),
      9_000,
    ]);
    expect(shownScreen(failed)).toMatchObject({
      kind: "failure",
      error: "Wrong PIN.",
      reason: "wrong-pin",
      stillChecking: false,
    });
    expect(failed.toast?.kind).toBe("failed");
  });

  it("goes straight to the failure screen when no prompt went out, and remembers the number", () => {
    const open = played(
      home,
      [{ kind: "selected", planId: "p2", tab: "mpesa" }, 1],
      [{ kind: "sent", tab: "mpesa", typed: "0712 345 678" }, 2],
    );
    const refused = played(open, [
      { kind: "not-initiated", planId: "p2", service: "mpesa", message: "Too many tries.", answered: true },
      3,
    ]);
    expect(shownScreen(refused)).toMatchObject({ kind: "failure", error: "Too many tries.", planId: "p2" });
    expect(refused.toast).toMatchObject({ kind: "initiationFailed", message: "Too many tries." });
    const lost = played(open, [
      { kind: "not-initiated", planId: "p2", service: "mpesa", message: null, answered: false },
      3,
    ]);
    expect(lost.toast).toMatchObject({ kind: "initiationLost", message: null });
    const again = played(
      refused,
      [{ kind: "home" }, 4],
      [{ kind: "selected", planId: "p2", tab: "mpesa" }, 5],
    );
    expect(again.form?.phoneNumber).toBe("0712 345 678");
  });

  it("keeps the form open with what was typed when a field is refused", () => {
    const wrong = played(
      home,
      [{ kind: "selected", planId: "p2", tab: "voucher" }, 1],
      [
        {
          kind: "refused-form",
          tab: "voucher",
          typed: "ABC",
          problem: { title: "Voucher Error", text: "No." },
        },
        2,
      ],
    );
    expect(wrong.form).toMatchObject({
      voucherCode: "ABC",
      busy: false,
      problem: { title: "Voucher Error" },
    });
    expect(played(wrong, [{ kind: "tab", tab: "mpesa" }, 3]).form?.problem).toBeNull();
  });

  it("shows a redeemed voucher as success that is still connecting", () => {
    const redeemed = played(home, [{ kind: "redeemed", transactionId: "v-1", planName: "3 Hours" }, 100]);
    expect(shownScreen(redeemed)).toMatchObject({ kind: "success", transactionId: "v-1" });
    expect(redeemed.toast).toBeNull();
    expect(secondsToClose(redeemed)).toBeNull();
    const online = played(redeemed, [hear({ status: "completed", access: "online" }, "v-1"), 900]);
    expect(online.toast?.kind).toBe("redeemed");
  });

  it("ignores answers about another payment than the one it follows", () => {
    expect(played(paying, [hear({ status: "completed", access: "online" }, "t-old"), 4_000])).toMatchObject({
      watch: { phase: "waiting" },
    });
  });

  it("shows one toast at a time, for 5 s", () => {
    expect(played(paying, [{ kind: "passed" }, 7_999]).toast?.kind).toBe("initiated");
    expect(played(paying, [{ kind: "passed" }, 8_000]).toast).toBeNull();
    expect(played(paying, [{ kind: "toast-dismissed" }, 3_500]).toast).toBeNull();
    const paid = played(paying, [hear({ status: "completed", access: "online" }), 5_000]);
    expect(paid.toast).toMatchObject({ kind: "paid", until: 10_000 });
  });

  it("keeps a toast while somebody points at it, and 5 s longer", () => {
    const held = played(paying, [{ kind: "toast-held", held: true }, 4_000], [{ kind: "passed" }, 30_000]);
    expect(held.toast?.kind).toBe("initiated");
    expect(nextChange(held)).toBe(1_000);
    const released = played(held, [{ kind: "toast-held", held: false }, 31_000]);
    expect(played(released, [{ kind: "passed" }, 35_999]).toast?.kind).toBe("initiated");
    expect(played(released, [{ kind: "passed" }, 36_000]).toast).toBeNull();
    expect(played(home, [{ kind: "toast-held", held: true }, 1]).toast).toBeNull();
  });

  it("says a refused voucher in a toast as well, until the next try", () => {
    const refused = played(
      home,
      [{ kind: "selected", planId: "p2", tab: "voucher" }, 1],
      [
        {
          kind: "refused-form",
          tab: "voucher",
          typed: "ABC",
          problem: { title: "Voucher Error", text: "This voucher is used." },
          toast: "voucherFailed",
        },
        2,
      ],
    );
    expect(refused.toast).toMatchObject({ kind: "voucherFailed", message: "This voucher is used." });
    expect(played(refused, [{ kind: "sent", tab: "voucher", typed: "ABD" }, 3]).toast).toBeNull();
  });

  it("looks again exactly when time alone changes something", () => {
    expect(nextChange(home)).toBe(20_000);
    expect(nextChange(paying)).toBe(1_000);
    expect(nextChange(played(paying, [{ kind: "passed" }, 7_400]))).toBe(600);
    expect(nextChange(played(paying, [{ kind: "passed" }, 122_700]))).toBe(300);
  });

  it("keeps every screen showable and the clock running forward, whatever happens in whatever order", () => {
    const event = fc.oneof(
      fc.constantFrom<FlowEvent>(
        { kind: "scripted" },
        { kind: "passed" },
        { kind: "selected", planId: "p1", tab: "mpesa" },
        { kind: "tab", tab: "voucher" },
        { kind: "closed" },
        { kind: "sent", tab: "mpesa", typed: "07" },
        initiated,
        { kind: "not-initiated", planId: "p2", service: "mpesa", message: null, answered: true },
        { kind: "redeemed", transactionId: "v-1", planName: "3 Hours" },
        { kind: "missed", transactionId: "t-2" },
        { kind: "home" },
        { kind: "stay" },
        { kind: "toast-held", held: true },
        { kind: "toast-held", held: false },
        hear({ status: "completed", access: "connecting" }),
        hear({ status: "completed", access: "online" }),
        hear({ status: "failed" }),
        hear({}),
      ),
    );
    const starts = [page(), page(buy), page(waiting), page(success()), page(failure)].map(startFlow);
    fc.assert(
      fc.property(
        fc.constantFrom(...starts),
        fc.array(fc.tuple(event, fc.integer({ min: -50, max: 30_000 })), { maxLength: 40 }),
        (first, steps) => {
          let flow = first;
          let at = 0;
          for (const [next, wait] of steps) {
            at += wait;
            const before = flow;
            flow = step(flow, next, at);
            expect(flow.at).toBeGreaterThanOrEqual(before.at);
            expect(nextChange(flow)).toBeGreaterThan(0);
            if (dialogOpen(flow)) expect(shownScreen(flow).kind).toBe("home");
            if (flow.watch?.phase === "online" && flow.following)
              expect(shownScreen(flow).kind).toBe("success");
            if (leaving(flow))
              expect(flow.at - (flow.watch?.onlineAt ?? Number.NaN)).toBeGreaterThanOrEqual(10_000);
          }
        },
      ),
    );
  });
});
