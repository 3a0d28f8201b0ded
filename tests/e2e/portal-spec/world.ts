import type { Browser, Page, Route } from "playwright-core";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { putAds, putPicture, setBrand } from "../../support/site/fill-rows.ts";
import { PortalVisitor } from "../../support/site/portal-visitor.ts";
import type { Site } from "../../support/site/site.ts";
import { newVisitor } from "../../support/site/test-site.ts";
import { type Evidence, readPage } from "./evidence.ts";

// The site in which the rows of this folder are provoked, and the hands that do it.

export type World = { site: Site; browser: Browser };

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const dayMs = 86_400_000;

/**
 * Three advertisements that show and three that do not, and a second provider with a look of its own, who collects at its
 * router alone.
 */
export async function fillWorld(d1: D1Database, { savanna }: TwoProviders): Promise<void> {
  const picture = await putPicture(d1, "image/png", pixel);
  const now = Date.now();
  const none = { content: "<p>not now</p>", displayDuration: 5 };
  await putAds(d1, [
    {
      id: "chapati",
      title: "Fresh chapati",
      description: "Warm every morning",
      content: "<p>Ten bob each</p>",
      imageUrl: picture,
      externalUrl: "https://chapati.example/menu",
      displayDuration: 10,
      startsAt: now - dayMs,
      endsAt: now + dayMs,
    },
    {
      id: "barber",
      title: "Barber",
      description: "Next to the gate",
      content: "<p>Fifty</p>",
      displayDuration: 8,
    },
    { id: "boda", title: "Boda", description: "Any time", content: "<p>Call</p>", displayDuration: 5 },
    { id: "ended", title: "Inactive: ended", endsAt: now - dayMs, ...none },
    { id: "future", title: "Inactive: future", startsAt: now + dayMs, ...none },
    { id: "off", title: "Inactive: off", isActive: false, ...none },
  ]);
  await setBrand(d1, savanna.subdomain, {
    companyName: "Savanna Lodge Net",
    logoUrl: picture,
    headerColor: "#FFEB3B",
    welcomeMessage: "Karibu to the lodge.",
    supportEmail: "help@lodge.example",
  });
  await d1
    .prepare("UPDATE gateways SET router_id = ?1 WHERE provider_id = ?2")
    .bind(savanna.routers[0]?.id, savanna.id)
    .run();
}

export function arrive(world: World, options: Parameters<typeof PortalVisitor.come>[3] = {}) {
  return PortalVisitor.come(world.site, world.browser, newVisitor(), options);
}

/** A visitor who stands before the plans. */
export async function atPlans(world: World, options: Parameters<typeof PortalVisitor.come>[3] = {}) {
  const visitor = await arrive(world, options);
  await visitor.seePlans();
  return visitor;
}

/** A visitor whose payment form is open. */
export async function atForm(world: World) {
  const visitor = await atPlans(world);
  await visitor.choose();
  return visitor;
}

/** A visitor who waits for the PIN. */
export async function atPin(world: World) {
  const visitor = await atPlans(world);
  await visitor.pay();
  await visitor.page.locator(".dial").waitFor();
  return visitor;
}

/** Reads the page and goes away. */
export async function done(visitor: PortalVisitor, facts: Evidence["facts"] = {}): Promise<Evidence> {
  const evidence = await readPage(visitor.page, facts);
  await visitor.leave();
  return evidence;
}

export async function visiblePlans(page: Page): Promise<number> {
  return (await page.locator(".plan").filter({ visible: true }).all()).length;
}

/** Answers a call in the server's place. */
export async function answerWith(
  page: Page,
  pattern: RegExp,
  answer: { status?: number; json?: unknown; lost?: boolean },
): Promise<void> {
  const { status = 200, json = {}, lost = false } = answer;
  await page.route(pattern, (route: Route) =>
    lost ? route.abort("failed") : route.fulfill({ status, json }),
  );
}

/** The code of a voucher that nobody used. */
export function voucherOf({ site }: World): string {
  const code = site.stock.demoVouchers.pop();
  if (!code) throw new Error("more vouchers than were made");
  return code;
}
