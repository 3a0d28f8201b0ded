import { expect } from "vitest";
import { is, type Row, texts, toasts } from "./row.ts";

/** Sections 3, 5, 8 and 9: both gateway dialogs, and what is listed. */
const dialog = (what: string, facts: Record<string, unknown>): Row => ({
  what: `profile's gateway dialog: ${what}`,
  how: "the profile's gateway dialog",
  expect: is(facts),
});
const asks = (kind: string, ...sentences: string[]): Row[] =>
  sentences.map((text) => dialog(`${kind}: ${text}`, { asked: { [kind]: expect.stringContaining(text) } }));
const simple = (kind: string, what: string, facts: Record<string, unknown>): Row => ({
  what: `simple gateway dialog: ${kind}: ${what}`,
  how: "every kind in the simple dialog",
  expect: is({ kinds: { [kind]: facts } }),
});
const credentials = (kind: string, ...labels: string[]): Row[] =>
  labels.map((label) => simple(kind, label, { asks: expect.stringContaining(label) }));

export const gatewayDialogs: Row[] = [
  ...texts("a profile without gateways", "No payment gateways", "Configure Payment Gateway"),
  dialog("production, own credentials, all routers", {
    defaults: { router: "All routers", environment: "Production", custom: true },
  }),
  dialog("types", { types: ["Mobile Money", "Bank"] }),
  dialog("services that can be collected", { services: ["M-Pesa", "Airtel Money"] }),
  dialog("banks", {
    banks: ["Equity Bank", "KCB Bank", "Co-operative Bank", "Standard Chartered", "Absa Bank"],
  }),
  dialog("environments", { environments: ["Sandbox", "Production"] }),
  ...asks("M-Pesa", "Account number is required", "Consumer key is required", "Consumer secret is required"),
  ...asks("M-Pesa", "Business short code is required", "Passkey is required"),
  ...asks("Airtel Money", "Client ID is required", "Client secret is required", "Merchant Code"),
  ...asks("Bank", "API key is required", "API secret is required", "Gateway provider is required"),
  ...asks("Bank", "Bank Code", "Merchant ID"),
  ...toasts("the profile's gateway dialog", {
    fails: "Configuration Failed - Failed to configure payment gateway.",
    "another provider's router":
      "Configuration Failed - Invalid Router Selection: Selected router is not assigned to this provider",
    "all is well": expect.stringMatching(/^Payment Gateway Configured/),
  }),
  dialog("what is sent", {
    sent: {
      ...{ gatewayType: "mobile_money", gatewayProvider: "mpesa", accountNumber: "600100" },
      ...{ environment: "production", routerId: null },
      customConfiguration: {
        ...{ isProviderSpecific: true, consumerKey: "k", consumerSecret: "s", passkey: "p" },
        businessShortCode: "600100",
      },
    },
  }),
  {
    what: "simple gateway dialog: the catalogue",
    how: "every kind in the simple dialog",
    expect: is({ offered: ["M-Pesa", "Airtel Money", "Bank"] }),
  },
  simple("M-Pesa", "placeholder", { placeholder: "Business Short Code" }),
  simple("Airtel Money", "placeholder", { placeholder: "Merchant Code" }),
  simple("Bank", "placeholder", { placeholder: "Account Number" }),
  simple("M-Pesa", "auto API is offered and on", { automatic: true }),
  simple("Bank", "auto API is offered and on", { automatic: true }),
  simple("Airtel Money", "no auto API where the gateway has none", { automatic: "not offered" }),
  ...credentials("M-Pesa", "Consumer Key", "Consumer Secret", "Passkey"),
  ...credentials("Airtel Money", "Client ID", "Client Secret"),
  ...credentials("Bank", "API Key", "API Secret", "Bank Code", "Merchant ID"),
  ...toasts("gateways that are listed", {
    "edit fails": "Update Failed - Failed to update payment gateway.",
    edit: expect.stringMatching(/^Payment Gateway Updated/),
    "delete fails": "Delete Failed - Failed to delete payment gateway.",
    "registration fails": "Registration Failed - Typed payments are not reported. Please try again.",
    "registration refused": "Registration Failed - Safaricom refused it: taken",
    registration: "Typed payments are received - Payments typed by hand are reported now.",
  }),
  {
    what: "typed payments: it is said what registering does",
    how: "gateways that are listed",
    expect: is({ question: expect.stringContaining("a wrong account code is refused before money moves") }),
  },
  ...texts("gateways that are listed", "Typed payments are received since: 20 Nov 2026", "Register again"),
];
