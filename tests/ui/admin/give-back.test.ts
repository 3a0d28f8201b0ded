import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { getSettings } from "#contract/branding";
import { listLines } from "#contract/lines";
import { appealRefund, type OwnRefund, ownRefund, refundOwnPayment } from "#contract/own-refunds";
import { listOwnPaybillPayments } from "#contract/paybill";
import { adminListPlans } from "#contract/plans";
import { listOwnDifferences } from "#contract/reconciliation";
import { listRouters, listRoutersOfProvider } from "#contract/routers";
import { listCash, listTransactions, paymentStats, revenueByDay, routerStats } from "#contract/transactions";
import { listUsers } from "#contract/users";
import { listVouchers } from "#contract/vouchers";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { button, dialog, fill, noDialog, person, press, see, toast, toastAfter } from "../support/page.ts";
import {
  noCash,
  ownRefundOffer,
  plan,
  quietSales,
  router,
  settings,
  transaction,
} from "../support/provider-rows.ts";

// Money given back from the receipt (docs/behaviour/provider-console.md, PC-67a to PC-67c).

const paid = transaction("t1", { receipt: "SGA1BCDE2F", amount: 20 });
const byOperator: OwnRefund = {
  ...ownRefundOffer,
  account: null,
  by: "operator",
  why: "An account of the platform received this money: the operator gives it back.",
};
const refund = { id: "f1", status: "pending", amount: 20, detail: null, receipt: null } as const;

beforeEach(() => {
  answer(paymentStats, quietSales);
  answer(listTransactions, [paid]);
  answer(listCash, noCash);
  answer(listOwnPaybillPayments, []);
  answer(listOwnDifferences, []);
  answer(listRouters, [router("Main Gate")]);
  answer(getSettings, settings);
  answer(ownRefund, ownRefundOffer);
});

async function receipt(options = {}): Promise<HTMLElement> {
  openAdmin("/admin/payments?payment=t1", options);
  const sheet = await dialog(/^Receipt of/);
  await within(sheet).findByText("SGA1BCDE2F");
  return sheet;
}
const giveForm = () => dialog("Give money back");
const askForm = () => dialog("Ask the operator to give it back");

describe("what the provider's own account received (PC-67a)", () => {
  it("goes back once it was said how much, to whom, from where, and what becomes of sales and access", async () => {
    const sheet = await receipt();
    await press("Give back", sheet);
    const form = await giveForm();
    await see("KSh 20 goes back to +254 712 345 678", () => form);
    await see(
      "It goes out of your own account, M-Pesa till 4455. Your sales fall by as much on the day on which it is back.",
      () => form,
    );
    await see("It is sent once and cannot be called back.", () => form);
    await see("When the money is back. Otherwise the payer stays connected.", () => form);
    await press("Give back KSh 20", form);
    await see("Say why it is given back", () => form);
    await press("Paid twice", form);
    answer(refundOwnPayment, { success: true, message: "Its result follows.", refund });
    answer(ownRefund, { ...ownRefundOffer, by: null, why: "A refund of this payment is on its way." });
    expect(await toastAfter(() => press("Give back KSh 20", form))).toBe("Refund sent - Its result follows.");
    await see("A refund of this payment is on its way.", () => sheet);
    expect(within(sheet).queryByRole("button", { name: "Give back" })).toBeNull();
    expect(sentTo(refundOwnPayment).map(({ body }) => body)).toEqual([
      { reason: "Paid twice", endAccess: false },
    ]);
  });

  it("goes back in part, with its access; an emptied amount is nothing, not all of it", async () => {
    await press("Give back", await receipt());
    const form = await giveForm();
    await fill({ "Amount (KSh)": "", Reason: "Half an hour was down" }, form);
    await press("Give back KSh 0", form);
    await see("At least KSh 1", () => form);
    expect(sentTo(refundOwnPayment)).toEqual([]);
    await fill({ "Amount (KSh)": "5" }, form);
    await see("KSh 5 goes back to +254 712 345 678 ", () => form);
    await see("M-Pesa gives a payment back only once: the rest cannot follow this way.", () => form);
    await person.click(within(form).getByRole("checkbox", { name: "End the access that was bought" }));
    answer(refundOwnPayment, {
      success: true,
      message: "It is back.",
      refund: { ...refund, status: "done" },
    });
    expect(await toastAfter(() => press("Give back KSh 5", form))).toBe("Given back - It is back.");
    expect(bodiesOf(refundOwnPayment)).toEqual([
      { reason: "Half an hour was down", endAccess: true, amount: 5 },
    ]);
  });

  it("is one refund after a lost answer, and another one after a refusal of the gateway", async () => {
    await press("Give back", await receipt());
    const form = await giveForm();
    await fill({ Reason: "Paid twice" }, form);
    const again = () => press("Give back KSh 20", form);
    answer(refundOwnPayment, refusal(500));
    await again();
    await see("Failed to give it back. Look at the receipt before you try again.", () => form);
    answer(refundOwnPayment, {
      success: false,
      message: "The gateway refused the refund.",
      refund: { ...refund, status: "failed", detail: "2001 initiator" },
    });
    await again();
    await see("The gateway refused the refund. (2001 initiator)", () => form);
    answer(refundOwnPayment, { success: true, message: "Its result follows.", refund });
    await toastAfter(again);
    const [lost, repeated, another] = sentTo(refundOwnPayment).map(({ key }) => key);
    expect(repeated).toBe(lost);
    expect(another).not.toBe(lost);
  });

  it("is the owner's alone, of money that came in and is still here", async () => {
    const sheet = await receipt({ signed: { role: "cashier" } });
    await button("Copy", sheet);
    expect(within(sheet).queryByRole("button", { name: /[Gg]ive/ })).toBeNull();
    expect(sentTo(ownRefund)).toEqual([]);
  });

  it.each([
    { type: "voucher", method: "voucher" },
    { status: "pending", activation: "none" },
    { refunded: 20 },
  ] as const)("is not asked about a receipt of %o", async (changes) => {
    answer(listTransactions, [transaction("t1", { ...paid, ...changes })]);
    await button("Copy", await receipt());
    expect(sentTo(ownRefund)).toEqual([]);
  });
});

describe("what the provider cannot give back (PC-67b)", () => {
  it("is asked of the operator with a reason that is chosen or written, and what becomes of it stands there", async () => {
    answer(ownRefund, byOperator);
    const sheet = await receipt();
    await press("Ask the operator to give it back", sheet);
    const form = await askForm();
    await see("An account of the platform received this money: the operator gives it back.", () => form);
    await see("KSh 20 at most.", () => form);
    await press("Never got online", form);
    answer(appealRefund, { success: true, message: "The operator was asked." });
    const appeal = {
      status: "open",
      reason: "Never got online",
      note: null,
      askedAt: "2026-11-20T10:00:00.000Z",
    } as const;
    answer(ownRefund, { ...byOperator, appeal });
    expect(await toastAfter(() => press("Ask the operator", form))).toBe("Asked - The operator was asked.");
    await see("The operator was asked to give it back: Never got online", () => sheet);
    expect(within(sheet).queryByRole("button", { name: /operator/ })).toBeNull();
    expect(bodiesOf(appealRefund)).toEqual([{ reason: "Never got online" }]);
  });

  it("and was declined says why, and can be asked for once more", async () => {
    const appeal = {
      status: "declined",
      reason: "Paid twice",
      note: "The access was used",
      askedAt: "2026-11-20T10:00:00.000Z",
    } as const;
    answer(ownRefund, { ...byOperator, appeal });
    const sheet = await receipt();
    await see("The operator does not give it back: The access was used", () => sheet);
    await button("Ask the operator to give it back", sheet);
  });

  it("says why nobody can now", async () => {
    answer(ownRefund, { ...ownRefundOffer, by: null, why: "This payment is more than 40 days old." });
    const sheet = await receipt();
    await see("This payment is more than 40 days old.", () => sheet);
    expect(within(sheet).queryByRole("button", { name: "Give back" })).toBeNull();
  });
});

it("from the dashboard, by the receipt of the customer's message: three taps (PC-67c)", async () => {
  answer(adminListPlans, [plan("Day")]);
  answer(listRoutersOfProvider, [router("Gate")]);
  answer(routerStats, { todaySales: 0, monthlyRevenue: 0 });
  answer(revenueByDay, []);
  answer(listUsers, []);
  answer(listLines, []);
  answer(listVouchers, []);
  answer(refundOwnPayment, { success: true, message: "Its result follows.", refund });
  openAdmin("/admin/dashboard");
  let taps = 0;
  const tap = async (element: Promise<HTMLElement>) => {
    taps += 1;
    await person.click(await element);
  };
  await tap(button("Search"));
  await person.type(
    await screen.findByPlaceholderText("Phone, receipt, code, device or router"),
    "sga1bcde2f",
  );
  await tap(screen.findByText("Give back: +254 712 345 678 · KSh 20"));
  const form = await giveForm();
  await fill({ Reason: "Paid twice" }, form);
  await tap(button("Give back KSh 20", form));
  expect(await toast()).toBe("Refund sent - Its result follows.");
  expect(taps).toBe(3);
  await press("Close", await dialog(/^Receipt of/));
  await noDialog();
});
