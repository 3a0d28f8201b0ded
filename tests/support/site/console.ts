import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SeededProvider } from "../../seed/two-providers.ts";
import { ask } from "./ask.ts";
import type { Site } from "./site.ts";

export type Stock = { demoVouchers: string[]; savannaVoucher: string };

/** The cookie of a provider's admin, `name=value`. @param origin its own host unless told */
export async function signIn(
  site: Site,
  provider: SeededProvider,
  origin = originOf(site, provider),
): Promise<string> {
  const { username, password } = provider.admin;
  const answer = await ask(origin, "/api/admin/login", { json: { username, password } });
  if (answer.status !== 200) throw new Error(`sign-in of ${username}: ${answer.status} ${answer.text}`);
  return String(answer.headers["set-cookie"]).split(";")[0] ?? "";
}

export function originOf(site: Site, provider: SeededProvider): string {
  return site.main.replace("//", `//${provider.subdomain}.`);
}

async function made<T>(
  site: Site,
  provider: SeededProvider,
  cookie: string,
  path: string,
  json: unknown,
): Promise<T> {
  const headers = { cookie };
  const answer = await ask(originOf(site, provider), path, { json, headers });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text);
}

export async function makeVouchers(
  site: Site,
  provider: SeededProvider,
  cookie: string,
  plan: { planId: string; quantity: number },
): Promise<string[]> {
  const path = "/api/admin/vouchers/generate";
  const { vouchers } = await made<{ vouchers: { code: string }[] }>(site, provider, cookie, path, plan);
  return vouchers.map((voucher) => voucher.code);
}

/** Made once, kept with the site: 20 of the demo provider's second plan, one of the other provider's first. */
export async function firstVouchers(site: Site): Promise<Stock> {
  const path = join(site.dir, "vouchers.json");
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  const { demo, savanna } = site.seeded;
  const first = async (provider: SeededProvider, planId: string | undefined, quantity: number) =>
    makeVouchers(site, provider, await signIn(site, provider), { planId: planId ?? "", quantity });
  const demoVouchers = await first(demo, demo.plans[1]?.id, 20);
  const [savannaVoucher = ""] = await first(savanna, savanna.plans[0]?.id, 3);
  const stock = { demoVouchers, savannaVoucher };
  writeFileSync(path, JSON.stringify(stock));
  return stock;
}

export async function firstBridgeCode(site: Site): Promise<string> {
  const { demo } = site.seeded;
  const cookie = await signIn(site, demo);
  return (await made<{ code: string }>(site, demo, cookie, "/api/admin/bridges", { name: "Main Gate box" }))
    .code;
}
