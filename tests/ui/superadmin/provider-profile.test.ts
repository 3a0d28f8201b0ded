import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { disableAdmin, endAdminsSecondFactor, listAdmins } from "#contract/admins";
import { platformSession } from "#contract/auth";
import {
  createProviderGateway,
  deleteProviderGateway,
  listBanks,
  listMobileMoney,
  listPaymentGateways,
  listProviderGateways,
  updateProviderGateway,
} from "#contract/gateways";
import { createHandoff } from "#contract/handoff";
import { registerPaybillAddresses } from "#contract/paybill";
import { providerRevenue } from "#contract/platform-figures";
import { eraseProvider, exportProviderData, restoreProvider } from "#contract/provider-data";
import {
  changeProviderPassword,
  listProviders,
  patchProvider,
  platformProvider,
  providerAdmin,
  saveContacts,
} from "#contract/providers";
import { listRoutersOfProvider } from "#contract/routers";
import { banks } from "#contract/values/banks";
import { mobileMoney } from "#contract/values/mobile-money";
import { catchFiles } from "../support/browser-ports.ts";
import { ago, pass, runClock } from "../support/clock.ts";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { grace, openSuperadmin } from "../support/open-superadmin.tsx";
import {
  addressNow,
  button,
  card,
  choose,
  dialog,
  fill,
  noDialog,
  offers,
  person,
  press,
  row,
  see,
  toast,
  toastAfter,
  words,
} from "../support/page.ts";
import { gateway, kinds, noSales, provider } from "../support/platform-rows.ts";
import { router } from "../support/provider-rows.ts";

// The page of one provider (docs/behaviour/operator-console.md, OC-32 to OC-37, OC-40 to OC-50).

beforeEach(() => {
  answer(providerRevenue, { ...noSales, allTime: 20 });
  answer(platformProvider, provider(1, { address: null }));
  answer(listPaymentGateways, kinds);
  answer(listBanks, [...banks]);
  answer(listMobileMoney, [...mobileMoney]);
  answer(listRoutersOfProvider, [router("Lodge", { isOnline: false, statusText: "No bridge installed" })]);
});
const address = "/superadmin/providers/p1/profile";
async function open(query = ""): Promise<void> {
  openSuperadmin(`${address}${query}`);
  await screen.findByRole("heading", { level: 1, name: "Provider 1" });
}
const panel = () => screen.findByRole("tabpanel");

describe("the head and the tabs (OC-32)", () => {
  it("say whose page it is, how it stands, and lead back and on", async () => {
    await open();
    expect(document.title).toBe("Provider 1");
    await see("Active");
    for (const name of ["Change Password", "Access Provider Dashboard"]) await button(name);
    const to = (name: string) =>
      within(screen.getByRole("main")).getByRole("link", { name }).getAttribute("href");
    expect([to("Back to Providers"), to("Billing")]).toEqual([
      "/superadmin/providers",
      "/superadmin/provider-billing?providerId=p1",
    ]);
    expect(screen.getAllByRole("tab").map((tab) => words(tab))).toEqual([
      ...["Overview", "Routers", "Revenue", "Payment Gateways", "Captive Portal", "Admins", "Data"],
    ]);
    expect(words(await panel())).toMatch(
      /Provider 1 .* Ali .* p1@isp\.example .* \+254 700 000 001 Address Not set Edit contacts Portal p1\.hotspot\.test/,
    );
    await person.click(screen.getByRole("tab", { name: "Routers" }));
    await waitFor(() => expect(addressNow()).toBe(`${address}?tab=routers`));
  });

  it("open on whether it sells, each figure with its rows; contacts and KRA PIN stand below (OC-32c)", async () => {
    answer(platformProvider, provider(1, { kraPin: "A00" }));
    answer(providerRevenue, {
      ...noSales,
      allTime: 900,
      today: 120,
      balances: { owed: 80, divertedNotSettled: 0, feesOwed: 1_500 },
      selling: { count: 6, lastAt: ago(4), completed: 47, failed: 3, notActivated: 2 },
    });
    answer(listRoutersOfProvider, [
      router("Lodge", { isOnline: false, statusText: "No bridge installed" }),
      router("Gate", { findings: { blocks: 1, mend: 0 } }),
      router("Yard", { isActive: false, findings: { blocks: 2, mend: 0 } }),
    ]);
    await open();
    const health = await screen.findByRole("region", { name: "Whether it sells" });
    await see("Today KSh 120 6 payments Last sale 4 min ago", () => health);
    await see(
      "What is wrong with its routers Lodge: No bridge installed Gate: 1 thing blocks selling",
      () => health,
    );
    const mends = within(health);
    expect(mends.getByRole("link", { name: "Gate" }).getAttribute("href")).toBe(
      "/superadmin/routers?q=Gate&check=1",
    );
    expect(mends.getByRole("link", { name: "Lodge" }).getAttribute("href")).toBe(
      "/superadmin/routers?q=Lodge",
    );
    const figures = [
      ["Today", "KSh 120", "/superadmin/payments?providerId=p1"],
      ["Routers online", "2 / 3", `${address}?tab=routers`],
      ["Success rate, 24 hours", "94 % 47 of 50 paid", "/superadmin/payments?providerId=p1"],
      ["Paid, not activated", "2", "/superadmin/payments?providerId=p1&activation=open"],
      ["Owed to it", "KSh 80", "/superadmin/payouts"],
      ["It owes", "KSh 1,500", "/superadmin/provider-billing?providerId=p1"],
    ] as const;
    for (const [name, value, to] of figures) {
      const found = await card(name);
      expect(found.text).toContain(`${name} ${value}`);
      expect(found.address).toBe(to);
    }
    expect(words(await panel())).toMatch(
      /^What is wrong .* Today .* Business Name Provider 1 .* KRA PIN A00/,
    );
    expect(screen.queryByRole("region", { name: "Until it sells" })).toBeNull();
    const own = screen.getByRole("link", { name: "p1.hotspot.test/admin" });
    expect(own.getAttribute("href")).toMatch(/^https?:\/\/p1\.hotspot\.test\/admin$/);
  });

  it("say that figures could not be read, and show the contacts nonetheless", async () => {
    answer(providerRevenue, refusal(503));
    await open();
    await see("Error Loading Revenue");
    await see("p1@isp.example");
  });

  it("are Provider Not Found for an unknown id, and say when nothing could be read", async () => {
    answer(platformProvider, refusal(500));
    openSuperadmin(address);
    await see("Error Loading Provider");
    answer(platformProvider, refusal(404));
    answer(platformSession, grace);
    await press("Try again");
    await screen.findByRole("heading", { level: 1, name: "Provider Not Found" });
    await screen.findByRole("link", { name: "Back to Providers" });
  });

  it("of a provider that has sold nothing say what it lacks until it sells, up to a test sale (OC-32b)", async () => {
    answer(providerRevenue, noSales);
    answer(listProviderGateways, []);
    answer(listRoutersOfProvider, []);
    await open();
    const guide = () => screen.getByRole("region", { name: "Until it sells" });
    await see("A way to take money To do Where visitors' money goes", () => document.body);
    await see("A router To do Added by the provider in its own console, or here. Open routers", guide);
    expect(
      within(guide()).getByRole("link", { name: "Configure Payment Gateway" }).getAttribute("href"),
    ).toBe(`${address}?tab=gateways`);
    expect(within(guide()).getByRole("link", { name: "Open routers" }).getAttribute("href")).toBe(
      "/superadmin/routers?provider=unassigned&for=p1",
    );
  });

  it("and say that a gateway of the sandbox brings no real money, unless another one does", async () => {
    answer(providerRevenue, noSales);
    const sandbox = gateway({ id: "s", environment: "sandbox", status: "collects" });
    answer(listProviderGateways, [sandbox]);
    await open();
    await see("Done It collects to 600100 in the sandbox: visitors get online, and no real money comes.");
    answer(listProviderGateways, [
      sandbox,
      gateway({ environment: "production", status: "collects", accountNumber: "600200" }),
    ]);
    await open();
    await see("Done It collects to 600200.");
  });

  it("and offer the test sale by the gateway that is set; one that has sold has no such list", async () => {
    answer(providerRevenue, noSales);
    answer(listProviderGateways, [gateway({ status: "needs_verification" })]);
    await open();
    await see("600100 is set. A test sale of KSh 1 to your own phone proves it.");
    await see("A router To do 0 of 1 reached. No bridge installed.");
    await see("A plan on sale To do Made in its own console, which Access Provider Dashboard opens.");
    await press("Test sale of KSh 1");
    await dialog("Verify M-Pesa 600100 with KSh 1");
    expect(screen.queryByText("No payment gateways")).toBeNull();
  });

  it("contacts are edited there; only what was changed is sent, and what is wrong is said at its field", async () => {
    answer(saveContacts, provider(1, { businessName: "Coast Fibre" }));
    await open();
    await press("Edit contacts");
    const form = await dialog("Edit Provider 1");
    await see("The subdomain stays", () => form);
    await fill({ Phone: "12" }, form);
    await press("Save", form);
    await see("Enter a Kenyan mobile number, such as 0712 345 678", () => form);
    expect(sentTo(saveContacts)).toEqual([]);
    await fill({ Phone: "0722 000 001", "Business Name": "Coast Fibre" }, form);
    expect(await toastAfter(() => press("Save", form))).toBe("Contacts Saved - Provider 1");
    expect(bodiesOf(saveContacts)).toEqual([{ businessName: "Coast Fibre", phone: "0722 000 001" }]);
    await noDialog();
  });

  it("Routers: those that are its own now, or what to do without any", async () => {
    await open("?tab=routers");
    expect(await row("Routers", "Lodge")).toMatch(/10\.0\.0\.7:8728 Offline No bridge installed/);
    const manage = screen.getByRole("link", { name: "Manage these routers" });
    expect(manage.getAttribute("href")).toBe("/superadmin/routers?provider=p1");
    answer(listRoutersOfProvider, [router("Gate", { findings: { blocks: 1, mend: 0 } })]);
    await open("?tab=routers");
    expect((await screen.findByRole("link", { name: "1 thing blocks selling" })).getAttribute("href")).toBe(
      "/superadmin/routers?q=Gate&check=1",
    );
  });

  it("Routers: without any, what to do next", async () => {
    answer(listRoutersOfProvider, []);
    await open("?tab=routers");
    await see("No routers assigned");
    expect((await screen.findByRole("link", { name: "Assign a router" })).getAttribute("href")).toBe(
      "/superadmin/routers?provider=unassigned&for=p1",
    );
  });

  it("Revenue: what it took, where that went and what is open; failed, it says so (OC-35)", async () => {
    answer(providerRevenue, refusal(502));
    await open("?tab=revenue");
    await see("Error Loading Revenue");
    answer(providerRevenue, {
      today: 120,
      thisMonth: 4_300.5,
      allTime: 1_200_000,
      refunded: 40,
      settlements: { direct: 1_000_000, collected: 150_040, diverted: 50_000 },
      balances: { owed: 150_000, divertedNotSettled: 60_000, feesOwed: 1_500 },
      selling: noSales.selling,
    });
    await press("Try again");
    await see(
      "Today's Revenue KSh 120 Monthly Revenue KSh 4,300.50 This month All Time Revenue KSh 1,200,000",
    );
    for (const figure of [
      ...["Paid to the provider KSh 1,000,000", "Collected by the platform KSh 150,040"],
      ...["Diverted KSh 50,000", "Refunded KSh 40", "Owed to the provider KSh 150,000"],
      ...["Diverted, not settled KSh 60,000", "Fees owed by the provider KSh 1,500"],
    ])
      expect(words(await panel())).toContain(figure);
  });

  it("Admins: who signs in for it, shut out after a question (OC-37)", async () => {
    const amina = {
      id: "a1",
      username: "amina",
      name: "Amina",
      email: "a@isp.example",
      providerId: "p1",
      isMe: false,
      createdAt: ago(900),
      disabledAt: null,
      lastSeenAt: null,
      hasSecondFactor: false,
    };
    answer(listAdmins, [amina]);
    answer(disableAdmin, amina);
    await open("?tab=admins");
    await press("Disable amina");
    const question = await dialog("Disable amina?");
    expect(await toastAfter(() => press("Disable", question))).toBe(
      "Disabled - amina is signed out everywhere.",
    );
    expect(sentTo(listAdmins)[0]?.query).toEqual({ providerId: "p1" });
  });

  it("Admins: who lost the second factor gets it turned off after a question (OC-37)", async () => {
    const amina = {
      id: "a1",
      username: "amina",
      name: "Amina",
      email: "a@isp.example",
      providerId: "p1",
      isMe: false,
      createdAt: ago(900),
      disabledAt: null,
      lastSeenAt: null,
      hasSecondFactor: true,
    };
    answer(listAdmins, [amina]);
    answer(endAdminsSecondFactor, { ...amina, hasSecondFactor: false });
    await open("?tab=admins");
    await press("Turn the second factor off: amina");
    const question = await dialog("Turn the second factor of amina off?");
    expect(await toastAfter(() => press("Turn off", question))).toBe("Second factor off - amina");
    expect(sentTo(endAdminsSecondFactor)[0]?.params).toEqual({ id: "a1" });
  });

  it("Data: all of it as one file (OC-37a)", async () => {
    const files = catchFiles();
    answer(exportProviderData, "lines");
    await open("?tab=data");
    expect(await toastAfter(() => press("Download data"))).toBe("Downloaded");
    expect(sentTo(exportProviderData)[0]?.params).toEqual({ id: "p1" });
    expect(files.map(({ name }) => name)).toEqual([expect.stringMatching(/^p1-\d{4}-\d\d-\d\d\.jsonl$/)]);
  });
});

describe("Erase provider (OC-37b)", () => {
  it("is for suspended ones alone", async () => {
    await open("?tab=data");
    expect(await button("Erase provider")).toHaveProperty("disabled", true);
    const [way] = screen.getAllByRole("link", { name: "Suspend it under Providers" });
    expect(way?.getAttribute("href")).toBe("/superadmin/providers?q=Provider+1");
  });

  it("takes the name, keeps what was refused in the window, and leads back to the list", async () => {
    answer(platformProvider, provider(1, { status: "suspended" }));
    answer(eraseProvider, refusal(409, "2 refunds are not done yet.", "conflict"));
    await open("?tab=data");
    await press("Erase provider");
    const question = await dialog("Erase Provider 1?");
    expect(await button("Erase for ever", question)).toHaveProperty("disabled", true);
    await fill({ "Type the name Provider 1 to confirm": "Provider 1" }, question);
    const refused = await toastAfter(() => press("Erase for ever", question));
    expect(refused).toBe("Not Erased - 2 refunds are not done yet.");
    expect(words(question)).toContain("2 refunds are not done yet.");
    answer(eraseProvider, { success: true, message: "Provider 1 is erased." });
    answer(listProviders, []);
    const erased = await toastAfter(() => press("Erase for ever", question));
    expect(erased).toBe("Provider Erased - Provider 1 is erased.");
    expect(bodiesOf(eraseProvider)).toEqual([{ name: "Provider 1" }, { name: "Provider 1" }]);
    await waitFor(() => expect(addressNow()).toBe("/superadmin/providers"));
  });
});

describe("Restore provider (OC-37c)", () => {
  it("takes a minute in Nairobi and the name, and says how it stands then", async () => {
    answer(platformProvider, provider(1, { status: "suspended" }));
    answer(restoreProvider, refusal(503, "The storage can't go back.", "unavailable"));
    await open("?tab=data");
    await press("Restore provider");
    const question = await dialog("Restore Provider 1?");
    await fill({ "Type the name Provider 1 to confirm": "Provider 1" }, question);
    expect(await button("Restore", question)).toHaveProperty("disabled", true);
    fireEvent.change(within(question).getByLabelText("Minute"), { target: { value: "2026-11-20T09:30" } });
    const refused = await toastAfter(() => press("Restore", question));
    expect(refused).toBe("Not Restored - The storage can't go back.");
    expect(words(question)).toContain("The storage can't go back.");
    answer(restoreProvider, { success: true, message: "As it was." });
    expect(await toastAfter(() => press("Restore", question))).toBe("Provider Restored - As it was.");
    const asked = { name: "Provider 1", at: "2026-11-20T06:30:00.000Z" };
    expect(bodiesOf(restoreProvider)).toEqual([asked, asked]);
    await noDialog();
  });
});

describe("Change Password (OC-33)", () => {
  it("says what is wrong before anything is sent, keeps what was typed when it failed", async () => {
    answer(providerAdmin, {
      id: "a1",
      username: "amina",
      name: "Amina",
      email: "a@isp.example",
      role: "",
      providerId: "p1",
    });
    await open();
    await press("Change Password");
    const form = await dialog("Change Password");
    await see("A new password for amina of Provider 1. They are signed out everywhere.", () => form);
    const change = (first: string, again: string) => async () => {
      await fill({ "New password": first, "Confirm new password": again }, form);
      await press("Change Password", form);
    };
    const heard = async (first: string, again = first) => toastAfter(change(first, again));
    expect(await heard("a good password", "another")).toBe("Validation Error - Passwords do not match");
    const short = "Password must be at least 8 characters long";
    expect(await heard("a good password", "")).toBe("Validation Error - Passwords do not match");
    expect(await heard("short", "other")).toBe("Validation Error - Passwords do not match");
    expect(await heard("")).toBe(`Validation Error - ${short}`);
    expect(await heard("seven 7")).toBe(`Validation Error - ${short}`);
    expect(words(form)).toContain(short);
    expect(sentTo(changeProviderPassword)).toEqual([]);
    answer(changeProviderPassword, refusal(502));
    expect(await heard("a good password")).toBe("Password Change Failed - Failed to change password");
    expect(within(form).getByLabelText<HTMLInputElement>("New password").value).toBe("a good password");
    answer(changeProviderPassword, { success: true, message: "amina was signed out." });
    expect(await heard("a good password")).toBe("Password Changed - amina was signed out.");
    await noDialog();
  });
});

describe("Access Provider Dashboard (OC-34)", () => {
  const openTab = () => {
    const tab = {
      opener: window,
      closed: false,
      document: document.implementation.createHTMLDocument(),
      location: { replace: vi.fn() },
      close: vi.fn(),
    };
    vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
    return tab;
  };
  const access = () => press("Access Provider Dashboard");

  it("asks for a code at once and every second, and goes on with the first answer", async () => {
    runClock();
    const tab = openTab();
    answer(createHandoff, refusal(502));
    await open();
    await access();
    expect(await button("Opening...")).toHaveProperty("disabled", true);
    expect([tab.document.title, tab.opener]).toEqual(["Opening the console of Provider 1 …", null]);
    await pass(1.1);
    const there = "https://p1.hotspot.test/admin#handoff=c0de";
    answer(createHandoff, { address: there, expiresAt: ago(-1) });
    await pass(1.1);
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(there));
    expect(sentTo(createHandoff)).toHaveLength(3);
  });

  it("gives up after 10 seconds: Sign In Failed, and the empty tab is closed", async () => {
    runClock();
    const tab = openTab();
    answer(createHandoff, refusal(502));
    await open();
    await access();
    await pass(8);
    expect(tab.close).not.toHaveBeenCalled();
    await pass(3);
    await waitFor(() => expect(tab.close).toHaveBeenCalled());
    expect(await toast()).toBe("Sign In Failed - Failed to sign in as provider");
    const asked = sentTo(createHandoff).length;
    expect(asked).toBeGreaterThanOrEqual(9);
    expect(asked).toBeLessThanOrEqual(11);
  });

  it("says the server's reason at once where it refuses, and where the browser blocks the tab", async () => {
    const tab = openTab();
    answer(createHandoff, refusal(404, "This provider does not exist."));
    await open();
    expect(await toastAfter(access)).toBe("Sign In Failed - This provider does not exist.");
    expect(tab.close).toHaveBeenCalled();
    vi.mocked(window.open).mockReturnValue(null);
    expect(await toastAfter(access)).toMatch(/^Sign In Failed - The new tab was blocked\./);
  });
});

it("Captive Portal: only what was changed is sent; what failed stays typed (OC-36)", async () => {
  await open("?tab=portal&part=content");
  const company = () => screen.findByLabelText<HTMLInputElement>("Company name");
  await person.clear(await company());
  await person.type(await company(), "Lake Net");
  answer(patchProvider, refusal(502));
  expect(await toastAfter(() => press("Save"))).toBe("Save Failed - Failed to save captive portal settings");
  expect((await company()).value).toBe("Lake Net");
  await person.click(screen.getByRole("tab", { name: "Overview" }));
  await person.click(screen.getByRole("tab", { name: "Captive Portal" }));
  expect((await company()).value).toBe("Lake Net");
  answer(patchProvider, provider(1, { captivePortalSettings: { companyName: "Lake Net" } }));
  expect(await toastAfter(() => press("Save"))).toMatch(/^Settings Saved/);
  expect(bodiesOf(patchProvider)[1]).toEqual({ captivePortalSettings: { companyName: "Lake Net" } });
});

describe("the gateway dialog (OC-40 to OC-44)", () => {
  const openForm = async () => {
    answer(listProviderGateways, []);
    await open("?tab=gateways");
    await see("No payment gateways Provider 1 takes no money yet: configure its first gateway.");
    await press("Configure Payment Gateway");
    return dialog("Configure Payment Gateway");
  };
  const send = () => press("Configure Gateway");

  it("begins in production with the provider's own credentials, and asks for all of them", async () => {
    const form = await openForm();
    const value = (name: string) => within(form).getByRole<HTMLInputElement>("combobox", { name }).value;
    expect([value("Router"), value("Environment")]).toEqual(["All routers", "Production"]);
    expect(
      within(form).getByRole<HTMLInputElement>("switch", { name: /^Custom configuration/ }).checked,
    ).toBe(true);
    expect(await offers("Router", form)).toEqual(["All routers", "Lodge"]);
    expect(await offers("Gateway Type", form)).toEqual(["Mobile Money", "Bank"]);
    expect(await offers("Gateway Provider", form)).toEqual(["M-Pesa", "Airtel Money"]);
    expect(await offers("Environment", form)).toEqual(["Sandbox", "Production"]);
    const refused = async (...faults: string[]) => {
      await send();
      for (const fault of faults) await see(`${fault} is required`, () => form);
    };
    await refused("Account number", "Consumer key", "Consumer secret", "Business short code", "Passkey");
    await choose("Gateway Provider", "Airtel Money", form);
    await refused("Client ID", "Client secret");
    expect(words(form)).toContain("Merchant Code");
    await choose("Gateway Type", "Bank", form);
    await refused("Gateway provider", "API key", "API secret");
    expect(words(form)).toMatch(/Bank Code .*Merchant ID/);
    expect(await offers("Gateway Provider", form)).toEqual([
      ...["Equity Bank", "KCB Bank", "Co-operative Bank", "Standard Chartered", "Absa Bank"],
    ]);
    expect(sentTo(createProviderGateway)).toEqual([]);
  });

  it("sends what was typed, and says what came of it", async () => {
    const form = await openForm();
    const typed = { "Account Number": "600100", "Business Short Code": "600100" };
    await fill({ ...typed, "Consumer Key": "k", "Consumer Secret": "s", Passkey: "p" }, form);
    answer(createProviderGateway, refusal(500));
    expect(await toastAfter(send)).toBe("Configuration Failed - Failed to configure payment gateway.");
    answer(createProviderGateway, refusal(400, "Selected router is not assigned to this provider"));
    expect(await toastAfter(send)).toBe(
      "Configuration Failed - Selected router is not assigned to this provider",
    );
    answer(createProviderGateway, gateway({ isActive: false, status: "needs_verification" }));
    expect(await toastAfter(send)).toBe(
      "Payment Gateway Configured - Verify it with KSh 1: then it takes over. Until then visitors of Provider 1 pay as before.",
    );
    expect(bodiesOf(createProviderGateway)[2]).toEqual({
      gatewayType: "mobile_money",
      gatewayProvider: "mpesa",
      accountNumber: "600100",
      environment: "production",
      routerId: null,
      customConfiguration: {
        isProviderSpecific: true,
        consumerKey: "k",
        consumerSecret: "s",
        passkey: "p",
        businessShortCode: "600100",
      },
    });
  });
});

describe("gateways that are listed (OC-45 to OC-49)", () => {
  const { configuration } = gateway();
  /** A pay bill with credentials of its own, whose pay bill payments are not reported yet. */
  const paybill = gateway({
    useAutoApi: false,
    paybillReports: { possible: true, since: null, fault: null },
    sharedWith: "Demo WiFi",
    configuration: { ...configuration, consumerKey: "•••• 1111", passkey: "•••• 2222" },
  });
  const openList = async (...rows: ReturnType<typeof gateway>[]) => {
    answer(listProviderGateways, rows);
    await open("?tab=gateways");
    return screen.findByRole("list", { name: "Payment gateways" });
  };
  const waits = gateway({ isActive: false, status: "needs_verification", environment: "production" });

  it.each([
    [
      paybill,
      "M-Pesa 600100 Collects Sandbox Safaricom · All routers Consumer Key •••• 1111 · Passkey •••• 2222",
    ],
    [paybill, "Demo WiFi collects at this account, too. If that is not meant, correct the number."],
    [
      gateway({ status: "cannot_collect", fault: "Equity signs every call." }),
      "Saved, cannot collect yet: Equity signs every call.",
    ],
    [gateway({ suspendedAt: ago(1) }), "Stopped: it refused three payments in a row."],
    [waits, "Takes over once verified"],
    [waits, "Until then visitors pay as before. KSh 1 has not been sent yet. Verify with KSh 1"],
    [
      gateway({ portalNeeds: { what: "callback", address: "https://x/cb/a/1" } }),
      "results of payments are reported there. https://x/cb/a/1",
    ],
  ])("say how they stand, %#", async (given, said) => {
    const list = await openList(given);
    await see(said, () => list);
  });

  it("are edited, a secret that is not typed stays; deleting names them, whether they collect or not", async () => {
    await openList(paybill, { ...waits, id: "g2", accountNumber: "600321" });
    await press("Edit M-Pesa 600100");
    const form = await dialog("Edit M-Pesa 600100");
    await see("Set: •••• 1111. Type to replace it.", () => form);
    await fill({ "Consumer Secret": "typed" }, form);
    answer(updateProviderGateway, refusal(500));
    const update = () => press("Update Gateway", form);
    expect(await toastAfter(update)).toBe("Update Failed - Failed to update payment gateway.");
    answer(updateProviderGateway, paybill);
    expect(await toastAfter(update)).toMatch(/^Payment Gateway Updated - /);
    expect(bodiesOf(updateProviderGateway)[1]).toMatchObject({ configuration: { consumerSecret: "typed" } });
    await noDialog();
    await press("Delete M-Pesa 600321");
    await see("It takes over nothing: visitors of Provider 1 go on paying as before.");
    answer(deleteProviderGateway, refusal(500));
    expect(await toastAfter(async () => press("Delete M-Pesa 600321", await dialog()))).toBe(
      "Delete Failed - Failed to delete payment gateway.",
    );
  });

  it("receive what is typed at their pay bill once they are registered (OC-48)", async () => {
    await openList(paybill);
    const register = async () => {
      await press("Receive typed payments of M-Pesa 600100");
      await see("a wrong account code is refused before money moves.", () => screen.getByRole("dialog"));
      await press("Register at Safaricom");
    };
    answer(registerPaybillAddresses, refusal(500));
    expect(await toastAfter(register)).toBe(
      "Registration Failed - Typed payments are not reported. Please try again.",
    );
    await noDialog();
    answer(registerPaybillAddresses, {
      success: false,
      message: "Safaricom refused it: taken",
      paybillSince: null,
    });
    expect(await toastAfter(register)).toBe("Registration Failed - Safaricom refused it: taken");
    await noDialog();
    const paybillSince = "2026-11-20T09:00:00.000Z";
    answer(registerPaybillAddresses, { success: true, message: "They are reported now.", paybillSince });
    const paybillReports = { possible: true, since: paybillSince, fault: null };
    answer(listProviderGateways, [{ ...paybill, paybillReports }]);
    expect(await toastAfter(register)).toBe("Typed payments are received - They are reported now.");
    await see("Typed payments are received since: 20 Nov 2026");
    await button("Register again: M-Pesa 600100");
  });
});
