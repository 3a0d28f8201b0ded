import { expect, it } from "vitest";
import { expectAccessible } from "../support/site/browser.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// A visitor whose hotspot is away, on a phone: told before paying, not sold a second plan by mistake, and online when it is back.

const { site, visitors } = testSite();
const browser = testBrowser();

const line = "The hotspot does not answer right now. You can pay; your time starts when it is back.";
const waits = "Paid. You are let in as soon as the router answers.";

it("is told before paying that the hotspot is away, pays once, and is online when it is back", async () => {
  const visitor = await PortalVisitor.come(site(), browser(), newVisitor(), { width: 360, height: 640 });
  const { page } = visitor;
  const said = page.getByText(line);
  // The bridge of this site has just dialled in.
  await expect.poll(() => visitor.seePlans().then(() => said.count())).toBe(0);
  await visitors().router({ reachable: false });
  await said.waitFor({ timeout: 60_000 });
  await expectAccessible(page);
  await visitor.choose();
  const sheet = page.getByRole("dialog");
  await sheet.getByText(line).waitFor();
  await expectAccessible(page);
  await visitor.sendPhone();
  await page.waitForURL(/\/pay\//);
  await visitor.answer("paid");
  await page.getByText(waits).first().waitFor();
  expect(await page.getByText("We are connecting you now").count()).toBe(0);

  await visitor.goHome();
  await page.getByText(waits).waitFor();
  await page.locator(".plan").nth(1).locator(".button-plan").click();
  const question = sheet.getByText("This device is paid for already. Pay for one more plan?");
  await question.waitFor();
  expect(await page.locator("#phone").isVisible()).toBe(false);
  await expectAccessible(page);
  await question.click();
  await page.locator("#phone").waitFor();
  await sheet.getByRole("button", { name: "Close" }).click();

  await page.goto(visitor.address("/connected"));
  await page.getByText(waits).waitFor();
  await page.getByText("Your purchase").waitFor();
  expect(await page.getByText(/^–$|Time left|Move it to a TV/).count()).toBe(0);
  await expectAccessible(page);

  await visitors().router({ reachable: true });
  await page.getByRole("heading", { name: "You are online" }).waitFor({ timeout: 60_000 });
  await page.getByText("Time left").waitFor();
  await visitor.goHome();
  await page.getByText("You are online").waitFor();
  expect(await said.count()).toBe(0);
  expect(visitor.faults).toEqual([]);
  await visitor.leave();
});
