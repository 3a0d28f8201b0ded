import { env } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as branding from "#contract/branding";
import { dayMs } from "#contract/values/time";
import type { Context } from "#worker/context";
import { archiveAd, saveAd } from "#worker/features/ads/save-ad";
import { sweepPictures } from "#worker/features/branding/index";
import { storePicture } from "../../seed/store-picture.ts";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let demo: CallOptions;
let savanna: CallOptions;
let operator: CallOptions;

beforeAll(async () => {
  seeded = await seedBoth();
  demo = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
  savanna = { host: hostOf("savanna"), cookie: await signInProvider(seeded.savanna) };
  operator = { host: hostOf(), cookie: await signInOperator(seeded.operator) };
});
beforeEach(async () => {
  await env.DB.batch(
    [
      "DELETE FROM media",
      "DELETE FROM media_uses",
      "DELETE FROM ads",
      "UPDATE providers SET captive_portal_settings = '{}'",
    ].map((sql) => env.DB.prepare(sql)),
  );
});

/** A PNG by its first bytes, of this size; no two numbers give the same. */
function picture(number: number, size = 49 * 1024): Buffer {
  const bytes = Buffer.alloc(size, number % 251);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, Math.floor(number / 251), number % 251]);
  return bytes;
}
const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString("base64")}`;
const addressOf = (bytes: Buffer) => `/media/${createHash("sha256").update(bytes).digest("hex")}`;

async function saveLogo(logoUrl: string, who: CallOptions = demo) {
  const answer = await call(branding.saveSettings, { body: { logoUrl } }, who);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.settings.logoUrl;
}

async function kept(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT '/media/' || hash AS address FROM media ORDER BY created_at",
  ).all<{
    address: string;
  }>();
  return results.map(({ address }) => address);
}

const isKept = async (bytes: Buffer) => (await kept()).includes(addressOf(bytes));
const later = (ms: number): Context => testContext({ now: () => Date.now() + ms });

describe("logos", () => {
  test("25 different ones of 49 KB in a row end with three kept, the one that is shown among them", async () => {
    for (let number = 0; number < 25; number += 1) await saveLogo(dataUrl(picture(number)));
    expect(await kept()).toHaveLength(3);
    expect(await isKept(picture(24))).toBe(true);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM media_uses").first("n")).toBe(3);
  });

  test("25 at once end with no more, and the one that is shown is there", async () => {
    await Promise.all(Array.from({ length: 25 }, (_, number) => saveLogo(dataUrl(picture(number)))));
    const { settings } = await shown();
    expect(await kept()).toContain(settings.logoUrl);
    expect((await kept()).length).toBeLessThanOrEqual(3);
  });

  async function shown() {
    const answer = await call(branding.getSettings, {}, demo);
    if (!answer.ok) throw new Error(answer.text);
    return answer.answer;
  }

  test("one that was replaced is served for a day, for pages made before, and then removed", async () => {
    await saveLogo(dataUrl(picture(1)));
    await saveLogo(dataUrl(picture(2)));
    await sweepPictures(later(dayMs - 60_000));
    expect(await isKept(picture(1))).toBe(true);
    await sweepPictures(later(dayMs + 60_000));
    expect(await kept()).toEqual([addressOf(picture(2))]);
  });

  test("one that is taken away is removed likewise; one that is shown is never", async () => {
    await saveLogo(dataUrl(picture(1)));
    await saveLogo(dataUrl(picture(2)), savanna);
    await saveLogo("");
    await sweepPictures(later(400 * dayMs));
    expect(await kept()).toEqual([addressOf(picture(2))]);
  });

  test("one that is taken up again in its last day stays", async () => {
    await saveLogo(dataUrl(picture(1)));
    await saveLogo(dataUrl(picture(2)));
    await saveLogo(addressOf(picture(1)));
    await sweepPictures(later(2 * dayMs));
    expect(await kept()).toEqual([addressOf(picture(1))]);
  });

  test("one that two providers have stays until neither shows it, by whatever way each came to it", async () => {
    await saveLogo(dataUrl(picture(1)));
    await saveLogo(addressOf(picture(1)), savanna);
    for (let number = 2; number < 8; number += 1) await saveLogo(dataUrl(picture(number)));
    await sweepPictures(later(2 * dayMs));
    expect(await isKept(picture(1))).toBe(true);
    await saveLogo("", savanna);
    await sweepPictures(later(2 * dayMs));
    expect(await isKept(picture(1))).toBe(false);
  });

  test("one that is shown is kept although it was noted as unused", async () => {
    await saveLogo(dataUrl(picture(1)));
    await env.DB.prepare("UPDATE media_uses SET unused_since = 1").run();
    await sweepPictures(later(dayMs));
    expect(await isKept(picture(1))).toBe(true);
  });

  test("the platform's general one stays while it is set", async () => {
    const save = (logoUrl: string) => call(branding.saveGeneralSettings, { body: { logoUrl } }, operator);
    expect((await save(dataUrl(picture(1)))).ok).toBe(true);
    await sweepPictures(later(2 * dayMs));
    expect(await isKept(picture(1))).toBe(true);
    expect((await save("")).ok).toBe(true);
    await sweepPictures(later(2 * dayMs));
    expect(await kept()).toEqual([]);
  });
});

test("a picture that nothing ever showed is removed after a day", async () => {
  await storePicture(testContext(), picture(1));
  await sweepPictures(later(dayMs - 60_000));
  expect(await kept()).toHaveLength(1);
  await sweepPictures(later(dayMs + 60_000));
  expect(await kept()).toEqual([]);
});

describe("pictures of advertisements", () => {
  const input = {
    title: "T",
    content: "<p>Text</p>",
    displayDuration: 10,
    priority: 5,
    targetAudience: "all",
    isActive: true,
  } as const;

  test("stay while one advertisement shows them, in its picture or in its text, and are removed when none does", async () => {
    const ctx = testContext();
    const first = await saveAd(ctx, { ...input, imageUrl: dataUrl(picture(1)) });
    const second = await saveAd(ctx, { ...input, imageUrl: addressOf(picture(1)) });
    const inText = `<p><img src="${addressOf(picture(1))}" alt="x"></p>`;
    const third = await saveAd(ctx, { ...input, content: inText });
    await saveAd(ctx, { ...input, imageUrl: dataUrl(picture(2)) }, first.id);
    await archiveAd(ctx, second.id);
    await sweepPictures(later(2 * dayMs));
    expect(new Set(await kept())).toEqual(new Set([addressOf(picture(1)), addressOf(picture(2))]));
    await archiveAd(ctx, third.id);
    await sweepPictures(later(2 * dayMs));
    expect(await kept()).toEqual([addressOf(picture(2))]);
  });

  test("are refused with a sentence once 300 are kept", async () => {
    await env.DB.prepare(
      `INSERT INTO media_uses (hash, provider_id, stored_at) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      SELECT 'h' || i, '', 1 FROM n`,
    ).run();
    await expect(saveAd(testContext(), { ...input, imageUrl: dataUrl(picture(1)) })).rejects.toMatchObject({
      code: "refused",
      text: { say: "ad_pictures_kept" },
    });
    expect(await kept()).toEqual([]);
  });
});
