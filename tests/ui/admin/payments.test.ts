import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { noteExport } from "#contract/audit";
import { getSettings } from "#contract/branding";
import {
  attributeOwnPaybillPayment,
  listOwnPaybillPayments,
  ownPaybillCandidates,
  ownPaybillCustomers,
} from "#contract/paybill";
import { adminListPlans } from "#contract/plans";
import { listOwnDifferences, type OwnDifference } from "#contract/reconciliation";
import { listRouters } from "#contract/routers";
import { listCash, listTransactions, paymentStats, retryActivation } from "#contract/transactions";
import { catchFiles, catchPrints, catchShares, csvIn } from "../support/browser-ports.ts";
import { ago } from "../support/clock.ts";
import { answer, bodiesOf, held, pageOf, refusal, sentTo, unreachable } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import {
  addressNow,
  button,
  card,
  choose,
  dialog,
  fill,
  heads,
  noDialog,
  person,
  press,
  row,
  see,
  toast,
  toastAfter,
  words,
} from "../support/page.ts";
import {
  moneyCandidate,
  noCash,
  plan,
  router,
  settings,
  transaction,
  unknownMoney,
} from "../support/provider-rows.ts";

// The payments page of the provider console (docs/behaviour/provider-console.md, PC-61 to PC-71).

const rows = [
  transaction("t1", { receipt: "SGA1", macAddress: "4C:5E:0C:0C:0A:01" }),
  transaction("t2", {
    status: "pending",
    createdAt: ago(5),
    activation: "none",
    phoneNumber: "254700000002",
  }),
  transaction("t3", { status: "failed", createdAt: ago(180), activation: "none", detail: "Cancelled" }),
  transaction("t4", { type: "voucher", phoneNumber: null, method: "voucher", createdAt: ago(2 * 1_440) }),
  transaction("t5", { activation: "open", phoneNumber: "254700000005", macAddress: "4C:5E:0C:0C:0A:05" }),
  transaction("t6", { divertedTo: "0987", refunded: 20, phoneNumber: "254700000006" }),
];
const stats = {
  totalRevenue: 1_250.5,
  todaySales: 40,
  totalTransactions: 1_005,
  sold: 900,
  successRate: 66.66,
  voucherSales: 20,
  notActivated: 0,
};

beforeEach(() => {
  answer(paymentStats, stats);
  answer(listTransactions, rows);
  answer(listCash, noCash);
  answer(listOwnPaybillPayments, []);
  answer(listOwnDifferences, []);
  answer(listRouters, [router("Main Gate")]);
  answer(getSettings, settings);
});
async function open(address = "/admin/payments"): Promise<void> {
  openAdmin(address);
  await row("Recent Payments", "Payment Completed");
}

describe("the figures (PC-61)", () => {
  it("are the server's, and each opens its rows", async () => {
    await open();
    const today = new Date(Date.now() + 10_800_000).toISOString().slice(0, 10);
    const sold = "type=payment&status=completed";
    const expected = [
      ["Total Revenue", "KSh 1,250.50", `?${sold}`],
      ["Today's Sales", "KSh 40", `?${sold}&from=${today}&to=${today}`],
      ["Transactions", "1,005", ""],
      ["Success Rate", "66.7%", "?type=payment&status=failed"],
      ["Voucher sales", "KSh 20", "?type=voucher"],
    ];
    for (const [name = "", figure = "", query = ""] of expected) {
      const shown = await card(name);
      expect([shown.text.includes(figure), shown.address]).toEqual([true, `/admin/payments${query}`]);
    }
  });

  it("are a dash where they are unknown, beside a list that says that it cannot be read", async () => {
    for (const call of [paymentStats, listTransactions] as const) answer(call, unreachable);
    openAdmin("/admin/payments");
    await see("Error Loading Payments No connection. Check your internet and try again.");
    await waitFor(async () => expect((await card("Total Revenue")).text).toMatch(/^Total Revenue –/));
    answer(listTransactions, refusal(500));
    for (const again of screen.getAllByRole("button", { name: "Try again" })) await person.click(again);
    await see("Failed to load payments. Please check your connection and try again.");
  });

  it("and lists say that there is no connection, and are read when it is back", async () => {
    answer(adminListPlans, []);
    openAdmin("/admin/plans");
    const [payments] = await screen.findAllByRole("link", { name: "Payments" });
    window.dispatchEvent(new Event("offline"));
    await person.click(payments as HTMLElement);
    await see("Error Loading Payments No connection. Check your internet and try again.");
    window.dispatchEvent(new Event("online"));
    await row("Recent Payments", "Payment Completed");
  });

  it("lead to what is paid and not activated", async () => {
    answer(paymentStats, { ...stats, notActivated: 2 });
    await open();
    expect((await card("Paid, not activated")).text).toContain("2");
    await person.click(screen.getByRole("link", { name: /^Paid, not activated/ }));
    await waitFor(() => expect(sentTo(listTransactions).at(-1)?.query).toMatchObject({ activation: "open" }));
    await waitFor(() => expect(addressNow()).toBe("/admin/payments?activation=open"));
  });
});

describe("the list of payments (PC-64 to PC-66)", () => {
  it("names payer or voucher, status, amount and how long ago", async () => {
    await open();
    for (const [place, pattern] of [
      ["SGA1", /^\+254 712 345 678 3 Hours Payment Completed .* KSh 1,250 Just now/],
      ["000 002", /Payment Pending .* 5 min ago/],
      ["Payment Failed", /3 hr ago/],
      ["Voucher Redemption", /Voucher Redeemed .* 2 day ago/],
      ["000 005", /Payment Completed Paid, not activated/],
      ["000 006", /Diverted •••• 0987 Refunded KSh 20/],
    ] as const)
      expect(await row("Recent Payments", place)).toMatch(pattern);
  });

  it("without any says so (PC-71); the success rate is then the server's 100 %", async () => {
    answer(listTransactions, []);
    answer(paymentStats, { ...stats, totalRevenue: 0, successRate: 100 });
    openAdmin("/admin/payments");
    await see("No recent payments Payments and redeemed vouchers stand here within seconds.");
    expect((await card("Success Rate")).text).toContain("100%");
    expect((await card("Total Revenue")).text).toContain("KSh 0");
  });

  it("leads back step by step: page, filter, receipt; letters of one search are one step", async () => {
    answer(listTransactions, () => pageOf(rows, 60));
    await open();
    await choose("Status", "Completed");
    await press("Page 2");
    await waitFor(() => expect(addressNow()).toBe("/admin/payments?status=completed&page=2"));
    await press("Receipt of +254 712 345 678");
    await dialog(/^Receipt of/);
    const back = async (address: string) => {
      window.history.back();
      await waitFor(() => expect(addressNow()).toBe(address));
    };
    await back("/admin/payments?status=completed&page=2");
    await noDialog();
    await back("/admin/payments?status=completed");
    await back("/admin/payments");
    await person.type(screen.getByPlaceholderText("Phone, receipt or device"), "07");
    await waitFor(() => expect(addressNow()).toBe("/admin/payments?q=07"));
    await person.type(screen.getByPlaceholderText("Phone, receipt or device"), "12");
    await waitFor(() => expect(addressNow()).toBe("/admin/payments?q=0712"));
    await back("/admin/payments");
  });

  it("a new page begins at its top, where the focus is, too", async () => {
    answer(listTransactions, () => pageOf(rows, 60));
    const seen: Element[] = [];
    vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
      seen.push(this);
    });
    await open();
    await press("Page 2");
    await waitFor(() => expect(seen).toHaveLength(1));
    expect(within(seen[0] as HTMLElement).getByRole("table", { name: "Recent Payments" })).toBeTruthy();
    expect(document.activeElement).toBe(seen[0]);
  });
});

describe("all transactions (PC-66)", () => {
  it("have the columns, and actions where something can still come of them", async () => {
    await open();
    await see("6 transactions");
    expect(await heads("Recent Payments")).toEqual([
      ...["Customer", "Status", "Router", "Receipt", "Amount", "Time", "Actions"],
    ]);
    expect(await row("Recent Payments", "SGA1")).toMatch(
      /^\+254 712 345 678 3 Hours Payment Completed Main Gate M-Pesa SGA1 KSh 1,250 .* Receipt$/,
    );
    for (const who of ["+254 700 000 002", "+254 700 000 005"]) await button(`Retry ${who}`);
    expect(screen.queryAllByRole("button", { name: /^Retry / })).toHaveLength(2);
  });

  it("are narrowed by status, type, router and search, all in the address; one button shows all again", async () => {
    await open();
    answer(listTransactions, []);
    await choose("Status", "Pending");
    await see("No payments match your filters");
    await choose("Type", "Vouchers");
    await choose("Router", "Main Gate");
    await person.type(screen.getByPlaceholderText("Phone, receipt or device"), "0712");
    const query = { status: "pending", type: "voucher", routerId: "Main Gate", q: "0712" };
    await waitFor(() => expect(sentTo(listTransactions).at(-1)?.query).toMatchObject(query));
    await waitFor(() =>
      expect(addressNow()).toBe("/admin/payments?status=pending&type=voucher&routerId=Main+Gate&q=0712"),
    );
    answer(listTransactions, rows);
    await press("Show all payments");
    await see("6 transactions");
    await waitFor(() => expect(addressNow()).toBe("/admin/payments"));
  });

  it("keep their list whatever becomes of the cards above it", async () => {
    answer(listOwnPaybillPayments, refusal(500));
    await open();
    await see("Error Loading Money Without a Purchase");
  });
});

describe("retrying (PC-67)", () => {
  const again = () => press("Retry +254 700 000 005");

  it("says what came of it", async () => {
    await open();
    const release = held(retryActivation, {
      success: true,
      message: "The router was asked.",
      transaction: rows[4] ?? transaction("t"),
    });
    await again();
    await button("Retrying...");
    expect(await toastAfter(async () => release())).toBe("Retried - The router was asked.");
    answer(retryActivation, {
      success: false,
      message: "The router is away.",
      transaction: rows[4] ?? transaction("t"),
    });
    expect(await toastAfter(again)).toBe("Not activated yet - The router is away.");
    answer(retryActivation, refusal(500));
    expect(await toastAfter(again)).toBe("Retry Failed - Failed to retry the activation");
    expect(sentTo(retryActivation)[0]?.params).toEqual({ id: "t5" });
  });
});

describe("a receipt (PC-67)", () => {
  it("is read, copied, printed and shared, and leads to its user", async () => {
    const { prints, done } = catchPrints();
    const shared = catchShares(true);
    await open();
    await press("Receipt of +254 712 345 678");
    const sheet = await dialog(/^Receipt of/);
    await see(
      "Amount KSh 1,250 Status Payment Completed Access Activated Plan 3 Hours Phone +254 712 345 678",
      () => sheet,
    );
    await see("Paid by M-Pesa Receipt number SGA1", () => sheet);
    await press("Share", sheet);
    await waitFor(() => expect(shared[0]).toMatch(/^Demo WiFi\nAmount: KSh 1,250\n/));
    await press("Copy", sheet);
    expect(await navigator.clipboard.readText()).toBe(shared[0]);
    await press("Print", sheet);
    await waitFor(() => expect(prints[0]).toMatch(/^Demo WiFiAmountKSh 1,250/));
    done();
    const link = within(sheet).getByRole("link", { name: "Open this user" });
    expect(link.getAttribute("href")).toBe("/admin/users?user=4C%3A5E%3A0C%3A0C%3A0A%3A01");
  });

  it("of what was never paid leads to no user: there is none", async () => {
    answer(listTransactions, [
      transaction("t3", {
        status: "failed",
        macAddress: "4C:5E:0C:0C:0A:03",
        detail: "The payer cancelled.",
      }),
    ]);
    openAdmin("/admin/payments?payment=t3");
    const sheet = await dialog(/^Receipt of/);
    await see("Why it failed The payer cancelled.", () => sheet);
    expect(within(sheet).queryByRole("link")).toBeNull();
  });

  it("says why it failed, where the money went, and what is still owed", async () => {
    await open();
    await press("Receipt of +254 700 000 006");
    await see("Money Diverted •••• 0987, Refunded KSh 20");
    await press("Close");
    await noDialog();
    await press("Receipt of +254 700 000 005");
    await see("Access Not activated");
    await screen.findByRole("link", { name: "Move or extend" });
  });
});

describe("the export (PC-70)", () => {
  it("is every row of the filter, noted in the audit first", async () => {
    const files = catchFiles();
    answer(noteExport, { success: true });
    await open("/admin/payments?type=payment");
    expect(await toastAfter(() => press("Export CSV"))).toBe("Exported - 6 transactions");
    const lines = (await csvIn(files[0])).split("\r\n");
    expect(lines[0]).toBe(
      "Time,Type,Status,Phone,Amount (KES),Plan,Router,Device,Method,Receipt,Activated,Reason,Diverted to,Refunded (KES),Transaction",
    );
    expect(lines).toHaveLength(7);
    expect(files[0]?.name).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/);
    expect(bodiesOf(noteExport)).toEqual([{ what: "payments", rows: 6 }]);
    expect(sentTo(listTransactions).at(-1)?.query).toMatchObject({ type: "payment", pageSize: "1000" });
  });

  it("that is not noted is not made", async () => {
    const files = catchFiles();
    answer(noteExport, refusal(500));
    await open();
    expect(await toastAfter(() => press("Export CSV"))).toBe("Export Failed - Failed to export the payments");
    expect(files).toEqual([]);
  });
});

describe("money without a purchase (PC-68)", () => {
  beforeEach(() => {
    answer(listOwnPaybillPayments, [unknownMoney]);
    answer(ownPaybillCandidates, [moneyCandidate]);
    answer(ownPaybillCustomers, { hasCustomers: false, customers: [] });
    answer(adminListPlans, [plan("3 Hours")]);
  });
  async function openDialog(): Promise<HTMLElement> {
    await open();
    await press(/^Money without a purchase/);
    await see("KSh 20 · ASHA Account typed: my house SGA1B2C3D4");
    await press("Give to a purchase: SGA1B2C3D4");
    return dialog("What was KSh 20 paid for?");
  }

  it("is given to a purchase that costs as much, once; a repeat is the same gift", async () => {
    const form = await openDialog();
    await see("Choose what KSh 20 of SGA1B2C3D4 was paid for.", () => form);
    await press("Give KSh 20", form);
    await see("Choose a purchase", () => form);
    await person.click(screen.getByRole("radio", { name: /4C:5E:0C:0C:0A:09/ }));
    await see(
      "KSh 20 of SGA1B2C3D4 pays 3 Hours for +254 700 000 009, 4C:5E:0C:0C:0A:09. This cannot be undone.",
      () => form,
    );
    answer(attributeOwnPaybillPayment, refusal(500));
    expect(await toastAfter(() => press("Give KSh 20", form))).toBe(
      "Not given - Failed to give the money to a purchase. Please try again.",
    );
    answer(listOwnPaybillPayments, []);
    answer(attributeOwnPaybillPayment, {
      success: true,
      message: "",
      paybillPayment: { ...unknownMoney, status: "attributed" },
    });
    await press("Give KSh 20", form);
    await waitFor(async () =>
      expect(await toast()).toMatch(/^Money given to a purchase - KSh 20 of SGA1B2C3D4 has paid it\./),
    );
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: /^Money without a purchase/ })).toBeNull(),
    );
    expect(bodiesOf(attributeOwnPaybillPayment)).toEqual([{ paymentId: "t9" }, { paymentId: "t9" }]);
    expect(new Set(sentTo(attributeOwnPaybillPayment).map(({ key }) => key)).size).toBe(1);
  });

  it("is given into the account of whom it was meant for, or of whom one looks up", async () => {
    const mercy = {
      id: "c1",
      number: "81234567",
      name: "Mercy Wanjiru",
      phoneNumber: "2547 ***** 200",
      provider: null,
    };
    const juma = {
      id: "c2",
      number: "90000001",
      name: "Juma",
      phoneNumber: "2547 ***** 300",
      provider: null,
    };
    answer(ownPaybillCustomers, ({ query }) => ({
      hasCustomers: true,
      customers: query.q === "juma" ? [juma] : [mercy],
    }));
    const form = await openDialog();
    await person.click(await screen.findByRole("radio", { name: /^Account of Mercy Wanjiru/ }));
    await see(
      "KSh 20 of SGA1B2C3D4 goes into the account of Mercy Wanjiru, 8123 4567. This cannot be undone.",
      () => form,
    );
    await person.click(screen.getByRole("radio", { name: /^Another customer's account/ }));
    await press("Give KSh 20", form);
    await see("Choose whose account it is.", () => form);
    await person.type(within(form).getByRole("combobox", { name: "Customer" }), "juma");
    await person.click(await screen.findByRole("option", { name: "Juma, 9000 0001" }));
    await see("goes into the account of Juma, 9000 0001.", () => form);
    answer(attributeOwnPaybillPayment, {
      success: true,
      message: "",
      paybillPayment: { ...unknownMoney, status: "attributed" },
    });
    expect(await toastAfter(() => press("Give KSh 20", form))).toBe(
      "Money given to a customer - KSh 20 of SGA1B2C3D4 is in the account.",
    );
    expect(bodiesOf(attributeOwnPaybillPayment)).toEqual([{ customerId: "c2" }]);
  });

  it("buys a new purchase of a plan for a device where none fits", async () => {
    answer(ownPaybillCandidates, []);
    answer(attributeOwnPaybillPayment, { success: true, message: "", paybillPayment: unknownMoney });
    const form = await openDialog();
    await see("No unpaid purchase of that day costs KSh 20.", () => form);
    await person.click(screen.getByRole("radio", { name: /A new purchase/ }));
    await choose("Plan", "3 Hours KES 20", form);
    await choose("Router", "Main Gate", form);
    await fill({ "Phone of the buyer": "0712 345 678", Device: "4c5e0c0c0a10" }, form);
    await see("KSh 20 of SGA1B2C3D4 buys 3 Hours for 4C:5E:0C:0C:0A:10. This cannot be undone.", () => form);
    await press("Give KSh 20", form);
    await waitFor(() => expect(sentTo(attributeOwnPaybillPayment)).toHaveLength(1));
    expect(bodiesOf(attributeOwnPaybillPayment)[0]).toMatchObject({
      planId: "3-hours",
      routerId: "Main Gate",
    });
  });
});

it("payments under review are to be known, and no more (PC-69)", async () => {
  const difference = (kind: OwnDifference["kind"], changes: Partial<OwnDifference>): OwnDifference => ({
    id: kind,
    at: ago(60),
    kind,
    transactionId: null,
    receipt: null,
    amount: null,
    settledAt: null,
    ...changes,
  });
  answer(
    listOwnDifferences,
    pageOf(
      [
        difference("unknown-receipt", { receipt: "SHU1", amount: 150 }),
        difference("double", { settledAt: ago(1), transactionId: "t1" }),
      ],
      7,
    ),
  );
  await open();
  await press(/^Payments under review/);
  const section = screen.getByRole("region", { name: /^Payments under review/ });
  expect(words(section)).toMatch(
    /The operator settles them; you have nothing to do\. KSh 150 · Money that no purchase is known for SHU1 · .* The operator is looking at it Paid twice for one purchase .* Transaction t1 Settled/,
  );
  expect(within(section).queryByRole("button", { name: /Give|Settle/ })).toBeNull();
  await press("Next page", section);
  await waitFor(() => expect(sentTo(listOwnDifferences).at(-1)?.query).toEqual({ page: "2", pageSize: "5" }));
});
