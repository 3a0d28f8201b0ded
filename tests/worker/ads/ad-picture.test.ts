import { env } from "cloudflare:workers";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { AdInput } from "#contract/ads";
import { makeContext } from "#worker/context";
import { saveAd } from "#worker/features/ads/save-ad";
import { databaseChecksum } from "../../support/database-checksum.ts";

// Pictures of advertisements: as a file, or copied once from the public internet.

const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(100)]);
type Answer = (url: string, init: RequestInit) => Response | Promise<Response>;
let asked: string[] = [];
afterEach(() => {
  asked = [];
  vi.restoreAllMocks();
});

function save(imageUrl: string, answer: Answer = () => new Response(png)) {
  const fetch = (async (url: string, init: RequestInit) => {
    asked.push(url);
    return answer(url, init);
  }) as unknown as typeof globalThis.fetch;
  const input: AdInput = { title: "Phones", content: "<p>Cheap</p>", imageUrl };
  return saveAd(makeContext(env, { fetch }), input);
}

async function refusal(imageUrl: string, answer?: Answer): Promise<string> {
  const before = await databaseChecksum();
  try {
    await save(imageUrl, answer);
    return "it was taken";
  } catch (cause) {
    expect(await databaseChecksum()).toBe(before);
    return (cause as Error).message;
  }
}
const notCopied = (why: string) =>
  `The picture could not be copied: ${why}. Save it on your device and choose it as a file.`;
const storedAt = async (address: string | null) =>
  env.DB.prepare("SELECT type, length(bytes) AS bytes FROM media WHERE '/media/' || hash = ?1")
    .bind(address)
    .first();

describe("a picture", () => {
  test("from a file is stored by the hash of its bytes, of the kind that they are", async () => {
    const { imageUrl } = await save(`data:image/webp;base64,${png.toString("base64")}`);
    expect(imageUrl).toMatch(/^\/media\/[0-9a-f]{64}$/);
    expect(await storedAt(imageUrl)).toEqual({ type: "image/png", bytes: png.byteLength });
    expect((await save(imageUrl ?? "")).imageUrl).toBe(imageUrl);
    expect((await save(`${env.MAIN_ORIGIN}${imageUrl}`)).imageUrl).toBe(imageUrl);
    expect(asked).toEqual([]);
  });

  test("from an https address is fetched once, on saving, and stored", async () => {
    const { imageUrl } = await save("https://shop.example/banner.png");
    expect(asked).toEqual(["https://shop.example/banner.png"]);
    expect(await storedAt(imageUrl)).toEqual({ type: "image/png", bytes: png.byteLength });
  });

  test("is followed where its address leads, if that is public, too", async () => {
    const redirect = (to: string, status = 302) => new Response(null, { status, headers: { location: to } });
    const { imageUrl } = await save("https://shop.example/a", (url) =>
      url.endsWith("/a") ? redirect("/b.png") : new Response(png),
    );
    expect(asked).toEqual(["https://shop.example/a", "https://shop.example/b.png"]);
    expect(imageUrl).toMatch(/^\/media\//);
    for (const inside of ["https://10.0.0.1/x", "https://localhost/x", "https://[::1]/x"]) {
      asked = [];
      const said = await refusal("https://shop.example/a", () => redirect(inside, 307));
      expect(said).toBe(notCopied("its address is none of the public internet"));
      expect(asked).toEqual(["https://shop.example/a"]);
    }
    expect(await refusal("https://shop.example/a", () => redirect("http://shop.example/a"))).toBe(
      "The image must be a picture that you choose, or an address that begins with https://.",
    );
    expect(await refusal("https://shop.example/a", () => redirect("/a"))).toBe(
      notCopied("its address leads on and on"),
    );
  });

  test.each([
    "https://127.0.0.1/a.png",
    "https://2130706433/a.png",
    "https://0x7f.1/a.png",
    "https://169.254.169.254/latest/meta-data",
    "https://[fd00::1]/a.png",
    "https://localhost/a.png",
    "https://router.lan/a.png",
    "https://metadata.google.internal/a.png",
    "https://intranet/a.png",
    "https://shop.example:8443/a.png",
    "https://user:secret@shop.example/a.png",
  ])("is never fetched from %s", async (address) => {
    expect(await refusal(address)).toBe(notCopied("its address is none of the public internet"));
    expect(asked).toEqual([]);
  });

  const tooLarge =
    "This picture has 201 KB; visitors on slow lines load at most 200 KB. Save it on your device and choose it as a file: it is made small here.";
  test.each<[string, Answer, string]>([
    [
      "is none",
      () => new Response("<html>not found</html>"),
      "This is not a picture. Please choose a PNG, JPEG, WebP or GIF.",
    ],
    [
      "is a drawing that can carry scripts",
      () => new Response("<svg/>"),
      "This is not a picture. Please choose a PNG, JPEG, WebP or GIF.",
    ],
    ["is not there", () => new Response("gone", { status: 404 }), notCopied("its address answered 404")],
    ["is over 200 KB", () => new Response(Buffer.concat([png, Buffer.alloc(200 * 1024)])), tooLarge],
    [
      "is over 2 MB",
      () => new Response(Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)])),
      notCopied("it is larger than 2 MB"),
    ],
    [
      "cannot be reached",
      () => Promise.reject(new TypeError("no route")),
      notCopied("its address could not be reached"),
    ],
  ])("that %s refuses the save with a sentence", async (_what, answer, sentence) => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    expect(await refusal("https://shop.example/a.png", answer)).toBe(sentence);
  });

  test("that takes longer than 8 seconds is given up on", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const answer: Answer = (_url, { signal }) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason as DOMException)),
      );
    let said = "";
    const refused = refusal("https://shop.example/a.png", answer).then((sentence) => {
      said = sentence;
    });
    await vi.advanceTimersByTimeAsync(7_999);
    expect(said).toBe("");
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    expect(said).toBe(notCopied("its address did not answer within 8 seconds"));
    expect(vi.getTimerCount()).toBe(0);
  });
});
