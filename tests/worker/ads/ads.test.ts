import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { AdInput } from "#contract/ads";
import { listAdvertisements, recordAdClick, recordAdView, skipAdvertisements } from "#contract/ads";
import { deviceSubject } from "#contract/values/subject";
import { dayMs } from "#contract/values/time";
import { websitesWanted } from "#worker/features/ads/index";
import { archiveAd, saveAd } from "#worker/features/ads/save-ad";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { closeAllLinks, FakeBridge } from "../../support/fake-bridge.ts";
import { newMac, sell } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
const ctx = testContext();
const host = hostOf("demo");
const minute = 60_000;
/** 12:00 in Nairobi. */
const noon = Date.parse("2026-11-20T09:00:00Z");
let start = noon;

const gate = () => seeded.demo.routers[0]?.id ?? "";
/** What that router lists. */
const listed = new Set<string>();

beforeAll(async () => {
  seeded = await seedBoth();
  const owner = { providerId: seeded.demo.id, adminId: null };
  const bridge = await FakeBridge.enrol((await createBridgeCode(ctx, owner, "Gate")).code);
  (await bridge.connect()).hosts = () => [...listed];
});
afterAll(closeAllLinks);

const listedMac = () => {
  const mac = newMac();
  listed.add(mac);
  return mac;
};
beforeEach(() => {
  // A day for each test: what the limits counted before is forgotten.
  start += 7 * dayMs;
  vi.setSystemTime(start);
});
afterEach(async () => {
  for (const { id } of (
    await env.DB.prepare("SELECT id FROM ads WHERE archived_at IS NULL").all<{ id: string }>()
  ).results)
    await archiveAd(ctx, id);
  vi.useRealTimers();
});

const make = (change: Partial<AdInput> = {}) =>
  saveAd(ctx, { title: "Phones", content: "<p>Cheap phones</p>", ...change });

async function shown(mac?: string, at = host): Promise<string[]> {
  const query = mac === undefined ? {} : { mac };
  const answer = await call(listAdvertisements, { query }, { host: at });
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.map(({ title }) => title);
}
const view = (id: string, body: Record<string, unknown> = {}, at = host) =>
  call(recordAdView, { params: { id }, body }, { host: at });
const click = (id: string, body: Record<string, unknown> = {}, at = host) =>
  call(recordAdClick, { params: { id }, body }, { host: at });
const skip = (body: Record<string, unknown> = {}, at = host) =>
  call(skipAdvertisements, { body }, { host: at });
const sentence = (answer: Awaited<ReturnType<typeof view>>) =>
  answer.ok ? "" : (answer.refusal?.message ?? "");

const counts = (id: string) =>
  env.DB.prepare("SELECT view_count AS views, click_count AS clicks FROM ads WHERE id = ?1").bind(id).first();
const exposures = async (mac: string) =>
  (
    await tenantDatabase(seeded.demo.id)
      .prepare(
        `SELECT day, ad_id AS adId, views, clicks, seconds, interacted, wants_website AS wants
      FROM ad_exposures WHERE subject = 'device:' || ?1 ORDER BY ad_id`,
      )
      .bind(mac)
      .all()
  ).results;

describe("an advertisement shows", () => {
  test("while its flag is on, as it was entered", async () => {
    const ad = await make({
      title: "Phones",
      description: "From 3,500",
      priority: 7,
      displayDuration: 8,
      externalUrl: "https://phones.example/",
      startDate: "2026-01-01",
      endDate: "2099-12-31",
    });
    const answer = await call(listAdvertisements, {}, { host });
    expect(answer.ok && answer.answer).toEqual([
      {
        id: ad.id,
        title: "Phones",
        description: "From 3,500",
        content: "<p>Cheap phones</p>",
        imageUrl: null,
        externalUrl: "https://phones.example/",
        displayDuration: 8,
        priority: 7,
        startDate: "2026-01-01",
        endDate: "2099-12-31",
        targetAudience: "all",
        isActive: true,
      },
    ]);
    await saveAd(ctx, { title: "Phones", content: "x", isActive: false }, ad.id);
    expect(await shown()).toEqual([]);
  });

  test("until the last minute of its end day in Nairobi, and not one minute later", async () => {
    await make({ startDate: "2026-11-20", endDate: "2026-11-21" });
    const at = async (time: string) => {
      vi.setSystemTime(Date.parse(time));
      return (await shown()).length;
    };
    expect(await at("2026-11-19T20:59:00Z")).toBe(0);
    expect(await at("2026-11-19T21:00:00Z")).toBe(1);
    expect(await at("2026-11-21T20:59:59Z")).toBe(1);
    expect(await at("2026-11-21T21:00:00Z")).toBe(0);
  });

  test("from and to an instant where that was given, and ends on time although the list is kept", async () => {
    const day = new Date(start).toISOString().slice(0, 10);
    // Without an offset it is meant in Nairobi: noon, when this test begins.
    await make({ startDate: `${day}T12:00`, endDate: new Date(start + minute).toISOString() });
    expect(await shown()).toHaveLength(1);
    vi.setSystemTime(start + minute - 1);
    expect(await shown()).toHaveLength(1);
    vi.setSystemTime(start + minute);
    expect(await shown()).toHaveLength(0);
  });

  test("in the order of priority, the older first among equals", async () => {
    await make({ title: "old five", priority: 5 });
    vi.setSystemTime(start + 1_000);
    await make({ title: "new five", priority: 5 });
    await make({ title: "ten", priority: 10 });
    await make({ title: "one", priority: 1 });
    expect(await shown(newMac())).toEqual(["ten", "old five", "new five", "one"]);
  });

  test("no more once it is archived", async () => {
    const ad = await make();
    await archiveAd(ctx, ad.id);
    expect(await shown()).toEqual([]);
    await expect(archiveAd(ctx, ad.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(saveAd(ctx, { title: "x", content: "x" }, ad.id)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("to its audience: returning is who had access from this very provider before", async () => {
    await make({ title: "all", targetAudience: "all", priority: 3 });
    await make({ title: "new", targetAudience: "new_users", priority: 2 });
    await make({ title: "returning", targetAudience: "returning_users", priority: 1 });
    const mac = newMac();
    await sell(seeded.demo, { mac });
    expect(await shown(mac)).toEqual(["all", "returning"]);
    expect(await shown(mac, hostOf("savanna"))).toEqual(["all", "new"]);
    expect(await shown(newMac())).toEqual(["all", "new"]);
    expect(await shown()).toEqual(["all", "new"]);
    expect(await shown("$(mac)")).toEqual(["all", "new"]);
  });

  test("where a provider is known, and not while it is suspended", async () => {
    await make();
    const routerId = seeded.demo.routers[0]?.id ?? "";
    const listed = async (query: Record<string, string>) => {
      const answer = await call(listAdvertisements, { query });
      return answer.ok ? answer.answer.length : answer.status;
    };
    expect(await listed({})).toBe(0);
    expect(await listed({ routerId })).toBe(1);
    const suspend = (status: string) =>
      env.DB.prepare("UPDATE providers SET status = ?1 WHERE id = ?2").bind(status, seeded.demo.id).run();
    await suspend("suspended");
    vi.setSystemTime(start + 10_000);
    expect(await listed({ routerId })).toBe(0);
    expect(await shown()).toEqual([]);
    await suspend("active");
    vi.setSystemTime(start + 20_000);
  });
});

describe("what was shown", () => {
  test("is counted once a day for a device that the router lists, and noted with the longest view", async () => {
    const { id } = await make();
    const other = await make({ title: "other" });
    const mac = listedMac();
    const at = { macAddress: mac, routerId: gate() };
    expect((await view(id, { ...at, viewDuration: 8.4 })).ok).toBe(true);
    await view(id, { ...at, macAddress: mac.toLowerCase(), viewDuration: 3, interacted: true });
    expect(await counts(id)).toEqual({ views: 1, clicks: 0 });
    await click(id, { ...at, advertisementId: id });
    await click(id, at);
    expect(await counts(id)).toEqual({ views: 1, clicks: 1 });
    expect(await counts(other.id)).toEqual({ views: 0, clicks: 0 });
    const day = new Date(start).toISOString().slice(0, 10);
    expect(await exposures(mac)).toEqual([
      { day, adId: id, views: 2, clicks: 2, seconds: 8, interacted: 1, wants: 0 },
    ]);
    vi.setSystemTime(start + dayMs);
    await view(id, at);
    await view(id, { ...at, macAddress: listedMac() });
    expect(await counts(id)).toEqual({ views: 3, clicks: 1 });
  });

  test("counts once, however many reports of one device come at the same moment", async () => {
    const { id } = await make();
    const body = { macAddress: listedMac(), routerId: gate() };
    await Promise.all(Array.from({ length: 8 }, () => view(id, body)));
    expect(await counts(id)).toEqual({ views: 1, clicks: 0 });
  });

  test("does not count without a device, or for one that the router does not list: twenty are none", async () => {
    const { id } = await make();
    const before = await tenantDatabase(seeded.demo.id)
      .prepare("SELECT count(*) AS n FROM ad_exposures")
      .first("n");
    for (const macAddress of [undefined, "", null, "$(mac)", "no address", "AABBCCDDEEFF"]) {
      expect((await view(id, { macAddress, routerId: gate() })).status).toBe(200);
      expect((await skip({ macAddress })).status).toBe(200);
    }
    expect(
      await tenantDatabase(seeded.demo.id).prepare("SELECT count(*) AS n FROM ad_exposures").first("n"),
    ).toBe(before);
    for (let turn = 0; turn < 20; turn += 1) {
      vi.setSystemTime(Date.now() + 3_000);
      expect((await view(id, { macAddress: newMac(), routerId: gate() })).status).toBe(200);
      expect((await click(id, { routerId: gate() })).status).toBe(200);
    }
    expect(await counts(id)).toEqual({ views: 0, clicks: 0 });
    expect(await shown()).toHaveLength(1);
  });

  test("keeps a device that skipped from seeing any until tomorrow", async () => {
    await make();
    const mac = newMac();
    vi.setSystemTime(start + 12 * 60 * minute - 1);
    await skip({ macAddress: mac });
    expect(await shown(mac)).toEqual([]);
    expect(await shown(newMac())).toHaveLength(1);
    vi.setSystemTime(start + 12 * 60 * minute);
    expect(await shown(mac)).toHaveLength(1);
  });

  test("keeps a device that viewed all from seeing any until tomorrow; part of them is not enough", async () => {
    const first = await make({ title: "first", priority: 9 });
    const second = await make({ title: "second" });
    const mac = newMac();
    await view(first.id, { macAddress: mac, viewDuration: 5 });
    await click(second.id, { macAddress: mac });
    expect(await shown(mac)).toEqual(["first", "second"]);
    await view(second.id, { macAddress: mac, viewDuration: 5 });
    expect(await shown(mac)).toEqual([]);
    vi.setSystemTime(start + dayMs);
    expect(await shown(mac)).toEqual(["first", "second"]);
  });

  test("is over for today even if another one begins, or the device buys and is a returning one", async () => {
    const ad = await make();
    await make({ title: "welcome back", targetAudience: "returning_users" });
    const mac = newMac();
    await view(ad.id, { macAddress: mac });
    await sell(seeded.demo, { mac });
    await make({ title: "another" });
    expect(await shown(mac)).toEqual([]);
  });

  test("at one provider is nothing to another", async () => {
    const { id } = await make();
    const mac = newMac();
    await skip({ macAddress: mac }, hostOf("savanna"));
    await view(id, { macAddress: mac }, hostOf("savanna"));
    expect(await shown(mac)).toHaveLength(1);
    const routerId = seeded.savanna.routers[0]?.id;
    for (const answer of [
      await skip({ macAddress: mac, routerId }),
      await view(id, { macAddress: mac, routerId }),
    ])
      expect(answer.status).toBe(404);
    expect(await shown(mac)).toHaveLength(1);
  });

  test("is kept for the router's provider on the main domain, and refused where none is known", async () => {
    const { id } = await make();
    const mac = newMac();
    const routerId = seeded.demo.routers[1]?.id ?? "";
    expect((await view(id, { macAddress: mac, routerId }, hostOf())).status).toBe(200);
    expect(await shown(mac)).toEqual([]);
    const nowhere = await skip({ macAddress: mac }, hostOf());
    expect([nowhere.status, sentence(nowhere)]).toEqual([
      404,
      "Join the WiFi first: this page does not know which hotspot you are on.",
    ]);
  });

  test("of an unknown or archived one is refused, and changes nothing", async () => {
    const { id } = await make();
    await archiveAd(ctx, id);
    const before = await databaseChecksum();
    const macAddress = newMac();
    for (const answer of [
      await view(id, { macAddress }),
      await click(id, { macAddress }),
      await view("no-such-ad", { macAddress }),
    ]) {
      expect([answer.status, sentence(answer)]).toEqual([404, "This advertisement is not shown any more."]);
    }
    expect(await databaseChecksum()).toBe(before);
  });

  test("still counts for one that ended or was switched off a moment ago", async () => {
    const { id } = await make({ endDate: new Date(start + minute).toISOString() });
    vi.setSystemTime(start + 2 * minute);
    expect((await view(id, { macAddress: listedMac(), routerId: gate() })).status).toBe(200);
    expect(await counts(id)).toEqual({ views: 1, clicks: 0 });
  });

  test("is refused in a sentence where it makes no sense", async () => {
    const { id } = await make();
    const before = await databaseChecksum();
    for (const body of [
      { viewDuration: -1 },
      { viewDuration: "long" },
      { viewDuration: 1e9 },
      { interacted: "yes" },
      { macAddress: 5 },
      { macAddress: "x".repeat(65) },
      { adminId: "x" },
    ]) {
      const answer = await view(id, body);
      expect([answer.status, sentence(answer)], JSON.stringify(body)).toEqual([
        400,
        expect.stringMatching(/^[A-Z].*\.$/),
      ]);
    }
    const other = await click(id, { advertisementId: "another" });
    expect([other.status, sentence(other)]).toEqual([
      400,
      "This click names another advertisement than its address.",
    ]);
    expect(await databaseChecksum()).toBe(before);
  });

  test("is limited per listed device: the 31st within 10 minutes waits, and no other device does", async () => {
    const { id } = await make();
    const body = { macAddress: listedMac(), routerId: gate() };
    for (let turn = 0; turn < 30; turn += 1) expect((await view(id, body)).status).toBe(200);
    const before = await databaseChecksum();
    for (const answer of [await view(id, body), await click(id, body), await skip(body)]) {
      expect([answer.status, sentence(answer)]).toEqual([
        429,
        "Too many reports from here. Please try again in 10 minutes.",
      ]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(500);
    }
    expect(await databaseChecksum()).toBe(before);
    expect((await view(id, { macAddress: listedMac(), routerId: gate() })).status).toBe(200);
    vi.setSystemTime(start + 10 * minute + 1);
    expect((await view(id, body)).status).toBe(200);
  });
});

describe("websites that a device asked for", () => {
  const wanted = (mac: string | null, providerId = seeded.demo.id) =>
    websitesWanted(ctx, { providerId, subject: mac === null ? null : deviceSubject(mac) });

  test("are told newest first, today and tomorrow, to this device at this provider alone", async () => {
    const phones = await make({ title: "Phones", externalUrl: "https://phones.example/a" });
    const food = await make({ title: "Food", externalUrl: "http://food.example/" });
    const mac = newMac();
    await click(phones.id, { macAddress: mac, website: true });
    vi.setSystemTime(start + minute);
    await click(food.id, { macAddress: mac, website: true });
    const both = [
      { title: "Food", url: "http://food.example/" },
      { title: "Phones", url: "https://phones.example/a" },
    ];
    expect(await wanted(mac)).toEqual(both);
    vi.setSystemTime(start + dayMs);
    expect(await wanted(mac)).toEqual(both);
    vi.setSystemTime(start + 2 * dayMs);
    expect(await wanted(mac)).toEqual([]);
    vi.setSystemTime(start);
    expect(await wanted(newMac())).toEqual([]);
    expect(await wanted(null)).toEqual([]);
    expect(await wanted(mac, seeded.savanna.id)).toEqual([]);
  });

  test("are at most five, and none of what was archived", async () => {
    const mac = newMac();
    const made = [];
    for (let turn = 0; turn < 7; turn += 1) {
      vi.setSystemTime(start + turn * 1_000);
      const ad = await make({ title: `ad ${turn}`, externalUrl: `https://ad${turn}.example/` });
      await click(ad.id, { macAddress: mac, website: true });
      made.push(ad);
    }
    await archiveAd(ctx, made[6]?.id ?? "");
    expect((await wanted(mac)).map(({ title }) => title)).toEqual(["ad 5", "ad 4", "ad 3", "ad 2", "ad 1"]);
  });
});
