import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  adStats,
  createAd,
  deleteAd,
  listAdvertisements,
  managedAds,
  previewAd,
  updateAd,
} from "#contract/ads";
import type { Endpoint } from "#contract/endpoint";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { changeSessions } from "../../support/session-rows.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { type CallInput, type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

// What the operator does with advertisements.

let seeded: TwoProviders;
let operator: CallOptions;
const now = Date.parse("2026-11-20T09:00:00Z");

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  seeded = await seedBoth();
  operator = { cookie: await signInOperator(seeded.operator) };
});
beforeEach(async () => {
  await env.DB.prepare("DELETE FROM ads").run();
  await clearAudit();
});
afterAll(() => {
  vi.useRealTimers();
});

/** The session goes along. */
async function goTo(at: number): Promise<void> {
  vi.setSystemTime(at);
  await changeSessions("last_seen_at = ?1, expires_at = ?1 + 3600000", at);
}

const given = { title: "Phones", content: "<p>Cheap phones</p>" };
async function done<E extends Endpoint>(endpoint: E, input: CallInput = {}) {
  const answer = await call(endpoint, input, operator);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.text}`);
  return answer.answer;
}
const create = (change: Record<string, unknown> = {}) => done(createAd, { body: { ...given, ...change } });
const seen = async () => {
  const answer = await call(listAdvertisements, {}, { host: hostOf("demo") });
  return answer.ok ? answer.answer.map(({ title }) => title) : [];
};
const lines = async () =>
  (await env.DB.prepare("SELECT actor, actor_id, action, subject, detail FROM audit ORDER BY rowid").all())
    .results;

describe("an advertisement", () => {
  test("is created with the defaults of docs/behaviour, shown to visitors at once, and noted", async () => {
    const ad = await create();
    expect(ad).toEqual({
      id: expect.any(String),
      title: "Phones",
      description: "",
      content: "<p>Cheap phones</p>",
      imageUrl: null,
      externalUrl: null,
      displayDuration: 30,
      priority: 1,
      startDate: null,
      endDate: null,
      targetAudience: "all",
      isActive: true,
      showsNow: true,
      viewCount: 0,
      clickCount: 0,
      createdAt: "2026-11-20T09:00:00.000Z",
    });
    expect(await seen()).toEqual(["Phones"]);
    expect(await lines()).toEqual([
      {
        actor: "platform",
        actor_id: seeded.operator.id,
        action: "ad.create",
        subject: ad.id,
        detail: '{"title":"Phones"}',
      },
    ]);
  });

  test("is changed as a whole, keeps its counts, and is noted", async () => {
    const { id } = await create({ description: "old" });
    await env.DB.prepare("UPDATE ads SET view_count = 5, click_count = 2").run();
    const changed = await done(updateAd, { params: { id }, body: { ...given, title: "Tablets" } });
    expect(changed).toMatchObject({ id, title: "Tablets", description: "", viewCount: 5, clickCount: 2 });
    expect(await seen()).toEqual(["Tablets"]);
    const line = (await lines()).at(-1);
    expect(line).toMatchObject({ action: "ad.update", subject: id });
    expect(JSON.parse(String(line?.detail))).toEqual({
      title: "Tablets",
      changes: { title: { from: "Phones", to: "Tablets" }, description: { from: "old", to: "" } },
    });
  });

  test("is deleted: visitors and list know it no more, and that is noted", async () => {
    const { id } = await create();
    expect(await done(deleteAd, { params: { id } })).toEqual({
      success: true,
      message: "Advertisement Deleted",
    });
    expect(await seen()).toEqual([]);
    expect(await done(managedAds)).toEqual([]);
    expect((await lines()).at(-1)).toMatchObject({ action: "ad.delete", subject: id });
  });

  test("that is none, or is gone, is not found, and nothing is changed", async () => {
    const { id } = await create();
    await done(deleteAd, { params: { id } });
    const before = await databaseChecksum();
    for (const other of [id, "no-such-ad"]) {
      const sentence = "This advertisement does not exist any more.";
      const changed = await call(updateAd, { params: { id: other }, body: given }, operator);
      expect([changed.status, !changed.ok && changed.refusal?.message]).toEqual([404, sentence]);
      const removed = await call(deleteAd, { params: { id: other } }, operator);
      expect([removed.status, !removed.ok && removed.refusal?.success]).toEqual([404, false]);
    }
    expect(await databaseChecksum()).toBe(before);
  });

  test.each([
    [{ title: " " }, "Please enter a title."],
    [{ viewCount: 9 }, "This call does not take viewCount."],
  ])("with %j is refused with a sentence, also in its preview", async (change, sentence) => {
    const before = await databaseChecksum();
    for (const endpoint of [createAd, previewAd]) {
      const answer = await call(endpoint, { body: { ...given, ...change } }, operator);
      expect([answer.status, !answer.ok && answer.refusal?.message]).toEqual([400, sentence]);
    }
    expect(await databaseChecksum()).toBe(before);
  });
});

describe("the list", () => {
  test("shows the newest first, a page at a time, and finds titles and descriptions", async () => {
    for (const [place, title] of ["One", "Two", "Three"].entries()) {
      vi.setSystemTime(now + place * 1_000);
      await create({ title, description: place === 1 ? "by Boda" : "" });
    }
    const titles = async (query: Record<string, string>) => {
      const answer = await call(managedAds, { query }, operator);
      const named = answer.ok ? answer.answer.map(({ title }) => title) : [];
      return [named, answer.headers.get("x-total-count")];
    };
    expect(await titles({})).toEqual([["Three", "Two", "One"], "3"]);
    expect(await titles({ page: "2", pageSize: "2" })).toEqual([["One"], "3"]);
    expect(await titles({ q: "BODA" })).toEqual([["Two"], "1"]);
    expect(await titles({ q: "%" })).toEqual([[], "0"]);
    await goTo(now);
  });

  test("says Active only when it is switched on and its days in Nairobi say so", async () => {
    await create({ title: "today", startDate: "2026-11-20", endDate: "2026-11-20" });
    await create({ title: "tomorrow", startDate: "2026-11-21" });
    await create({ title: "yesterday", endDate: "2026-11-19" });
    await create({ title: "off", isActive: false });
    const active = async () =>
      (await done(managedAds)).filter(({ showsNow }) => showsNow).map(({ title }) => title);
    expect(await active()).toEqual(["today"]);
    await goTo(Date.parse("2026-11-20T20:59:59Z"));
    expect(await active()).toEqual(["today"]);
    await goTo(Date.parse("2026-11-20T21:00:00Z"));
    expect(await active()).toEqual(["tomorrow"]);
    await goTo(now);
  });

  test("is summed over all of it", async () => {
    expect(await done(adStats)).toEqual({ total: 0, active: 0, views: 0, clicks: 0 });
    await create({ title: "one" });
    await create({ title: "two", isActive: false });
    const { id } = await create({ title: "gone" });
    await create({ title: "later", startDate: "2026-12-01" });
    await env.DB.prepare("UPDATE ads SET view_count = 10, click_count = 3").run();
    await done(deleteAd, { params: { id } });
    expect(await done(adStats)).toEqual({ total: 3, active: 1, views: 30, clicks: 9 });
  });
});

describe("the preview", () => {
  test("is the portal's page with what would be kept, and keeps nothing", async () => {
    const before = await databaseChecksum();
    const body = {
      ...given,
      description: "Very cheap",
      content: "<h3>Now</h3><script>window.x = 1</script>",
    };
    const { html } = await done(previewAd, { body });
    expect(await databaseChecksum()).toBe(before);
    expect(html).toContain('<head><base target="_blank">');
    expect(html).toContain('<section id="ads"');
    expect(html).toContain("<h1>Phones</h1><p>Very cheap</p>");
    expect(html).toContain('&lt;/style&gt;&lt;h3&gt;Now&lt;/h3&gt;"');
    expect(html).not.toContain("window.x");
    expect(html).not.toMatch(/<script(?! type="application\/json")/);
  });

  test("shows a new picture without keeping it", async () => {
    const gif = Buffer.from("GIF89a and nothing else").toString("base64");
    const { html } = await done(previewAd, {
      body: { ...given, imageUrl: `data:image/png;base64,${gif}` },
    });
    expect(html).toContain(`src="data:image/gif;base64,${gif}"`);
    expect(await env.DB.prepare("SELECT count(*) AS kept FROM media").first("kept")).toBe(0);
  });
});
