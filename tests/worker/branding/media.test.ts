import { env } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { mediaFile } from "#contract/branding";
import { isStoredPicture } from "#worker/features/branding/index";
import { storePicture } from "../../seed/store-picture.ts";
import { hostOf, send } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

const ctx = testContext();
const heads: [string, string, number[]][] = [
  ["PNG", "image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["JPEG", "image/jpeg", [0xff, 0xd8, 0xff, 0xe0]],
  ["GIF", "image/gif", [..."GIF89a"].map((letter) => letter.charCodeAt(0))],
  ["WebP", "image/webp", [..."RIFF\x10\0\0\0WEBP"].map((letter) => letter.charCodeAt(0))],
];
/** Every value of a byte after the head: none of them may be lost on the way through the database. */
const pictureOf = (head: number[], length = head.length + 256) =>
  Uint8Array.from({ length }, (_, index) => head[index] ?? index % 256);
const text = (content: string) => new TextEncoder().encode(content);
const hashOf = (address: string) => address.split("/")[2] ?? "";
const get = (hash: string, headers: Record<string, string> = {}, host = hostOf("demo")) =>
  send(mediaFile, { params: { hash } }, { host, headers });

beforeAll(async () => {
  await seedBoth();
});

describe("a picture", () => {
  test.each(heads)(
    "that is a %s is served as %s, by the hash of its bytes, for ever",
    async (_name, type, head) => {
      const bytes = pictureOf(head);
      const hash = createHash("sha256").update(bytes).digest("hex");
      expect(await storePicture(ctx, bytes)).toBe(`/media/${hash}`);
      for (const host of [hostOf("demo"), hostOf("savanna"), hostOf()]) {
        const response = await get(hash, {}, host);
        expect(response.status).toBe(200);
        expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
        expect(Object.fromEntries(response.headers)).toMatchObject({
          "content-type": type,
          "cache-control": "public, max-age=31536000, immutable",
          "x-content-type-options": "nosniff",
          etag: `"${hash}"`,
        });
        expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; sandbox;/);
      }
    },
  );

  test("is kept once, however often it comes", async () => {
    const bytes = pictureOf(heads[0]?.[2] ?? [], 100);
    const addresses = await Promise.all([1, 2, 3].map(() => storePicture(ctx, bytes)));
    expect(new Set(addresses).size).toBe(1);
    const hash = hashOf(addresses[0] ?? "");
    expect(
      await env.DB.prepare("SELECT count(*) AS n FROM media WHERE hash = ?1").bind(hash).first("n"),
    ).toBe(1);
    expect(await isStoredPicture(ctx, addresses[0] ?? "")).toBe(true);
  });

  test("that a browser has is not sent again", async () => {
    const hash = hashOf(await storePicture(ctx, pictureOf(heads[2]?.[2] ?? [])));
    for (const tag of [`"${hash}"`, `W/"${hash}"`, `"other", "${hash}"`]) {
      const response = await get(hash, { "if-none-match": tag });
      expect([tag, response.status, await response.text()]).toEqual([tag, 304, ""]);
      expect(response.headers.get("etag")).toBe(`"${hash}"`);
      expect(response.headers.get("cache-control")).toContain("immutable");
    }
    expect((await get(hash, { "if-none-match": '"other"' })).status).toBe(200);
  });

  test("of up to 256 KB is kept whole", async () => {
    const bytes = pictureOf(heads[1]?.[2] ?? [], 256 * 1024);
    const response = await get(hashOf(await storePicture(ctx, bytes)));
    expect((await response.arrayBuffer()).byteLength).toBe(bytes.byteLength);
  });

  test.each([
    ["SVG", text("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")],
    ["HTML", text("<script>alert(1)</script>")],
    ["nothing", new Uint8Array()],
    ["half a head", Uint8Array.from([0x89, 0x50, 0x4e])],
    ["another RIFF", text("RIFF....WAVEfmt ")],
    ["a head further on", Uint8Array.from([0, ...(heads[0]?.[2] ?? [])])],
  ])("that is %s is refused", async (_name, bytes) => {
    await expect(storePicture(ctx, bytes)).rejects.toMatchObject({
      code: "invalid",
      message: "This is not a picture. Please choose a PNG, JPEG, WebP or GIF.",
    });
  });

  test("that is too large is refused, with what to do", async () => {
    const head = heads[0]?.[2] ?? [];
    await expect(storePicture(ctx, pictureOf(head, 256 * 1024 + 1))).rejects.toMatchObject({
      code: "invalid",
      text: { say: "picture_256_kb" },
    });
    await expect(storePicture(ctx, pictureOf(head, 2 * 1024 * 1024 + 1))).rejects.toMatchObject({
      code: "invalid",
      text: { say: "picture_2_mb" },
    });
  });

  test("that nobody stored is not found", async () => {
    expect((await get("0".repeat(64))).status).toBe(404);
    for (const address of ["", "/media/", `/media/${"0".repeat(64)}`, "https://x.example/a.png"])
      expect(await isStoredPicture(ctx, address)).toBe(false);
    for (const hash of ["x", "0".repeat(63), "0".repeat(65), "G".repeat(64)])
      expect((await get(hash)).status).toBeGreaterThanOrEqual(400);
  });
});
