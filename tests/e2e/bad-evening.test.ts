import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { formatPhone } from "#contract/values/phone";
import { english } from "#web/portal/messages/en.ts";
import { swahili } from "#web/portal/messages/sw.ts";
import { ask } from "../support/site/ask.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// What goes wrong on one evening for one visitor, on a slow line: each of it has a way on.

const { site, visitors } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** As a busy 3G cell is at night. */
async function slowLine({ context, page }: PortalVisitor): Promise<void> {
  const line = await context.newCDPSession(page);
  const bytes = (kilobits: number) => (kilobits * 1_000) / 8;
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 300,
    downloadThroughput: bytes(240),
    uploadThroughput: bytes(120),
  });
}

it.each([
  ["en-KE", english],
  ["sw-KE", swahili],
])(
  "a mistyped number, a lost answer, a prompt paid too late, and data that is used up (%s)",
  async (language, words) => {
    const visitor = await PortalVisitor.come(site(), browser, newVisitor(), { language, height: 640 });
    const { page, device } = visitor;
    const stranger = newVisitor().phone;
    const said = (text: string) => page.getByText(text).first().waitFor();
    await page.clock.install();
    await slowLine(visitor);
    await visitor.seePlans();

    // The number of somebody else.
    await visitor.choose("Month 50 GB");
    await visitor.sendPhone(`+254 0${stranger.slice(3)}`);
    await said(words.waiting.sentTo(formatPhone(stranger)));
    await page.getByRole("button", { name: words.waiting.wrongNumber }).click();
    await page.locator("#phone").waitFor();
    expect((await page.locator("#phone").inputValue()).replace(/\D/g, "")).toBe(`0${stranger.slice(3)}`);

    // The right one: its answer is lost on the way, and the same is asked for again.
    let lost = 0;
    await page.route(/\/api\/payment\/initiate$/, async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      const request = route.request();
      const { cookie = "", "idempotency-key": key = "" } = await request.allHeaders();
      const headers = { cookie, "idempotency-key": key };
      await ask(site().origin, "/api/payment/initiate", { json: request.postDataJSON(), headers });
      await route.abort("connectionreset");
    });
    await visitor.sendPhone();
    await said(words.buy.broken);
    await said(words.waiting.sentTo(formatPhone(device.phone)));
    const own = (await visitors().prompts()).filter(({ phoneNumber }) => phoneNumber === device.phone);
    expect(own).toHaveLength(1);

    // The phone lies in the other room for more than two minutes.
    await page.route(/\/api\/payment\/status\//, (route) => route.abort("failed"));
    await page.clock.fastForward(125_000);
    await said(words.failure.title);
    await said(words.failure.stillChecking);
    await page.unroute(/\/api\/payment\/status\//);
    await visitor.answer("paid");
    await said(words.success.activated);
    await expect.poll(() => visitors().isLetOut(device.mac ?? "")).toBe(true);

    // All 50 GB in one night.
    await page.goto(visitor.address("/connected"));
    await said(words.connected.dataCounted);
    await visitors().router({ traffic: { mac: device.mac, bytesOut: String(60 * 2 ** 30) } });
    await page.getByRole("heading", { name: words.device.dataUsedUp }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: words.device.buyAgain("Month 50 GB") }).click();
    expect((await page.locator("#phone").inputValue()).replace(/\D/g, "")).toBe(`0${device.phone.slice(3)}`);
    await page.locator("form[action='/buy'] button[type=submit]").click();
    await said(words.waiting.title);
    await visitor.answer("paid");
    await said(words.success.activated);
    expect(visitor.faults.filter((fault) => !fault.includes("net::ERR"))).toEqual([]);
    await visitor.leave();
  },
);

it("a code that goes from hand to hand throws nobody off unasked", async () => {
  const come = (language = "en-KE") =>
    PortalVisitor.come(site(), browser, newVisitor(), { language, height: 640 });
  const buyer = await come();
  await buyer.seePlans();
  await buyer.pay("Week for two");
  await buyer.answer("paid");
  const shown = buyer.page.locator(".recovery-code");
  // In one line, of 22 px.
  expect((await shown.boundingBox())?.height).toBeLessThan(44);
  const code = await shown.innerText();
  const claim = async (language?: string) => {
    const visitor = await come(language);
    await visitor.page.goto(visitor.address("/claim"));
    await visitor.page.locator("#claim-code").fill(code);
    await visitor.page.locator("form[action='/claim'] .button-main").click();
    return visitor;
  };
  const isIn = ({ device }: PortalVisitor) => visitors().isLetOut(device.mac ?? "");
  const mark = ({ device }: PortalVisitor) => device.mac?.slice(-5) ?? "";

  const second = await claim();
  await second.page.waitForURL(/\/connected/);
  await second.page.getByRole("heading", { name: "You are online" }).waitFor();

  const third = await claim("sw-KE");
  await third.page.getByRole("heading", { name: swahili.claim.whichLeaves }).waitFor();
  await expectAccessible(third.page);
  const choices = third.page.locator(".gives-way button");
  expect(await choices.count()).toBe(2);
  // The buyer's own stands last.
  expect(await choices.last().innerText()).toContain(mark(buyer));
  expect([await isIn(buyer), await isIn(second), await isIn(third)]).toEqual([true, true, false]);
  await choices.first().click();
  await third.page.waitForURL(/\/connected/);
  await third.page.getByRole("heading", { name: swahili.device.online }).waitFor();
  const text = await third.page.locator("body").innerText();
  for (const secret of [buyer.device.phone.slice(-6), code]) expect(text).not.toContain(secret);
  expect([await isIn(buyer), await isIn(second), await isIn(third)]).toEqual([true, false, true]);

  // The second's page says so by itself; its buyer's lists who is in, and takes the third off.
  await second.page.getByRole("heading", { name: "Not connected yet" }).waitFor();
  await buyer.page.goto(buyer.address("/connected"));
  const listed = buyer.page.locator(".plan-devices li");
  expect(await listed.allInnerTexts()).toEqual([
    expect.stringMatching(/^This device\s+joined today at/),
    expect.stringMatching(new RegExp(`^Device ending in ${mark(third)}\\s+joined today at`)),
  ]);
  await expectAccessible(buyer.page);
  await buyer.page.getByRole("button", { name: /Remove/ }).click();
  await expect.poll(() => listed.count()).toBe(1);
  await expect.poll(() => isIn(third)).toBe(false);
  expect(await isIn(buyer)).toBe(true);
  await Promise.all([buyer, second, third].map((visitor) => visitor.leave()));
});
