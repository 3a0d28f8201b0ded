import { expect } from "vitest";
import { is, type Row, texts, toasts } from "./row.ts";

/** Sections 2, 5, 8 and 9: the providers, their gateway, and the page of one. */
const needed = (label: string): [string, string] => [label, `Missing Information - ${label} is required`];
export const providers: Row[] = [
  {
    what: "card: name, status, e-mail, phone, address, routers; Profile, Suspend, Payment",
    how: "the providers",
    expect: is({
      cards: {
        active:
          "Provider 1 Active p1@isp.example +254 700 000 001 Moi Avenue 2 routers Profile Suspend Payment",
      },
    }),
  },
  {
    what: "card: Activate instead of Suspend",
    how: "the providers",
    expect: is({ cards: { suspended: expect.stringMatching(/Suspended .* Profile Activate Payment$/) } }),
  },
  {
    what: "card: Profile leads to the provider's page",
    how: "the providers",
    expect: is({ profile: "/superadmin/providers/p1/profile" }),
  },
  {
    what: "suspending is asked about",
    how: "the providers",
    expect: is({ question: expect.stringContaining("Suspend Provider 1?") }),
  },
  ...texts("no providers", "No Providers Yet", "Add Provider"),
  { what: "six skeletons while they load", how: "providers that load", expect: is({ skeletons: 6 }) },
  ...texts("the form of a provider", "Create New Provider"),
  ...[
    "Business Name",
    "Contact Name",
    "Email",
    "Phone",
    "Subdomain",
    "Admin Full Name",
    "Admin Email",
  ].flatMap((label) => texts("the form of a provider", `${label} *`)),
  ...texts("the form of a provider", "Login Username *", "Password *", /Address KRA PIN Business License/),
  {
    what: "form: the phone's placeholder",
    how: "the form of a provider",
    expect: is({ placeholder: "254700000000" }),
  },
  {
    what: "form: a subdomain is lower case, a-z, 0-9 and hyphen",
    how: "the form of a provider",
    expect: is({ subdomain: "lakenet-7" }),
  },
  ...toasts(
    "the form of a provider",
    Object.fromEntries(
      [
        ...["Business Name", "Contact Name", "Email", "Phone", "Subdomain", "Admin Full Name"],
        ...["Admin Email", "Login Username", "Password"],
      ].map(needed),
    ),
  ),
  ...toasts("the form of a provider", {
    "two passwords": "Password Mismatch - Password and confirm password do not match.",
    // docs/behaviour/operator-console.md, OC-28.
    "7 characters": "Password Too Short - Password must be at least 8 characters long.",
  }),
  { what: "form: nothing of that is sent", how: "the form of a provider", expect: is({ sent: false }) },
  ...toasts("calls of the providers that fail", {
    create: "Creation Failed - Failed to create provider.",
    suspend: "Action Failed - Failed to suspend provider.",
    activate: "Action Failed - Failed to activate provider.",
    configure: "Configuration Failed - Failed to configure payment gateway.",
    delete: "Delete Failed - Failed to delete payment gateway.",
  }),
  {
    what: "deleting a gateway is asked about",
    how: "calls of the providers that fail",
    expect: is({ question: expect.stringContaining("This cannot be undone") }),
  },
  ...toasts("calls of the providers", {
    create: expect.stringMatching(/^Provider & Admin Created - .*achieng/),
    suspend: expect.stringMatching(/^Provider Suspended - /),
    activate: expect.stringMatching(/^Provider Activated - /),
    configure: expect.stringMatching(/^Payment Gateway Configured - /),
    delete: expect.stringMatching(/^Payment Gateway Deleted - /),
  }),
  {
    what: "Provider & Admin Created: 6 seconds",
    how: "the toast of a new provider",
    expect: is({ shown: { "after 5.5 s": 1, "after 7 s": 0 } }),
  },
];

export const gateway: Row[] = [
  ...texts("the gateway dialog", "Configure Payment Gateway", "Payment Gateway *", "Account Number *"),
  ...texts("the gateway dialog", "Account number is required"),
  {
    what: "gateway: the account's placeholder for M-Pesa",
    how: "the gateway dialog",
    expect: is({ placeholder: "Business Short Code" }),
  },
  {
    what: "gateway: the auto API is on, and no credentials are asked for",
    how: "the gateway dialog",
    expect: is({ automatic: true, before: 0 }),
  },
  {
    what: "gateway: sandbox and production",
    how: "the gateway dialog",
    expect: is({ environments: ["Sandbox", "Production"] }),
  },
  {
    what: "gateway: own credentials without the auto API",
    how: "the gateway dialog",
    expect: is({ own: { "Consumer Key": 1, "Consumer Secret": 1, Passkey: 1 } }),
  },
];

export const profile: Row[] = [
  {
    what: "profile: its tabs",
    how: "the page of a provider",
    expect: is({ tabs: ["Overview", "Routers", "Revenue", "Payment Gateways", "Captive Portal", "Admins"] }),
  },
  ...texts("the page of a provider", "Back to Providers", "Change Password", "Access Provider Dashboard"),
  ...toasts("the page of a provider", {
    "two passwords": "Validation Error - Passwords do not match",
    "7 characters": "Validation Error - Password must be at least 8 characters long",
    fails: "Password Change Failed - Failed to change password",
    "all is well": expect.stringMatching(/^Password Changed - /),
    "portal fails": "Save Failed - Failed to save captive portal settings",
    "portal saved": expect.stringMatching(/^Settings Saved/),
  }),
  ...texts("the revenue of a provider", "Today's Revenue KSh 120", "Monthly Revenue KSh 4,300.50"),
  ...texts("the revenue of a provider", "All Time Revenue KSh 1,200,000"),
  {
    what: "profile: whatever is not active is red",
    how: "a suspended provider",
    expect: is({ isRed: true }),
  },
  ...texts("an unknown provider", "Provider Not Found", "Back to Providers"),
  ...toasts("a console that does not open", {
    "Access Provider Dashboard": "Sign In Failed - Failed to sign in as provider",
  }),
  {
    what: "handoff: at once, then every second for 10 seconds",
    how: "a console that does not open",
    expect: is({ times: [4, 7, 11] }),
  },
];
