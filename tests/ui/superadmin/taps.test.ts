import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { billingOverview } from "#contract/billing";
import { listPaymentConfirmations, verifyConfirmation } from "#contract/billing-confirmations";
import { listGatewayAlarms, listSuccessRates } from "#contract/gateway-alarms";
import { verifyProviderGateway } from "#contract/gateway-verification";
import { createProviderGateway, listPaymentGateways, listProviderGateways } from "#contract/gateways";
import { platformStats, providerRevenue } from "#contract/platform-figures";
import { listIdleRouters } from "#contract/platform-routers";
import { createProvider, listProviders, platformProvider } from "#contract/providers";
import { reconciliationCounts } from "#contract/reconciliation";
import { listPaid, paymentsOfPhone, refundOffer, refundPayment } from "#contract/refunds";
import { listRoutersOfProvider } from "#contract/routers";
import { emergencyDeactivateSwitch, listSwitches, undivertedPayments } from "#contract/switch";
import { ago } from "../support/clock.ts";
import { answer, sentTo } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import { dialog, fill, person, see, toast } from "../support/page.ts";
import {
  gateway,
  kinds,
  noSales,
  nothingWaits,
  paidLine,
  paymentSwitch,
  platformFigures,
  provider,
  providers,
  refundOffered,
} from "../support/platform-rows.ts";
import { router } from "../support/provider-rows.ts";

// An operator's main tasks, from the dashboard on a desk: at most three taps each. What is typed is no tap.

const most = 3;
let taps = 0;
async function tap(element: Promise<HTMLElement>): Promise<void> {
  taps += 1;
  await person.click(await element);
}
const link = (name: string | RegExp) => screen.findByRole("link", { name });
const button = (name: string | RegExp, where?: HTMLElement) =>
  (where ? within(where) : screen).findByRole("button", { name });

beforeEach(async () => {
  taps = 0;
  answer(platformStats, platformFigures);
  answer(listProviders, providers());
  answer(listGatewayAlarms, []);
  answer(listSuccessRates, []);
});
const open = () => openSuperadmin("/superadmin/dashboard");

it("what came in today: none", async () => {
  open();
  await see("Came in today KSh 4,250 61 payments");
  expect(taps).toBe(0);
});

it("a refund by its receipt: three", async () => {
  answer(listPaid, [paidLine()]);
  answer(refundOffer, refundOffered());
  const refund = { id: "f1", status: "pending", amount: 20, detail: null, receipt: null } as const;
  answer(refundPayment, { success: true, message: "Its result follows.", refund });
  open();
  await tap(
    within(await screen.findByRole("navigation", { name: "Main" })).findByRole("link", { name: "Payments" }),
  );
  await person.type(await screen.findByRole("searchbox", { name: "Search payments" }), "SGA1BCDE2F");
  await tap(button("Give back SGA1BCDE2F of 2547 ***** 126"));
  const form = await dialog("Give money back");
  await within(form).findByLabelText(/^Reason/);
  await fill({ Reason: "Slow all evening" }, form);
  await tap(button("Give back KSh 20", form));
  expect(await toast()).toBe("Refund sent - Its result follows.");
  expect(taps).toBeLessThanOrEqual(most);
});

it("somebody paid and is not connected: one to the reason, which leads on to the router", async () => {
  const offline = { cause: "router_away", at: ago(60), macAddress: null, transactionId: null } as const;
  answer(paymentsOfPhone, {
    rows: [
      paidLine({
        paidAt: ago(10),
        access: { isOnline: false, offline, router: { id: "r1", name: "Main Gate" } },
      }),
    ],
    asked: 1,
    of: 1,
    silent: [],
    next: null,
  });
  open();
  await tap(
    within(await screen.findByRole("navigation", { name: "Main" })).findByRole("link", { name: "Payments" }),
  );
  await person.type(await screen.findByRole("searchbox", { name: "Search payments" }), "0712345126");
  await see("Main Gate is offline since 20 Nov 2026, 13:05");
  expect((await link("Look at Main Gate")).getAttribute("href")).toBe("/superadmin/routers?q=r1");
  expect(taps).toBe(1);
});

it("customers of a provider pay and aren't connected: two to who they are and why", async () => {
  answer(listIdleRouters, [
    { id: "r1", name: "Main Gate", providerId: "p1", provider: "Provider 1", lastSeen: ago(60), blocks: 0 },
  ]);
  answer(platformProvider, provider(1));
  answer(listRoutersOfProvider, [
    router("Main Gate", { isOnline: false, statusText: "Its bridge is away." }),
  ]);
  answer(providerRevenue, {
    ...noSales,
    allTime: 40,
    selling: { count: 2, lastAt: ago(10), completed: 2, failed: 0, notActivated: 2 },
  });
  answer(listPaid, []);
  open();
  await see("1 router is away: who pays there waits Main Gate · Provider 1");
  await tap(
    within(await screen.findByRole("list", { name: "Routers that sell nothing" })).findByRole("link", {
      name: "Provider 1",
    }),
  );
  await see("Main Gate: Its bridge is away.");
  await tap(link(/^Paid, not activated/));
  await waitFor(() =>
    expect(sentTo(listPaid).at(-1)?.query).toMatchObject({ providerId: "p1", activation: "open" }),
  );
  expect(taps).toBe(2);
});

it("what blocks selling at a provider's router: one, and the next opens what names it", async () => {
  answer(platformProvider, provider(1));
  answer(listRoutersOfProvider, [router("Gate", { findings: { blocks: 1, mend: 0 } })]);
  answer(providerRevenue, {
    ...noSales,
    today: 40,
    thisMonth: 40,
    allTime: 40,
    settlements: { direct: 40, collected: 0, diverted: 0 },
    selling: { count: 2, lastAt: ago(10), completed: 2, failed: 0, notActivated: 0 },
  });
  open();
  await tap(link("Provider 1"));
  await see("Gate: 1 thing blocks selling");
  expect((await link("Gate")).getAttribute("href")).toBe("/superadmin/routers?q=Gate&check=1");
  expect(taps).toBe(1);
});

it("a provider's payment confirmed: three", async () => {
  answer(reconciliationCounts, { ...nothingWaits, confirmations: 1 });
  answer(billingOverview, {
    totalProviders: 7,
    configured: 5,
    pendingPayments: 1,
    activeProviders: 6,
    paybill: "600100",
  });
  answer(listPaymentConfirmations, [
    {
      provider_payment_confirmations: {
        id: "c1",
        amountPaid: 1_500,
        paymentCode: "TKQ12AB9XZ",
        status: "pending",
        notes: null,
        createdAt: ago(60),
        decidedAt: null,
      },
      providers: {
        id: "p1",
        businessName: "Coast WiFi",
        email: "a@coast.example",
        phone: "254700000001",
        subdomain: "coast",
        status: "active",
        suspendedFor: null,
        owed: 1_500,
      },
    },
  ]);
  answer(verifyConfirmation, {
    success: true,
    message: "Done.",
    status: "verified",
    providerStatus: "active",
  });
  open();
  await tap(link("1 provider says that they have paid"));
  await tap(button("Verify TKQ12AB9XZ of Coast WiFi"));
  await tap(button("Verify KSh 1,500", await dialog()));
  expect(await toast()).toContain("Payment Verified");
  expect(taps).toBeLessThanOrEqual(most);
});

it("a switch stopped at once: three", async () => {
  answer(listSwitches, [paymentSwitch({ isActive: true, isRunning: true, activatedAt: ago(60) })]);
  answer(undivertedPayments, { since: null, silent: 0, count: 0, amount: 0, groups: [] });
  answer(emergencyDeactivateSwitch, { success: true, message: "It is off.", actualId: "s1" });
  open();
  await tap(link("Open Payment Switch"));
  await tap(button("Emergency Stop"));
  const form = await dialog();
  const reason = within(form).getByRole("textbox");
  fireEvent.change(reason, { target: { value: "Wrong account" } });
  await tap(button("Emergency Stop", form));
  await see("Emergency Deactivation Successful");
  expect(sentTo(emergencyDeactivateSwitch)).toHaveLength(1);
  expect(taps).toBeLessThanOrEqual(most);
});

it("a new provider up to its test sale: three, where forms are sent by Enter", async () => {
  const made = provider(7, { businessName: "Lake Net" });
  const till = gateway({ status: "needs_verification", accountNumber: "512345" });
  answer(listPaymentGateways, kinds);
  answer(createProvider, { ...made, admin: { id: "a7", username: "achieng" } });
  answer(createProviderGateway, till);
  answer(platformProvider, made);
  answer(providerRevenue, noSales);
  answer(listRoutersOfProvider, []);
  answer(listProviderGateways, [till]);
  answer(verifyProviderGateway, { success: true, message: "Check your phone: KSh 1 is asked for." });
  open();
  await tap(link("Add Provider"));
  const form = await dialog("Create New Provider");
  await within(form).findByLabelText(/^M-Pesa till or pay bill/);
  await fill(
    {
      "Business Name": "Lake Net",
      "Contact Name": "Achieng",
      Email: "info@lake.example",
      Phone: "0712345678",
      Subdomain: "lake",
      "M-Pesa till or pay bill": "512345",
      "Admin Full Name": "Achieng Odhiambo",
      "Admin Email": "achieng@lake.example",
      "Login Username": "achieng",
      Password: "a long password",
      "Confirm Password": "a long password",
    },
    form,
  );
  await tap(button("Create Provider", form));
  await tap(button("Test sale of KSh 1"));
  const verification = await dialog("Verify M-Pesa 512345 with KSh 1");
  await person.type(within(verification).getByLabelText(/^Your phone/), "0712345678{Enter}");
  await waitFor(() => expect(sentTo(verifyProviderGateway)).toHaveLength(1));
  expect(taps).toBeLessThanOrEqual(most);
});
