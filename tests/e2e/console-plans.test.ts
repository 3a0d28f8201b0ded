import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { makeVouchers, signIn } from "../support/site/console.ts";
import { type AdminOptions, ConsoleAdmin } from "../support/site/console-admin.ts";
import { readRows } from "../support/site/read-rows.ts";
import { testSite } from "../support/site/test-site.ts";

// The plans page of the provider console (docs/behaviour/provider-console.md, "Plans").

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function come(options: AdminOptions = {}) {
  const admin = await ConsoleAdmin.come(site(), browser, options);
  await admin.open("/admin/plans");
  await admin.page.getByText("3 Hours").first().waitFor();
  return admin;
}

/** The form, and the toast that stands alone. */
function parts({ page }: ConsoleAdmin) {
  const dialog = page.getByRole("dialog");
  return {
    dialog,
    field: (label: string) => dialog.getByLabel(label),
    save: dialog.locator("button[type=submit]"),
    toast: page.locator(".mantine-Notification-root"),
  };
}

const isPost = (request: string) => request === "POST /api/admin/plans";

async function openForm(admin: ConsoleAdmin) {
  await admin.page.getByRole("button", { name: "Create Plan" }).first().click();
  const form = parts(admin);
  await form.dialog.waitFor();
  return form;
}

type Typed = { name?: string; price?: string; speed?: string; duration?: string };
async function fill(form: ReturnType<typeof parts>, typed: Typed) {
  const { name = "", price = "", speed = "", duration = "" } = typed;
  await form.field("Plan Name").fill(name);
  await form.field("Price (KES)").fill(price);
  await form.field("Speed (Mbps)").fill(speed);
  await form.field("Duration (hours)").fill(duration);
}
const good = { name: "Night", price: "15.50", speed: "4", duration: "36" };

describe("the list of plans", () => {
  it("shows name with speed, price, duration in hours or days, and status", async () => {
    const admin = await come();
    const table = admin.page.getByRole("table", { name: "Plans" });
    for (const heading of ["Plan Name", "Price (KES)", "Duration", "Status"])
      expect(await table.getByRole("columnheader", { name: heading }).count()).toBe(1);
    const row = (name: string) => table.getByRole("row").filter({ hasText: name });
    expect(await row("3 Hours").innerText()).toMatch(/3 Hours\s+5 Mbps[\s\S]*20[\s\S]*3 Hours[\s\S]*Active/);
    expect(await row("Week for two").innerText()).toMatch(/8 Mbps · 2 devices[\s\S]*250[\s\S]*7 Days/);
    expect(await row("Month 50 GB").innerText()).toMatch(/50 GB data[\s\S]*999\.50[\s\S]*30 Days/);
    await expectAccessible(admin.page);
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });

  it("is cards on a phone, with every action, in light and dark", async () => {
    for (const dark of [false, true]) {
      const admin = await come({ width: 360, height: 640, dark });
      expect(await admin.page.getByRole("table").count()).toBe(0);
      const edit = admin.page.getByRole("button", { name: "Edit 3 Hours" });
      const box = await edit.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      await expectAccessible(admin.page);
      await openForm(admin);
      await expectAccessible(admin.page);
      await admin.leave();
    }
  });
});

describe("the plan form", () => {
  const required = ["Missing Information", "Please fill in all required fields"] as const;
  it.each([
    [{ ...good, name: "   " }, ...required],
    [{ ...good, price: "" }, ...required],
    [{ ...good, speed: "" }, ...required],
    [{ ...good, duration: "" }, ...required],
    [{ ...good, price: "0" }, "Invalid Price", "Please enter a valid price"],
    [{ ...good, speed: "2.5" }, "Invalid Speed", "Please enter a valid speed in Mbps"],
    [{ ...good, duration: "-1" }, "Invalid Duration", "Please enter a valid duration in hours"],
  ])("%j: %s - %s, and nothing is sent", async (typed, title, text) => {
    const admin = await come();
    const form = await openForm(admin);
    await fill(form, typed);
    await form.save.click();
    await form.toast.getByText(title).waitFor();
    expect(await form.toast.count()).toBe(1);
    expect(await form.toast.innerText()).toContain(text);
    expect(await form.dialog.locator("[aria-invalid=true]").count()).toBe(1);
    expect(await form.dialog.locator("[aria-invalid=true]:focus").count()).toBe(1);
    expect(admin.requests.filter(isPost)).toEqual([]);
    await admin.leave();
  });

  it("has the least and the step of docs/behaviour", async () => {
    const admin = await come();
    const { field } = await openForm(admin);
    for (const label of ["Price (KES)", "Speed (Mbps)", "Duration (hours)"])
      expect(await field(label).getAttribute("min")).toBe("1");
    expect(await field("Price (KES)").getAttribute("step")).toBe("0.01");
    await admin.leave();
  });

  it("sends the price as text, once for a double click, and is busy until the answer comes", async () => {
    const admin = await come();
    const { page } = admin;
    let answer = () => {};
    const bodies: unknown[] = [];
    await page.route("**/api/admin/plans", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      bodies.push(route.request().postDataJSON());
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return route.continue();
    });
    const form = await openForm(admin);
    await fill(form, { ...good, name: "Pressed twice" });
    await form.save.dblclick();
    await form.dialog.getByText("Creating...").waitFor();
    expect(await form.save.isDisabled()).toBe(true);
    expect(await form.save.getAttribute("aria-busy")).toBe("true");
    answer();
    await form.toast.getByText("Plan created").waitFor();
    await page.getByText("Pressed twice").first().waitFor();
    expect(bodies).toEqual([
      { name: "Pressed twice", price: "15.50", speedMbps: 4, durationHours: 36, isActive: true, devices: 1 },
    ]);
    await admin.leave();
  });

  it("has upload speed, data limit and number of devices under More", async () => {
    const admin = await come();
    const form = await openForm(admin);
    await fill(form, { ...good, name: "Family" });
    expect(await form.field("Number of devices").isVisible()).toBe(false);
    await form.dialog.getByRole("button", { name: "More" }).click();
    await form.field("Upload (Mbps)").fill("2");
    await form.field("Data limit (GB)").fill("1.5");
    await form.field("Number of devices").fill("4");
    await form.save.click();
    await admin.page.getByText("4 Mbps · 2 Mbps up · 1.5 GB data · 4 devices").waitFor();
    await admin.leave();
  });

  it("works by keyboard alone", async () => {
    const admin = await come();
    const { page } = admin;
    await page.getByRole("button", { name: "Create Plan" }).focus();
    await page.keyboard.press("Enter");
    await parts(admin).dialog.waitFor();
    await page.waitForFunction(
      'document.activeElement?.closest("[role=dialog]") && document.activeElement.tagName === "INPUT"',
    );
    for (const text of ["By keyboard", "12", "3", "6"]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await page.getByText("By keyboard").first().waitFor();
    await admin.leave();
  });

  it("changes a plan, and says so when that fails", async () => {
    const admin = await come();
    const { page } = admin;
    await page.getByRole("button", { name: "Edit Day" }).click();
    const form = parts(admin);
    expect(await form.field("Price (KES)").inputValue()).toBe("50");
    await form.field("Price (KES)").fill("55");
    await form.dialog.getByRole("switch", { name: "Active" }).click();
    let broken = true;
    await page.route("**/api/admin/plans/*", (route) =>
      broken && route.request().method() === "PUT"
        ? route.fulfill({ status: 500, body: "" })
        : route.continue(),
    );
    await form.save.click();
    await form.toast.getByText("Error", { exact: true }).waitFor();
    expect(await form.toast.innerText()).toContain("Failed to update plan");
    expect(await form.field("Price (KES)").inputValue()).toBe("55");
    broken = false;
    await form.save.click();
    const row = page.getByRole("row").filter({ hasText: "Day" }).filter({ hasText: "Inactive" });
    await row.waitFor();
    expect(await row.innerText()).toContain("55");
    await admin.leave();
  });

  it("says so when a plan could not be created", async () => {
    const admin = await come();
    await admin.page.route("**/api/admin/plans", (route) =>
      route.request().method() === "POST" ? route.fulfill({ status: 500, body: "" }) : route.continue(),
    );
    const form = await openForm(admin);
    await fill(form, good);
    await form.save.click();
    await form.toast.getByText("Failed to create plan").waitFor();
    expect(await form.toast.innerText()).toContain("Error");
    await admin.leave();
  });
});

describe("deleting a plan", () => {
  const stateOf = async (plan: string) =>
    readRows(
      site(),
      `SELECT revoked_at IS NOT NULL AS revoked, count(*) AS count FROM vouchers
      WHERE json_extract(terms, '$.planName') = '${plan}' GROUP BY 1`,
    );

  it.each([
    ["1 Hour", "Keep them", "Delete plan", { revoked: 0, count: 3 }],
    ["Week for two", "Revoke them", "Delete plan and revoke vouchers", { revoked: 1, count: 3 }],
  ])("asks about the vouchers of %s: %s", async (name, choice, action, left) => {
    const { demo } = site().seeded;
    const planId = demo.plans.find((plan) => plan.name === name)?.id ?? "";
    await makeVouchers(site(), demo, await signIn(site(), demo), { planId, quantity: 3 });
    const admin = await come();
    await admin.page.getByRole("button", { name: `Delete ${name}` }).click();
    const { dialog, toast } = parts(admin);
    await dialog.getByText("What happens to its 3 unused vouchers?").waitFor();
    await expectAccessible(admin.page);
    await dialog.getByLabel(choice).check();
    await dialog.getByRole("button", { name: action, exact: true }).click();
    await toast.getByText("Plan deleted").waitFor();
    await dialog.waitFor({ state: "detached" });
    await admin.page.getByRole("row").filter({ hasText: name }).waitFor({ state: "detached" });
    expect(await stateOf(name)).toEqual([left]);
    await admin.leave();
  });

  it("of which there are no vouchers says that, and says so when it fails", async () => {
    const admin = await come();
    await admin.page.route("**/api/admin/plans/*", (route) =>
      route.request().method() === "DELETE" ? route.fulfill({ status: 500, body: "" }) : route.continue(),
    );
    await admin.page.getByRole("button", { name: "Delete Month 50 GB" }).click();
    const { dialog, toast } = parts(admin);
    await dialog.getByText("It has no unused vouchers.").waitFor();
    await dialog.getByRole("button", { name: "Delete plan", exact: true }).click();
    await toast.getByText("Failed to delete the plan").waitFor();
    await admin.leave();
  });
});

describe("a provider without plans", () => {
  it("is told what to do first", async () => {
    const admin = await ConsoleAdmin.come(site(), browser);
    await admin.page.route("**/api/admin/plans", (route) => route.fulfill({ json: [] }));
    await admin.open("/admin/plans");
    await admin.page.getByText("No plans yet").waitFor();
    await admin.page.getByRole("button", { name: "Create Plan" }).click();
    await admin.page.getByRole("dialog").waitFor();
    await admin.leave();
  });

  it("is not what a broken connection looks like", async () => {
    const admin = await ConsoleAdmin.come(site(), browser);
    let broken = true;
    await admin.page.route("**/api/admin/plans", (route) =>
      broken ? route.fulfill({ status: 500, body: "" }) : route.continue(),
    );
    await admin.open("/admin/plans");
    await admin.page.getByText("Error Loading Plans").waitFor();
    broken = false;
    await admin.page.getByRole("button", { name: "Try again" }).click();
    await admin.page.getByText("3 Hours").first().waitFor();
    await admin.leave();
  });
});
