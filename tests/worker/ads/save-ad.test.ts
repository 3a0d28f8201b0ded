import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import type { AdInput } from "#contract/ads";
import { saveAd } from "#worker/features/ads/save-ad";
import { storePicture } from "../../seed/store-picture.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { testContext } from "../../support/worker-context.ts";

const ctx = testContext();
const given: AdInput = { title: "Phones", content: "<p>Cheap phones</p>" };
const save = (change: Record<string, unknown>, id?: string) =>
  saveAd(ctx, { ...given, ...change } as AdInput, id);
const refusal = async (change: Record<string, unknown>): Promise<string> => {
  try {
    await save(change);
    return "it was taken";
  } catch (cause) {
    return `${(cause as { code: string }).code}: ${(cause as Error).message}`;
  }
};
let picture: string;

beforeAll(async () => {
  picture = await storePicture(ctx, new TextEncoder().encode("GIF89a and nothing else"));
});

describe("an advertisement", () => {
  test("is kept as it was entered, up to every limit, its HTML cleaned", async () => {
    const full = {
      title: "t".repeat(100),
      description: "d".repeat(500),
      priority: 10,
      displayDuration: 300,
      imageUrl: picture,
      externalUrl: "HTTPS://shop.example/a?b=c#d",
      isActive: false,
      startDate: "2026-02-28",
      endDate: "2026-02-28",
      targetAudience: "returning_users",
    };
    const ad = await save({ ...full, content: "<p onclick=x>Hi<script>window.__xss = 1</script></p>" });
    const counts = { showsNow: false, viewCount: 0, clickCount: 0, createdAt: ad.createdAt };
    expect(ad).toEqual({ id: ad.id, ...full, content: "<p>Hi</p>", ...counts });
    expect(await save({ priority: 1, displayDuration: 5 })).toMatchObject({
      priority: 1,
      displayDuration: 5,
    });
  });

  test.each([
    [{ title: "" }, "Please enter a title."],
    [{ title: "   " }, "Please enter a title."],
    [{ title: undefined }, "Please enter a title."],
    [{ title: "t".repeat(101) }, "The title is too long: at most 100 characters."],
    [{ description: "d".repeat(501) }, "The description is too long: at most 500 characters."],
    [{ content: "" }, "Please enter the content."],
    [{ content: undefined }, "Please enter the content."],
    [{ content: "<script>window.__xss = 1</script><p> &nbsp; <br></p>" }, "Please enter the content."],
    [{ content: "x".repeat(20_001) }, "The content is too long: at most 20,000 characters."],
    [{ priority: 0 }, "The priority is a whole number from 1 to 10."],
    [{ priority: 11 }, "The priority is a whole number from 1 to 10."],
    [{ priority: 1.5 }, "The priority is a whole number from 1 to 10."],
    [{ displayDuration: 4 }, "The display duration is a whole number of seconds from 5 to 300."],
    [{ displayDuration: 301 }, "The display duration is a whole number of seconds from 5 to 300."],
    [{ displayDuration: "10" }, "The display duration is a whole number of seconds from 5 to 300."],
    [{ targetAudience: "nobody" }, "Please choose who sees this: everybody, new users or returning users."],
    ...[
      "shop.example",
      "/x",
      "//x.example",
      "javascript:alert(1)",
      "data:text/html,x",
      "ftp://x.example",
      "http://",
    ].map((externalUrl) => [
      { externalUrl },
      "The external address must be a web address, beginning with http:// or https://.",
    ]),
    ...[`/media/${"0".repeat(64)}`, "/media/x", "data:image/png;base64,####", "data:text/html;base64,AA"].map(
      (imageUrl) => [{ imageUrl }, "Please choose the picture again."],
    ),
    ...["http://x.example/a.png", "a.png", "javascript:alert(1)"].map((imageUrl) => [
      { imageUrl },
      "The image must be a picture that you choose, or an address that begins with https://.",
    ]),
    [
      { imageUrl: "data:image/png;base64,AAAA" },
      "This is not a picture. Please choose a PNG, JPEG, WebP or GIF.",
    ],
    ...[
      "tomorrow",
      "2026-02-29",
      "2026-13-01",
      "20-11-2026",
      "2026-11-20T25:00",
      "2026-02-30T10:00Z",
      "0",
    ].flatMap((text) => [
      [{ startDate: text }, "The start is not a date."],
      [{ endDate: text }, "The end is not a date."],
    ]),
    [{ startDate: "2026-11-21", endDate: "2026-11-20" }, "The end lies before the start."],
    [{ startDate: "2026-11-20T10:00Z", endDate: "2026-11-20T10:00:00Z" }, "The end lies before the start."],
    [{ startDate: "2026-11-21T00:00", endDate: "2026-11-20" }, "The end lies before the start."],
    [{ colour: "red" }, "This call does not take colour."],
  ] as [Record<string, unknown>, string][])("is refused with %j", async (change, sentence) => {
    const before = await databaseChecksum();
    expect(await refusal(change)).toBe(`invalid: ${sentence}`);
    expect(await databaseChecksum()).toBe(before);
  });

  test.each([
    ["2026-11-20", "2026-11-19T21:00:00Z", "2026-11-20T21:00:00Z"],
    ["2024-02-29", "2024-02-28T21:00:00Z", "2024-02-29T21:00:00Z"],
    ["2026-11-20T08:30", "2026-11-20T05:30:00Z", "2026-11-20T05:30:00Z"],
    ["2026-11-20T08:30:15.250Z", "2026-11-20T08:30:15.250Z", "2026-11-20T08:30:15.250Z"],
    ["2026-11-20T08:30+01:00", "2026-11-20T07:30:00Z", "2026-11-20T07:30:00Z"],
  ])("given %s begins at %s and ends at %s", async (text, startsAt, endsAt) => {
    const row = async (change: Record<string, unknown>) =>
      env.DB.prepare("SELECT starts_at, ends_at FROM ads WHERE id = ?1")
        .bind((await save(change)).id)
        .first();
    expect(await row({ startDate: text })).toEqual({ starts_at: Date.parse(startsAt), ends_at: null });
    expect(await row({ endDate: text })).toEqual({ starts_at: null, ends_at: Date.parse(endsAt) });
  });
});
