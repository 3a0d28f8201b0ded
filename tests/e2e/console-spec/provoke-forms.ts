import { noisePng } from "../../support/noise-png.ts";
import { toastAfter, wordsOf } from "./evidence.ts";
import { answer, at, done, type Provoke } from "./world.ts";

// Forms: what they refuse, what they say when the server refuses, and when all is well.

type Typed = Record<string, string>;
export const formProvocations = {
  async "voucher form"(world) {
    const admin = await at(world, "vouchers");
    const { page } = admin;
    await page.getByRole("button", { name: "Generate Vouchers" }).first().click();
    const dialog = page.getByRole("dialog");
    const quantity = dialog.getByLabel("Quantity");
    const button = dialog.locator("button[type=submit]");
    const facts: Record<string, unknown> = {
      usual: await quantity.inputValue(),
      least: await quantity.getAttribute("min"),
      most: await quantity.getAttribute("max"),
      expiry: await dialog.getByLabel("Expires (optional)").getAttribute("type"),
      disabledWithoutPlan: await button.isDisabled(),
    };
    await dialog.getByRole("combobox", { name: "Plan" }).click();
    await page.getByRole("option").first().waitFor();
    facts.options = await page.getByRole("option").allInnerTexts();
    await page.getByRole("option").first().click();
    facts.disabledWithPlan = await button.isDisabled();
    await quantity.fill("");
    await quantity.blur();
    facts.noNumber = await quantity.inputValue();
    let fail = () => {};
    await page.route("**/api/admin/vouchers/generate", async (route) => {
      facts.sent = Object.keys(route.request().postDataJSON()).sort();
      facts.own = route.request().postDataJSON().adminId === world.site.seeded.demo.admin.id;
      await new Promise<void>((resolve) => {
        fail = resolve;
      });
      await route.fulfill({ status: 500, body: "" });
    });
    await button.click();
    await dialog.getByText("Generating...").waitFor();
    facts.disabledWhilePending = await button.isDisabled();
    await expectHeld(() => facts.sent !== undefined);
    facts.failure = await toastAfter(page, async () => fail());
    return done(admin, facts);
  },

  async "voucher export"(world) {
    const admin = await at(world, "vouchers");
    const [download] = await Promise.all([
      admin.page.waitForEvent("download"),
      admin.page.getByRole("button", { name: "Export", exact: true }).click(),
    ]);
    const stream = await download.createReadStream();
    let csv = "";
    for await (const chunk of stream) csv += String(chunk);
    return done(admin, { name: download.suggestedFilename(), head: csv.split(/\r?\n/)[0] });
  },

  async "profile form"(world) {
    const { savanna } = world.site.seeded;
    const admin = await at(world, "profile", { provider: savanna });
    const { page } = admin;
    const save = page.locator("form button[type=submit]");
    const none = { "Current password": "", "New password": "", "Confirm new password": "" };
    const joseph = { "Full name": "Joseph Otieno", "Email address": "joseph@savanna.example", ...none };
    const errors: Record<string, string[]> = {};
    const refuse = async (what: string, typed: Typed) => {
      for (const [label, text] of Object.entries({ ...joseph, ...typed }))
        await page.getByLabel(label, { exact: true }).fill(text);
      await save.click();
      const wrong = page.locator("form .mantine-InputWrapper-error");
      await wrong.first().waitFor();
      errors[what] = await wrong.allInnerTexts();
    };
    await refuse("no name", { "Full name": " " });
    await refuse("bad e-mail", { "Email address": "joseph@" });
    await refuse("other confirmation", {
      ...{ "Current password": "old one", "New password": "a new password" },
      "Confirm new password": "another password",
    });
    await refuse("no current", {
      ...{ "New password": "a new password", "Confirm new password": "a new password" },
    });
    const sent = admin.requests.some((request) => request.startsWith("PATCH"));
    for (const [label, text] of Object.entries(joseph))
      await page.getByLabel(label, { exact: true }).fill(text);

    const path = `PATCH profile/${savanna.admin.id}`;
    await page.getByLabel("Full name").fill("Joseph O.");
    await answer(admin, { [path]: { status: 409, message: "This name is taken." } });
    const inWords = await toastAfter(page, () => save.click());
    await page.unrouteAll();
    await answer(admin, { [path]: { status: 500 } });
    const wordless = await toastAfter(page, () => save.click());
    await page.unrouteAll();
    let pending = "";
    await page.route("**/api/admin/profile/*", async (route) => {
      if (route.request().method() === "PATCH") {
        await page.getByText("Saving...").waitFor();
        pending = await save.innerText();
      }
      await route.continue();
    });
    const saved = await toastAfter(page, () => save.click());
    const record = JSON.parse(await page.evaluate<string>("sessionStorage.getItem('admin')"));
    return done(admin, { errors, sent, inWords, wordless, pending, saved, name: record.name });
  },

  async "settings form"(world) {
    const admin = await at(world, "settings");
    const { page } = admin;
    const logo = page.getByLabel("Logo file");
    const pick = (name: string, mimeType: string, buffer: Buffer) =>
      toastAfter(page, () => logo.setInputFiles({ name, mimeType, buffer }));
    const noImage = await pick("prices.pdf", "application/pdf", Buffer.from("%PDF-1.4"));
    const tooLarge = await pick("huge.png", "image/png", noisePng(1_330));
    const unreadable = await pick("broken.png", "image/png", Buffer.from("no picture at all"));
    // A browser that cannot draw: what was picked can be read, and not be made small.
    await page.evaluate("HTMLCanvasElement.prototype.toBlob = function (give) { give(null); }");
    const notUploaded = await pick("logo.png", "image/png", noisePng(64));
    const before = admin.requests.filter((request) => request === "POST /api/admin/settings").length;
    await page.getByLabel("Footer colour").fill("#112233");
    await answer(admin, { "POST settings": { status: 500 } });
    const notSaved = await toastAfter(page, () =>
      page.getByRole("button", { name: "Save", exact: true }).click(),
    );
    return done(admin, { noImage, tooLarge, unreadable, notUploaded, sentWithLogo: before > 0, notSaved });
  },

  async "router calls fail"(world) {
    const { demo } = world.site.seeded;
    const admin = await at(world, "routers");
    const { page } = admin;
    const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
    const toasts: Record<string, string> = {};
    await answer(admin, { "routers/[^/]+/test": { json: { success: false, message: "" } } });
    toasts.testFalse = await toastAfter(page, () => press(/^Test connection of/));
    await page.unrouteAll();
    await answer(admin, {
      "routers/[^/]+/test": { status: 500 },
      "routers/discover": { status: 500 },
      "routers/scan-network": { status: 500 },
      "DELETE routers/[^/]+": { status: 500 },
      [`routers/provider/${demo.id}`]: { status: 500 },
    });
    toasts.testFails = await toastAfter(page, () => press(/^Test connection of/));
    toasts.discover = await toastAfter(page, () => press("Discover"));
    toasts.scan = await toastAfter(page, () => press("Scan network"));
    await press(/^Remove /);
    toasts.remove = await toastAfter(page, () =>
      page.getByRole("dialog").getByRole("button", { name: "Remove router" }).click(),
    );
    await page.goto(`${admin.origin}/admin/routers`);
    await page.getByText("Error Loading Routers").first().waitFor();
    const failure = await wordsOf(page, "main [role=alert]");
    return done(admin, { toasts, failure });
  },
} satisfies Record<string, Provoke>;

async function expectHeld(isHeld: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!isHeld()) {
    if (Date.now() > end) throw new Error("the call was not made");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
