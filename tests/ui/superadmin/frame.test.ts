import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { listAudit } from "#contract/audit";
import { saveTheme } from "#contract/branding";
import { bridgeUpdates, listPlatformBridges } from "#contract/bridges";
import { listVpnClients } from "#contract/openvpn";
import { routersRevenue } from "#contract/platform-figures";
import { listPlatformRouters, routerCounts } from "#contract/platform-routers";
import { listProviders } from "#contract/providers";
import { reconciliationCounts } from "#contract/reconciliation";
import { paymentsOfPhone } from "#contract/refunds";
import { getSecondFactor } from "#contract/second-factor";
import { confirmPlatformPassword } from "#contract/sessions";
import { listTunnelHosts } from "#contract/tunnels";
import { answer, bodiesOf, refusal, sentTo, unreachable } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import { addressNow, dialog, noDialog, person, press, see, toastAfter, words } from "../support/page.ts";
import { noBridges, nothingWaits, platformRouter, provider } from "../support/platform-rows.ts";

// What stands around the pages of the super admin console (docs/behaviour/operator-console.md, OC-1, OC-9 to OC-11).

beforeEach(() => {
  answer(listAudit, []);
  answer(listProviders, []);
});
async function open(): Promise<void> {
  openSuperadmin("/superadmin/audit");
  await screen.findByRole("heading", { level: 1, name: "Audit" });
}
const linksOf = (area: Element | null) => [...(area?.querySelectorAll("a") ?? [])];
const sidebar = () => document.querySelector(".mantine-AppShell-navbar");

describe("the navigation", () => {
  it("is a sidebar with what waits, and who one is (OC-9)", async () => {
    answer(reconciliationCounts, { ...nothingWaits, differences: 1, paybill: 2, appeals: 2 });
    await open();
    await see("Reconciliation 3", () => sidebar() as Element);
    await see("Payments 2", () => sidebar() as Element);
    expect(linksOf(sidebar()?.querySelector("nav") ?? null).map((link) => link.getAttribute("href"))).toEqual(
      [
        ...["dashboard", "providers", "payments", "routers", "revenue", "payment-switch"],
        ...["provider-billing", "payouts"],
        ...["advertisements", "reconciliation", "sms", "settings", "operators", "audit", "how-it-runs"],
      ].map((page) => `/superadmin/${page}`),
    );
    for (const text of ["System Control Center", "Sign Out"]) await see(text);
    const me = screen.getByRole("link", { name: "Grace Njeri Super Administrator" });
    expect(me.getAttribute("href")).toBe("/superadmin/profile");
  });

  it("is a bar of four and More on a phone; the menu has everything, the name, and Logout (OC-10)", async () => {
    await open();
    const bar = document.querySelector(".mantine-AppShell-footer") as HTMLElement;
    expect(linksOf(bar).map((link) => words(link))).toEqual(["Dashboard", "Providers", "Routers", "Ads"]);
    await person.click(within(bar).getByRole("button", { name: "More", hidden: true }));
    const menu = await dialog();
    expect(linksOf(menu)).toHaveLength(16);
    expect(words(menu)).toMatch(/Grace Njeri grace@platform\.example .*.* Profile .*Logout$/);
  });

  it("says at More how much waits behind it", async () => {
    answer(reconciliationCounts, {
      ...nothingWaits,
      differences: 1,
      paybill: 2,
      appeals: 2,
      confirmations: 4,
    });
    await open();
    const bar = document.querySelector(".mantine-AppShell-footer") as HTMLElement;
    await see("More 9", () => bar);
    expect(within(bar).getByTitle("Waiting for a person")).toBeTruthy();
  });

  it("has an answer to an address that is none (OC-1)", async () => {
    openSuperadmin("/superadmin/no-such-page");
    await see("404 Page Not Found");
  });

  it("finds pages, providers and routers by Ctrl K", async () => {
    answer(listProviders, [provider(1, { businessName: "Savanna Net" })]);
    answer(listPlatformRouters, [platformRouter("Savanna Lodge")]);
    answer(routerCounts, refusal(500));
    answer(routersRevenue, []);
    answer(listPlatformBridges, []);
    answer(bridgeUpdates, noBridges);
    answer(listTunnelHosts, []);
    answer(listVpnClients, []);
    await open();
    const go = async (paybill: string, found: string, address: string) => {
      await person.keyboard("{Control>}k{/Control}");
      const field = await screen.findByPlaceholderText("Provider, router, receipt, phone or page");
      await person.clear(field);
      await person.type(field, paybill);
      const actions = () => [...document.querySelectorAll<HTMLElement>("[data-action]")];
      const action = await waitFor(() => {
        const one = actions().find((element) => words(element).includes(found));
        expect(one).toBeDefined();
        return one as HTMLElement;
      });
      await person.click(action);
      await waitFor(() => expect(addressNow()).toBe(address));
    };
    await go("aud", "Audit", "/superadmin/audit");
    await go("going", "Going live", "/superadmin/go-live");
    await go("Lodge", "Savanna Lodge", "/superadmin/routers?q=Savanna+Lodge");
    expect(sentTo(listPlatformRouters)[0]?.query).toMatchObject({ q: "Lodge", pageSize: "5" });
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    await go("help", "Help", "/superadmin/routers?q=Savanna+Lodge");
    expect(opened.mock.calls).toEqual([["/help/operator?lang=en", "_blank", "noopener"]]);
    opened.mockRestore();
    answer(paymentsOfPhone, { rows: [], asked: 1, of: 1, silent: [], next: null });
    await go("0712 345 678", "Payments of +254 712 345 678", "/superadmin/payments?q=0712+345+678");
  });
});

describe("the theme (OC-11)", () => {
  const theme = () => within(sidebar() as HTMLElement).getByLabelText<HTMLSelectElement>("Theme");
  const look = () => document.documentElement.dataset.theme;

  it("is one of seven, taken at once and kept at the server", async () => {
    await open();
    expect([...theme().options].map((option) => `${option.value}: ${words(option)}`)).toEqual([
      ...["light: Light", "dark: Dark", "blue: Ocean Blue", "green: Nature Green", "purple: Royal Purple"],
      ...["cyberpunk: Cyberpunk", "system: System"],
    ]);
    answer(saveTheme, { theme: "green" });
    await person.selectOptions(theme(), "green");
    expect(look()).toBe("green");
    await waitFor(() => expect(bodiesOf(saveTheme)).toEqual([{ theme: "green" }]));
  });

  it("goes back, and says so, where the server did not keep it", async () => {
    answer(saveTheme, unreachable);
    await open();
    expect(await toastAfter(() => person.selectOptions(theme(), "cyberpunk"))).toMatch(/^Theme not saved - /);
    expect(look()).toBe("system");
  });
});

it("leads who lacks the demanded second factor to setting it up, on every page (OC-89)", async () => {
  answer(getSecondFactor, { isOn: false, isRequired: true, recoveryCodes: 0 });
  openSuperadmin("/superadmin/audit");
  await screen.findByRole("heading", { level: 1, name: "Set up your second factor" });
  expect(screen.getByRole("button", { name: "Go on to the console" })).toHaveProperty("disabled", true);
});

describe("a call that needs the password again (OC-7)", () => {
  const needed = () => refusal(403, "Enter your password again to go on.", "reauthenticate");
  const choose = async () =>
    person.selectOptions(within(sidebar() as HTMLElement).getByLabelText("Theme"), "blue");

  it("asks for it, says when it is wrong, and then goes on", async () => {
    let given = false;
    answer(saveTheme, () => (given ? { theme: "blue" as const } : needed()));
    answer(confirmPlatformPassword, ({ body }) => {
      given = (body as { currentPassword: string }).currentPassword === "right";
      return given ? { success: true as const } : refusal(400, "The current password is not right");
    });
    await open();
    await choose();
    const again = await dialog("Enter your password again");
    await person.type(within(again).getByLabelText("Current password"), "wrong");
    await press("Continue", again);
    await see("The current password is not right", () => within(again).getByRole("alert"));
    await person.type(within(again).getByLabelText("Current password"), "{Backspace>5}right");
    await press("Continue", again);
    await noDialog();
    await waitFor(() => expect(sentTo(saveTheme)).toHaveLength(2));
  });

  it("is not made where it is not given, and says so", async () => {
    answer(saveTheme, needed());
    await open();
    await choose();
    const again = await dialog("Enter your password again");
    expect(await toastAfter(() => press("Cancel", again))).toBe(
      "Theme not saved - Enter your password again to go on.",
    );
    expect(sentTo(saveTheme)).toHaveLength(1);
  });
});
