import { expect } from "vitest";
import { is, type Row, texts, toasts } from "./row.ts";

/** Sections 2, 4, 5, 8 and 9: the payment gateway switch. */
const fact = (how: Row["how"], what: string, facts: Record<string, unknown>): Row => ({
  what: `${how}: ${what}`,
  how,
  expect: is(facts),
});
const form = (what: string, facts: Record<string, unknown>) => fact("the switch form", what, facts);
const refusal = (what: string, ...sentences: string[]) =>
  form(`${what}: ${sentences.join(". ")}`, {
    said: { [what]: `Validation Error - ${sentences.join(". ")}` },
  });
const stop = "Please provide a reason for emergency deactivation";

export const paymentSwitch: Row[] = [
  fact("switches that load", "a spinner", { spinners: 1 }),
  ...texts("no switch", "Payment Gateway Switch", "No Payment Gateway Switch Configured", "Configure Switch"),
  ...texts("an active switch", "Switch Status", "1 Active", "M-Pesa 600200", "Manual", "19 Nov 2026"),
  ...texts("an active switch", "Deactivate", "Emergency Stop", "View Transactions"),
  ...texts("an active switch", "Collection Progress", "KSh 618.75", "KSh 2,500", "24.8% completed"),
  ...texts("an active switch", "KSh 1,881.25 remaining", /Last target reached: 17 Nov 2026/),
  ...texts("an active switch", "All Configured Switches", "Active", "Running"),
  ...texts("an active switch", "A payment gateway switch is active"),
  fact("an active switch", "columns of all switches", {
    heads: [
      ...["Switch Name", "Account Number", "Status", "Target Amount", "Current Amount", "Mode", "Actions"],
    ],
  }),
  fact("an active switch", "no selector for one switch", { selectors: 0 }),
  fact("a switch that is paused", "no emergency stop", { stops: 0 }),
  ...texts("a switch that is paused", "Inactive", "Activate"),
  fact("a switch that is paused", "Activate says whose money goes where", {
    dialog: expect.stringContaining(
      "This will divert all provider earnings to the central account M-Pesa 600200 until the target amount of KSh 2,500 is reached.",
    ),
  }),
  fact("several switches", "the first active one is meant", { acts: "Reserve · Active" }),
  fact("several switches", "a selector by name, with a mark where it is active", {
    offered: ["Head office", "Reserve · Active"],
  }),
  fact("several switches", "progress is capped at 100 %", { percent: "100" }),
  ...texts(
    "several switches",
    "100.0% completed",
    "KSh 0 remaining",
    "Automatic",
    "Last target reached: Never",
  ),
  fact("several switches", "no stop where it is not allowed", { stops: 0 }),
  fact("several switches", "an active one is not deleted", { deletable: false }),
  ...texts("switches that cannot be read", "Error Loading Switches"),
  ...texts("no switch transactions", "No switch transactions found"),
  fact("no switch transactions", "asked for only while the dialog is open", { before: 0, isAsked: true }),
  fact("the switch transactions", "columns", {
    heads: ["Date and time", "Amount", "Provider", "Central Account", "Status"],
  }),
  fact("the switch transactions", "scroll within 24rem", { isCapped: true }),
  ...texts("the switch transactions", "Switch Transaction History", "20 Nov 2026", "KSh 50", "Coast WiFi"),
  ...texts("the switch transactions", "600200", "Diverted"),

  form("mode manual, recurring off, emergency deactivate on, no account without a provider", {
    defaults: { mode: "Manual", recurring: false, emergency: true, account: true },
  }),
  form("account types", { types: ["Mobile Money", "Bank"] }),
  form("built-in banks", {
    offeredBanks: ["Equity Bank", "KCB Bank", "Co-operative Bank", "Standard Chartered", "Absa Bank"],
  }),
  form("only services that can be collected", { offeredServices: ["M-Pesa", "Airtel Money"] }),
  form("another provider clears the account", { ofAnotherBank: "" }),
  form("another type clears provider and account", {
    ofAnotherType: { provider: "", account: "", disabled: true },
  }),
  form("Monday to Sunday", { days: true }),
  refusal(
    "nothing typed",
    ...["Account type (Mobile Money or Bank) is required", "Specific provider is required"],
    ...["Central account number is required", "Target amount is required", "Switch name is required"],
  ),
  refusal("target 0", "Target amount must be a positive number"),
  refusal(
    "recurring without hours",
    "At least one day must be selected for recurring schedule",
    ...["Start time is required for recurring schedule", "End time is required for recurring schedule"],
  ),
  refusal("hours that end before they begin", "Start time must be before end time"),
  form("fallback", { said: { "the server fails": "Error - Failed to configure payment gateway switch" } }),
  form("server text", { said: { "the server refuses": "Error - The account is in use." } }),
  form("success", {
    said: { "all is well": expect.stringContaining("Payment gateway switch configured successfully") },
  }),
  form("what is sent, days in lower case", {
    sent: {
      ...{ name: "Head office", accountType: "mobile_money", centralPaymentGatewayId: "mpesa" },
      ...{ centralAccountNumber: "600200", targetAmount: 2_500, switchMode: "manual", isRecurring: true },
      ...{ recurringDays: ["monday"], recurringStartTime: "08:00", recurringEndTime: "17:00" },
      allowEmergencyDeactivate: true,
    },
  }),
  fact("lists of accounts that cannot be read", "the file stands in", { file: ["Bank of the file"] }),
  fact("lists of accounts that cannot be read", "without a file what is built in", {
    builtIn: ["M-Pesa", "Airtel Money"],
  }),

  fact("settings of a switch", "title", { title: expect.stringContaining("Edit Switch Settings") }),
  fact("settings of a switch", "account type and provider stay", { fixed: true }),
  ...toasts("settings of a switch", {
    faults: "Validation Error - Switch name is required. Target amount must be a positive number",
    fails: "Error - Failed to update switch settings",
    refused: "Error - Failed to update switch",
    "all is well": expect.stringContaining("Switch settings updated successfully"),
  }),
  ...toasts("calls of a switch that is paused", {
    "activate fails": "Error - Failed to activate payment gateway switch",
    "stale id": "Error - The switch ID does not match any that is configured.",
    activate: expect.stringContaining("Payment gateway switch activated successfully"),
    "delete fails": "Error - Failed to delete payment gateway switch",
    delete: expect.stringContaining("Payment gateway switch deleted successfully"),
  }),
  fact("calls of a switch that is paused", "ID does not match: the list is read again", {
    isReadAgain: true,
  }),
  fact("calls of an active switch", "Deactivate says where money goes then", {
    question: expect.stringContaining("Future payments will go directly to providers again."),
  }),
  ...toasts("calls of an active switch", {
    "deactivate fails": "Error - Failed to deactivate payment gateway switch",
    deactivate: expect.stringContaining("Payment gateway switch deactivated successfully"),
    "no reason": `Validation Error - ${stop}`,
    "stop fails": "Error - Failed to emergency deactivate switch",
    stop: expect.stringContaining("Emergency Deactivation Successful"),
  }),
  fact("calls of an active switch", "the reason is sent", { sent: { reason: "Wrong account" } }),
];
