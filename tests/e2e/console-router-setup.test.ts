import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { homeRouter } from "../simulators/routeros/console/images.ts";
import { ask } from "../support/site/ask.ts";
import { expectAccessible } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { ConsoleOperator } from "../support/site/console-operator.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// "Set up router" of both consoles: from the form to the line, the line run by a router, the bridge's first log-in, and the
// way back. The router of the script is another simulation than that of the API: what the first gets, the second is told.

const { site, visitors } = testSite();
const browser = testBrowser();

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Set up Main Gate" });

async function fill(page: Page): Promise<void> {
  const dialog = dialogOf(page);
  await dialog.getByLabel("Interface of the visitors").fill("bridge");
  await dialog.getByLabel("Address of the bridge's machine").fill("192.168.88.10");
  await dialog.getByRole("button", { name: "Make the line" }).click();
}

async function lineIn(page: Page): Promise<string> {
  const line = await dialogOf(page).locator("pre").innerText();
  return /url="([^"]+)"/.exec(line)?.[1] ?? "";
}

/** What the router fetches by the line. */
async function fetchScript(address: string): Promise<{ status: number; text: string }> {
  const { origin, pathname } = new URL(address);
  return ask(origin, pathname);
}

describe("the provider's console", () => {
  it("leads from the form to a router that its bridge has taken over", async () => {
    const admin = await ConsoleAdmin.come(site(), browser());
    const { page } = admin;
    await admin.open("/admin/routers");
    await page.getByRole("button", { name: /^Main Gate/ }).click();
    await page.getByRole("button", { name: "Set up router", exact: true }).click();
    await dialogOf(page).getByText("One line in the router's terminal").waitFor();
    await dialogOf(page).getByLabel("Address of the bridge's machine").fill("the office");
    await dialogOf(page).getByRole("button", { name: "Make the line" }).click();
    await dialogOf(page).getByText("Enter the address of the bridge's machine").waitFor();
    await expectAccessible(page);
    await fill(page);
    await dialogOf(page).getByText("Waiting for the router …").waitFor();
    await expectAccessible(page);
    const address = await lineIn(page);
    const { status, text } = await fetchScript(address);
    expect(status).toBe(200);
    const router = homeRouter("7.22.3");
    router.import(text);
    const user = router.menu("/user").find(({ name }) => name === "mlango-api");
    await visitors().router({
      user: {
        name: "mlango-api",
        password: user?.password,
        policies: policiesOf(router.menu("/user group")),
      },
    });
    await dialogOf(page).getByText("The bridge has logged in to Main Gate").waitFor({ timeout: 60_000 });
    await expectAccessible(page);
    expect((await fetchScript(address)).status).toBe(404);
    await dialogOf(page).getByRole("button", { name: "Done" }).click();
    await page.reload();
    await page
      .getByRole("row", { name: /^Main Gate/ })
      .getByText("mlango-api")
      .waitFor();
    await page
      .getByRole("row", { name: /^Main Gate/ })
      .getByText("Online", { exact: true })
      .waitFor();
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });

  it("takes a set-up back by a script that holds no secret, on a phone too", async () => {
    const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 740 });
    const { page } = admin;
    await admin.open("/admin/routers");
    await page.getByRole("button", { name: /^Main Gate/ }).click();
    await page.getByRole("button", { name: "Set up router", exact: true }).click();
    await dialogOf(page).getByLabel("Interface of the visitors").fill("ether5");
    // Whoever turns the phone gets a table for the cards behind it, and keeps what was typed.
    await page.setViewportSize({ width: 740, height: 360 });
    await page
      .getByRole("table", { name: "Assigned Routers", includeHidden: true })
      .waitFor({ state: "attached" });
    expect(await dialogOf(page).getByLabel("Interface of the visitors").inputValue()).toBe("ether5");
    await page.setViewportSize({ width: 360, height: 740 });
    await dialogOf(page).getByRole("button", { name: "Take a set-up back" }).click();
    const script = await dialogOf(page).getByLabel("Undo script").innerText();
    expect(script).toContain("/ip hotspot remove");
    expect(script).not.toContain("password");
    await expectAccessible(page);
    const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
    expect(overflow).toBeLessThanOrEqual(0);
    await dialogOf(page).getByRole("button", { name: "Back", exact: true }).click();
    await dialogOf(page).getByRole("button", { name: "Make the line" }).waitFor();
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });
});

describe("the super admin's console", () => {
  it("makes the same line, and its download is what the router fetches", async () => {
    const operator = await ConsoleOperator.come(site(), browser());
    const { page } = operator;
    await operator.open("/superadmin/routers");
    await page.getByRole("button", { name: "More actions for Main Gate" }).click();
    await page.getByRole("menuitem", { name: "Set up router" }).click();
    await dialogOf(page).getByLabel("6.45 or newer of version 6").check();
    await fill(page);
    await dialogOf(page).getByText("Waiting for the router …").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialogOf(page).getByRole("button", { name: "Download the script" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Main Gate_mlango_setup.rsc");
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream())
      chunks.push(Buffer.from(chunk as Uint8Array));
    const file = Buffer.concat(chunks).toString("utf8");
    expect(file).toBe((await fetchScript(await lineIn(page))).text);
    const router = homeRouter("6.49.18");
    router.import(file);
    expect(router.menu("/ip hotspot")).toHaveLength(1);
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });
});

function policiesOf(groups: readonly Record<string, string>[]): string[] {
  return groups.find(({ name }) => name === "mlango")?.policy?.split(",") ?? [];
}
