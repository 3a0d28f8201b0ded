import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sha256 } from "#worker/keys";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { formFields, visit } from "../../support/portal-page.ts";
import { newMac, sell, setEntitlement } from "../../support/sell.ts";
import { hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let shifted = 0;

beforeAll(async () => {
  seeded = await seedBoth();
});
beforeEach(() => {
  // What is kept for three seconds never outlives a test.
  shifted += 60_000;
  vi.setSystemTime(Date.now() + shifted);
});
afterEach(async () => {
  await env.DB.batch([
    env.DB.prepare("UPDATE providers SET status = 'active'"),
    env.DB.prepare("UPDATE routers SET status = 'active'"),
  ]);
  vi.useRealTimers();
});

const lodge = () => seeded.savanna.routers[0]?.id ?? "";
const at = (path: string, form?: Record<string, string>) =>
  visit(path, { host: hostOf("savanna"), ...(form ? { form } : {}) });

describe.each([
  ["providers", "This provider does not sell access at the moment. Please ask at the counter."],
  ["routers", "This hotspot does not sell access at the moment. Please ask at the counter."],
])("where %s are suspended", (table, sentence) => {
  beforeEach(() => env.DB.prepare(`UPDATE ${table} SET status = 'suspended'`).run());

  test("the page says that sales are closed, and offers nothing to buy", async () => {
    const seen = await at(`/?routerId=${lodge()}&mac=${newMac()}`);
    expect(seen.status).toBe(200);
    expect(seen.text).toContain(sentence);
    expect(seen.text).toContain("Savanna Net");
    expect(seen.text).not.toContain("Choose a plan and be online in seconds");
    expect(seen.data).toMatchObject({ plans: [], ads: [], noSale: sentence });
    expect(seen.html).not.toContain('href="/buy');
    const swahili = await at(`/?routerId=${lodge()}&lang=sw`);
    expect(swahili.text).not.toContain("does not sell");
  });

  test("what a device has still shows", async () => {
    const token = "c".repeat(32);
    const sold = await sell(seeded.savanna, { buyerHash: sha256(token) });
    await setEntitlement(sold, { state: "running", started_at: 1, ends_at: Date.now() + 7_200_000 });
    for (const path of ["/", "/connected"]) {
      const address = `${path}?routerId=${lodge()}&mac=${sold.mac}`;
      const seen = await visit(address, { host: hostOf("savanna"), cookie: `__Host-p=${token}` });
      expect(seen.data.device, path).toMatchObject({ planName: "Savanna Evening" });
      expect(seen.text).toContain("Savanna Evening");
    }
  });

  test("no form opens, and none that is sent sells", async () => {
    const planId = seeded.savanna.plans[0]?.id ?? "";
    const place = { mac: newMac(), routerId: lodge() };
    const before = await databaseChecksum();
    for (const path of [`/buy?planId=${planId}`, "/buy?tab=voucher"]) {
      const seen = await at(`${path}&${new URLSearchParams(place)}`);
      expect([seen.status, formFields(seen, "/buy"), formFields(seen, "/redeem")]).toEqual([409, null, null]);
      expect(seen.text).toContain(sentence);
    }
    const bought = await at("/buy", { planId, phoneNumber: "0712345678", ...place });
    const redeemed = await at("/redeem", { voucherCode: "ABCDE-12345", ...place });
    expect([bought.status, redeemed.status]).toEqual([409, 409]);
    for (const { text } of [bought, redeemed]) expect(text).toContain(sentence);
    expect(await databaseChecksum()).toBe(before);
  });
});

describe("a router that is none of this provider's", () => {
  const sentence = "This hotspot does not belong to this provider. Join the WiFi and open this page again.";
  const foreign = () => [crypto.randomUUID(), "router-7", seeded.demo.routers[0]?.id ?? ""];

  test("shows the plans and why none of them can be bought from here", async () => {
    for (const routerId of foreign()) {
      const seen = await at(`/?routerId=${routerId}`);
      expect(seen.status).toBe(200);
      expect(seen.data).toMatchObject({ routerId, noSale: sentence });
      expect(seen.data.plans.map(({ name }) => name)).toEqual(["Savanna Evening", "Savanna Weekend"]);
      expect(seen.text).toContain(sentence);
    }
  });

  test("stays in every address, so that nothing is bought at another one in its stead", async () => {
    const planId = seeded.savanna.plans[0]?.id ?? "";
    const before = await databaseChecksum();
    for (const routerId of foreign()) {
      const home = await at(`/?routerId=${routerId}`);
      const [, href = ""] = /href="(\/buy\?[^"]*)"/.exec(home.html) ?? [];
      const buy = await at(href.replaceAll("&amp;", "&"));
      expect([buy.status, buy.text]).toEqual([404, expect.stringContaining(sentence)]);
      const sent = await at("/buy", { planId, phoneNumber: "0712345678", mac: newMac(), routerId });
      expect([sent.status, sent.text]).toEqual([404, expect.stringContaining(sentence)]);
    }
    expect(await databaseChecksum()).toBe(before);
  });

  test("that nobody filled in is none: the provider's own is taken", async () => {
    for (const routerId of ["", "$(identity)", " "]) {
      const seen = await at(`/?routerId=${encodeURIComponent(routerId)}`);
      expect(seen.data).toMatchObject({ routerId: null, noSale: null });
    }
  });
});

describe("a host that is nobody's", () => {
  test("is the 404 page, on every address", async () => {
    for (const path of ["/", "/connected", "/buy?tab=voucher", "/claim", "/pay/x", "/nowhere"]) {
      const seen = await visit(path, { host: "nobody.hotspot.localhost" });
      expect([path, seen.status]).toEqual([path, 404]);
      expect(seen.html).toMatch(/<title>404 Page Not Found · [^<]*<\/title>/);
      expect(seen.data.plans).toEqual([]);
      // Its plans would be this very page.
      if (path !== "/nowhere") expect(seen.text).not.toContain("Back to the plans");
    }
    const home = await visit("/", { host: "nobody.hotspot.localhost" });
    expect(home.text).toContain("There is no provider at this address. Check the name of your WiFi.");
  });
});
