import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask } from "../support/site/ask.ts";
import { launchBrowser } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { ConsoleOperator } from "../support/site/console-operator.ts";
import { control } from "../support/site/control.ts";
import { oweAnInvoice } from "../support/site/overdue-invoice.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// A provider that did not pay its invoice: suspended by the minute's sweep, it signs in, submits a payment code, is verified,
// and sells again. Each test goes on where the one before it stopped.

const { site, visitors } = testSite();
const refused = newVisitor();
const buyer = newVisitor();
let browser: Browser;
let admin: ConsoleAdmin;

beforeAll(async () => {
  await oweAnInvoice(site(), site().seeded.demo, 900);
  browser = await launchBrowser();
  admin = await ConsoleAdmin.come(site(), browser, { signedIn: false, width: 360, height: 640 });
});
afterAll(() => browser.close());

/** A visitor's own try to buy the cheapest plan. */
const initiate = ({ mac, phone }: { mac: string; phone: string }) =>
  ask(site().origin, "/api/payment/initiate", {
    json: {
      phoneNumber: phone,
      macAddress: mac,
      routerId: visitors().routerId,
      planId: site().seeded.demo.plans[0]?.id,
    },
  });

it("cannot sell once the sweep has suspended it", async () => {
  await until(
    "the suspension",
    () => initiate(refused),
    ({ status }) => status === 409 || status === 403,
  );
});

it("signs in, and is led to what it owes", async () => {
  const { page } = admin;
  await admin.open("/admin");
  await admin.logIn();
  await page.getByText("This account is suspended for an unpaid invoice.").first().waitFor();
  await page.getByRole("main").getByRole("link", { name: "Billing" }).click();
  await page.getByRole("heading", { level: 1, name: "Billing" }).waitFor();
  await page.getByText("KSh 900", { exact: true }).first().waitFor();
});

it("submits the code of its payment", async () => {
  const { page } = admin;
  await page.getByLabel("Payment code").fill("TKQ77XYZ12");
  await page.getByRole("button", { name: "Submit code" }).click();
  await page.getByText("TKQ77XYZ12 · KSh 900").waitFor();
  expect((await initiate(refused)).status).toBeGreaterThanOrEqual(400);
});

it("is verified by the operator", async () => {
  const operator = await ConsoleOperator.come(site(), browser);
  const { page } = operator;
  await operator.open("/superadmin/provider-billing?tab=confirmations");
  await page.getByRole("button", { name: "Verify TKQ77XYZ12 of Demo WiFi" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Verify KSh 900", exact: true }).click();
  await page.getByText("Payment has been verified and provider account reactivated.").waitFor();
  expect(operator.faults).toEqual([]);
  await operator.leave();
});

it("sells again, and the visitor's phone is asked for the money", async () => {
  const answer = await until(
    "a sale",
    () => initiate(buyer),
    ({ status }) => status === 200,
  );
  expect(JSON.parse(answer.text)).toMatchObject({ success: true });
  await until(
    "the prompt",
    () => control<unknown[]>(site(), `/control/prompts?phoneNumber=${buyer.phone}`),
    (prompts) => prompts.length === 1,
  );
  const { page } = admin;
  await admin.open("/admin/dashboard");
  await page.getByText("Account suspended").waitFor({ state: "detached" });
  await admin.open("/admin/billing");
  await page.getByText("Verified", { exact: true }).waitFor();
  await page.getByText("Payment verified").waitFor();
});
