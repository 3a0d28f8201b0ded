import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { adminLogIn } from "#contract/auth";
import { getSettings } from "#contract/branding";
import { listBridges } from "#contract/bridges";
import { listLines } from "#contract/lines";
import { addOwnGateway, listOwnGateways, offeredGateways, verifyOwnGateway } from "#contract/own-gateways";
import { getPeopleRules, invitePerson, listPeople, listPersonInvitations } from "#contract/people";
import { adminListPlans, createPlan, updatePlan } from "#contract/plans";
import { addTunnelRouter, readRouterSetup, readTunnelOffer } from "#contract/router-setup";
import { listRouters, listRoutersOfProvider } from "#contract/routers";
import { confirmAdminPassword } from "#contract/sessions";
import { confirmSignUp, signUp, signUpSubdomain } from "#contract/sign-up";
import { listCash, listTransactions, paymentStats, revenueByDay, routerStats } from "#contract/transactions";
import { disconnectDevice, extendUser, listUsers } from "#contract/users";
import { generateVouchers, listVouchers, revokeVouchers, voucherStats } from "#contract/vouchers";
import { catchPrints, catchShares } from "../support/browser-ports.ts";
import { ago } from "../support/clock.ts";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { amina, openAdmin } from "../support/open-admin.tsx";
import { button, dialog, fill, noDialog, person, press, see, toast } from "../support/page.ts";
import {
  noCash,
  ownGateway,
  plan,
  planOfVoucher,
  quietSales,
  router,
  settings,
  signUpForm,
  user,
  voucher,
} from "../support/provider-rows.ts";

// How many taps the tasks of a provider take: what is typed is not counted, nor what the phone itself asks for. From the dashboard, if
// nothing else is said. Those that need a layout stand in tests/e2e/console-taps.test.ts.

let taps = 0;
const tap = async (name: string | RegExp, where?: HTMLElement) => {
  await press(name, where);
  taps += 1;
};
/** What sends the form that is shown; the one before it is kept, and hidden. */
const submit = async () => {
  await person.click([...document.querySelectorAll<HTMLElement>("main [type=submit]")].at(-1) as HTMLElement);
  taps += 1;
};
const follow = async (name: string | RegExp) => {
  const link = await within(await screen.findByRole("main")).findByRole("link", { name });
  await person.click(link);
  taps += 1;
};

const day = plan("Day", { price: "50.00" });

beforeEach(() => {
  taps = 0;
  answer(paymentStats, quietSales);
  answer(revenueByDay, []);
  answer(adminListPlans, [plan("3 Hours"), day]);
  answer(listRoutersOfProvider, [router("Gate")]);
  answer(listRouters, [router("Gate")]);
  answer(routerStats, { todaySales: 0, monthlyRevenue: 0 });
  answer(getSettings, settings);
  answer(listLines, []);
  answer(listVouchers, []);
  answer(voucherStats, { total: 0, active: 0, used: 0, expired: 0 });
});
const onDashboard = async () => {
  openAdmin("/admin/dashboard");
  await screen.findByRole("navigation", { name: "Quick links" });
};

it("from the sign-up to the first sale: at most 15", async () => {
  const own = "https://lakeside.hotspot.test/admin";
  answer(signUpSubdomain, ({ query }) => ({ subdomain: query.name ?? "", isFree: true, message: "" }));
  openAdmin("/admin", { signed: null, subdomain: null });
  // Leads to another address, which the test opens itself.
  const pressLink = async (name: string) => {
    await screen.findByRole("link", { name });
    taps += 1;
    cleanup();
  };
  await pressLink("Sign up your business");
  openAdmin("/signup", { signed: null, subdomain: null });
  await screen.findByLabelText(/^Business Name/);
  await fill(signUpForm);
  const id = "3f1c1f9e-0e2b-4a57-9b51-6a1d2f6f8f10";
  answer(signUp, { id, email: "achieng@lakeside.example", expiresAt: ago(-30) });
  await submit();
  await screen.findByRole("heading", { level: 1, name: "Look into your mail" });
  await person.type(screen.getByRole("textbox"), "123456");
  answer(confirmSignUp, { state: "approved", address: own, message: "Lakeside WiFi is ready." });
  await submit();
  await pressLink("To the sign-in page");

  answer(adminLogIn, amina);
  answer(paymentStats, { ...quietSales, totalTransactions: 0, sold: 0 });
  answer(adminListPlans, []);
  answer(listOwnGateways, []);
  answer(offeredGateways, { kinds: ["mpesa"], environment: "production" });
  answer(listRoutersOfProvider, []);
  answer(listBridges, []);
  answer(readTunnelOffer, { isOffered: true });
  openAdmin("/admin", { signed: null });
  await fill({ Username: "achieng@lakeside.example", Password: "a sentence of hers" });
  await tap("Sign In");

  answer(createPlan, day);
  await tap("Create Plan");
  const form = await dialog("Create Plan");
  await fill(
    { "Plan Name": "Day", "Price (KES)": "50", "Speed (Mbps)": "5", "Duration (hours)": "24" },
    form,
  );
  answer(adminListPlans, [day]);
  await tap("Create Plan", form);
  await noDialog();

  const added = ownGateway({ status: "needs_verification" });
  answer(addOwnGateway, added);
  answer(verifyOwnGateway, { success: true, message: "Check your phone: KSh 1 is asked for." });
  await tap("Set up M-Pesa");
  await fill({ "Till or pay bill number": "880100" }, await dialog("Where your money goes"));
  answer(listOwnGateways, [added]);
  await tap("Continue");
  await fill({ "Your phone": "0712345678" }, await dialog("Prove M-Pesa •••• 0100 with KSh 1"));
  answer(listOwnGateways, [{ ...added, status: "collects" }]);
  await tap("Ask for KSh 1");
  await noDialog();

  answer(addTunnelRouter, {
    id: "x",
    routerId: "kiosk",
    command: "/tool fetch",
    expiresAt: ago(-30),
    script: "# script",
    fileName: "Kiosk.rsc",
    routerosVersion: "7.x",
  });
  answer(readRouterSetup, {
    routerosVersion: "7.x",
    bridgeAddress: null,
    undoScript: "",
    undoCommand: "",
    unfetched: null,
    latest: null,
    tunnel: { done: [], stopped: null },
  });
  const sent = catchShares(true);
  await tap("Set up by one line");
  await fill({ Name: "Kiosk" }, await dialog("Set up a router by one line"));
  await tap("Make the line");
  await tap("Send the line to my computer");
  await waitFor(() => expect(sent).toEqual(["/tool fetch"]));

  // The portal opens by itself: a plan is chosen and paid (tests/e2e/console-taps.test.ts).
  const atPortal = 2;
  expect(taps + atPortal).toBeLessThanOrEqual(15);
});

describe("one voucher over the counter", () => {
  const dayVoucher = voucher(1, {
    plan: { ...planOfVoucher, id: "day", name: "Day", price: 50, durationHours: 24 },
    createdAt: ago(0),
  });
  beforeEach(() => answer(generateVouchers, { success: true, message: "", vouchers: [dayVoucher] }));

  it("is made and sent: two, its plan and Share", async () => {
    const shared = catchShares(true);
    await onDashboard();
    await tap("Day KES 50");
    await see(/Day · KES 50 AAAA1-BBBBB/, () => screen.getByRole("dialog"));
    await tap("Share", await dialog());
    await waitFor(() => expect(shared[0]).toContain("AAAA1-BBBBB"));
    expect(taps).toBe(2);
    expect(bodiesOf(generateVouchers)).toEqual([{ planId: "day", quantity: 1, adminId: "a1" }]);
  });

  it("is made and printed: two, once this browser knows how; a cashier sells it alike", async () => {
    const { prints } = catchPrints();
    localStorage.setItem("voucher-sheet", JSON.stringify({ paper: "58", ssid: "Kiosk" }));
    answer(listCash, noCash);
    answer(listTransactions, []);
    openAdmin("/admin/dashboard", { signed: { role: "cashier" } });
    await tap("Day KES 50");
    const made = await dialog();
    await tap("Print", made);
    await waitFor(() => expect(prints[0]).toMatch(/AAAA1-BBBBB1\. Join the WiFi Kiosk/));
    expect(taps).toBe(2);
    // What was sold is the owner's to take back.
    expect(within(made).queryByRole("button", { name: /^Not sold/ })).toBeNull();
  });

  it("is taken back where it was not sold", async () => {
    answer(revokeVouchers, { success: true, message: "", revoked: 1, leftAlone: 0, asked: 0 });
    await onDashboard();
    await tap("Day KES 50");
    await press("Not sold: revoke it", await dialog());
    await waitFor(() => expect(bodiesOf(revokeVouchers)).toEqual([{ ids: ["v1"] }]));
    await noDialog();
  });

  it("is one and the same where its answer was lost and its plan is tapped again", async () => {
    answer(generateVouchers, refusal(503));
    await onDashboard();
    await tap("Day KES 50");
    expect(await toast()).toBe("Error - Failed to generate vouchers");
    answer(generateVouchers, { success: true, message: "", vouchers: [dayVoucher] });
    await tap("Day KES 50");
    const made = await dialog();
    await press("Close", made);
    await noDialog();
    await tap("Day KES 50");
    await dialog();
    const [first, again, next] = sentTo(generateVouchers).map(({ key }) => key);
    expect(again).toBe(first);
    expect(next).not.toBe(first);
  });
});

it("a plan's price is changed: three", async () => {
  answer(updatePlan, day);
  await onDashboard();
  await follow(/^Manage Plans/);
  await tap("Edit Day");
  await fill({ "Price (KES)": "55" }, await dialog("Edit Plan"));
  await tap("Save Plan", await dialog());
  await waitFor(() => expect(bodiesOf(updatePlan)).toMatchObject([{ price: "55" }]));
  expect(taps).toBe(3);
});

describe("who is named by a phone number", () => {
  const wanjiku = user("01", {
    phoneNumber: "254700000007",
    isActive: true,
    isOnline: true,
    status: "active",
    expiresAt: ago(-60),
    offline: null,
  });
  const search = async () => {
    answer(listCash, noCash);
    answer(listTransactions, []);
    await onDashboard();
    await tap("Search");
    await person.type(await screen.findByPlaceholderText(/^Phone, receipt/), "0700000007");
  };
  const pick = async (text: string) => {
    await person.click(await screen.findByText(text));
    taps += 1;
  };

  it("is given 30 minutes: three", async () => {
    answer(listUsers, [wanjiku]);
    answer(extendUser, { success: true, message: "Done.", expiresAt: "2026-11-20T11:05:00.000Z" });
    await search();
    await pick("+30 min: +254 700 000 007");
    await tap("Give 30 minutes", await dialog("Give +254 700 000 007 30 minutes more?"));
    expect(await toast()).toBe("Time extended - Online until 20 Nov 2026, 14:05");
    expect(taps).toBe(3);
    expect(sentTo(extendUser)).toMatchObject([{ params: { id: wanjiku.id }, body: { minutes: 30 } }]);
  });

  it("is kicked: three", async () => {
    answer(listUsers, [wanjiku]);
    answer(disconnectDevice, { success: true, message: "Done." });
    await search();
    await pick("Disconnect: +254 700 000 007");
    await tap(/ now$/, await dialog());
    await waitFor(() => expect(sentTo(disconnectDevice)).toHaveLength(1));
    expect(taps).toBe(3);
  });

  it("is not meant where the search found several: no act of one stands beside them", async () => {
    answer(listUsers, [wanjiku, { ...wanjiku, id: "4C:5E:0C:0C:0A:02", macAddress: "4C:5E:0C:0C:0A:02" }]);
    await search();
    await see(/4C:5E:0C:0C:0A:02/);
    expect(screen.queryByText(/^\+30 min/)).toBeNull();
  });
});

it("a cashier is added: five, the password again and the way that sends the link among them", async () => {
  answer(listPeople, []);
  answer(listPersonInvitations, []);
  answer(getPeopleRules, { secondFactorRequired: false });
  answer(invitePerson, refusal(403, "Enter your password again.", "reauthenticate"));
  await onDashboard();
  await tap("Search");
  await person.type(await screen.findByPlaceholderText(/^Phone, receipt/), "inv");
  await person.click(await screen.findByText("Invite somebody"));
  taps += 1;
  await fill({ "Full name": "Juma" }, await dialog("Invite somebody"));
  await tap("Make the link");
  const again = await dialog("Enter your password again");
  await fill({ "Current password": "secret" }, again);
  answer(confirmAdminPassword, { success: true });
  answer(invitePerson, {
    address: "https://demo.hotspot.test/admin#invitation=abc",
    invitation: {
      id: "i1",
      name: "Juma",
      email: "",
      role: "cashier",
      invitedBy: "demo",
      createdAt: ago(0),
      expiresAt: ago(-60),
    },
  });
  await tap("Continue", again);
  within(await dialog("Link for Juma")).getByRole("link", { name: "WhatsApp" });
  expect(taps + 1).toBe(5);
});

it("50 vouchers, made and on paper: four, and three of the only plan there is", async () => {
  const { prints } = catchPrints();
  localStorage.setItem("voucher-sheet", JSON.stringify({ ssid: "" }));
  answer(adminListPlans, [day]);
  answer(generateVouchers, { success: true, message: "", vouchers: [] });
  await onDashboard();
  await follow(/^Make vouchers/);
  const form = await dialog("Generate Vouchers");
  await button("Generate and print", form);
  await tap("50", form);
  await tap("Generate and print", form);
  await waitFor(() => expect(prints).toHaveLength(1));
  expect(taps).toBe(3);
  expect(bodiesOf(generateVouchers)).toMatchObject([{ planId: "day", quantity: 50 }]);
});
