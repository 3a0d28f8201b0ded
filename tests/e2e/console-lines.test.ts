import { expect, it } from "vitest";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { expectFits, testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// An owner with homes, phone in hand: the first package, the first line, and the page on which its customer pays.

const { site, visitors } = testSite();
const browser = testBrowser();

it("leads from nothing to a line that is paid on its customer's own page", async () => {
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 640 });
  const { page } = admin;
  const dialog = () => page.getByRole("dialog").last();
  await admin.open("/admin/lines");
  await page.getByText("No line yet").waitFor();
  await expectFits(page);

  await page.getByRole("button", { name: "Add a package" }).click();
  await dialog().getByLabel("Package name").fill("Home 10");
  await dialog().getByLabel("Price (KES)").fill("1500");
  await dialog().getByLabel("Download speed").fill("10");
  await dialog().getByLabel("Upload speed").fill("5");
  await expectFits(page);
  await dialog().getByRole("button", { name: "Save the package" }).click();
  await page.getByText("Next: add the first customer's line.").waitFor();

  await page.getByRole("button", { name: "Add a line" }).first().click();
  await dialog().getByLabel("Customer's name").fill("Mercy Wanjiru");
  await dialog().getByLabel("Phone number").fill("0722 100 200");
  const routers = dialog()
    .getByLabel(/^Router/)
    .first();
  if ((await routers.inputValue()) === "") {
    await routers.click();
    await page.getByRole("option").first().click();
  }
  await dialog().getByLabel("PPPoE name").fill("mercy-home");
  await dialog().getByRole("button", { name: "Make a good password" }).click();
  await expectFits(page);
  await dialog().getByRole("button", { name: "Save the line" }).click();
  await page.getByRole("dialog", { name: "Line added" }).waitFor();
  await expectFits(page);
  const link = await dialog().getByRole("link", { name: "Open the page" }).getAttribute("href");
  await dialog().getByRole("button", { name: "Done" }).click();
  await page.getByText("mercy-home").first().waitFor();
  await expectFits(page);

  // The customer, from the message's link.
  await page.goto(link ?? "");
  await page.getByText("Not paid yet").first().waitFor();
  await expectFits(page);
  await page.getByRole("button", { name: /Pay/ }).click();
  await page.getByText("enter your PIN").first().waitFor();
  await expectFits(page);
  await visitors().answerPrompt((await visitors().openPrompt("254722100200")).id, "paid");
  await page.getByText("KES 1,500 arrived.").waitFor();
  await expectFits(page);

  // The next month is paid over the counter, by three taps.
  await admin.open("/admin/lines");
  await page.getByText("Open until").first().waitFor();
  await page.getByText("mercy-home").first().click();
  await dialog().getByText("Account number").first().waitFor();
  await expectFits(page);
  await dialog().getByRole("button", { name: "Take cash" }).click();
  await page.getByRole("dialog", { name: "Cash from Mercy Wanjiru" }).waitFor();
  await expectFits(page);
  await dialog().getByRole("button", { name: "Take KSh 1,500", exact: true }).click();
  await page.getByRole("dialog", { name: "Receipt 1" }).waitFor();
  await expectFits(page);
  await dialog().getByRole("button", { name: "Done" }).click();
  await dialog().getByRole("button", { name: "Account", exact: true }).click();
  await page.getByRole("dialog", { name: "Account of Mercy Wanjiru" }).getByText("Cash, receipt 1").waitFor();
  await expectFits(page);
  await dialog().getByRole("button", { name: "Undo", exact: true }).click();
  await dialog().getByLabel("Why").fill("Typed twice");
  await expectFits(page);
  await dialog().getByRole("button", { name: "Undo KSh 1,500", exact: true }).click();
  await page.getByText("Undone: receipt 1").waitFor();
  await expectFits(page);
  expect(admin.faults).toEqual([]);
  await admin.leave();
});
