import { expect, it } from "vitest";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { expectFits, testBrowser } from "../support/site/test-browser.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// A technician let a neighbour through at the router, and made a user and a line for friends: the owner sees it on a phone, and ends it.

const { site, visitors } = testSite();
const browser = testBrowser();

it("is seen by one press, ended by two, sold to by one and let be by one", async () => {
  const { mac } = newVisitor();
  const made = (table: string, values: Record<string, string>) =>
    visitors().router({ made: { table, values } });
  await made("bindings", { "mac-address": mac, type: "bypassed", comment: "neighbour" });
  await made("users", {
    name: "vc-77",
    password: "vc-77",
    server: "all",
    profile: "default",
    comment: "up-mikhmon",
  });
  await made("secrets", { name: "flat-3", password: "flat-3", service: "pppoe", profile: "default" });
  await visitors().router({ dial: { name: "flat-3", service: "pppoe", ip: "10.7.0.3" } });
  expect(await visitors().isLetOut(mac)).toBe(true);

  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 640 });
  const { page } = admin;
  await admin.open("/admin/guard");
  await page.getByText("Nothing was looked at yet").waitFor();
  await page.getByRole("button", { name: "Look now" }).click();
  await page.getByText(/^KSh 0 lost of 0 yesterday; 2 devices online that nobody pays for\.$/).waitFor();
  for (const name of [mac, "vc-77", "flat-3"]) await page.getByText(name).first().waitFor();
  await expectFits(page);

  // The dashboard leads here.
  await admin.open("/admin/dashboard");
  await page.getByRole("link", { name: "The shilling guard found 3 things to decide" }).click();

  const [portal] = await Promise.all([
    admin.context.waitForEvent("page"),
    page.getByRole("link", { name: `Sell to it: ${mac}` }).click(),
  ]);
  await portal.getByText("Select Plan").first().waitFor();
  expect(new URL(portal.url()).searchParams.get("mac")).toBe(mac);
  await portal.close();

  await page.getByRole("button", { name: `End ${mac}` }).click();
  const question = page.getByRole("dialog", { name: `End ${mac}?` });
  await question.getByText("The device then has to buy, like everybody.").waitFor();
  await expectFits(page);
  await question.getByRole("button", { name: "End it" }).click();
  await page.getByRole("button", { name: `End ${mac}` }).waitFor({ state: "detached" });
  expect(await visitors().isLetOut(mac)).toBe(false);

  await page.getByRole("button", { name: "End flat-3", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End it" }).click();
  await page.getByRole("button", { name: "End flat-3", exact: true }).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Let be: vc-77", exact: true }).click();
  await page.getByText("Let be: 1", { exact: true }).click();
  await page.getByRole("button", { name: "Name again: vc-77", exact: true }).waitFor();
  await expectFits(page);
  await page.getByRole("button", { name: "Look now" }).click();
  await page.getByText("0 devices online that nobody pays for.").waitFor();
  expect(await page.getByRole("heading", { name: "To decide" }).count()).toBe(0);
  expect(admin.faults).toEqual([]);
  await admin.leave();
});
