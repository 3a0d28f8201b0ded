import type { Browser, Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noisePng } from "../support/noise-png.ts";
import { expectAccessible, launchBrowser, openPage } from "../support/site/browser.ts";
import { ConsoleOperator, type OperatorOptions } from "../support/site/console-operator.ts";
import { readRows } from "../support/site/read-rows.ts";
import { testSite } from "../support/site/test-site.ts";

// Advertisements in a real browser: pictures made small, and previews as the portal draws them. In order: each test goes on
// with what the one before it left. What the page says stands in tests/ui/superadmin/advertisements.test.ts.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function come(options: OperatorOptions & { query?: string } = {}) {
  const { query = "", ...rest } = options;
  const operator = await ConsoleOperator.come(site(), browser, rest);
  await operator.open(`/superadmin/advertisements${query}`);
  await operator.page.getByRole("heading", { level: 1, name: "Advertisement Management" }).waitFor();
  return operator;
}

function parts({ page }: ConsoleOperator) {
  const dialog = page.getByRole("dialog");
  return {
    dialog,
    field: (label: string) => dialog.getByLabel(label),
    tab: (name: string) => dialog.getByRole("tab", { name }),
    save: dialog.locator("button[type=submit]"),
    toast: page.locator(".mantine-Notification-root"),
    card: (title: string) => page.getByTestId("ad").filter({ hasText: title }),
  };
}

async function openForm(operator: ConsoleOperator) {
  await operator.page.getByRole("button", { name: "Create Advertisement" }).first().click();
  const form = parts(operator);
  await form.dialog.waitFor();
  return form;
}

const figure = ({ page }: ConsoleOperator, name: string) =>
  page.locator(".mantine-Card-root").filter({ hasText: name }).innerText();

/** The portal as a phone without scripts gets it. */
async function portal() {
  const { demo } = site().seeded;
  const visitor = await openPage(browser, { origin: site().origin, width: 360, height: 640, scripts: false });
  await visitor.page.goto(`${site().origin}/?routerId=${demo.routers[0]?.id}`);
  return visitor;
}

/** What stands in an advertisement's page, and how it is styled, without what differs by place. */
const shown = `(() => {
  const bare = (html) => html.replace(/ nonce="[^"]*"/g, "").replace(/ nonce=&quot;[^&]*&quot;/g, "");
  return {
    top: bare(document.querySelector(".ad-top").outerHTML),
    body: bare(document.querySelector(".ad-body").outerHTML).replace(/href="[^"]*"/g, ""),
    styles: [...document.querySelectorAll("style")].map((style) => style.textContent),
    look: [".ads", ".ad-words h1", ".ad-content", ".ad-image", ".ad-visit"].map((selector) => {
      const found = document.querySelector(selector);
      if (!found) return null;
      const { color, backgroundColor, fontSize, fontFamily, borderRadius } = getComputedStyle(found);
      return { color, backgroundColor, fontSize, fontFamily, borderRadius };
    }),
  };
})()`;

it("is accessible at 360 pixels, empty, and with all tabs of its form", async () => {
  const operator = await come({ width: 360, height: 740 });
  await operator.page.getByText("No advertisements yet").waitFor();
  await expectAccessible(operator.page);
  await operator.page.getByRole("tab", { name: "Analytics" }).click();
  await expect.poll(() => figure(operator, "Active Ads")).toMatch(/\n0\n/);
  await expectAccessible(operator.page);
  const form = await openForm(operator);
  await expectAccessible(operator.page);
  await form.tab("Settings").click();
  await expectAccessible(operator.page);
  expect(operator.faults).toEqual([]);
  await operator.leave();
});

const content = "<h3>Baraka Phones</h3><p>KES <strong>50</strong> a day</p><script>window.__xss = 1</script>";

describe("an advertisement", () => {
  it("is created with a picture made small, says so, and stands there as a card; its script is never kept", async () => {
    const operator = await come();
    const form = await openForm(operator);
    await form.field("Title").fill("New phones");
    await form.field("Description").fill("Pay a little every day");
    await form.field("Content (HTML)").fill(content);
    await form.field("External URL").fill("https://phones.example/");
    await form
      .field("Image file")
      .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: noisePng(900) });
    await form.dialog.getByAltText("Chosen image").waitFor();
    await form.save.dblclick();
    await form.toast.getByText("Advertisement Created").waitFor();
    await form.dialog.waitFor({ state: "detached" });
    const text = await form.card("New phones").innerText();
    for (const part of ["Active", "Pay a little every day", "30 s", "All users", "At once", "No end"])
      expect(text).toContain(part);
    expect(
      operator.requests.filter((request) => request === "POST /api/superadmin/advertisements"),
    ).toHaveLength(1);
    const rows = await readRows(
      site(),
      `SELECT ads.content, length(media.bytes) AS bytes FROM ads JOIN media ON '/media/' || media.hash = ads.image_url`,
    );
    expect(rows).toEqual([
      { content: "<h3>Baraka Phones</h3><p>KES <strong>50</strong> a day</p>", bytes: expect.any(Number) },
    ]);
    expect(Number(rows[0]?.bytes)).toBeLessThanOrEqual(40 * 1024);
    await expectAccessible(operator.page);
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });

  it("is previewed exactly as the portal shows it", async () => {
    const visitor = await portal();
    const real = await visitor.page.evaluate(shown);
    await visitor.context.close();
    const operator = await come({ query: "?tab=analytics" });
    await expect.poll(() => figure(operator, "Active Ads")).toMatch(/\n1\n/);
    await operator.page.getByRole("tab", { name: "Advertisements" }).click();
    await operator.page.getByRole("button", { name: "Preview New phones" }).click();
    const frame = await previewFrame(operator);
    expect(await frame.evaluate(shown)).toEqual(real);
    // Its picture came, its own HTML is styled, and nothing in it ran.
    expect(await frame.evaluate("document.querySelector('.ad-image').naturalWidth")).toBeGreaterThan(100);
    const [inner] = frame.childFrames();
    expect(await inner?.evaluate("getComputedStyle(document.body).fontSize")).toBe("15px");
    expect(await inner?.evaluate("document.body.innerText")).toContain("KES 50 a day");
    expect(await operator.page.evaluate("window.__xss")).toBeUndefined();
    // Timers never run in a frame without scripts, and axe may wait for one. What the frame holds is the portal's own page.
    await expectAccessible(operator.page, "iframe");
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });

  it("shows in its form, when that is asked for, what is typed there", async () => {
    for (const width of [360, 1280]) {
      const operator = await come({ width, height: 740 });
      await operator.page.getByRole("button", { name: "Edit New phones" }).click();
      const { dialog, field, tab } = parts(operator);
      await field("Title").fill("Newer phones");
      await dialog.getByLabel("Show preview").click();
      await tab("Preview").waitFor();
      const frame = await previewFrame(operator);
      expect(await frame.evaluate("document.querySelector('h1').textContent")).toBe("Newer phones");
      await tab("Content").click();
      await field("Title").fill("");
      await tab("Preview").click();
      await dialog.getByText("Please enter a title.").waitFor();
      expect(operator.faults).toEqual([]);
      await operator.leave();
    }
  });

  it("is inactive after its last day, and deleted after the question", async () => {
    const operator = await come();
    const { page } = operator;
    const { dialog, field, save, tab, toast, card } = parts(operator);
    await page.getByRole("button", { name: "Edit New phones" }).click();
    await tab("Settings").click();
    await field("Start date").fill("2026-01-01");
    await field("End date").fill("2026-01-31");
    await save.click();
    await card("New phones").getByText("Inactive").waitFor();
    await page.getByRole("button", { name: "Delete New phones" }).click();
    await dialog.getByRole("button", { name: "Delete advertisement" }).click();
    await toast.getByText("Advertisement Deleted").waitFor();
    await page.getByText("No advertisements yet").waitFor();
    await operator.leave();
  });
});

/** The page inside the preview, once its words are there. */
async function previewFrame({ page }: ConsoleOperator): Promise<Frame> {
  const handle = await page.locator('iframe[title^="Preview of"]').elementHandle();
  const frame = await handle?.contentFrame();
  if (!frame) throw new Error("there is no preview");
  await frame.locator(".ad-words h1").waitFor();
  return frame;
}
