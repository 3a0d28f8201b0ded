import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noisePng } from "../support/noise-png.ts";
import { ask } from "../support/site/ask.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { type AdminOptions, ConsoleAdmin } from "../support/site/console-admin.ts";
import { testSite } from "../support/site/test-site.ts";

// The settings page of the provider console (docs/behaviour/provider-console.md, "Settings").

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function come(options: AdminOptions & { query?: string } = {}) {
  const { query = "", ...rest } = options;
  const admin = await ConsoleAdmin.come(site(), browser, rest);
  await admin.open(`/admin/settings${query}`);
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

describe("what stands there", () => {
  it("is Captive Portal Settings on a provider's host, with three tabs and every field of the settings", async () => {
    const admin = await come();
    const { page } = admin;
    await page.getByRole("heading", { level: 1, name: "Captive Portal Settings" }).waitFor();
    const fields = {
      Appearance: ["Primary", "Secondary", "Background", "Header", "Footer"].map((name) => `${name} colour`),
      Content: ["Company name", "Welcome message", "Terms URL", "Privacy URL"],
      Contact: ["Support phone", "Support e-mail"],
    };
    for (const [tab, labels] of Object.entries(fields)) {
      await parts(admin).tab(tab).click();
      for (const label of labels) await page.getByLabel(label).waitFor();
    }
    await parts(admin).tab("Appearance").click();
    const defaults = ["#0066cc", "#6366f1", "#ffffff", "#3B82F6", "#1F2937"];
    for (const [index, label] of fields.Appearance.entries())
      expect(await page.getByLabel(label).inputValue()).toBe(defaults[index]);
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });

  it("is System Settings on the main host", async () => {
    const admin = await come({ onMain: true });
    await admin.page.getByRole("heading", { level: 1, name: "System Settings" }).waitFor();
    await admin.leave();
  });

  it("Preview Portal opens the provider's portal", async () => {
    const admin = await come();
    const opening = admin.context.waitForEvent("page");
    await admin.page.getByRole("link", { name: "Preview Portal" }).click();
    const opened = await opening;
    await opened.locator(".plan").first().waitFor();
    expect(new URL(opened.url()).origin).toBe(site().origin);
    await admin.leave();
  });

  it("what was read is kept for 30 seconds", async () => {
    const admin = await ConsoleAdmin.come(site(), browser);
    const { page } = admin;
    const reads = () => admin.requests.filter((request) => request === "GET /api/settings").length;
    await page.clock.install();
    await admin.open("/admin/settings");
    const visit = async (name: string, heading: string) => {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    };
    await parts(admin).tab("Appearance").waitFor();
    expect(reads()).toBe(1);
    await page.clock.fastForward(20_000);
    await visit("Profile", "Profile Settings");
    await visit("Settings", "Captive Portal Settings");
    await parts(admin).tab("Appearance").waitFor();
    expect(reads()).toBe(1);
    await page.clock.fastForward(11_000);
    await visit("Profile", "Profile Settings");
    await visit("Settings", "Captive Portal Settings");
    await expect.poll(reads).toBe(2);
    await admin.leave();
  });
});

describe("the logo", () => {
  it.each([
    [
      "what is no image",
      { name: "prices.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") },
      "Invalid File Type",
      "Please upload an image file (PNG, JPG, SVG, etc.)",
    ],
    [
      "an image over 5 MB",
      { name: "huge.png", mimeType: "image/png", buffer: noisePng(1_330) },
      "File Too Large",
      "Please upload an image smaller than 5MB",
    ],
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

  it("a colour that is hard to see warns, and the warning goes with it", async () => {
    const admin = await come();
    const { page } = admin;
    expect(await page.getByText("Poor contrast").count()).toBe(0);
    await page.getByLabel("Primary colour").fill("#ffeb3b");
    await page.getByText("Primary on white cards: 1.2 to 1.").waitFor();
    await page.getByLabel("Primary colour").fill("#0f766e");
    await expect.poll(() => page.getByText("Poor contrast").count()).toBe(0);
    await admin.leave();
  });

  it("one field is saved without touching the others; a reload shows it", async () => {
    const admin = await come({ query: "?tab=contact" });
    const { page } = admin;
    const { toast, save } = parts(admin);
    const before = await portal();
    const sent = page.waitForRequest("**/api/admin/settings");
    await page.getByLabel("Support phone").fill("0700 111 222");
    await save.click();
    expect((await sent).postDataJSON()).toEqual({ supportPhone: "0700 111 222" });
    await toast.getByText("Settings Saved").waitFor();
    await expect.poll(portal).toEqual({ ...before, supportPhone: "0700 111 222" });
    await page.reload();
    await expect.poll(() => page.getByLabel("Support phone").inputValue()).toBe("0700 111 222");
    await admin.leave();
  });

  it("a field that is wrong is shown, also when it stands on another tab, and nothing is sent", async () => {
    const admin = await come({ query: "?tab=content" });
    const { page } = admin;
    const { save, tab } = parts(admin);
    await page.getByLabel("Terms URL").fill("not an address");
    await tab("Appearance").click();
    await save.click();
    await page.getByText("Enter a web address that begins with https://").waitFor();
    expect(await tab("Content").getAttribute("aria-selected")).toBe("true");
    expect(admin.requests).not.toContain("POST /api/admin/settings");
    await admin.leave();
  });

  it("what could not be saved says so and stays in the form", async () => {
    const admin = await come({ query: "?tab=content" });
    const { page } = admin;
    const { toast, save } = parts(admin);
    await page.route("**/api/admin/settings", (route) => route.fulfill({ status: 502, body: "bad gateway" }));
    await page.getByLabel("Company name").fill("Baraka Net");
    await save.click();
    await toast.getByText("Error", { exact: true }).waitFor();
    expect(await toast.getByText("Failed to update settings", { exact: true }).count()).toBe(1);
    expect(await page.getByLabel("Company name").inputValue()).toBe("Baraka Net");
    expect(await page.getByText("Unsaved changes").count()).toBe(1);
    await admin.leave();
  });
});

describe("unsaved changes", () => {
  it("are asked about by a link, a shortcut and Back; staying keeps them, leaving goes where one wanted", async () => {
    const admin = await come();
    const { page } = admin;
    const nav = page.getByRole("navigation", { name: "Main" });
    const dialog = page.getByRole("dialog");
    await nav.getByRole("link", { name: "Profile" }).click();
    await page.getByRole("heading", { level: 1, name: "Profile Settings" }).waitFor();
    await nav.getByRole("link", { name: "Settings", exact: true }).click();
    await page.getByLabel("Footer colour").fill("#112233");

    const stay = async () => {
      await dialog.getByText("Leave without saving?").waitFor();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.waitFor({ state: "detached" });
      expect(await page.getByLabel("Footer colour").inputValue()).toBe("#112233");
      expect(new URL(page.url()).pathname).toBe("/admin/settings");
    };
    await nav.getByRole("link", { name: "Plans" }).click();
    await stay();
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("g");
    await page.keyboard.press("p");
    await stay();
    await page.evaluate("history.back()");
    await stay();

    await page.evaluate("history.back()");
    await dialog.getByRole("button", { name: "Leave without saving" }).click();
    await page.getByRole("heading", { level: 1, name: "Profile Settings" }).waitFor();
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });

  it("are not asked about on the way from tab to tab, nor once they are discarded", async () => {
    const admin = await come();
    const { page } = admin;
    const { tab } = parts(admin);
    await page.getByLabel("Footer colour").fill("#112233");
    await tab("Contact").click();
    await tab("Appearance").click();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await page.getByLabel("Footer colour").inputValue()).toBe("#1F2937");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Profile" }).click();
    await page.getByRole("heading", { level: 1, name: "Profile Settings" }).waitFor();
    await admin.leave();
  });
});

it.each([
  [360, false],
  [360, true],
  [1280, false],
  [1280, true],
])("every tab is accessible at %i px, dark: %s", async (width, dark) => {
  const admin = await come({ width, dark });
  for (const name of ["Appearance", "Content", "Contact"]) {
    await parts(admin).tab(name).click();
    await expectAccessible(admin.page);
  }
  await admin.leave();
});
