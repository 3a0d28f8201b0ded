import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type BilledProvider,
  type BillingConfig,
  billingOverview,
  listProviderBilling,
  type ProviderBilling,
  saveProviderBilling,
} from "#contract/billing";
import {
  listPaymentConfirmations,
  type PaymentConfirmation,
  rejectConfirmation,
  verifyConfirmation,
} from "#contract/billing-confirmations";
import { creditInvoice, notePayment, previewInvoice, takePaymentBack } from "#contract/billing-corrections";
import { type Invoice, listProviderInvoices } from "#contract/billing-invoices";
import {
  type BillingNotification,
  listBillingNotifications,
  sendLetter,
} from "#contract/billing-notifications";
import { answer, bodiesOf, held, refusal, sentTo } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import {
  addressNow,
  button,
  card,
  choose,
  dialog,
  fill,
  noDialog,
  offers,
  press,
  see,
  toastAfter,
  words,
} from "../support/page.ts";

// Provider billing in the super admin console (docs/behaviour/operator-console-money.md, OM-34 to OM-52).

const coast: BilledProvider = {
  id: "p1",
  businessName: "Coast WiFi",
  email: "billing@coast.example",
  phone: "254700000001",
  subdomain: "coast",
  status: "active",
  suspendedFor: null,
};
const config: BillingConfig = {
  providerId: "p1",
  billingModel: "percentage",
  percentageRate: 2.5,
  transactionFee: null,
  monthlyFee: null,
  billingCycle: "monthly",
  dueDay: 5,
  paymentAccountNumber: "PROV-COAST",
  notificationEmails: "billing@coast.example",
  billedFrom: "2026-10-01",
};
/** One of each model, and one that is not configured. */
const billed: ProviderBilling[] = [
  {
    ...coast,
    owed: 1_250.5,
    owedSince: "2026-11-05",
    billedUntil: "2026-10-31",
    provider_billing_config: config,
  },
  {
    ...coast,
    id: "p-0123456789abcdef",
    businessName: "Hill WiFi",
    email: "",
    status: "suspended",
    owed: 0,
    billedUntil: null,
    provider_billing_config: null,
  },
  {
    ...coast,
    id: "p3",
    businessName: "Lake WiFi",
    owed: 0,
    billedUntil: null,
    provider_billing_config: {
      ...config,
      billingModel: "per_transaction",
      transactionFee: 15,
      paymentAccountNumber: "",
    },
  },
  {
    ...coast,
    id: "p4",
    businessName: "Plain WiFi",
    owed: 0,
    billedUntil: null,
    provider_billing_config: { ...config, billingModel: "monthly_fee", monthlyFee: 1_500 },
  },
];
const at = "2026-11-20T09:00:00.000Z";
const confirmation: PaymentConfirmation = {
  provider_payment_confirmations: {
    id: "c1",
    amountPaid: 1_250.5,
    paymentCode: "TKQ12AB9XZ",
    status: "pending",
    notes: null,
    createdAt: at,
    decidedAt: null,
  },
  providers: { ...coast, owed: 1_250.5 },
};
const letter = { id: "l1", recipient: "billing@coast.example", attempts: 2, sentAt: null, nextAt: at };
const notification: BillingNotification = {
  letters: [{ ...letter, state: "failed", fault: "refused with status 451" }],
  provider_billing_notifications: {
    id: "n1",
    title: "Invoice for November 2026",
    notificationType: "invoice",
    createdAt: at,
    message: "KSh 1,250.50 for November 2026, to be paid by 5 December 2026.",
  },
  providers: coast,
};

const overview = {
  totalProviders: 7,
  configured: 5,
  pendingPayments: 1,
  activeProviders: 6,
  paybill: "600100",
};

beforeEach(() => {
  answer(listProviderBilling, billed);
  answer(listPaymentConfirmations, [confirmation]);
  answer(listBillingNotifications, [notification]);
  answer(billingOverview, overview);
});
async function open(query = ""): Promise<void> {
  openSuperadmin(`/superadmin/provider-billing${query}`);
  await screen.findByRole("tab", { name: "Payment Confirmations (1)" });
}
const cards = (of: "billing-card" | "confirmation" | "notification" | "invoice") =>
  waitFor(() => screen.getAllByTestId(of).map((one) => words(one)));

describe("the tabs (OM-34 to OM-38)", () => {
  it("Billing Configurations: a card for each provider, with its model in words", async () => {
    await open();
    await screen.findByRole("heading", { level: 1, name: "Provider Billing" });
    expect(screen.getAllByRole("tab").map((tab) => words(tab))).toEqual([
      ...["Billing Configurations", "Payment Confirmations (1)", "Notifications", "Overview"],
    ]);
    const shown = await cards("billing-card");
    expect(shown[0]).toBe(
      "Coast WiFi billing@coast.example Active Billing Model 2.5% of sales Billing Cycle Monthly, due on day 5 Payment Account PROV-COAST Owed KSh 1,250.50 Was due on 5 Nov 2026 Edit Invoices Note a payment",
    );
    expect(shown[1]).toBe(
      "Hill WiFi No email Suspended No billing configured Configure Invoices Note a payment",
    );
    expect(shown[2]).toMatch(/KSh 15 per transaction .* Not set/);
    expect(shown[3]).toContain("KSh 1,500 per month");
  });

  it("are narrowed to the provider of an address until all are wanted", async () => {
    await open("?providerId=p1");
    expect(sentTo(listProviderBilling)[0]?.query).toMatchObject({ providerId: "p1" });
    await press("Show all providers");
    await waitFor(() => expect(addressNow()).toBe("/superadmin/provider-billing"));
  });

  it("are narrowed by one tap to those that are overdue", async () => {
    answer(billingOverview, { ...overview, overdue: 1 });
    await open();
    await press("1 is overdue");
    await waitFor(() =>
      expect(sentTo(listProviderBilling).at(-1)?.query).toMatchObject({ status: "overdue" }),
    );
    await waitFor(() => expect(addressNow()).toBe("/superadmin/provider-billing?status=overdue"));
    await press("Show all providers");
    await waitFor(() => expect(addressNow()).toBe("/superadmin/provider-billing"));
  });

  it("say nothing of it where none is overdue", async () => {
    answer(billingOverview, { ...overview, overdue: 0 });
    await open();
    await see("Coast WiFi");
    expect(screen.queryByRole("button", { name: /overdue/ })).toBeNull();
  });

  it("Overview: four counts", async () => {
    await open("?tab=overview");
    const counts = { "Total Providers": 7, Configured: 5, "Pending Payments": 1, "Active Providers": 6 };
    for (const [name, count] of Object.entries(counts))
      expect((await card(name)).text).toBe(`${name} ${count}`);
  });

  it("that are empty or cannot be read say so", async () => {
    answer(listProviderBilling, refusal(500));
    await open();
    await see("Error Loading Data Failed to load billing information. Please try refreshing the page.");
    answer(listProviderBilling, billed);
    await press("Try again");
    await see("Coast WiFi");
  });

  it.each([
    ["confirmations", listPaymentConfirmations, "No Payment Confirmations"],
    ["notifications", listBillingNotifications, "No Notifications"],
  ] as const)("%s that are none", async (tab, call, said) => {
    answer(call, []);
    await open(`?tab=${tab}`);
    await see(said);
  });

  it("Invoices of a provider open beside the list", async () => {
    answer(listProviderInvoices, []);
    await open();
    await press("Invoices of Coast WiFi");
    await dialog("Invoices of Coast WiFi");
    await see("No invoices yet");
  });
});

describe("letters of what was told (OM-36)", () => {
  it("that were not delivered say why, are found, and are sent again", async () => {
    await open("?tab=notifications");
    const [told] = await cards("notification");
    expect(told).toMatch(
      /^Invoice for November 2026 Invoice KSh 1,250\.50 .* Coast WiFi · 20 Nov 2026.* E-mail not delivered .* refused with status 451/,
    );
    await choose("Type", "Letter not delivered");
    await waitFor(() =>
      expect(sentTo(listBillingNotifications).at(-1)?.query).toMatchObject({ letters: "failed" }),
    );
    const again = () => press("Send again to billing@coast.example");
    answer(sendLetter, { ...letter, state: "failed", fault: "no answer in 8 s" });
    expect(await toastAfter(again)).toMatch(/^Letter Not Sent - .*no answer in 8 s/);
    answer(sendLetter, refusal(500));
    expect(await toastAfter(again)).toMatch(/The letter was not delivered\. Please try again\.$/);
  });
});

describe("the form (OM-39 to OM-45)", () => {
  const openForm = async () => {
    const [, hill] = billed;
    answer(listProviderBilling, hill ? [{ ...hill, email: "hello@hill.example" }] : []);
    await open();
    await press("Configure Hill WiFi");
    return dialog("Configure billing of Hill WiFi");
  };
  const send = () => press("Save Configuration");

  it("has these defaults, and due days 1 to 28", async () => {
    const form = await openForm();
    const value = (label: string) =>
      within(form).getByLabelText<HTMLInputElement>(new RegExp(`^${label}`), { selector: "input" }).value;
    expect(
      ["Billing Model", "Billing Cycle", "Due Day", "Payment Account", "Notification"].map(value),
    ).toEqual(["Percentage of sales", "Monthly", "1", "PROV-89ABCDEF", "hello@hill.example"]);
    expect(words(form)).toContain("Providers pay to pay bill 600100 with this account number.");
    expect(await offers("Due Day", form)).toEqual(Array.from({ length: 28 }, (_, day) => String(day + 1)));
  });

  it("names what the model lacks, then sends null for empty numbers", async () => {
    const form = await openForm();
    const refused = async (said: string) => {
      await send();
      await see(said, () => form);
    };
    await refused("Percentage rate is required");
    for (const wrong of ["100.01", "101"]) {
      await fill({ "Percentage Rate (%)": wrong }, form);
      await refused("Percentage rate must be between 0 and 100");
    }
    await choose("Billing Model", "Fee per transaction", form);
    await refused("Transaction fee is required");
    await choose("Billing Model", "Monthly fee", form);
    await refused("Monthly fee is required");
    await choose("Billing Model", "Percentage of sales", form);
    await fill({ "Percentage Rate (%)": "5", "Payment Account Number": " " }, form);
    await refused("Payment account number is required");
    await fill({ "Payment Account Number": "PROV-HILL", "Notification Emails": "nobody" }, form);
    await refused("Give e-mail addresses, separated by commas");
    expect(sentTo(saveProviderBilling)).toEqual([]);
    await fill({ "Notification Emails": "hello@hill.example" }, form);
    answer(saveProviderBilling, refusal(500));
    expect(await toastAfter(send)).toBe("Save Failed - Failed to save billing configuration");
    answer(saveProviderBilling, billed[0] as ProviderBilling);
    expect(await toastAfter(send)).toBe(
      "Billing Configuration Saved - Hill WiFi is billed by it from now on.",
    );
    expect(bodiesOf(saveProviderBilling)[1]).toEqual({
      providerId: "p-0123456789abcdef",
      billingModel: "percentage",
      percentageRate: 5,
      transactionFee: null,
      monthlyFee: null,
      billingCycle: "monthly",
      dueDay: 1,
      paymentAccountNumber: "PROV-HILL",
      notificationEmails: "hello@hill.example",
    });
  });
});

describe("a payment code (OM-35, OM-51, OM-52)", () => {
  const decided = { success: true, message: "Done.", status: "verified", providerStatus: "active" } as const;
  const act = async (name: "Verify" | "Reject", sure: string) => {
    await press(`${name} TKQ12AB9XZ of Coast WiFi`);
    await press(sure, await dialog(`${name} KSh 1,250.50 of Coast WiFi?`));
  };
  const verify = () => act("Verify", "Verify KSh 1,250.50");
  const reject = () => act("Reject", "Reject TKQ12AB9XZ");

  it("says whose it is and how much; verified and rejected ones have nothing to press", async () => {
    const { provider_payment_confirmations: told, providers } = confirmation;
    const other = { ...told, id: "c2", status: "rejected" as const, notes: "No such payment" };
    answer(listPaymentConfirmations, [confirmation, { provider_payment_confirmations: other, providers }]);
    await open("?tab=confirmations");
    const [pending, rejected] = await cards("confirmation");
    expect(pending).toMatch(
      /^Coast WiFi Pending KSh 1,250\.50 Code TKQ12AB9XZ .* Active Owes KSh 1,250\.50 Verify Reject$/,
    );
    expect(rejected).toMatch(/ Rejected .* No such payment$/);
  });

  it("is verified or rejected after amount and effect were said; list, counts and figures are read again", async () => {
    await open("?tab=confirmations");
    answer(verifyConfirmation, refusal(500));
    answer(rejectConfirmation, refusal(500));
    expect(await toastAfter(verify)).toBe(
      "Verification Failed - Failed to verify the payment. Please try again.",
    );
    await noDialog();
    expect(await toastAfter(reject)).toBe(
      "Rejection Failed - Failed to reject the payment. Please try again.",
    );
    await noDialog();
    answer(verifyConfirmation, { ...decided, providerStatus: "suspended", message: "Still suspended." });
    expect(await toastAfter(verify)).toBe("Payment Verified - Still suspended.");
    await noDialog();
    const reads = () => [sentTo(listPaymentConfirmations).length, sentTo(billingOverview).length];
    const [lists = 0, counts = 0] = reads();
    answer(verifyConfirmation, decided);
    expect(await toastAfter(verify)).toBe(
      "Payment Verified - Payment has been verified and provider account reactivated.",
    );
    await waitFor(() => {
      expect(reads()[0]).toBeGreaterThan(lists);
      expect(reads()[1]).toBeGreaterThan(counts);
    });
    await noDialog();
    answer(rejectConfirmation, decided);
    expect(await toastAfter(reject)).toBe("Payment Rejected - Coast WiFi may submit the code again.");
    expect(bodiesOf(rejectConfirmation)[1]).toEqual({ notes: "Invalid payment confirmation" });
    await button("Verify TKQ12AB9XZ of Coast WiFi");
  });

  it("is told as verified even where its row is gone before everything is read again", async () => {
    await open("?tab=confirmations&status=pending");
    answer(verifyConfirmation, decided);
    answer(listPaymentConfirmations, []);
    const counted = held(billingOverview, overview);
    const said = toastAfter(async () => {
      await verify();
      await see("Nothing matches your search");
      counted();
    });
    expect(await said).toMatch(/^Payment Verified - /);
  });

  it("of a provider that is suspended for an invoice says that it sells again", async () => {
    const providers = { ...confirmation.providers, status: "suspended", suspendedFor: "invoice" } as const;
    answer(listPaymentConfirmations, [{ ...confirmation, providers }]);
    await open("?tab=confirmations");
    await press("Verify TKQ12AB9XZ of Coast WiFi");
    const question = await dialog("Verify KSh 1,250.50 of Coast WiFi?");
    expect(words(question)).toContain("its account is reactivated: it sells again.");
  });
});

describe("billing that was wrong is put right (OM-53a to OM-53e)", () => {
  const invoice: Invoice = {
    id: "i1",
    periodStart: "2026-10-01",
    periodEnd: "2026-10-31",
    dueDate: "2026-11-05",
    billingModel: "percentage",
    percentageRate: 15,
    transactionFee: null,
    monthlyFee: null,
    rows: [{ kind: "sales", from: "2026-10-01", to: "2026-10-31", count: 9, base: 100_000, amount: 15_000 }],
    baseCount: 9,
    base: 100_000,
    amount: 15_000,
    paid: 0,
    status: "overdue",
    issuedAt: at,
    paidAt: null,
    credited: 1_000.5,
    credits: [{ id: "k1", amount: 1_000.5, reason: "A day without power", createdAt: at }],
  };
  const decided = { success: true, message: "Done.", status: "verified", providerStatus: "active" } as const;

  it("an invoice by a credit note, at most what is left of it, with a reason", async () => {
    answer(listProviderInvoices, [invoice]);
    await open();
    await press("Invoices of Coast WiFi");
    const [shown] = await cards("invoice");
    expect(shown).toContain("KSh 1,000.50 taken off KSh 0 paid, KSh 13,999.50 still to pay");
    await press(/^Show details/);
    await see("Taken off: A day without power");
    await press(/^Credit the invoice of/);
    const form = await dialog(/^Credit the invoice of 1 Oct/);
    await fill({ "Amount (KSh)": "14000" }, form);
    await press(/^Take KSh 14,000 off/, form);
    await see("Say why, in 3 to 500 characters", () => form);
    expect(sentTo(creditInvoice)).toEqual([]);
    await fill({ "Amount (KSh)": "12500", Reason: "15 % was meant to be 2.5 %" }, form);
    answer(creditInvoice, refusal(409, "Only KSh 9 of this invoice is left to take off."));
    expect(await toastAfter(() => press(/^Take KSh 12,500 off/, form))).toMatch(
      /^Credit Failed - Only KSh 9/,
    );
    answer(creditInvoice, { success: true, message: "KSh 12,500 is taken off." });
    expect(await toastAfter(() => press(/^Take KSh 12,500 off/, form))).toBe(
      "Credited - KSh 12,500 is taken off.",
    );
    expect(bodiesOf(creditInvoice)[1]).toEqual({ amount: 12_500, reason: "15 % was meant to be 2.5 %" });
    expect(new Set(sentTo(creditInvoice).map(({ key }) => key)).size).toBe(1);
  });

  it("a payment that came another way is noted, with a code and what is owed as its amount", async () => {
    await open();
    await press("Note a payment of Coast WiFi");
    const form = await dialog("Note a payment of Coast WiFi");
    await see("Owed: KSh 1,250.50", () => form);
    await press("Note KSh 1,250.50", form);
    await see("Give the code of the payment, or the number of its receipt", () => form);
    await fill({ "Code or receipt number": "Cash 7/2026" }, form);
    answer(notePayment, refusal(500));
    const note = () => press("Note KSh 1,250.50", form);
    expect(await toastAfter(note)).toBe("Not Noted - Failed to note the payment. Please try again.");
    answer(notePayment, { ...decided, message: "KSh 1,250.50 of Coast WiFi is counted." });
    expect(await toastAfter(note)).toBe("Payment Noted - KSh 1,250.50 of Coast WiFi is counted.");
    expect(bodiesOf(notePayment)[1]).toEqual({ amountPaid: 1_250.5, paymentCode: "Cash 7/2026", notes: "" });
    expect(new Set(sentTo(notePayment).map(({ key }) => key)).size).toBe(1);
  });

  it("a verified payment is taken back with a reason", async () => {
    const told = { ...confirmation.provider_payment_confirmations, status: "verified" as const };
    answer(listPaymentConfirmations, [{ ...confirmation, provider_payment_confirmations: told }]);
    await open("?tab=confirmations");
    await press("Take back TKQ12AB9XZ of Coast WiFi");
    const form = await dialog("Take back KSh 1,250.50 of Coast WiFi");
    await fill({ Reason: "It never arrived" }, form);
    answer(takePaymentBack, { ...decided, status: "rejected", message: "Not counted any more." });
    expect(await toastAfter(() => press("Take back KSh 1,250.50", form))).toBe(
      "Taken Back - Not counted any more.",
    );
    expect(bodiesOf(takePaymentBack)).toEqual([{ notes: "It never arrived" }]);
  });

  it("months are made free, and the next invoice is shown before anything is saved", async () => {
    await open();
    await press("Edit Coast WiFi");
    const form = await dialog("Edit billing of Coast WiFi");
    await see("Billed until 31 Oct 2026. Days between that and this one are free.", () => form);
    await press("2 months free", form);
    const from = within(form).getByLabelText<HTMLInputElement>(/^Billed from/);
    expect(from.value).toBe("2027-01-01");
    answer(previewInvoice, {
      periodStart: "2027-01-01",
      periodEnd: "2027-01-31",
      dueDate: "2027-02-05",
      credit: 20,
      rows: [{ kind: "sales", from: "2027-01-01", to: "2027-01-31", count: 0, base: 0, amount: 0 }],
      amount: 0,
    });
    await press("Preview the next invoice", form);
    await see(/1 Jan 2027 – 31 Jan 2027 KSh 0 Due 5 Feb 2027/, () => form);
    await see("KSh 20 is paid in advance and is taken first. With the sales until today", () => form);
    await fill({ "Percentage Rate (%)": "3" }, form);
    await waitFor(() => expect(words(form)).not.toContain("With the sales until today"));
    expect(sentTo(saveProviderBilling)).toEqual([]);
    answer(saveProviderBilling, billed[0] as ProviderBilling);
    await press("Save Configuration", form);
    await waitFor(() =>
      expect(bodiesOf(saveProviderBilling)[0]).toMatchObject({ billedFrom: "2027-01-01", percentageRate: 3 }),
    );
  });
});
