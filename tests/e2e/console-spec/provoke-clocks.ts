import type { AdminOptions } from "../../support/site/console-admin.ts";
import { stoppableClock } from "../../support/site/stopped-clock.ts";
import { come, done, type Provoke } from "./world.ts";

// Polling, counted on a clock of the page that runs only when it is told to.

/** How often each call is made while a minute and a second go by before a page that is left alone. */
const minuteAt =
  (path: string, options: AdminOptions = {}): Provoke =>
  async (world) => {
    const admin = await come(world, options);
    const { page } = admin;
    const clock = await stoppableClock(page);
    await admin.open(`/admin/${path}`);
    await page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
    await clock.stop();
    const before = admin.requests.length;
    await clock.pass(61);
    const calls: Record<string, number> = {};
    for (const request of admin.requests.slice(before)) {
      const call = request.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, "{id}");
      calls[call] = (calls[call] ?? 0) + 1;
    }
    return done(admin, calls);
  };

export const clockProvocations = {
  "a minute at the dashboard": minuteAt("dashboard"),
  "a minute at the users": minuteAt("users"),
  "a minute at the payments": minuteAt("payments"),
  "a minute at the routers": minuteAt("routers"),
  "a minute at the vouchers": minuteAt("vouchers"),

  async "settings visited again"(world) {
    const admin = await come(world);
    const { page } = admin;
    const reads = () => admin.requests.filter((request) => request === "GET /api/settings").length;
    const again = async () => {
      const nav = page.getByRole("navigation", { name: "Main" });
      await nav.getByRole("link", { name: "Reports" }).click();
      await page.getByRole("heading", { level: 1, name: "Reports" }).waitFor();
      const asked = reads();
      await nav.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("tab").first().waitFor();
      await page.waitForLoadState("networkidle");
      return reads() - asked;
    };
    await page.clock.install();
    await admin.open("/admin/settings");
    await page.getByRole("tab").first().waitFor();
    await page.clock.fastForward(20_000);
    const within = await again();
    await page.clock.fastForward(11_000);
    return done(admin, { within30s: within, after30s: await again() });
  },
} satisfies Record<string, Provoke>;
