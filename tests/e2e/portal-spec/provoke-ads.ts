import type { PortalVisitor } from "../../support/site/portal-visitor.ts";
import { readRows } from "../../support/site/read-rows.ts";
import { until } from "../../support/site/visitor.ts";
import { type Evidence, pauseClock } from "./evidence.ts";
import { answerWith, arrive, done, visiblePlans, type World } from "./world.ts";

type Provoke = (world: World) => Promise<Evidence>;

/** A visitor who sees the first advertisement, with a clock that can be held. */
async function atAds(world: World): Promise<PortalVisitor> {
  const visitor = await arrive(world);
  await visitor.page.clock.install();
  await visitor.goHome();
  await visitor.page.locator(".ad-press").waitFor();
  return visitor;
}

const looked = async ({ page }: PortalVisitor) => ({
  pictures: await page.locator("#ads img").count(),
  content: (await page.frameLocator("#ads iframe").locator("body").innerText()).trim(),
  websiteButtons: await page.getByText("Visit Website").count(),
  progressBars: await page.getByRole("progressbar").count(),
  dots: await page.locator(".ad-dot").count(),
  inactive: await page.getByText("Inactive:").count(),
});

/** What the server has written down about a device and an advertisement, once it suits. */
function exposure(
  world: World,
  { device }: PortalVisitor,
  ad: string,
  suits: (row: Record<string, unknown>) => boolean,
) {
  const sql = "SELECT * FROM ad_exposures WHERE mac = ?1 AND ad_id = ?2";
  return until(
    "a record",
    async () => (await readRows(world.site, sql, device.mac ?? "", ad))[0] ?? {},
    suits,
    5_000,
  );
}

const number = (visitor: PortalVisitor, counter: string) =>
  visitor.page.getByText(`Advertisement ${counter}`).waitFor();

export const adProvocations = {
  async "first ad"(world) {
    const visitor = await atAds(world);
    await pauseClock(visitor.page);
    await visitor.page.clock.runFor(1_000);
    return done(visitor, await looked(visitor));
  },

  async "second ad"(world) {
    const visitor = await atAds(world);
    await visitor.nextAd();
    await number(visitor, "2 of 3");
    return done(visitor, await looked(visitor));
  },

  async "ad runs out"(world) {
    const visitor = await atAds(world);
    await pauseClock(visitor.page);
    await visitor.page.clock.runFor(10_500);
    await number(visitor, "2 of 3");
    const row = await exposure(world, visitor, "chapati", ({ views }) => views === 1);
    return done(visitor, { views: row.views });
  },

  async "last ad"(world) {
    const visitor = await atAds(world);
    await visitor.nextAd();
    await number(visitor, "2 of 3");
    await visitor.nextAd();
    await number(visitor, "3 of 3");
    await pauseClock(visitor.page);
    await visitor.page.clock.runFor(6_000);
    await visitor.page.locator("#ads").waitFor({ state: "detached" });
    return done(visitor, { plans: await visiblePlans(visitor.page) });
  },

  async "ad clicked"(world) {
    const visitor = await atAds(world);
    await visitor.page.locator(".ad-press").click();
    const row = await exposure(world, visitor, "chapati", ({ clicks }) => clicks === 1);
    await visitor.nextAd();
    const after = await exposure(world, visitor, "chapati", ({ views }) => views === 1);
    return done(visitor, { clicks: row.clicks, interacted: after.interacted === 1 });
  },

  async "ads skipped"(world) {
    const visitor = await atAds(world);
    await visitor.skipAds();
    const { mac } = visitor.device;
    const marker = await visitor.page.evaluate(`localStorage.getItem("ads-viewed-${mac}")`);
    const plans = await visiblePlans(visitor.page);
    await visitor.goHome();
    await visitor.page.locator(".plan").first().waitFor();
    return done(visitor, { marker, plans, adsAgain: await visitor.page.locator("#ads").count() });
  },

  async "ads cannot be recorded"(world) {
    const visitor = await arrive(world);
    await answerWith(visitor.page, /\/api\/advertisements/, { status: 500 });
    await visitor.goHome();
    await visitor.page.locator(".ad-press").click();
    for (const next of ["2 of 3", "3 of 3"]) {
      await visitor.nextAd();
      await number(visitor, next);
    }
    await visitor.nextAd();
    await visitor.page.locator("#ads").waitFor({ state: "detached" });
    const toasts = await visitor.page.locator(".toast").count();
    return done(visitor, { toasts, plans: await visiblePlans(visitor.page) });
  },
} satisfies Record<string, Provoke>;
