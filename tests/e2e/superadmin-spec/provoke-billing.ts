import type { BilledProvider, BillingConfig, ProviderBilling } from "#contract/billing";
import type { PaymentConfirmation } from "#contract/billing-confirmations";
import type { BillingNotification } from "#contract/billing-notifications";
import { type Answers, answer } from "./answer.ts";
import {
  at,
  button,
  choices,
  dialogOf,
  done,
  field,
  fill,
  listener,
  type Provoke,
  refused,
  submit,
} from "./world.ts";

// Provider Billing.

const page1 = "provider-billing";
const list = "GET superadmin/provider-billing";
const confirmations = "GET superadmin/payment-confirmations";
const notifications = "GET superadmin/billing-notifications";
const overview = "superadmin/billing-overview";
const counts = {
  totalProviders: 7,
  configured: 5,
  pendingPayments: 1,
  activeProviders: 6,
  paybill: "600100",
};

const provider: BilledProvider = {
  ...{ id: "p1", businessName: "Coast WiFi", email: "billing@coast.example", phone: "254700000001" },
  ...{ subdomain: "coast", status: "active", suspendedFor: null },
};
const config: BillingConfig = {
  ...{ providerId: "p1", billingModel: "percentage", percentageRate: 2.5, transactionFee: null },
  ...{ monthlyFee: null, billingCycle: "monthly", dueDay: 5, paymentAccountNumber: "PROV-COAST" },
  notificationEmails: "billing@coast.example",
};
/** One of each model, and one that is not configured. */
const billed = (): ProviderBilling[] => [
  { ...provider, owed: 1_250.5, provider_billing_config: config },
  {
    ...provider,
    ...{ id: "p-0123456789abcdef", businessName: "Hill WiFi", email: "", status: "suspended", owed: 0 },
    provider_billing_config: null,
  },
  {
    ...{ ...provider, id: "p3", businessName: "Lake WiFi", owed: 0 },
    provider_billing_config: {
      ...{ ...config, billingModel: "per_transaction", transactionFee: 15 },
      paymentAccountNumber: "",
    },
  },
  {
    ...{ ...provider, id: "p4", businessName: "Plain WiFi", owed: 0 },
    provider_billing_config: { ...config, billingModel: "monthly_fee", monthlyFee: 1_500 },
  },
];
const confirmation: PaymentConfirmation = {
  provider_payment_confirmations: {
    ...{ id: "c1", amountPaid: 1_250.5, paymentCode: "TKQ12AB9XZ", status: "pending", notes: null },
    ...{ createdAt: "2026-11-20T09:00:00.000Z", decidedAt: null },
  },
  providers: { ...provider, owed: 1_250.5 },
};
const notification: BillingNotification = {
  letters: [],
  provider_billing_notifications: {
    ...{ id: "n1", title: "Invoice for November 2026", notificationType: "invoice" },
    message: "KES 1,250.50 for the use of the platform in November 2026, to be paid by 5 December 2026.",
    createdAt: "2026-11-20T09:00:00.000Z",
  },
  providers: provider,
};
const calls = {
  save: "POST superadmin/provider-billing/p1",
  verify: "POST superadmin/payment-confirmations/c1/verify",
  reject: "POST superadmin/payment-confirmations/c1/reject",
};

const all = (answers: Answers = {}): Answers => ({
  [list]: { json: billed() },
  [confirmations]: { json: [confirmation] },
  [notifications]: { json: [notification] },
  [overview]: { json: counts },
  ...answers,
});

export const billingProvocations = {
  async "the billing configurations"(world) {
    const operator = await at(world, page1, { answers: all() });
    const { page } = operator;
    await page.getByRole("tab", { name: "Payment Confirmations (1)" }).waitFor();
    const tabs = await page.getByRole("tab").allInnerTexts();
    return done(operator, { tabs });
  },

  async "no payment confirmations"(world) {
    const answers = all({ [confirmations]: { json: [] } });
    return done(await at(world, `${page1}?tab=confirmations`, { answers }));
  },

  async "the payment confirmations"(world) {
    return done(await at(world, `${page1}?tab=confirmations`, { answers: all() }));
  },

  async "no notifications"(world) {
    const answers = all({ [notifications]: { json: [] } });
    return done(await at(world, `${page1}?tab=notifications`, { answers }));
  },

  async "the billing notifications"(world) {
    return done(await at(world, `${page1}?tab=notifications`, { answers: all() }));
  },

  async "the billing overview"(world) {
    const answers = all({ [overview]: { json: { ...counts, pendingPayments: 3 } } });
    return done(await at(world, `${page1}?tab=overview`, { answers }));
  },

  async "billing that cannot be read"(world) {
    return done(await at(world, page1, { answers: all({ [list]: refused }) }));
  },

  async "the billing form"(world) {
    const [coast, hill] = billed();
    const rows = [coast, { ...hill, email: "hello@hill.example" }];
    const operator = await at(world, page1, { answers: all({ [list]: { json: rows } }) });
    const { page } = operator;
    await button(page, "Configure Hill WiFi").click();
    const select = (name: string) => dialogOf(page).getByRole("combobox", { name });
    await select("Billing Model").waitFor();
    const defaults = {
      model: await select("Billing Model").inputValue(),
      cycle: await select("Billing Cycle").inputValue(),
      dueDay: await select("Due Day").inputValue(),
    };
    const dueDays = await choices(page, select("Due Day"));
    const account = await field(page, "Payment Account Number").inputValue();
    const emails = await field(page, "Notification Emails").inputValue();
    const said: Record<string, boolean> = {};
    const refuse = async (what: string, sentence: string) => {
      await submit(page);
      await dialogOf(page).getByText(sentence, { exact: true }).waitFor();
      said[what] = true;
    };
    const model = async (name: string) => {
      await select("Billing Model").click();
      await page.getByRole("option", { name, exact: true }).click();
    };
    await refuse("percentage", "Percentage rate is required");
    await fill(page, { "Percentage Rate (%)": "101" });
    await refuse("101 per cent", "Percentage rate must be between 0 and 100");
    await fill(page, { "Percentage Rate (%)": "5" });
    await model("Fee per transaction");
    await refuse("transaction fee", "Transaction fee is required");
    await model("Monthly fee");
    await refuse("monthly fee", "Monthly fee is required");
    await model("Percentage of sales");
    await fill(page, { "Payment Account Number": " " });
    await refuse("account", "Payment account number is required");
    await fill(page, { "Payment Account Number": account });
    await answer(operator, { "POST superadmin/provider-billing/p-0123456789abcdef": { json: hill } });
    const request = page.waitForRequest((one) => one.method() === "POST");
    await submit(page);
    const sent = (await request).postDataJSON();
    return done(operator, { defaults, dueDays, account, emails, said, sent });
  },

  async "calls of provider billing"(world) {
    const operator = await at(world, page1, { answers: all() });
    const { page } = operator;
    const { toasts, hear } = listener(page);
    const dialog = dialogOf(page);
    await answer(operator, { [calls.save]: refused, [calls.verify]: refused, [calls.reject]: refused });
    await button(page, "Edit Coast WiFi").click();
    await hear("save fails", () => submit(page));
    await answer(operator, { [calls.save]: { json: billed()[0] } });
    await hear("save", () => submit(page));
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("tab", { name: /^Payment Confirmations/ }).click();
    const decide = async (act: "Verify" | "Reject", confirm: string) => {
      await button(page, `${act} TKQ12AB9XZ of Coast WiFi`).click();
      await dialog.getByRole("button", { name: confirm, exact: true }).click();
    };
    await hear("verify fails", () => decide("Verify", "Verify KES 1,250.50"));
    await dialog.waitFor({ state: "detached" });
    await hear("reject fails", () => decide("Reject", "Reject TKQ12AB9XZ"));
    await dialog.waitFor({ state: "detached" });
    const decided = { success: true, message: "Done.", status: "verified", providerStatus: "active" };
    await answer(operator, { [calls.verify]: { json: decided }, [calls.reject]: { json: decided } });
    await hear("verify", () => decide("Verify", "Verify KES 1,250.50"));
    await dialog.waitFor({ state: "detached" });
    const request = page.waitForRequest((one) => one.url().endsWith("/reject"));
    await hear("reject", () => decide("Reject", "Reject TKQ12AB9XZ"));
    const note = (await request).postDataJSON();
    return done(operator, { toasts, note });
  },
} satisfies Record<string, Provoke>;
