import { describe, expect, it } from "vitest";
import type { PaymentInitiated } from "#contract/payments";
import { createActions } from "#web/portal/actions.ts";
import { createAttempts } from "#web/portal/attempts.ts";
import { startFlow } from "#web/portal/flow.ts";
import { shownScreen } from "#web/portal/flow-view.ts";
import { english } from "#web/portal/messages/en.ts";
import { RefusedError } from "#web/portal/requests.ts";
import { createStore } from "#web/portal/store.ts";
import { markupOf, textOf } from "./read-html.ts";
import { buy, device, failure, mac, page, routerId } from "./sample-pages.ts";

// More data for a plan that is used up, or nearly so (docs/behaviour/visitor-portal.md, VP-38b and VP-74a).

const topUp = { planId: "p2", bytes: 500 * 2 ** 20, amount: 20, until: "2026-11-20T13:18:00.000Z" };
const ended = {
  planId: "p2",
  planName: "3 Hours",
  why: "data" as const,
  at: "2026-11-20T11:00:00.000Z",
  phoneNumber: "254712345678",
  topUp,
};
const form = { ...buy, isTopUp: true as const };
const link = `/buy?planId=p2&topUp=1&mac=${mac}&routerId=${routerId}`;
const offered = "Get 500 MB more · KES 20 · until today at 16:18";

describe("the offer", () => {
  it("is one line above the plan once more, where the data is used up", () => {
    for (const kind of ["home", "connected"] as const) {
      const at = page(kind === "home" ? { kind } : { kind, receipt: null }, { ended });
      expect(textOf(at)).toContain(`${offered} Buy 3 Hours again`);
      expect(markupOf(at).replaceAll("&amp;", "&")).toContain(`href="${link}"`);
    }
  });

  it("is there while the plan runs low, and not without an offer, nor where nothing can be paid", () => {
    const low = { access: "online" as const, device: { ...device, topUp } };
    expect(textOf(page({ kind: "home" }, low))).toContain(offered);
    expect(textOf(page({ kind: "connected", receipt: null }, low))).toContain(offered);
    expect(textOf(page({ kind: "home" }, { ...low, device }))).not.toContain("more ·");
    expect(textOf(page({ kind: "home" }, { ended, services: [] }))).not.toContain("more ·");
  });

  it("is read in Kiswahili", () => {
    expect(textOf(page({ kind: "home" }, { ended, language: "sw" }))).toContain(
      "Ongeza 500 MB · KES 20 · hadi",
    );
  });
});

describe("its form", () => {
  it("says how much it adds, until when and for how much, sends it without scripts, and takes no voucher", () => {
    const at = page(form, { ended });
    expect(textOf(at)).toContain("500 MB more until today at 16:18 You pay KES 20");
    expect(textOf(at)).toContain("Pay KES 20");
    expect(markupOf(at)).toContain('name="topUp" value="1"');
    expect(markupOf(at)).not.toContain('action="/redeem"');
  });

  it("says where nothing is offered any more", () => {
    const text = textOf(page(form));
    expect(text).toContain("No more data can be added any more. Choose a plan.");
    expect(text).not.toContain("Pay KES");
  });
});

function visitor(initiate: () => Promise<PaymentInitiated>, at = page(form, { ended })) {
  const store = createStore(startFlow(at), () => 0);
  const sent: unknown[] = [];
  const opened: string[] = [];
  const ports = {
    initiate: (payload: unknown) => {
      sent.push(payload);
      return initiate();
    },
    redeem: () => Promise.reject(new Error("not expected")),
    letGo: async () => undefined,
    pause: async () => undefined,
    attempts: createAttempts(() => "key"),
    replaceAddress: () => undefined,
    open: (address: string) => opened.push(address),
    keepTheme: () => undefined,
    dialogs: () => true,
  };
  return { store, sent, opened, actions: createActions(at, store, ports, english) };
}

describe("paying it with scripts", () => {
  it("asks for the top-up, also of a plan that is not sold any more, and waits for its amount", async () => {
    const answer = { success: true, transactionId: "t-9", message: "", amount: 20, warning: null };
    const { store, sent, actions } = visitor(async () => answer, page(form, { ended, plans: [] }));
    await actions.purchases.pay("p2", "mpesa", "0712345678");
    expect(sent).toEqual([
      { phoneNumber: "254712345678", planId: "p2", macAddress: mac, routerId, topUp: true },
    ]);
    const waits = { kind: "waiting", transactionId: "t-9", planName: "3 Hours", amount: 20, isTopUp: true };
    expect(shownScreen(store.flow())).toMatchObject(waits);
  });

  it("leads back to its own form, never to the whole plan, where it failed or the number was wrong", async () => {
    const refused = new RefusedError({ code: "refused", message: "Over.", error: "Over." });
    const first = visitor(() => Promise.reject(refused));
    await first.actions.purchases.pay("p2", "mpesa", "0712345678");
    expect(shownScreen(first.store.flow())).toMatchObject({ kind: "failure", error: "Over.", isTopUp: true });
    first.actions.again("p2", null, true);
    expect(first.opened).toEqual([link]);

    const answer = { success: true, transactionId: "t-9", message: "", amount: 20, warning: null };
    const second = visitor(async () => answer);
    await second.actions.purchases.pay("p2", "mpesa", "0712345678");
    await second.actions.purchases.changeNumber();
    await second.actions.purchases.sendAgain();
    expect(second.opened).toEqual([link, link]);
    expect(second.sent).toHaveLength(1);
    const at = page({ ...failure, planId: "p2", isTopUp: true });
    expect(markupOf(at).replaceAll("&amp;", "&")).toContain(`href="${link}"`);
  });
});
