import { is, type Row, texts, toasts } from "./row.ts";

/** Sections 2, 4, 5, 8 and 9: provider billing. */
const form = (what: string, facts: Record<string, unknown>): Row => ({
  what: `billing form: ${what}`,
  how: "the billing form",
  expect: is(facts),
});
export const billing: Row[] = [
  ...texts("the billing configurations", "Provider Billing"),
  {
    what: "tabs of the page, with the count of confirmations",
    how: "the billing configurations",
    expect: is({
      tabs: ["Billing Configurations", "Payment Confirmations (1)", "Notifications", "Overview"],
    }),
  },
  ...texts("the billing configurations", "Coast WiFi", "billing@coast.example", "Active", "2.5% of sales"),
  ...texts("the billing configurations", "PROV-COAST", "Edit", "KES 1,250.50"),
  ...texts("the billing configurations", "No email", "Suspended", "No billing configured", "Configure"),
  ...texts("the billing configurations", "KES 15 per transaction", "Not set", "KES 1,500 per month"),
  ...texts("no payment confirmations", "No Payment Confirmations"),
  ...texts("the payment confirmations", "Coast WiFi", "KES 1,250.50", "TKQ12AB9XZ", "Pending"),
  ...texts("the payment confirmations", "Verify", "Reject"),
  ...texts("no notifications", "No Notifications"),
  ...texts("the billing notifications", "Invoice for November 2026", "to be paid by 5 December 2026"),
  ...texts("the billing notifications", "Coast WiFi", "20 Nov 2026", "Invoice"),
  ...texts("the billing overview", /Total Providers\s+7/, /Configured\s+5/, /Pending Payments\s+3/),
  ...texts("the billing overview", /Active Providers\s+6/),
  ...texts("billing that cannot be read", "Error Loading Data"),
  ...texts(
    "billing that cannot be read",
    "Failed to load billing information. Please try refreshing the page.",
  ),
  form("model percentage, cycle monthly, due day 1", {
    defaults: { model: "Percentage of sales", cycle: "Monthly", dueDay: "1" },
  }),
  form("due day is a choice of 1 to 28", {
    dueDays: Array.from({ length: 28 }, (_, index) => String(index + 1)),
  }),
  form("account PROV- and the last 8 characters of the provider's id", { account: "PROV-89ABCDEF" }),
  form("e-mails are those of the provider", { emails: "hello@hill.example" }),
  ...["percentage", "101 per cent", "transaction fee", "monthly fee", "account"].map((fault) =>
    form(`refuses: ${fault}`, { said: { [fault]: true } }),
  ),
  form("empty numbers are sent as null", {
    sent: {
      ...{ providerId: "p-0123456789abcdef", billingModel: "percentage", percentageRate: 5 },
      ...{ transactionFee: null, monthlyFee: null, billingCycle: "monthly", dueDay: 1 },
      ...{ paymentAccountNumber: "PROV-89ABCDEF", notificationEmails: "hello@hill.example" },
    },
  }),
  ...toasts("calls of provider billing", {
    save: "Billing Configuration Saved - Coast WiFi is billed by it from now on.",
    verify: "Payment Verified - Payment has been verified and provider account reactivated.",
    reject: "Payment Rejected - Coast WiFi may submit the code again.",
    "save fails": "Save Failed - Failed to save billing configuration",
    "verify fails": "Verification Failed - Failed to verify the payment. Please try again.",
    "reject fails": "Rejection Failed - Failed to reject the payment. Please try again.",
  }),
  {
    what: "Reject sends the note Invalid payment confirmation",
    how: "calls of provider billing",
    expect: is({ note: { notes: "Invalid payment confirmation" } }),
  },
];
