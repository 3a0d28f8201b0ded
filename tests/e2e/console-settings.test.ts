import { describe, expect, it } from "vitest";
import { noisePng } from "../support/noise-png.ts";
import { ask } from "../support/site/ask.ts";
import { expectAccessible } from "../support/site/browser.ts";
import { type AdminOptions, ConsoleAdmin } from "../support/site/console-admin.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// The settings page of the provider console, where a browser has to draw: logos, the preview's colours, and Back with
// unsaved changes. What the page says stands in tests/ui/admin/settings.test.ts.

const { site } = testSite();
const browser = testBrowser();

async function come(options: AdminOptions = {}) {
  const admin = await ConsoleAdmin.come(site(), browser(), options);
  await admin.open("/admin/settings");
  await admin.page.getByRole("tab", { name: "Appearance" }).waitFor();
  return admin;
}

function parts({ page }: ConsoleAdmin) {
  return {
    toast: page.locator(".mantine-Notification-root"),
    logo: page.getByLabel("Logo file"),
    preview: page.getByTestId("portal-preview"),
    save: page.getByRole("button", { name: "Save", exact: true }),
    tab: (name: string) => page.getByRole("tab", { name }),
  };
}

/** What visitors of the demonstration's portal get right now. */
async function portal() {
  const { text } = await ask(site().origin, "/api/settings");
  return (JSON.parse(text) as { settings: Record<string, string> }).settings;
}

const colourOf = (selector: string, property: string) =>
  `getComputedStyle(document.querySelector('[data-testid=portal-preview] ${selector}')).${property}`;

describe("the logo", () => {
  it.each([
    [
      "a file that only says it is an image",
      { name: "broken.png", mimeType: "image/png", buffer: Buffer.from("no picture at all") },
      "Upload Failed",
      "Failed to read the uploaded file",
    ],
  ])("%s is refused", async (_, file, title, text) => {
    const admin = await come();
    const { toast, logo, preview } = parts(admin);
    await logo.setInputFiles(file);
    await toast.getByText(title, { exact: true }).waitFor();
    expect(await toast.getByText(text, { exact: true }).count()).toBe(1);
    expect(await preview.locator("img").count()).toBe(0);
    await admin.leave();
  });

  it("of 4 MB is shown to visitors after Save, not before, in at most 15 KB", async () => {
    const admin = await come();
    const { toast, logo, preview, save } = parts(admin);
    const buffer = noisePng(1_180);
    expect(buffer.byteLength).toBeGreaterThan(4_000_000);
    await logo.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
    await preview.locator("img").waitFor();
    expect((await portal()).logoUrl).toBe("");

    await save.click();
    await toast.getByText("Settings Saved").waitFor();
    await expect.poll(async () => (await portal()).logoUrl).toMatch(/^\/media\/[0-9a-f]{64}$/);
    const { logoUrl = "" } = await portal();
    const served = await fetched(admin, logoUrl);
    expect(served.type).toMatch(/^image\/(webp|png)$/);
    expect(served.bytes).toBeLessThanOrEqual(15 * 1024);
    expect(served.bytes).toBeGreaterThan(100);
    expect(Math.max(served.width, served.height)).toBeLessThanOrEqual(256);
    expect((await ask(site().origin, "/")).text).toContain(logoUrl);
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });

  it("drawn in SVG becomes pixels; its script stays behind", async () => {
    const admin = await come();
    const { toast, logo, preview, save } = parts(admin);
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><script>alert(1)</script>
      <circle cx="5" cy="5" r="5" fill="red"/></svg>`;
    await logo.setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(drawing) });
    await expect
      .poll(() => preview.locator("img").getAttribute("src"))
      .toMatch(/^data:image\/(webp|png);base64,/);
    await save.click();
    await toast.getByText("Settings Saved").waitFor();
    await expect
      .poll(async () => (await fetched(admin, (await portal()).logoUrl ?? "")).type)
      .toMatch(/^image\/(webp|png)$/);
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });

  it("is removed with Save, too", async () => {
    const admin = await come();
    const { toast, preview, save } = parts(admin);
    await admin.page.getByRole("button", { name: "Remove logo" }).click();
    await expect.poll(() => preview.locator("img").count()).toBe(0);
    await save.click();
    await toast.getByText("Settings Saved").waitFor();
    await expect.poll(async () => (await portal()).logoUrl).toBe("");
    await admin.leave();
  });
});

type Served = { type: string; bytes: number; width: number; height: number };

/** A picture as a browser of the portal sees it. */
function fetched(admin: ConsoleAdmin, path: string): Promise<Served> {
  return admin.page.evaluate<Served>(`fetch(${JSON.stringify(path)}).then(async (answer) => {
    const blob = await answer.blob();
    const { width, height } = await createImageBitmap(blob);
    return { type: answer.headers.get("content-type"), bytes: blob.size, width, height };
  })`);
}

describe("colours and words", () => {
  it("the preview follows every key, with the text colour that the portal itself computes", async () => {
    const admin = await come();
    const { page } = admin;
    const { preview, tab } = parts(admin);
    await page.getByLabel("Header colour").fill("#ffeb3b");
    await expect.poll(() => page.evaluate(colourOf("> div", "backgroundColor"))).toBe("rgb(255, 235, 59)");
    expect(await page.evaluate(colourOf("> div", "color"))).toBe("rgb(0, 0, 0)");
    await page.getByLabel("Header colour").fill("#1a237e");
    await expect.poll(() => page.evaluate(colourOf("> div", "color"))).toBe("rgb(255, 255, 255)");
    await tab("Content").click();
    await page.getByLabel("Company name").fill("Baraka Net");
    await page.getByLabel("Welcome message").fill("Karibuni wote");
    await preview.getByText("Welcome to Baraka Net").waitFor();
    await preview.getByText("Karibuni wote").waitFor();
    await tab("Contact").click();
    await page.getByLabel("Support phone").fill("0799000111");
    await preview.getByText("0799000111").waitFor();
    await admin.leave();
  });
});

it("Back with unsaved changes is undone until one says so", async () => {
  const admin = await come();
  const { page } = admin;
  const nav = page.getByRole("navigation", { name: "Main" });
  await nav.getByRole("link", { name: "Profile" }).click();
  await page.getByRole("heading", { level: 1, name: "Profile Settings" }).waitFor();
  await nav.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByLabel("Footer colour").fill("#112233");
  await page.evaluate("history.back()");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(await page.getByLabel("Footer colour").inputValue()).toBe("#112233");
  await page.evaluate("history.back()");
  await page.getByRole("dialog").getByRole("button", { name: "Leave without saving" }).click();
  await page.getByRole("heading", { level: 1, name: "Profile Settings" }).waitFor();
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it.each([
  [360, false],
  [360, true],
])("every tab is accessible at %i px, dark: %s", async (width, dark) => {
  const admin = await come({ width, dark });
  for (const name of ["Appearance", "Content", "Contact"]) {
    await parts(admin).tab(name).click();
    await expectAccessible(admin.page);
  }
  await admin.leave();
});
