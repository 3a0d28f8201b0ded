import type { Browser, Route } from "playwright-core";
import { type AdminOptions, ConsoleAdmin } from "../../support/site/console-admin.ts";
import type { Site } from "../../support/site/site.ts";
import { type Evidence, readPage } from "./evidence.ts";

// The site in which the rows of this folder are provoked, and the hands that do it.

export type World = { site: Site; browser: Browser };
export type Provoke = (world: World) => Promise<Evidence>;

/** What a call is answered in the server's place: JSON, or a status without words. */
export type Answer = { json: unknown } | { status: number; message?: string };

/** By how an address ends ("plans" is /api/admin/plans, "superadmin/stats" itself, whatever the query), with or without a method before it. */
export type Answers = Record<string, Answer>;

export function come(world: World, options: AdminOptions = {}): Promise<ConsoleAdmin> {
  return ConsoleAdmin.come(world.site, world.browser, options);
}

export async function answer({ page }: Pick<ConsoleAdmin, "page">, answers: Answers): Promise<void> {
  for (const [call, given] of Object.entries(answers)) {
    const [method, path = ""] = call.includes(" ") ? call.split(" ") : [undefined, call];
    await page.route(new RegExp(`/api/(admin/)?${path}(\\?.*)?$`), (route: Route) => {
      if (method !== undefined && route.request().method() !== method) return route.fallback();
      if ("status" in given) {
        const { status, message } = given;
        if (message === undefined) return route.fulfill({ status, body: "" });
        return route.fulfill({ status, json: { code: "refused", message, error: message } });
      }
      const { json } = given;
      const headers = Array.isArray(json) ? { "x-total-count": String(json.length) } : {};
      return route.fulfill({ json, headers });
    });
  }
}

/** An admin before a page whose lists have been read. */
export async function at(
  world: World,
  path: string,
  options: AdminOptions & { answers?: Answers } = {},
): Promise<ConsoleAdmin> {
  const { answers = {}, ...rest } = options;
  const admin = await come(world, rest);
  await answer(admin, answers);
  await admin.open(`/admin/${path}`);
  await admin.page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
  return admin;
}

/** Reads the page and goes away. */
export async function done(admin: ConsoleAdmin, facts: Evidence["facts"] = {}): Promise<Evidence> {
  const evidence = await readPage(admin.page, facts);
  await admin.leave();
  return evidence;
}

/** Addresses of links by what they begin with. */
export async function linksOf(
  { page }: ConsoleAdmin,
  names: readonly string[],
): Promise<Record<string, string>> {
  const found = names.map(async (name) => {
    const link = page.getByRole("main").getByRole("link", { name: new RegExp(`^${name}`) });
    return [name, (await link.first().getAttribute("href")) ?? ""] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

export const heads = ({ page }: ConsoleAdmin): Promise<string[]> =>
  page.getByRole("columnheader").allInnerTexts();

export const agoIso = (ms: number): string => new Date(Date.now() - ms).toISOString();
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
