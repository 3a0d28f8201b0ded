import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import {
  createProviderGateway,
  deleteProviderGateway,
  listBanks,
  listMobileMoney,
  listPaymentGateways,
  listProviderGateways,
} from "#contract/gateways";
import { providerRevenue } from "#contract/platform-figures";
import {
  activateProvider,
  createProvider,
  listProviders,
  platformProvider,
  suspendProvider,
} from "#contract/providers";
import { listRoutersOfProvider } from "#contract/routers";
import { banks } from "#contract/values/banks";
import { mobileMoney } from "#contract/values/mobile-money";
import { pass, runClock } from "../support/clock.ts";
import { answer, bodiesOf, held, pageOf, refusal, sentTo } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import {
  addressNow,
  button,
  choose,
  dialog,
  fill,
  noDialog,
  offers,
  person,
  press,
  see,
  toast,
  toastAfter,
  words,
} from "../support/page.ts";
import { gateway, kinds, noSales, provider, providers } from "../support/platform-rows.ts";

// The providers page of the super admin console (docs/behaviour/operator-console.md, OC-20 to OC-31, OC-38 to OC-49).

beforeEach(() => {
  answer(listProviders, providers());
  answer(listPaymentGateways, kinds);
  answer(listBanks, [...banks]);
  answer(listMobileMoney, [...mobileMoney]);
});
const cards = async () =>
  within(await screen.findByRole("list", { name: "Providers" })).getAllByRole("listitem");
async function open(address = "/superadmin/providers"): Promise<void> {
  openSuperadmin(address);
  await see("Provider 1");
}

describe("the cards (OC-20)", () => {
  it("show business, status, e-mail, phone, address and number of routers, and what can be done", async () => {
    await open();
    await screen.findByRole("heading", { level: 1, name: "Provider Management" });
    const [active, suspended] = await cards();
    expect(words(active)).toBe(
      "Provider 1 Active No sale yet 2 routers, 2 online p1@isp.example +254 700 000 001 Moi Avenue Profile Suspend Payment",
    );
    expect(words(suspended)).toMatch(/Suspended .* No address Profile Activate Payment$/);
    const profile = screen.getByRole("link", { name: "Profile of Provider 1" });
    expect(profile.getAttribute("href")).toBe("/superadmin/providers/p1/profile");
    expect(screen.getByRole("link", { name: "Provider 1" }).getAttribute("href")).toBe(
      profile.getAttribute("href"),
    );
  });

  it("say at a glance whether it sells", async () => {
    answer(listProviders, [
      provider(1, { today: { revenue: 4_250, count: 61 }, lastSaleDay: "2026-11-20" }),
      provider(2, { lastSaleDay: "2026-11-18", routersOnline: 0, routerCount: 1 }),
      provider(3, { routerCount: 0, routersOnline: 0 }),
    ]);
    await open();
    const [sells, still, fresh] = (await cards()).map(words);
    expect(sells).toContain("KSh 4,250 today, 61 payments 2 routers, 2 online");
    expect(still).toContain("Nothing sold today; last sale 18 Nov 2026 1 router, 0 online");
    expect(fresh).toContain("No sale yet No routers p3@isp.example");
  });

  it("are six skeletons while they load", async () => {
    const release = held(listProviders, providers());
    openSuperadmin("/superadmin/providers");
    const loading = await screen.findByRole("status", { name: "Loading providers..." });
    expect(loading.querySelectorAll(".mantine-Skeleton-root")).toHaveLength(6);
    release();
    expect(await cards()).toHaveLength(6);
  });

  it("are searched, filtered and paged in the address", async () => {
    answer(listProviders, ({ query }) => (query.q ? [] : pageOf(providers(), 30)));
    await open();
    await see("1 to 24 of 30");
    await press("Page 2");
    await see("25 to 30 of 30");
    await waitFor(() => expect(addressNow()).toBe("/superadmin/providers?page=2"));
    await choose("Show", "Suspended");
    await person.type(screen.getByRole("searchbox", { name: "Search providers" }), "nobody");
    await see("No providers match your search");
    await waitFor(() => expect(addressNow()).toBe("/superadmin/providers?status=suspended&q=nobody"));
    expect(sentTo(listProviders).at(-1)?.query).toMatchObject({ q: "nobody", status: "suspended" });
    await press("Show all providers");
    expect(await cards()).toHaveLength(6);
  });

  it("are narrowed to those that cannot sell now, and those of which a router is away", async () => {
    await open();
    for (const [choice, status] of [
      ["Cannot sell now", "cannot_sell"],
      ["A router is away", "router_away"],
    ] as const) {
      await choose("Show", choice);
      await waitFor(() => expect(sentTo(listProviders).at(-1)?.query).toMatchObject({ status }));
      await waitFor(() => expect(addressNow()).toBe(`/superadmin/providers?status=${status}`));
    }
  });

  it("that are none say what to do first; that could not be read say so and try again", async () => {
    answer(listProviders, refusal(500));
    openSuperadmin("/superadmin/providers");
    await see("Error Loading Providers");
    answer(listProviders, []);
    await press("Try again");
    await see("No Providers Yet");
    await press("Add Provider");
    await dialog("Create New Provider");
  });
});

describe("suspending (OC-21, OC-22)", () => {
  const suspend = async () => {
    await press("Suspend Provider 1");
    await dialog("Suspend Provider 1?");
    await see("Whoever is online stays online until the end of what they bought.");
    await press("Suspend Provider 1", await dialog());
  };

  it("asks first, and both ways say what happened", async () => {
    await open();
    await press("Suspend Provider 1");
    await press("Cancel", await dialog());
    await noDialog();
    expect(sentTo(suspendProvider)).toEqual([]);
    answer(suspendProvider, { success: true, message: "It sells nothing." });
    answer(activateProvider, { success: true, message: "It sells again." });
    expect(await toastAfter(suspend)).toBe("Provider Suspended - It sells nothing.");
    await noDialog();
    expect(await toastAfter(() => press("Activate Provider 2"))).toBe("Provider Activated - It sells again.");
  });

  it("that fails says Action Failed", async () => {
    answer(suspendProvider, refusal(500));
    answer(activateProvider, refusal(500));
    await open();
    expect(await toastAfter(suspend)).toBe("Action Failed - Failed to suspend provider.");
    await noDialog();
    expect(await toastAfter(() => press("Activate Provider 2"))).toBe(
      "Action Failed - Failed to activate provider.",
    );
  });
});

describe("Create New Provider (OC-23 to OC-31)", () => {
  const typed = {
    "Business Name": "Lake Net",
    "Contact Name": "Achieng",
    Email: "info@lake.example",
    Phone: "254700000001",
    Subdomain: "lake",
    "Admin Full Name": "Achieng Odhiambo",
    "Admin Email": "achieng@lake.example",
    "Login Username": "achieng",
    Password: "a long password",
    "Confirm Password": "a long password",
  };
  const made = { ...provider(7, { businessName: "Lake Net" }), admin: { id: "a7", username: "achieng" } };
  const openForm = async () => {
    await open("/superadmin/providers?new=1");
    return dialog("Create New Provider");
  };
  const send = () => press("Create Provider");
  /** The page of the new provider, to which the form leads. */
  const newProviderPage = () => {
    answer(platformProvider, made);
    answer(providerRevenue, noSales);
    answer(listRoutersOfProvider, []);
    answer(listProviderGateways, []);
  };

  it("asks for these fields, and takes of a subdomain what it can hold", async () => {
    const form = await openForm();
    for (const label of Object.keys(typed)) expect(words(form)).toContain(`${label} *`);
    expect(words(form)).toContain("Address KRA PIN Business License");
    const field = (label: RegExp) => within(form).getByLabelText<HTMLInputElement>(label);
    expect(field(/^Phone/).placeholder).toBe("254700000000");
    await person.type(field(/^Subdomain/), "Lake_Net-7!");
    expect(field(/^Subdomain/).value).toBe("lakenet-7");
    expect(words(form)).toContain("Its address: https://lakenet-7.hotspot.test");
    expect(words(form)).toContain("At least 8 characters");
  });

  it("that is not complete or not right says what is wrong, one toast at a time, and sends nothing", async () => {
    const form = await openForm();
    await fill(typed, form);
    const needed = Object.keys(typed).filter((label) => !label.includes("Password"));
    const both = (password: string) => ({ Password: password, "Confirm Password": password });
    const faults: [Partial<typeof typed>, string][] = [
      ...needed.map((label): [Partial<typeof typed>, string] => [
        { [label]: "" },
        `Missing Information - ${label} is required`,
      ]),
      [both(""), "Missing Information - Password is required"],
      [{ "Confirm Password": "" }, "Password Mismatch - Password and confirm password do not match."],
      [{ "Confirm Password": "other" }, "Password Mismatch - Password and confirm password do not match."],
      [both("7 chars"), "Password Too Short - Password must be at least 8 characters long."],
      [{ Subdomain: "lake-" }, "Invalid Subdomain - A subdomain neither begins nor ends with a hyphen."],
      [
        { Subdomain: "admin" },
        "Invalid Subdomain - This subdomain belongs to the platform itself. Choose another one.",
      ],
      [
        { Subdomain: "vpn" },
        "Invalid Subdomain - This subdomain belongs to the platform itself. Choose another one.",
      ],
      [{ Email: "info" }, "Invalid Email - Invalid email address"],
      [{ Phone: "12" }, "Invalid Phone - Enter a Kenyan mobile number, such as 0712 345 678"],
    ];
    for (const [change, said] of faults) {
      await fill(change, form);
      expect(await toastAfter(send)).toBe(said);
      expect(document.activeElement?.getAttribute("aria-invalid")).toBe("true");
      await fill(
        Object.fromEntries(Object.keys(change).map((label) => [label, typed[label as "Email"]])),
        form,
      );
    }
    expect(sentTo(createProvider)).toEqual([]);
  });

  it("that is refused says why, keeps what was typed, and can be sent again by the same key", async () => {
    const form = await openForm();
    await fill(typed, form);
    answer(createProvider, refusal(409, "The subdomain lake is already taken. Choose another one."));
    expect(await toastAfter(send)).toBe(
      "Creation Failed - The subdomain lake is already taken. Choose another one.",
    );
    await see("already taken", () => within(form).getByRole("alert"));
    answer(createProvider, refusal(500));
    expect(await toastAfter(send)).toBe("Creation Failed - Failed to create provider.");
    // What the server said of the values before does not stay beside a new fault.
    await fill({ "Contact Name": "" }, form);
    await toastAfter(send);
    await waitFor(() => expect(within(form).queryByText("Failed to create provider.")).toBeNull());
    expect(within(form).getByLabelText<HTMLInputElement>(/^Business Name/).value).toBe("Lake Net");
    expect(new Set(sentTo(createProvider).map(({ key }) => key)).size).toBe(1);
  });

  it("names who signs in now for 6 seconds, and is sent once", async () => {
    runClock();
    const form = await openForm();
    await fill(typed, form);
    answer(createProvider, made);
    newProviderPage();
    await person.dblClick(await button("Create Provider"));
    await noDialog();
    await waitFor(() => expect(addressNow()).toBe("/superadmin/providers/p7/profile"));
    expect(await toast()).toBe("Provider & Admin Created - Lake Net signs in as achieng.");
    expect(sentTo(createProvider)).toHaveLength(1);
    expect(bodiesOf(createProvider)[0]).toMatchObject({
      subdomain: "lake",
      adminCredentials: { username: "achieng", email: "achieng@lake.example" },
    });
    await pass(4.5);
    await toast();
    await pass(2);
    await waitFor(() => expect(document.querySelector(".mantine-Notification-root")).toBeNull());
  });
});

it("a new provider's till is set with it, by the platform's own app (OC-23a)", async () => {
  await open("/superadmin/providers?new=1");
  const form = await dialog("Create New Provider");
  const typed = {
    "Business Name": "Lake Net",
    "Contact Name": "Achieng",
    Email: "info@lake.example",
    Phone: "0712345678",
    Subdomain: "lake",
    "Admin Full Name": "Achieng Odhiambo",
    "Admin Email": "achieng@lake.example",
    "Login Username": "achieng",
    Password: "a long password",
    "Confirm Password": "a long password",
  };
  await within(form).findByLabelText(/^M-Pesa till or pay bill/);
  await fill({ ...typed, "M-Pesa till or pay bill": "12" }, form);
  expect(await toastAfter(() => press("Create Provider"))).toBe(
    "Invalid Account - Enter the till or pay bill number: digits only, at least five.",
  );
  await fill({ "M-Pesa till or pay bill": "512345" }, form);
  const made = provider(7, { businessName: "Lake Net" });
  answer(createProvider, { ...made, admin: { id: "a7", username: "achieng" } });
  answer(createProviderGateway, gateway({ status: "needs_verification", accountNumber: "512345" }));
  answer(platformProvider, made);
  answer(providerRevenue, noSales);
  answer(listRoutersOfProvider, []);
  answer(listProviderGateways, [gateway({ status: "needs_verification", accountNumber: "512345" })]);
  await press("Create Provider");
  await see("512345 is set. A test sale of KSh 1 to your own phone proves it.");
  expect(bodiesOf(createProviderGateway)).toEqual([
    {
      providerId: "p7",
      gatewayId: "mpesa",
      environment: "sandbox",
      useAutoApi: true,
      accountNumber: "512345",
      configuration: {},
    },
  ]);
  expect(bodiesOf(createProvider)[0]).not.toHaveProperty("account");
});

describe("Configure Payment Gateway (OC-39, OC-41 to OC-49)", () => {
  const openPayment = async (rows = [gateway()]) => {
    answer(listProviderGateways, rows);
    await open();
    await press("Payment of Provider 1");
    const form = await dialog("Configure Payment Gateway");
    await within(form).findByLabelText(/^Account Number/);
    return form;
  };
  const account = (form: HTMLElement) => within(form).getByLabelText<HTMLInputElement>(/^Account Number/);
  const automatic = (form: HTMLElement) =>
    within(form).queryByRole<HTMLInputElement>("checkbox", { name: "Use Auto API" });
  const send = () => press("Configure Gateway");

  it("begins with M-Pesa by the platform's own app, in the sandbox", async () => {
    const form = await openPayment([]);
    await see("Provider 1 takes no money yet: set its first gateway below.", () => form);
    for (const label of ["Payment Gateway *", "Account Number *"]) expect(words(form)).toContain(label);
    expect(automatic(form)?.checked).toBe(true);
    expect(within(form).queryByLabelText(/^Consumer Key/)).toBeNull();
    expect(await offers("Environment", form)).toEqual(["Sandbox", "Production"]);
    expect(await offers("Payment Gateway", form)).toEqual(["M-Pesa", "Airtel Money", "Bank"]);
    await send();
    await see("Account number is required", () => form);
    expect(sentTo(createProviderGateway)).toEqual([]);
  });

  it.each([
    ["M-Pesa", "Business Short Code", ["Consumer key", "Consumer secret", "Passkey"], []],
    ["Airtel Money", "Merchant Code", ["Client ID", "Client secret"], []],
    ["Bank", "Account Number", ["Bank", "API key", "API secret"], ["Bank Code", "Merchant ID"]],
  ])("of %s asks for %s and its own credentials", async (name, placeholder, needed, more) => {
    const form = await openPayment([]);
    await choose("Payment Gateway", name, form);
    expect(account(form).placeholder).toBe(placeholder);
    // Airtel Money has no app of the platform's own.
    expect(automatic(form)?.checked ?? "none").toBe(name === "Airtel Money" ? "none" : true);
    const box = automatic(form);
    if (box) await person.click(box);
    for (const label of more) expect(words(form)).toContain(label);
    await send();
    for (const label of needed) await see(`${label} is required`, () => form);
  });

  it("says what came of saving and deleting, and names what is deleted", async () => {
    const form = await openPayment();
    await see("It takes the place of M-Pesa 600100.", () => form);
    await fill({ "Account Number": "600201" }, form);
    answer(createProviderGateway, refusal(500));
    expect(await toastAfter(send)).toBe("Configuration Failed - Failed to configure payment gateway.");
    answer(createProviderGateway, refusal(400, "The platform's own M-Pesa app is for sandbox only."));
    expect(await toastAfter(send)).toBe(
      "Configuration Failed - The platform's own M-Pesa app is for sandbox only.",
    );
    answer(createProviderGateway, gateway());
    expect(await toastAfter(send)).toBe(
      "Payment Gateway Configured - Visitors of Provider 1 pay this way from now on.",
    );
    const remove = async () => {
      await press("Delete M-Pesa 600100", form);
      const sure = await dialog("Delete M-Pesa 600100?");
      await see(
        /^.*Visitors of Provider 1 can no longer pay this way\. .* This cannot be undone\./,
        () => sure,
      );
      await press("Delete M-Pesa 600100", sure);
    };
    answer(deleteProviderGateway, refusal(500));
    expect(await toastAfter(remove)).toBe("Delete Failed - Failed to delete payment gateway.");
    answer(deleteProviderGateway, { success: true });
    expect(await toastAfter(remove)).toBe("Payment Gateway Deleted - M-Pesa 600100");
  });
});
