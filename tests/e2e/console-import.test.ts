import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { expectFits, testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// Another system's file is brought in on a phone; what the page says stands in tests/ui/admin/import.test.ts.

const { site } = testSite();
const browser = testBrowser();

const pictures = process.env.LOCAL_DIR;

async function expectLook(page: Page, name: string): Promise<void> {
  await expectFits(page);
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/import-${name}.png`, fullPage: true });
}

const codes = Array.from({ length: 300 }, (_, place) => `vc${(place * 7_919 + 1_000_003).toString(36)}`);
const file = [
  "Username,Password,Profile,Time Limit,Data Limit,Comment",
  ...codes.map((code) => `${code},${code},Old hour,,,vc-512-11.20.26-`),
  "abc1,abc1,Old hour,,,vc-513-11.20.26-",
].join("\n");

it("an owner brings in a file of Mikhmon on a phone: tried, brought in, undone", async () => {
  const owner = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 740 });
  const { page } = owner;
  const { demo } = site().seeded;
  await owner.open("/admin/vouchers");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Import" }).click();
  await page.getByRole("button", { name: "Choose a file" }).waitFor();
  await expectLook(page, "choose");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "export-user-hotspot.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await page.getByText("301 rows · Mikhmon").waitFor();
  await page.getByRole("combobox", { name: "Old hour" }).click();
  await page.getByRole("option").nth(1).click();
  await expectLook(page, "plans");
  await page.getByRole("button", { name: "See what becomes of it" }).click();
  await page.getByText("300 vouchers, 0 customers by codes, 0 devices with time, 1 row left out.").waitFor();
  await page.getByText("The code is too short").waitFor();
  await expectLook(page, "tried");
  await page.getByRole("button", { name: "Import 300 rows" }).click();
  await page.locator(".mantine-Notification-root").getByText("Imported").waitFor();
  const [kept] = await readTenantRows(
    site(),
    demo.id,
    "SELECT count(*) AS count FROM vouchers WHERE import_id IS NOT NULL AND revoked_at IS NULL",
  );
  expect(kept?.count).toBe(300);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download the table" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("import-export-user-hotspot.csv");
  await page.getByText("300 vouchers, 0 used, 0 devices with time").waitFor();
  await expectLook(page, "done");
  await page.getByRole("button", { name: /^Undo the import of/ }).click();
  await page.getByRole("dialog").getByText("Its vouchers stop working").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Undo the import" }).click();
  await page.locator(".mantine-Notification-root").getByText("300 rows taken back").waitFor();
  await expectLook(page, "undone");
  expect(owner.faults).toEqual([]);
  await owner.leave();
});
