import { expect, it } from "vitest";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { ConsoleOperator } from "../support/site/console-operator.ts";
import { readRows } from "../support/site/read-rows.ts";
import { expectFits, testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// A business signs up by itself, on a phone, by a real site: from the log-in of the main host to its own console.

const { site } = testSite();
const browser = testBrowser();

const phone = { width: 360, height: 740 };
it("signs up with the mailed code, is approved, signs in and is led through the first steps", async () => {
  const stranger = await ConsoleAdmin.come(site(), browser(), { ...phone, onMain: true, signedIn: false });
  const { page } = stranger;
  await stranger.open("/admin");
  await page.getByRole("link", { name: "Sign up your business" }).click();
  await page.getByRole("heading", { name: "Sign up your business" }).waitFor();
  await page.getByLabel("Address of your page").fill("demo");
  await page.getByText("The subdomain demo is already taken.").waitFor();
  await expectFits(page);
  await page.getByLabel("Address of your page").fill("lakeside");
  await page.getByText(/lakeside\..* is free\./).waitFor();
  await page.getByLabel("Business Name").fill("Lakeside WiFi");
  await page.getByLabel("Your name").fill("Achieng Otieno");
  await page.getByLabel("Phone").fill("0712 345 678");
  await page.getByLabel("Email address").fill("achieng@lakeside.example");
  await page.getByLabel("New password", { exact: true }).fill("a sentence of her own");
  await page.getByLabel("Confirm new password").fill("a sentence of her own");
  await page.getByRole("button", { name: "Send me the code" }).click();
  await page.getByLabel("Code from the email").waitFor();
  await expectFits(page);
  const [letter] = await readRows(
    site(),
    "SELECT text FROM mail WHERE recipient = 'achieng@lakeside.example'",
  );
  const code = /Your code is (\d{6})/.exec(String(letter?.text))?.[1] ?? "";
  await page.getByLabel("Code from the email").fill(code);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.getByText("Your address is proved.").waitFor();
  await expectFits(page);

  const operator = await ConsoleOperator.come(site(), browser(), phone);
  await operator.open("/superadmin/dashboard");
  await operator.page.getByRole("link", { name: "1 business waits to be approved" }).click();
  await operator.page.getByText("Achieng Otieno · achieng@lakeside.example").waitFor();
  await expectFits(operator.page);
  await operator.page.getByRole("button", { name: "Approve Lakeside WiFi" }).click();
  await operator.page.getByText("Lakeside WiFi signs in with achieng@lakeside.example.").waitFor();

  const own = new URL(site().main);
  const its = `${own.protocol}//lakeside.${own.host}`;
  await page.goto(`${its}/admin`);
  await page.getByLabel("Username").fill("achieng@lakeside.example");
  await page.getByLabel("Password", { exact: true }).fill("a sentence of her own");
  await page.getByRole("button", { name: "Sign In" }).click();
  const steps = page.getByRole("region", { name: "First steps" });
  await steps.getByText("Print a voucher").waitFor();
  await expectFits(page);
  // Its own console is another host than the one where it signed up.
  const faults = stranger.faults.filter((fault) => !fault.startsWith(`foreign: ${its}/`));
  expect([...faults, ...operator.faults]).toEqual([]);
});
