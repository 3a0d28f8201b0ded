import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { type Confirmation, listConfirmations, submitConfirmation } from "#contract/billing-confirmations";
import { type BillingAccount, billingAccount, type Invoice, listInvoices } from "#contract/billing-invoices";
import { listNotifications, readNotifications } from "#contract/billing-notifications";
import { consentToCollection } from "#contract/collection";
import {
  addOwnGateway,
  listOwnGateways,
  type OwnGateway,
  offeredGateways,
  removeOwnGateway,
  verifyOwnGateway,
} from "#contract/own-gateways";
import {
  type Balance,
  type Payout,
  readBalance,
  readStatement,
  requestPayout,
  saveDestination,
} from "#contract/payouts";
import { catchFiles, csvIn } from "../support/browser-ports.ts";
import { ago } from "../support/clock.ts";
import { answer, bodiesOf, held, pageOf, refusal, sentTo } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { addressNow, button, fill, person, press, see, toastAfter, words } from "../support/page.ts";

// The billing page of the provider console (docs/behaviour/provider-console.md, PC-108 to PC-113).

const account: BillingAccount = {
  status: "active",
  suspendedFor: null,
  owed: 1_250.5,
  overdue: 0,
  credit: 0,
  suspendedOn: null,
  paybill: "600100",
  unread: 0,
  terms: {
    billingModel: "percentage",
    percentageRate: 5,
    transactionFee: null,
    monthlyFee: null,
    billingCycle: "monthly",
    dueDay: 5,
    paymentAccountNumber: "DEMO",
    billedFrom: "2026-01-01",
  },
};
const invoice: Invoice = {
  id: "i1",
  periodStart: "2026-10-01",
  periodEnd: "2026-10-31",
  dueDate: "2026-11-05",
  billingModel: "percentage",
  percentageRate: 5,
  transactionFee: null,
  monthlyFee: null,
  rows: [
    { kind: "sales", from: "2026-10-01", to: "2026-10-31", count: 1_002, base: 25_010, amount: 1_250.5 },
  ],
  baseCount: 1_002,
  base: 25_010,
  amount: 1_250.5,
  paid: 250,
  status: "overdue",
  issuedAt: ago(30_000),
  paidAt: null,
  credited: 0,
  credits: [],
};
const code: Confirmation = {
  id: "c1",
  amountPaid: 250,
  paymentCode: "TKQ12AB9XZ",
  status: "rejected",
  notes: "No such money.",
  createdAt: ago(60),
  decidedAt: ago(30),
};
const till: OwnGateway = {
  id: "g1",
  type: "mpesa",
  service: "mpesa",
  paidAs: null,
  accountEnd: "0200",
  routerName: null,
  environment: "production",
  status: "collects",
  credentials: "own",
  settlement: "direct",
  verification: { status: "verified", at: ago(30_000), fault: null },
  fault: null,
  suspendedAt: null,
  suspendedFor: null,
  paybillSince: ago(9),
};

const nothing: Balance = {
  collection: "off",
  paysOut: false,
  owed: 0,
  underWay: 0,
  refunding: 0,
  available: 0,
  fresh: 0,
  holdHours: 24,
  fee: 20,
  least: 50,
  most: 250_000,
  destination: null,
  payouts: [],
};

beforeEach(() => {
  answer(billingAccount, account);
  answer(readBalance, nothing);
  answer(listConfirmations, []);
  answer(listInvoices, []);
  answer(listOwnGateways, [till]);
  answer(listNotifications, []);
});
async function open(changes: Partial<BillingAccount> = {}): Promise<void> {
  answer(billingAccount, { ...account, ...changes });
  openAdmin("/admin/billing");
  await screen.findByRole("heading", { name: "How to pay" });
}
/** The other two subjects of the page. */
async function openTab(tab: "paid" | "balance"): Promise<void> {
  openAdmin(`/admin/billing?tab=${tab}`);
  await screen.findByRole("heading", { level: 1, name: "Billing" });
}

it("tells its three subjects apart, each in a tab with an address, and begins with the bill", async () => {
  await open();
  expect(screen.getAllByRole("tab").map((tab) => words(tab))).toEqual([
    ...["How you are paid", "Balance and payouts", "The platform's bill"],
  ]);
  expect(screen.queryByRole("region", { name: "How you are paid" })).toBeNull();
  await person.click(screen.getByRole("tab", { name: "How you are paid" }));
  await screen.findByRole("region", { name: "How you are paid" });
  await waitFor(() => expect(addressNow()).toBe("/admin/billing?tab=paid"));
  expect(screen.queryByRole("heading", { name: "How to pay" })).toBeNull();
});

describe("what is owed (PC-108)", () => {
  it.each<[Partial<BillingAccount>, string[]]>([
    [
      {},
      [
        "To pay KSh 1,250.50 All open invoices",
        "Paid in advance KSh 0",
        "Your rate 5% of sales Monthly, due on day 5",
      ],
    ],
    [
      { overdue: 300, suspendedOn: "2026-12-01" },
      [
        "KSh 300 of it is overdue",
        "Payment overdue If KSh 300 is not paid, your account is suspended on 1 Dec 2026: nothing can be sold then.",
      ],
    ],
    [
      { status: "suspended", suspendedFor: "invoice" },
      ["Account suspended An invoice was not paid in time, so nothing can be sold now."],
    ],
    [{ status: "suspended" }, ["The platform has suspended your account. Please contact its support."]],
    [
      { terms: null },
      [
        "Your rate – No billing configured",
        "Nothing is charged until the platform has configured your billing.",
      ],
    ],
  ])("%j", async (changes, said) => {
    await open(changes);
    for (const text of said) await see(text);
  });

  it("that cannot be read says so", async () => {
    answer(billingAccount, refusal(500));
    openAdmin("/admin/billing");
    await see(
      "Error Loading Billing Failed to load your billing. Please check your connection and try again.",
    );
  });
});

it.each<[Partial<BillingAccount>, string]>([
  [{}, "Business number: 600100 Account number: DEMO Amount: KSh 1,250.50 Enter the code"],
  [{ owed: 0 }, "Amount: what you want to pay in advance."],
  [{ paybill: null }, "Ask the platform's support how to pay, and name the account number DEMO."],
])("how to pay: %j (PC-109)", async (changes, said) => {
  await open(changes);
  await see(said);
});

describe("a payment code (PC-110, PC-111)", () => {
  const submit = () => press("Submit code");

  it.each([
    [{ "Payment code": "" }, "Payment code is required"],
    [
      { "Payment code": "TKQ1" },
      "A payment code has 8 to 12 letters and digits, as in the message that you got",
    ],
    [{ "Payment code": "TKQ12AB9XZ", "Amount paid (KSh)": "" }, "Amount paid is a number of shillings"],
    [
      { "Payment code": "TKQ12AB9XZ", "Amount paid (KSh)": "0" },
      "Amount paid is between KSh 1 and KSh 10,000,000",
    ],
    [{ "Amount paid (KSh)": "1e9" }, "Amount paid is a number of shillings"],
    [{ "Amount paid (KSh)": "12.345" }, "Amount paid has at most two decimals"],
  ])("%j is refused: %s", async (typed, said) => {
    await open();
    await fill(typed);
    await submit();
    await see(said);
    expect(sentTo(submitConfirmation)).toEqual([]);
  });

  it("is sent in capitals with what is owed, once; what became of it stands below", async () => {
    await open();
    await fill({ "Payment code": "tkq12 ab9xz" });
    const release = held(submitConfirmation, { ...code, status: "pending" });
    await submit();
    expect(await button("Submitting...")).toHaveProperty("disabled", true);
    answer(listConfirmations, [
      code,
      { ...code, id: "c2", status: "pending", notes: null },
      { ...code, id: "c3", status: "verified" },
    ]);
    expect(await toastAfter(async () => release())).toBe(
      "Payment code submitted - KSh 1,250.50 with the code TKQ12AB9XZ waits to be verified.",
    );
    expect(bodiesOf(submitConfirmation)).toEqual([{ paymentCode: "TKQ12AB9XZ", amountPaid: 1_250.5 }]);
    await see(/TKQ12AB9XZ · KSh 250 .* Rejected No such money\. TKQ12AB9XZ .* Pending .* Verified/);
  });

  it("that is refused says why", async () => {
    answer(submitConfirmation, refusal(409, "This code was submitted before."));
    await open();
    await fill({ "Payment code": "TKQ12AB9XZ" });
    expect(await toastAfter(submit)).toBe("Not submitted - This code was submitted before.");
  });
});

describe("invoices (PC-111)", () => {
  it("stand with days, status, and the lines that they were computed from, six a page", async () => {
    const paid = { ...invoice, id: "i2", status: "paid" as const };
    answer(listInvoices, pageOf([invoice, paid, { ...paid, id: "i3", status: "open" }], 7));
    await open();
    const list = await screen.findByRole("list", { name: "Invoices" });
    expect(words(list)).toMatch(
      /^1 Oct 2026 – 31 Oct 2026 Due 5 Nov 2026 Overdue KSh 1,250\.50 KSh 250 paid, KSh 1,000\.50 still to pay Show details/,
    );
    expect(words(list)).toMatch(/Paid .* Open /);
    await press(/^Show details/, list);
    expect(words(list)).toMatch(
      /Rate: 5% of sales .*Sales, 1 Oct 2026 – 31 Oct 2026 1,002 KSh 25,010 KSh 1,250\.50/,
    );
    await press("Next page");
    await waitFor(() => expect(sentTo(listInvoices).at(-1)?.query).toEqual({ page: "2", pageSize: "6" }));
  });

  it("that are none yet, or cannot be read, say so", async () => {
    await open();
    await see("No invoices yet The first one comes on the day after your first billing period.");
    await see("No notifications yet");
  });
});

describe("how you are paid (PC-112)", () => {
  const unproven: OwnGateway = {
    ...till,
    paybillSince: null,
    verification: { status: "none", at: null, fault: null },
  };
  it.each<[Partial<OwnGateway>, RegExp]>([
    [
      till,
      /^M-Pesa •••• 0200 Collects All routers · Production The money arrives at your account at once, by credentials of your own\. Verified with KSh 1: .* Payments typed by hand arrive, too\.$/,
    ],
    [
      { environment: "sandbox", credentials: "platform", paidAs: null },
      /KSh 1 finds out whether it is a till or a pay bill\. Ask the operator for production\. Send KSh 1$/,
    ],
    [
      { environment: "sandbox", credentials: "platform", paidAs: "pay_bill" },
      /Sandbox .*by the platform's app\. .*This is a sandbox: no real money moves\. Ask the operator for production\.$/,
    ],
    [
      { ...unproven, status: "waits" },
      /Takes over once verified .*Until KSh 1 has arrived by it, your visitors pay as before\. Send KSh 1$/,
    ],
    [
      { ...unproven, status: "needs_verification", routerName: "Roof" },
      /Needs verification Only at Roof .*KSh 1 from your own phone proves that the money arrives\. Send KSh 1$/,
    ],
    [
      {
        ...unproven,
        type: "bank",
        service: "kcb",
        status: "cannot_collect",
        fault: "KCB needs the till as Merchant ID.",
      },
      /^KCB Bank •••• 0200 Cannot collect .*Nobody can pay by it yet\. KCB needs the till as Merchant ID\. Bring it to the operator\.$/,
    ],
    [
      {
        ...unproven,
        type: "airtel_money",
        status: "cannot_collect",
        credentials: "platform",
        settlement: "collected",
      },
      /^Airtel Money .*The platform collects the money for you\. .*the operator has to complete it\. Ask there\.$/,
    ],
    [
      { status: "cannot_collect", suspendedAt: ago(5), suspendedFor: "Wrong passkey." },
      /Not collecting .*It refused three payments in a row, so visitors are not asked to pay by it\. Wrong passkey\.$/,
    ],
  ])("%j", async (changes, said) => {
    answer(listOwnGateways, [{ ...till, ...changes }]);
    await openTab("paid");
    const section = await screen.findByRole("region", { name: "How you are paid" });
    const item = await within(section).findByRole("listitem");
    expect(words(item)).toMatch(said);
  });

  it("takes away an account that was mistyped, after a question, and none that collects", async () => {
    const wrong: OwnGateway = {
      ...unproven,
      id: "g2",
      credentials: "platform",
      status: "waits",
      accountEnd: "0100",
    };
    answer(listOwnGateways, [till, wrong]);
    await openTab("paid");
    expect((await screen.findAllByText("Wrong account? Remove it")).length).toBe(1);
    await press("Wrong account? Remove it: M-Pesa •••• 0100");
    await see("Remove M-Pesa •••• 0100?");
    answer(removeOwnGateway, { success: true, message: "The account is gone from the list." });
    answer(listOwnGateways, [till]);
    await press("Remove account");
    await see("Account removed");
    expect(sentTo(removeOwnGateway)).toHaveLength(1);
  });

  it("is set up by the provider where the platform's app can pay: an account, then KSh 1, then it says that it came", async () => {
    answer(offeredGateways, { kinds: ["mpesa", "bank"], environment: "production" });
    answer(listOwnGateways, []);
    await openTab("paid");
    await see("Enter your till, pay bill or bank account; KSh 1 proves it.");
    await press("Set up M-Pesa");
    await press("Continue");
    await see("Account number is required");
    await fill({ "Till or pay bill number": "880100" });
    const added: OwnGateway = {
      ...unproven,
      accountEnd: "0100",
      credentials: "platform",
      status: "needs_verification",
    };
    answer(addOwnGateway, added);
    answer(listOwnGateways, [added]);
    await press("Continue");
    expect(bodiesOf(addOwnGateway)).toEqual([{ type: "mpesa", accountNumber: "880100" }]);
    await see("Prove M-Pesa •••• 0100 with KSh 1");
    await fill({ "Your phone": "0712345678" });
    answer(verifyOwnGateway, { success: true, message: "Check your phone: KSh 1 is asked for." });
    const pending = { status: "pending", at: null, fault: null } as const;
    answer(listOwnGateways, [{ ...added, verification: pending }]);
    await press("Ask for KSh 1");
    expect(bodiesOf(verifyOwnGateway)).toEqual([{ phoneNumber: "0712345678" }]);
    await see("KSh 1 is on its way: enter your PIN on the phone.");
    const verified = { status: "verified", at: ago(0), fault: null } as const;
    answer(listOwnGateways, [{ ...added, status: "collects", paidAs: "pay_bill", verification: verified }]);
    // It asks again every three seconds while it waits.
    await waitFor(() =>
      expect(words()).toContain("The money arrives at your pay bill at once, by the platform's app."),
    );
  });

  it("says whom to ask where nothing is set, and reads again after a failure", async () => {
    answer(listOwnGateways, refusal(500));
    await openTab("paid");
    await see("Error Loading Payment Gateways");
    answer(listOwnGateways, []);
    await press("Try again");
    await see(
      "Nobody can pay you yet Visitors can only use vouchers. Ask the platform's operator to set up M-Pesa for you.",
    );
  });
});

describe("notifications (PC-113)", () => {
  it("are marked as new until somebody says that they were read", async () => {
    const note = {
      id: "n1",
      title: "Invoice",
      message: "KSh 5.",
      createdAt: ago(5),
      notificationType: "invoice" as const,
      readAt: null,
    };
    answer(listNotifications, [note]);
    await open({ unread: 1 });
    await see(/Invoice New KSh 5\./);
    answer(readNotifications, refusal(500));
    expect(await toastAfter(() => press("Mark 1 as read"))).toBe("Not marked - Please try again.");
    answer(readNotifications, { success: true });
    answer(billingAccount, account);
    answer(listNotifications, [{ ...note, readAt: ago(0) }]);
    await press("Mark 1 as read");
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Mark/ })).toBeNull());
    expect(sentTo(listNotifications)[0]?.query).toEqual({ pageSize: "20" });
  });
});

describe("what the platform collects and pays out (PC-112a)", () => {
  const phone = { kind: "phone", account: "254712000111", reference: null, heldUntil: null } as const;
  const collected: Balance = {
    ...nothing,
    collection: "consented",
    paysOut: true,
    owed: 1_500,
    available: 1_480,
    destination: phone,
  };
  const paid: Payout = {
    id: "p1",
    status: "paid",
    amount: 700,
    fee: 20,
    kind: "phone",
    account: "254712000111",
    reference: null,
    receipt: "UKA1234567",
    createdAt: ago(60),
    updatedAt: ago(59),
  };
  const section = () => screen.findByRole("region", { name: "Your balance at the platform" });

  it("says so where the platform collects for nobody and owes nothing", async () => {
    await openTab("balance");
    await see("The platform holds no money of yours What visitors pay arrives at your own account");
    expect(screen.queryByText("Can be paid out now")).toBeNull();
  });

  it("adds up: what can be paid out, what waits and what the payout costs are all said", async () => {
    answer(readBalance, { ...collected, owed: 90, available: 50, fresh: 20 });
    await openTab("balance");
    await see(
      "Can be paid out now KSh 50 KSh 20 was sold in the last 24 hours and waits for them. A payout costs KSh 20, and is at least KSh 50",
    );
  });

  it("is consented to, once one has said so", async () => {
    answer(readBalance, { ...nothing, collection: "offered", paysOut: true });
    await openTab("balance");
    await press("Let the platform collect for you");
    await see("A payout costs KSh 20, and is at least KSh 50");
    expect(await button("I consent")).toHaveProperty("disabled", true);
    await person.click(screen.getByRole("checkbox"));
    answer(consentToCollection, { state: "consented" });
    answer(readBalance, collected);
    await press("I consent");
    expect(sentTo(consentToCollection)).toHaveLength(1);
    await see("The platform collects your visitors' M-Pesa for you.");
  });

  it("says what is owed, and what became of each payout", async () => {
    const other = (status: Payout["status"], id: string): Payout => ({ ...paid, id, status, receipt: null });
    answer(readBalance, {
      ...collected,
      owed: -30,
      available: 0,
      underWay: 720,
      payouts: [other("unclear", "p2"), other("failed", "p3"), other("reversed", "p4"), paid],
    });
    await openTab("balance");
    expect(words(await section())).toMatch(
      /Owed to you KSh -30 More went back to visitors than was left\. .*On its way to you KSh 720 /,
    );
    await see(/Unclear M-Pesa has not said what became of it\. .*nothing is sent twice\./);
    await see("Failed, back in the balance");
    await see("Taken back, in the balance again");
    await see(/KSh 700 M-Pesa of \+254 712 000 111 · Fee KSh 20 · UKA1234567/);
    expect(await button("Pay out")).toHaveProperty("disabled", true);
  });

  it("is paid out whole, or an amount", async () => {
    answer(readBalance, collected);
    await openTab("balance");
    await press("Pay out");
    await see("It goes to: M-Pesa of +254 712 000 111");
    answer(requestPayout, { success: true, message: "The payout is on its way.", payout: paid });
    expect(await toastAfter(() => press("Pay out KSh 1,480"))).toBe("Payout - The payout is on its way.");
    expect(bodiesOf(requestPayout)).toEqual([{}]);
  });

  it("that M-Pesa refused is told as what failed", async () => {
    answer(readBalance, collected);
    await openTab("balance");
    await press("Pay out");
    const failed = { ...paid, status: "failed", receipt: null } as const;
    answer(requestPayout, { success: true, message: "The payout failed.", payout: failed });
    expect(await toastAfter(() => press("Pay out KSh 1,480"))).toBe("Payout - The payout failed.");
    expect(document.querySelector(".mantine-Notification-root")?.getAttribute("role")).toBe("alert");
  });

  it("goes to a pay bill with an account number alone, and nowhere for a day after a change", async () => {
    answer(readBalance, { ...collected, destination: { ...phone, heldUntil: ago(-600) } });
    await openTab("balance");
    await see("Nothing is paid there before");
    expect(await button("Pay out")).toHaveProperty("disabled", true);
    await press("Change where payouts go");
    await person.click(screen.getByRole("radio", { name: "Pay bill" }));
    await fill({ "Pay bill number": "880100" });
    const needed = "A pay bill needs an account number of at most 13 letters and digits";
    const fields = [{ path: "reference", text: needed }];
    answer(saveDestination, refusal(400, needed, "invalid", "destination_reference", fields));
    await press("Save");
    await see(needed);
    await fill({ "Account number": "WIFI1" });
    answer(saveDestination, collected);
    await press("Save");
    expect(bodiesOf(saveDestination).slice(1)).toEqual([
      { kind: "pay_bill", account: "880100", reference: "WIFI1" },
    ]);
  });

  it("is stated by day, with what it was before and is after", async () => {
    answer(readBalance, collected);
    answer(readStatement, {
      from: "2026-11-01",
      to: "2026-11-20",
      opening: 100,
      closing: 380,
      lines: [
        {
          day: "2026-11-02",
          kind: "sales",
          count: 51,
          amount: 1_020,
          fee: null,
          account: null,
          receipt: null,
        },
        {
          day: "2026-11-02",
          kind: "refunds",
          count: 1,
          amount: -20,
          fee: null,
          account: null,
          receipt: null,
        },
        ...[{ day: "2026-11-03", kind: "payout", count: 1, amount: -720, fee: 20 } as const].map((line) => ({
          ...line,
          account: "254712000111",
          receipt: "UKA1234567",
        })),
      ],
    });
    await openTab("balance");
    await press("Statement");
    await see(/Balance before KSh 100 .*51 sales KSh 1,020 .*1 refund KSh -20 .*Payout to 254712000111/);
    await see("Balance after KSh 380");
    const files = catchFiles();
    await press("Save as CSV");
    await waitFor(() => expect(files).toHaveLength(1));
    const lines = (await csvIn(files[0])).split("\r\n");
    // What goes out is a number, too: the column's sum is what was added between the two balances.
    expect(lines.slice(1)).toEqual([
      "2026-11-01,Balance before,,100,,,",
      "2026-11-02,51 sales,51,1020,,,",
      "2026-11-02,1 refund,1,-20,,,",
      "2026-11-03,Payout to 254712000111,1,-720,20,254 712 000 111,UKA1234567",
      "2026-11-20,Balance after,,380,,,",
    ]);
  });
});
