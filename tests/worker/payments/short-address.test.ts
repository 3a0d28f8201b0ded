import { expect, test, vi } from "vitest";
import { newPaymentId } from "#worker/features/payments/core/payment-id";
import {
  keepShortAddress,
  paymentAtShortAddress,
  shortCallbackUrl,
} from "#worker/features/payments/gateways/short-address";
import { testContext } from "../../support/worker-context.ts";

const ctx = testContext();
const at = (url: string) => url.split("/").at(-1) ?? "";
/** How it would be on a main domain of the given address. */
const on = (MAIN_ORIGIN: string) => ({ ...ctx, settings: { ...ctx.settings, MAIN_ORIGIN } });

test("two hundred short addresses: fifty characters, no word that a gateway refuses, each its own payment's", async () => {
  const ids = Array.from({ length: 200 }, () => newPaymentId(ctx));
  await Promise.all(ids.map((id) => keepShortAddress(ctx, id)));
  const urls = ids.map((id) => shortCallbackUrl(ctx, id));
  expect(new Set(urls).size).toBe(200);
  for (const [index, url] of urls.entries()) {
    expect(url).toMatch(/^http:\/\/hotspot\.localhost\/c\/[0-9a-z]{23}$/);
    expect(url).toHaveLength(50);
    expect(url).not.toMatch(/mpesa|safaricom|exe|exec|cmd|sql|query/i);
    expect(await paymentAtShortAddress(ctx, at(url))).toBe(ids[index]);
    expect(url).not.toContain(ids[index]?.slice(0, 8));
  }
});

test.each([
  ["https://mlango.africa", 26],
  ["http://hotspot.localhost:8787", 18],
  ["https://wifi.kilimanjaro.example", null],
])("a main domain %s leaves room for %s symbols", async (origin, symbols) => {
  const make = () => shortCallbackUrl(on(origin), newPaymentId(ctx));
  if (symbols === null) return expect(make).toThrow("no room");
  const url = make();
  expect(at(url)).toHaveLength(symbols);
  expect(url.length).toBeLessThanOrEqual(50);
});

test("a made-up address is nobody's, and one that is none asks no database", async () => {
  const id = newPaymentId(ctx);
  await keepShortAddress(ctx, id);
  const name = at(shortCallbackUrl(ctx, id));
  expect(await paymentAtShortAddress(ctx, name)).toBe(id);
  const changed = name.slice(0, -1) + (name.endsWith("0") ? "1" : "0");
  expect(await paymentAtShortAddress(ctx, changed)).toBeNull();
  const read = vi.spyOn(ctx.platform, "select");
  for (const made of [
    "",
    "0",
    "short",
    `${name.slice(0, 15)}`,
    `${name}/x`,
    name.toUpperCase(),
    "e".repeat(23),
  ])
    expect(await paymentAtShortAddress(ctx, made)).toBeNull();
  expect(read).not.toHaveBeenCalled();
});
