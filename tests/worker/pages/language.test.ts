import { beforeAll, describe, expect, test } from "vitest";
import { initiatePayment, paymentStatus } from "#contract/payments";
import { claimPurchase } from "#contract/purchase-recovery";
import { english } from "#web/portal/messages/en.ts";
import { swahili } from "#web/portal/messages/sw.ts";
import { visitorLanguage, visitorTheme } from "#worker/http/visitor-language";
import { seedGateways, type TwoProviders } from "../../seed/two-providers.ts";
import { type Seen, visit } from "../../support/portal-page.ts";
import { newMac, sell, setEntitlement } from "../../support/sell.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

type Asked = { query?: string; cookie?: string; accept?: string };

const asked = ({ query = "", cookie, accept }: Asked) => {
  const url = new URL(`http://demo.example/${query}`);
  const headers = new Headers();
  if (cookie !== undefined) headers.set("cookie", cookie);
  if (accept !== undefined) headers.set("accept-language", accept);
  return [new Request(url, { headers }), url] as const;
};
const languageOf = (parts: Asked, chosen?: string) => visitorLanguage(...asked(parts), chosen);

describe("the language of a visitor", () => {
  test("is English where nobody says anything", () => {
    expect(languageOf({})).toEqual({ language: "en", lang: null });
  });

  test.each([
    ["sw", "sw"],
    ["sw-KE", "sw"],
    ["SW-ke,en;q=0.5", "sw"],
    ["swh", "sw"],
    ["fr-FR, sw;q=0.4, en;q=0.3", "sw"],
    ["en-GB,en;q=0.9,sw;q=0.8", "en"],
    ["en;q=0.2, sw;q=0.7", "sw"],
    ["sw;q=0, en;q=0.1", "en"],
    ["sw;q=0", "en"],
    ["sw; q=nonsense", "en"],
    ["fr, de;q=0.5", "en"],
    ["sweden", "en"],
    ["*", "en"],
    ["", "en"],
  ])("of a browser that asks for %j is %s, and not chosen by hand", (accept, language) => {
    expect(languageOf({ accept })).toEqual({ language, lang: null });
  });

  test("chosen by cookie beats the browser, chosen in the address beats the cookie", () => {
    expect(languageOf({ accept: "en", cookie: "a=b; lang=sw" })).toEqual({ language: "sw", lang: "sw" });
    expect(languageOf({ accept: "sw", cookie: "lang=sw", query: "?lang=en" })).toEqual({
      language: "en",
      lang: "en",
    });
  });

  test("a form's own field beats the address", () => {
    expect(languageOf({ query: "?lang=en" }, "sw")).toEqual({ language: "sw", lang: "sw" });
  });

  test("an unknown choice is none", () => {
    expect(languageOf({ query: "?lang=fr", cookie: "lang=", accept: "sw" })).toEqual({
      language: "sw",
      lang: null,
    });
  });
});

test("a look is what was chosen in the form, the address or the cookie, else nothing", () => {
  expect(visitorTheme(...asked({}))).toBeNull();
  expect(visitorTheme(...asked({ query: "?theme=dark", cookie: "theme=light" }))).toBe("dark");
  expect(visitorTheme(...asked({ query: "?theme=neon", cookie: "theme=cyberpunk" }))).toBe("cyberpunk");
  expect(visitorTheme(...asked({ query: "?theme=dark" }), "light")).toBe("light");
});

let seeded: TwoProviders;
let gate: string;
let planId: string;

beforeAll(async () => {
  seeded = await seedBoth();
  await seedGateways(testContext(), seeded);
  gate = seeded.demo.routers[0]?.id ?? "";
  planId = seeded.demo.plans[1]?.id ?? "";
});

/** The fixed parts of every text of one language that the other has not, at least two words long. */
function phrasesOf(words: unknown, others: unknown): string[] {
  if (typeof words === "function" && typeof others === "function") {
    const parts = (text: (...given: string[]) => string) =>
      text(..."①②③④".slice(0, text.length)).split(/[①②③④]/);
    return parts(words as () => string).filter((part) => !parts(others as () => string).includes(part));
  }
  if (typeof words === "string") return words === others ? [] : [words];
  if (typeof words !== "object" || words === null) return [];
  return Object.entries(words).flatMap(([key, value]) => phrasesOf(value, Reflect.get(Object(others), key)));
}
const long = (phrase: string) => / \S/.test(phrase.trim());
const englishPhrases = phrasesOf(english, swahili).filter(long);
const swahiliPhrases = phrasesOf(swahili, english).filter(long);
const saidIn = ({ text }: Seen, phrases: string[]) =>
  phrases.filter((phrase) => text.includes(phrase.trim()));

const asSwahili = { "accept-language": "sw-KE,sw;q=0.9,en;q=0.5" };

describe("a page in Kiswahili", () => {
  test.each([
    ["/", 3],
    ["/?routerId=GATE&mac=MAC", 3],
    ["/buy?planId=PLAN&routerId=GATE&mac=MAC", 3],
    ["/buy?tab=voucher&routerId=GATE", 3],
    ["/connected?routerId=GATE&mac=MAC", 2],
    ["/connected?routerId=GATE&mac=SOLD", 2],
    ["/claim?routerId=GATE&mac=MAC", 2],
    ["/nothing-here", 2],
    ["/buy?planId=unknown", 1],
  ])("at %s has no word of English", async (path, least) => {
    const sold = await sell(seeded.demo, { plan: 4 });
    await setEntitlement(sold, { state: "running", started_at: 1, ends_at: Date.now() + 7_200_000 });
    const at = path
      .replace("GATE", gate)
      .replace("PLAN", planId)
      .replace("MAC", newMac())
      .replace("SOLD", sold.mac ?? "");
    const seen = await visit(at, { headers: asSwahili });
    expect(saidIn(seen, englishPhrases)).toEqual([]);
    expect(saidIn(seen, swahiliPhrases).length).toBeGreaterThanOrEqual(least);
    expect(seen.html).toContain('<html lang="sw"');
    expect(saidIn(await visit(at), englishPhrases).length).toBeGreaterThanOrEqual(least);
  });

  test("says what is wrong in a form in its language, title and text", async () => {
    const form = { planId, routerId: gate, mac: newMac(), lang: "sw", phoneNumber: "07" };
    const seen = await visit("/buy", { form });
    expect(seen.status).toBe(400);
    const { title, text } = swahili.problems.phoneInvalid;
    expect(seen.html).toContain(`<strong>${title}</strong><span>${text}</span>`);
  });
});

describe("a call in Kiswahili", () => {
  const options = { host: hostOf("demo"), headers: asSwahili };

  test("is refused in Kiswahili, with the same code", async () => {
    const body = { planId, phoneNumber: "07", routerId: gate, macAddress: newMac() };
    const refused = await call(initiatePayment, { body }, options);
    const message = "Tafadhali weka nambari sahihi ya simu ya Kenya";
    expect(refused).toMatchObject({ status: 400, refusal: { code: "invalid", message, error: message } });
    const inEnglish = await call(initiatePayment, { body }, { host: hostOf("demo") });
    expect(inEnglish).toMatchObject({ refusal: { message: "Please enter a valid Kenyan phone number" } });
  });

  test("that names nothing known, and a claim without a code, too", async () => {
    const unknown = await call(paymentStatus, { params: { id: "unknown" } }, options);
    expect(unknown).toMatchObject({ status: 404, refusal: { message: "Malipo haya hayajulikani." } });
    const empty = await call(
      claimPurchase,
      { body: { code: " ", routerId: gate, macAddress: newMac() } },
      options,
    );
    expect(empty).toMatchObject({
      ok: false,
      refusal: { message: expect.stringMatching(/^Tafadhali weka ujumbe wa malipo/) },
    });
  });
});
