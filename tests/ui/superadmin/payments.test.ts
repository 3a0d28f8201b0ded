import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { declineRefundAppeal, listRefundAppeals, type RefundAppealLine } from "#contract/own-refunds";
import { listIdleRouters } from "#contract/platform-routers";
import { listProviders, platformProvider } from "#contract/providers";
import { listPaid, type PaidLine, paymentsOfPhone, refundOffer, refundPayment } from "#contract/refunds";
import { extendBought, moveBought, type Offline } from "#contract/users";
import { ago } from "../support/clock.ts";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import {
  addressNow,
  choose,
  dialog,
  fill,
  noDialog,
  person,
  press,
  row,
  see,
  toastAfter,
} from "../support/page.ts";
import { paidLine, provider, providers, refundOffered } from "../support/platform-rows.ts";

// The payments page of the super admin console (docs/behaviour/operator-console.md, OC-31a to OC-31e).

const paid = paidLine({
  access: { isOnline: true, offline: null, router: { id: "r1", name: "Main Gate" } },
});
const offline = (cause: Offline["cause"], at: string | null = null): PaidLine["access"] => ({
  isOnline: false,
  offline: { cause, at, macAddress: null, transactionId: null },
  router: { id: "r1", name: "Main Gate" },
});
const failed: PaidLine = {
  ...paid,
  id: "t2",
  receipt: null,
  status: "failed",
  macAddress: null,
  why: "The payer had too little money on M-Pesa.",
  access: null,
};
beforeEach(() => {
  answer(listProviders, providers());
  answer(platformProvider, provider(1));
  answer(listPaid, [paid, failed]);
});
async function open(query = ""): Promise<void> {
  openSuperadmin(`/superadmin/payments${query}`);
  await screen.findByRole("heading", { level: 1, name: "Payments" });
}

describe("payments (OC-31a)", () => {
  it("of a provider are listed whatever became of them, with why and what can be done", async () => {
    await open("?providerId=p1");
    expect(await row("Payments", "SGA1BCDE2F")).toMatch(
      /Coast WiFi · 3 Hours M-Pesa · 2547 \*\*\*\*\* 126 · SGA1BCDE2F Online KSh 20 Give back Extend Move$/,
    );
    expect(await row("Payments", "Failed")).toMatch(
      /Failed .* The payer had too little money on M-Pesa\. KSh 20$/,
    );
    const link = screen.getAllByRole("link", { name: "Coast WiFi" })[0];
    expect(link?.getAttribute("href")).toBe("/superadmin/providers/p1/profile");
    expect(sentTo(listPaid)[0]?.query).toMatchObject({ providerId: "p1", status: "any" });
    await choose("Status", "Pending");
    expect(addressNow()).toContain("status=pending");
    await waitFor(() => expect(sentTo(listPaid).at(-1)?.query).toMatchObject({ status: "pending" }));
  });

  it("say what is the same of each failed one once, and not in its row", async () => {
    answer(listPaid, [failed, { ...failed, id: "t3" }]);
    await open("?providerId=p1");
    await row("Payments", "Failed");
    expect(
      screen.getAllByText("Nothing was taken for a payment that failed: its payer can pay again."),
    ).toHaveLength(1);
  });

  it("are none before anything is asked: whose router is away is said then, with who waits there", async () => {
    answer(listPaid, []);
    answer(listIdleRouters, [
      { id: "r1", name: "Main Gate", providerId: "p1", provider: "Coast WiFi", lastSeen: ago(60), blocks: 0 },
    ]);
    await open();
    await see("Which payment? Give the receipt of the payer's message, whole, or the payer's phone.");
    await see("1 router is away: who pays there waits Main Gate · Coast WiFi · last seen 1 hr ago");
    expect(screen.getByRole("link", { name: "Who waits" }).getAttribute("href")).toBe(
      "/superadmin/payments?providerId=p1&activation=open",
    );
    expect(sentTo(listPaid)).toEqual([]);
    await person.type(screen.getByRole("searchbox", { name: "Search payments" }), "SGA1BCDE2F");
    await see("No payment found");
  });
});

describe("whether who paid is let in (OC-31e)", () => {
  it.each([
    ["router_away", "Main Gate is offline since 20 Nov 2026, 13:05 Look at Main Gate"],
    ["not_activated", "Paid, not activated"],
    ["no_device", "It waits for a device: its buyer opens the WiFi page, or it is moved to one"],
    ["queued", "Waits its turn: another purchase runs on this device"],
    ["time_over", "Time ended at 20 Nov 2026, 13:05"],
    ["cut_off", "Disconnected by its provider"],
    ["money_back", "Stopped: its money went back"],
  ] as const)("stands in the row (%s), in the words of the provider's console", async (cause, why) => {
    answer(listPaid, [{ ...paid, access: offline(cause, ago(60)) }]);
    await open("?providerId=p1");
    expect(await row("Payments", "SGA1BCDE2F")).toContain(`SGA1BCDE2F ${why} KSh 20`);
  });

  it("is not called its provider's doing where a part of the money went back", async () => {
    const why = {
      cause: "cut_off",
      at: null,
      macAddress: null,
      transactionId: null,
      isPartBack: true,
    } as const;
    answer(listPaid, [{ ...paid, access: { isOnline: false, offline: why, router: null } }]);
    await open("?providerId=p1");
    expect(await row("Payments", "SGA1BCDE2F")).toContain("Disconnected; a part of its money went back");
  });

  it("leads to the router that is away", async () => {
    answer(listPaid, [{ ...paid, access: offline("router_away") }]);
    await open("?providerId=p1");
    const link = await screen.findByRole("link", { name: "Look at Main Gate" });
    expect(link.getAttribute("href")).toBe("/superadmin/routers?q=r1");
  });

  it("filters: those that were paid and not activated, of a provider alone", async () => {
    await open("?providerId=p1");
    await choose("Status", "Paid, not activated");
    await waitFor(() => expect(addressNow()).toBe("/superadmin/payments?providerId=p1&activation=open"));
    await waitFor(() =>
      expect(sentTo(listPaid).at(-1)?.query).toMatchObject({
        providerId: "p1",
        activation: "open",
        status: "any",
      }),
    );
  });

  it("that nobody waits is no search that found nothing", async () => {
    answer(listPaid, []);
    await open("?providerId=p1&activation=open");
    await see("Everybody who paid was let in");
  });
});

describe("a phone (OC-31b)", () => {
  it("is asked for at all providers, a few at a time, with how far that is; it can be stopped", async () => {
    answer(paymentsOfPhone, ({ query }) =>
      query.after === undefined
        ? { rows: [], asked: 25, of: 40, silent: [], next: "p25" }
        : { rows: [paid], asked: 15, of: 40, silent: [], next: null },
    );
    await open("?q=0712345126");
    expect(await row("Payments", "SGA1BCDE2F")).toContain("Coast WiFi");
    expect(sentTo(paymentsOfPhone).map(({ query }) => query)).toEqual([
      { phone: "0712345126" },
      { phone: "0712345126", after: "p25" },
    ]);
    expect(sentTo(listPaid)).toEqual([]);
  });

  it("that nobody has, and a provider that does not answer, are told apart", async () => {
    answer(paymentsOfPhone, refusal(503));
    await open("?q=0712345126");
    await see("Error Loading Payments");
    answer(paymentsOfPhone, { rows: [], asked: 2, of: 2, silent: [], next: null });
    await press("Try again");
    await see("No provider has a payment of this phone.");
  });
});

describe("what is done for a payer (OC-31c, OC-31d)", () => {
  it("time is given once, however often it is sent", async () => {
    await open("?providerId=p1");
    await press("Extend SGA1BCDE2F of 2547 ***** 126");
    const form = await dialog("Extend 3 Hours of 2547 ***** 126");
    answer(extendBought, refusal(500));
    await press("Extend", form);
    await see("Failed to extend the time. Please try again.", () => form);
    answer(extendBought, { success: true, message: "1 hour more given.", expiresAt: null });
    expect(await toastAfter(() => press("Extend", form))).toBe("Time extended - 1 hour more given.");
    await noDialog();
    expect(bodiesOf(extendBought)).toEqual(Array(2).fill({ providerId: "p1", minutes: 60 }));
    expect(new Set(sentTo(extendBought).map(({ key }) => key)).size).toBe(1);
  });

  it("a purchase is moved to a device that is typed right", async () => {
    await open("?providerId=p1");
    await press("Move SGA1BCDE2F of 2547 ***** 126");
    const form = await dialog("Move 3 Hours of 2547 ***** 126");
    await see("Bought for AA:BB:CC:00:00:01.", () => form);
    await fill({ "Address of the new device": "AA:BB" }, form);
    await press("Move", form);
    await see("This is not a device address.", () => form);
    await fill({ "Address of the new device": "aa-bb-cc-00-00-02" }, form);
    answer(moveBought, { success: true, message: "It is on the new device." });
    expect(await toastAfter(() => press("Move", form))).toBe("Moved - It is on the new device.");
    expect(bodiesOf(moveBought)).toEqual([{ providerId: "p1", macAddress: "aa-bb-cc-00-00-02" }]);
  });

  it("money is offered back from there", async () => {
    answer(refundOffer, refusal(500));
    await open("?providerId=p1");
    await press("Give back SGA1BCDE2F of 2547 ***** 126");
    await dialog("Give money back");
    await see("This cannot be given back here");
  });
});

describe("what providers ask to be given back (OC-31e)", () => {
  const appeal: RefundAppealLine = {
    id: "a1",
    providerId: "p1",
    provider: "Coast WiFi",
    transactionId: "t1",
    receipt: "SGA1BCDE2F",
    planName: "3 Hours",
    amount: 20,
    reason: "Paid twice",
    askedAt: ago(60),
    isUnderWay: false,
  };
  const asked = () => screen.findByRole("region", { name: "Asked to give back" });
  const offer = refundOffered({
    account: { settlement: "diverted", kind: "till", number: "600900", reference: null },
  });

  it("stands above the payments with whose, which and why; it is given back as ever, for that reason", async () => {
    answer(listRefundAppeals, [appeal]);
    answer(refundOffer, offer);
    await open();
    const shown = await asked();
    await see("KSh 20 · Coast WiFi · 3 Hours Paid twice SGA1BCDE2F ·", () => shown);
    // Whether its payer was let in is said by the payment.
    expect(within(shown).getByRole("link", { name: "SGA1BCDE2F" }).getAttribute("href")).toBe(
      "/superadmin/payments?q=SGA1BCDE2F",
    );
    await press("Give back SGA1BCDE2F for Coast WiFi");
    const form = await dialog("Give money back");
    await see("The payment switch's central account pays", () => form);
    const refund = { id: "f1", status: "pending", amount: 20, detail: null, receipt: null } as const;
    answer(refundPayment, { success: true, message: "Its result follows.", refund });
    answer(listRefundAppeals, [{ ...appeal, isUnderWay: true }]);
    expect(await toastAfter(() => press("Give back KSh 20", form))).toBe("Refund sent - Its result follows.");
    expect(bodiesOf(refundPayment)).toEqual([{ providerId: "p1", reason: "Paid twice", endAccess: false }]);
    await see("On its way");
    expect(screen.queryByRole("button", { name: /^Decline/ })).toBeNull();
  });

  it("is declined with a note that its provider reads, and is gone", async () => {
    answer(listRefundAppeals, [appeal]);
    await open();
    await press("Decline SGA1BCDE2F of Coast WiFi");
    const form = await dialog("Decline KSh 20 of Coast WiFi");
    await press("Decline", form);
    await see("Say why it is not given back", () => form);
    await fill({ "Why it is not given back": "The access was used" }, form);
    answer(declineRefundAppeal, { success: true, message: "Declined." });
    answer(listRefundAppeals, []);
    expect(await toastAfter(() => press("Decline", form))).toBe("Declined - Declined.");
    expect(bodiesOf(declineRefundAppeal)).toEqual([{ note: "The access was used" }]);
    await noDialog();
    expect(screen.queryByRole("region", { name: "Asked to give back" })).toBeNull();
  });

  it("is said to be unknown where it could not be read, and the payments stand there", async () => {
    answer(listRefundAppeals, refusal(500));
    await open("?providerId=p1");
    await see("Error Loading What Is Asked Back");
    expect(await row("Payments", "SGA1BCDE2F")).toContain("Coast WiFi");
  });
});
