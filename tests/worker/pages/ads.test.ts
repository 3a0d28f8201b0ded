import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { AdInput } from "#contract/ads";
import { recordAdClick } from "#contract/ads";
import { dayMs } from "#contract/values/time";
import { archiveAd, saveAd } from "#worker/features/ads/save-ad";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { sha256 } from "#worker/keys";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { type Fault, failStatements } from "../../support/database-faults.ts";
import { dayAhead } from "../../support/day-ahead.ts";
import { closeAllLinks, FakeBridge } from "../../support/fake-bridge.ts";
import { policyOf, type Visit, visit } from "../../support/portal-page.ts";
import { newMac, sell, setEntitlement } from "../../support/sell.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

const ctx = testContext();
let seeded: TwoProviders;
let gate: string;
let start = dayAhead(2) + 9 * 60 * 60_000;
let ids: string[];
let fault: Fault | undefined;
/** What the router lists: only there do views count. */
const listed = new Set<string>();

beforeAll(async () => {
  seeded = await seedBoth();
  gate = seeded.demo.routers[0]?.id ?? "";
  const owner = { providerId: seeded.demo.id, adminId: null };
  const bridge = await FakeBridge.enrol((await createBridgeCode(ctx, owner, "Gate")).code);
  (await bridge.connect()).hosts = () => [...listed];
});
beforeEach(async () => {
  start += dayMs;
  vi.setSystemTime(start);
  ids = [];
  for (const [place, title] of all.entries()) ids.push(await make({ title, priority: 9 - place }));
});
afterEach(async () => {
  fault?.heal();
  fault = undefined;
  for (const id of ids) await archiveAd(ctx, id);
});
afterAll(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

async function make(change: Partial<AdInput>): Promise<string> {
  const { id } = await saveAd(ctx, {
    title: "Phones",
    content: "<p>Buy <b>this</b></p>",
    priority: 5,
    ...change,
  });
  return id;
}
const home = (mac: string | null, more = "", options: Visit = {}) =>
  visit(`/?routerId=${gate}${mac ? `&mac=${mac}` : ""}${more}`, options);
const titles = async (mac: string | null, more = "", options: Visit = {}) =>
  (await home(mac, more, options)).data.ads.map(({ title }) => title);
const all = ["Phones", "Maize", "Bus"];
const views = async () =>
  (
    await env.DB.prepare(
      "SELECT view_count AS views FROM ads WHERE archived_at IS NULL ORDER BY priority DESC",
    ).all()
  ).results.map(({ views }) => views);

describe("advertisements before the plans", () => {
  test("are in the home page, as the portal shows them and no more", async () => {
    const { data, html } = await home(newMac());
    expect(data.ads.map(({ title }) => title)).toEqual(all);
    expect(Object.keys(data.ads[0] ?? {}).sort()).toEqual(
      ["content", "description", "displayDuration", "externalUrl", "id", "imageUrl", "title"].sort(),
    );
    expect(data.adIndex).toBe(0);
    expect(data.plans.length).toBeGreaterThan(0);
    expect(html).not.toMatch(/(src|href)="https?:/);
  });

  test("are on no other page, nor where no provider is known", async () => {
    const mac = newMac();
    for (const path of ["/connected", "/buy", "/pay/none", "/nowhere"]) {
      const seen = await visit(`${path}?routerId=${gate}&mac=${mac}&planId=${seeded.demo.plans[0]?.id}`);
      expect([path, seen.data.ads]).toEqual([path, []]);
    }
    expect((await visit("/", { host: hostOf() })).data.ads).toEqual([]);
  });

  test("do not stand before what a device has, or pays for", async () => {
    const sold = await sell(seeded.demo, {});
    await setEntitlement(sold, { state: "running", started_at: 1, ends_at: Date.now() + 7_200_000 });
    expect(await titles(sold.mac)).toEqual([]);
  });

  test("do not stand before what this browser bought and has on another device", async () => {
    const token = "c".repeat(32);
    const sold = await sell(seeded.demo, { buyerHash: sha256(token) });
    await setEntitlement(sold, { state: "running", started_at: 1, ends_at: Date.now() + 7_200_000 });
    const mac = newMac();
    expect(await titles(mac, "", { cookie: `__Host-p=${token}` })).toEqual([]);
    expect(await titles(mac)).toEqual(all);
  });

  test("carry a policy that lets no script of theirs run", async () => {
    const { directives, stylesAllowed } = policyOf(await home(newMac()));
    expect(directives.get("script-src")).toBe("'self'");
    expect(directives.get("default-src")).toBe("'none'");
    expect(stylesAllowed).toBe(true);
  });

  test("that cannot be read cost nobody the plans", async () => {
    vi.setSystemTime(Date.now() + 3_001);
    fault = failStatements(/\bads\b|ad_exposures/);
    const seen = await home(newMac());
    expect([seen.status, seen.data.ads]).toEqual([200, []]);
    expect(seen.text).toContain("KES 20");
    expect(fault.count).toBeGreaterThan(0);
  });
});

describe("without scripts", () => {
  test("one shows after the other, and after the last one none, today", async () => {
    const mac = newMac();
    listed.add(mac);
    for (const [index, id] of ids.entries()) {
      const before = index === 0 ? "" : `&ad=${index}&seen=${ids[index - 1]}`;
      const { data } = await home(mac, before);
      expect([data.adIndex, data.ads[index]?.id]).toEqual([index, id]);
    }
    const end = await home(mac, `&ad=3&seen=${ids[2]}`);
    expect(end.data).toMatchObject({ ads: [], adIndex: 0 });
    expect(end.text).toContain("KES 20");
    expect(await views()).toEqual([1, 1, 1]);
    expect(await titles(mac)).toEqual([]);
    expect(await titles(newMac())).toEqual(all);
    vi.setSystemTime(Date.now() + dayMs);
    expect(await titles(mac)).toEqual(all);
  });

  test("Skip ends them for today, and counts no view", async () => {
    const mac = newMac();
    expect(await titles(mac, "&ads=seen")).toEqual([]);
    expect(await titles(mac)).toEqual([]);
    expect(await views()).toEqual([0, 0, 0]);
    expect(await titles(mac, "", { host: hostOf() })).toEqual([]);
  });

  test("past the last one is the end, and what is no number is the first", async () => {
    const mac = newMac();
    for (const ad of ["", "-1", "1e9", "x", "0x1", "1.5", "9999"])
      expect([ad, (await home(mac, `&ad=${ad}`)).data.adIndex, await titles(mac)]).toEqual([ad, 0, all]);
    expect(await titles(mac, "&ad=999")).toEqual([]);
    expect(await titles(mac)).toEqual([]);
  });

  test("nothing is counted for an advertisement that is not shown here", async () => {
    for (const seen of [crypto.randomUUID(), "x", "' OR 1=1 --"])
      expect(await titles(newMac(), `&ad=1&seen=${encodeURIComponent(seen)}`)).toEqual(all);
    expect(await views()).toEqual([0, 0, 0]);
  });

  test("a browser whose device nobody can name remembers itself that it has seen them", async () => {
    const first = await home(null, "&ads=seen");
    expect(first.data.ads).toEqual([]);
    const kept = first.headers.getSetCookie().find((one) => one.startsWith("ads="));
    expect(kept).toBe("ads=seen; Max-Age=43200; Path=/; HttpOnly; Secure; SameSite=Lax");
    const cookie = `${first.cookie}; ads=seen`;
    expect(await titles(null, "", { cookie })).toEqual([]);
    expect(await titles(null)).toEqual(all);
    expect(await titles(newMac(), "", { cookie })).toEqual(all);
  });
});

describe("the home page that is kept for many", () => {
  test("is told apart by what shows before it", async () => {
    const [seen, fresh] = [newMac(), newMac()];
    await home(seen, "&ads=seen");
    for (const round of [1, 2]) {
      expect([round, await titles(seen)]).toEqual([round, []]);
      expect([round, await titles(fresh)]).toEqual([round, all]);
      expect([round, (await home(fresh, "&ad=1")).data.adIndex]).toEqual([round, 1]);
      expect([round, (await home(fresh)).data.mac]).toEqual([round, fresh]);
    }
  });

  test("asks the database for nothing where no device is named", async () => {
    const first = await home(null);
    fault = failStatements(/./);
    for (const path of [`/?routerId=${gate}`, `/?routerId=${gate}&utm=x`]) {
      const seen = await visit(path, { cookie: first.cookie });
      expect([seen.status, seen.html]).toEqual([200, first.html]);
    }
    expect(fault.count).toBe(0);
  });
});

test("the websites that a device asked for stand on its page of what it has", async () => {
  const externalUrl = "https://duka.example/phones";
  const id = await make({ title: "Duka", externalUrl });
  ids.push(id);
  const mac = newMac();
  const body = { macAddress: mac, routerId: gate, website: true };
  await call(recordAdClick, { params: { id }, body }, { host: hostOf("demo") });
  const connected = (of: string | null) =>
    visit(`/connected?routerId=${gate}${of ? `&mac=${of}` : ""}`).then(({ data }) => data.websites);
  expect(await connected(mac)).toEqual([{ title: "Duka", url: externalUrl }]);
  expect(await connected(newMac())).toEqual([]);
  expect(await connected(null)).toEqual([]);
});

test("a website asked for without scripts is kept, and the page says so", async () => {
  const externalUrl = "https://duka.example/simu";
  const id = await make({ title: "Simu", externalUrl, priority: 10 });
  ids.push(id);
  const mac = newMac();
  expect((await home(mac)).text).not.toContain("Kept for you until you are online");
  const kept = await home(mac, `&ad=0&website=${id}`);
  expect(kept.data.ads[0]?.id).toBe(id);
  expect(kept.text).toContain("Kept for you until you are online");
  expect(kept.data.websites).toEqual([{ title: "Simu", url: externalUrl }]);
  const later = await visit(`/connected?routerId=${gate}&mac=${mac}`);
  expect(later.data.websites).toEqual([{ title: "Simu", url: externalUrl }]);
  const plain = await home(newMac(), `&ad=0&website=${ids[0]}`);
  expect([plain.data.websites, plain.data.ads.length]).toEqual([[], 4]);
});
