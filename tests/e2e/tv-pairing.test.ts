import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { phonesOnWifi } from "../support/site/settings.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// A television comes online from the phone that bought, as only a whole site and a browser show it.

const television = { mac: "00:F4:6F:10:2B:3C", ip: "10.5.50.201" };
const gameConsole = { mac: "00:04:1F:77:00:1A", ip: "10.5.50.202" };
const { site, visitors } = testSite({ phones: [...phonesOnWifi(6), television, gameConsole] });
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const isOut = (mac: string, wanted: boolean) =>
  until(
    wanted ? "let out" : "shut",
    () => visitors().isLetOut(mac),
    (online) => online === wanted,
  );

async function online(visitor: PortalVisitor, plan?: string): Promise<void> {
  await visitor.seePlans();
  await visitor.pay(plan);
  await visitor.answer("paid");
  await isOut(visitor.device.mac ?? "", true);
  await visitor.page.goto(visitor.address("/connected"));
  await visitor.page.locator(".left-time").waitFor();
}

it("a television is found, confirmed, online beside the phone, and taken off again", async () => {
  const visitor = await PortalVisitor.come(site(), browser, newVisitor());
  const { page } = visitor;
  await online(visitor, "Week for two");
  await page.getByRole("link", { name: "Add a TV or another device" }).click();
  await page.getByRole("heading", { name: "Which device is it?" }).waitFor();
  await expectAccessible(page);
  expect(await page.content()).not.toContain(television.mac);
  await page.getByRole("button", { name: /^Samsung\s*ending in 2B:3C/ }).click();
  await page.getByRole("heading", { name: "Is this your device? Samsung" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Yes, let it in" }).click();
  await page.getByRole("heading", { name: "Samsung goes online now" }).waitFor();
  await expectAccessible(page);
  await isOut(television.mac, true);
  expect(await visitors().isLetOut(visitor.device.mac ?? "")).toBe(true);
  await page.getByRole("link", { name: "Back to your connection" }).click();
  await page.locator(".plan-devices li", { hasText: "2B:3C" }).getByRole("button").click();
  await isOut(television.mac, false);
  expect(visitor.faults).toEqual([]);
  await visitor.leave();
});

it("a plan for one device moves, without scripts and in Kiswahili, and the phone is offline", async () => {
  const device = newVisitor();
  const buyer = await PortalVisitor.come(site(), browser, device, { language: "sw-KE" });
  await online(buyer);
  // A page without scripts runs no timers, which axe waits for.
  await buyer.page.goto(buyer.address("/add-device"));
  await buyer.page.getByRole("heading", { name: "Ni kifaa kipi?" }).waitFor();
  await expectAccessible(buyer.page);
  const plain = await PortalVisitor.come(site(), browser, device, {
    language: "sw-KE",
    scripts: false,
    dark: true,
  });
  await plain.context.addCookies(await buyer.context.cookies());
  const { page } = plain;
  await page.goto(plain.address("/connected"));
  await page.getByRole("link", { name: "Hamishia kwenye TV au kifaa kingine" }).click();
  await page.getByText("simu hii itatoka mtandaoni").waitFor();
  await page.locator("#address").fill(gameConsole.mac.toLowerCase().replaceAll(":", "-"));
  await page.getByRole("button", { name: "Endelea" }).click();
  await page.getByRole("heading", { name: "Hiki ni kifaa chako? PlayStation" }).waitFor();
  await page.getByRole("button", { name: "Ndiyo, kiingize" }).click();
  await page.getByRole("heading", { name: /inaingia mtandaoni sasa$/ }).waitFor();
  await isOut(gameConsole.mac, true);
  await isOut(device.mac, false);
  await plain.leave();
  await buyer.leave();
});
