import { expect, it } from "vitest";
import { expectAccessible } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// A provider's morning after a night without power: from the dashboard to the time that was lost, on a phone.

const minute = 60_000;
const startedAt = Date.now() - 300 * minute;
const { site } = testSite({
  async fill({ tenantDatabase }, { demo }) {
    const [routerId, planId] = [demo.routers[0]?.id ?? "", demo.plans[2]?.id ?? ""];
    const terms = JSON.stringify({
      planId,
      planName: "Day",
      priceCents: 5_000,
      durationMs: 1_440 * minute,
      upKbps: 5_000,
      downKbps: 5_000,
      dataBytes: null,
      devices: 1,
    });
    const database = tenantDatabase(demo.id);
    await database
      .prepare("INSERT INTO outages (router_id, began_at, ended_at) VALUES (?1, ?2, ?3)")
      .bind(routerId, startedAt + 60 * minute, startedAt + 102 * minute)
      .run();
    for (const id of ["one", "two"])
      await database
        .prepare(
          `INSERT INTO entitlements (id, rev, router_id, source, source_id, terms, state, created_at, started_at, ends_at, updated_at)
           VALUES (?1, 1, ?2, 'voucher', ?1, ?3, 'running', ?4, ?4, ?5, ?4)`,
        )
        .bind(id, routerId, terms, startedAt, startedAt + 1_440 * minute)
        .run();
  },
});
const browser = testBrowser();

it("is led from the dashboard to what was lost, and gives it back by one press", async () => {
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 640 });
  const { page } = admin;
  await admin.open("/admin/dashboard");
  await page.getByRole("link", { name: "Main Gate was away for 42 min: 2 buyers lost time" }).click();
  const section = page.getByRole("region", { name: "Outages of the last 7 days" });
  await section.getByText("2 buyers lost time.").waitFor();
  await section.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await section.getByRole("button", { name: "Give the time back" }).click();
  await section.getByText("2 buyers were given it back.").waitFor();
  const rows = await readTenantRows(
    site(),
    site().seeded.demo.id,
    "SELECT ends_at - started_at AS length FROM entitlements WHERE id IN ('one', 'two')",
  );
  expect(rows.map(({ length }) => Number(length) / minute)).toEqual([1_482, 1_482]);
  expect(admin.faults).toEqual([]);
  await admin.leave();
});
