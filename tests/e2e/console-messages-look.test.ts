import { beforeAll, describe, expect, it } from "vitest";
import type { OwnBridge } from "#contract/bridges";
import { seedManyMessages } from "../seed/many-messages.ts";
import { signIn } from "../support/site/console.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { offerSms } from "../support/site/offer-sms.ts";
import { tell } from "../support/site/tell.ts";
import { expectFits, testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// How sent messages, campaigns and texts look, with all that may stand in them, and what opens on them.

const { site } = testSite({
  fill: ({ tenantDatabase }, { demo }) => seedManyMessages(tenantDatabase(demo.id), demo, Date.now()),
});
const browser = testBrowser();
beforeAll(async () => {
  await offerSms(site());
  // A second router, at which a group is: nobody answers there.
  const owner = { origin: site().origin, cookie: await signIn(site(), site().seeded.demo) };
  const [bridge] = await tell<OwnBridge[]>(owner, "GET", "/api/admin/bridges");
  const place = {
    name: "Market Stall",
    host: "127.0.0.9",
    port: 8728,
    username: "api",
    password: "not known",
  };
  await tell(owner, "POST", "/api/admin/routers", { ...place, bridgeId: bridge?.id });
});

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };
const looks = [
  ["phone-light", { ...phone, dark: false, language: "en-KE" }],
  ["phone-dark", { ...phone, dark: true, language: "sw-KE" }],
  ["desk-light", { ...desk, dark: false, language: "sw-KE" }],
  ["desk-dark", { ...desk, dark: true, language: "en-KE" }],
] as const;

/** Tables that are scrolled sideways in their place. */
const cutTables = `Array.from(document.querySelectorAll("main table"), (table) => {
  let place = table.parentElement;
  while (place && getComputedStyle(place).overflowX === "visible") place = place.parentElement;
  return place !== null && place.scrollWidth > place.clientWidth + 1;
}).some(Boolean)`;

/** Where a person looks at them. */
const pictures = process.env.MESSAGE_PICTURES;

describe.each(looks)("%s", (name, look) => {
  it("every page of the messages, and what opens on it, can be read and reached", async () => {
    const admin = await ConsoleAdmin.come(site(), browser(), look);
    const { page } = admin;
    const wrong: string[] = [];
    const isSwahili = look.language === "sw-KE";
    const seen = async (what: string) => {
      await expectFits(page).catch((cause: Error) => wrong.push(`${what}: ${cause.message}`));
      if (await page.evaluate(cutTables)) wrong.push(`${what}: a table is wider than its place`);
      if (pictures) await page.screenshot({ path: `${pictures}/${name}-${what}.png`, fullPage: true });
    };
    const open = async (tab: string) => {
      await admin.open(`/admin/messages?tab=${tab}`);
      await page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
    };
    await open("sent");
    const held = page.getByRole("button", { name: /712 000 002/ }).first();
    await held.waitFor();
    await seen("sent");
    await held.click();
    const details = page.getByRole("dialog");
    await details.getByRole("button", { name: isSwahili ? "Tuma tena" : "Send again" }).waitFor();
    await seen("message");
    await page.keyboard.press("Escape");

    await open("campaigns");
    const list = page.getByRole("list", { name: isSwahili ? "Kampeni" : "Campaigns" });
    expect(await list.getByRole("listitem").count()).toBe(10);
    await seen("campaigns");
    await page.getByRole("button", { name: isSwahili ? "Kampeni mpya" : "New campaign" }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("textbox").first().fill("Demo WiFi: karibu tena! Half price on all plans tonight.");
    await seen("new-campaign");
    await page.keyboard.press("Escape");

    for (const tab of ["texts", "settings", "numbers", "you"]) {
      await open(tab);
      await seen(tab);
    }
    expect({ wrong, faults: admin.faults }).toEqual({ wrong: [], faults: [] });
    await admin.leave();
  });
});
