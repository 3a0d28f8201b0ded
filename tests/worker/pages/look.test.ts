import { beforeAll, describe, expect, test } from "vitest";
import { Theme } from "#contract/branding";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { formFields, type Visit, visit } from "../../support/portal-page.ts";
import { newMac } from "../../support/sell.ts";
import { hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let gate: string;
let planId: string;

beforeAll(async () => {
  seeded = await seedBoth();
  gate = seeded.demo.routers[0]?.id ?? "";
  planId = seeded.demo.plans[0]?.id ?? "";
});

const swahili: Visit = { headers: { "accept-language": "sw-KE,sw;q=0.9,en;q=0.5" } };
const languageOf = (html: string) => /<html lang="([^"]*)"/.exec(html)?.[1];
const chosenCookies = (headers: Headers) =>
  headers.getSetCookie().filter((one) => !one.startsWith("__Host-p="));

describe("the language of a page", () => {
  test("is the browser's, without being carried on", async () => {
    const seen = await visit(`/?mac=${newMac()}&routerId=${gate}`, swahili);
    expect(seen.data).toMatchObject({ language: "sw", lang: null });
    expect(languageOf(seen.html)).toBe("sw");
    expect(seen.html).toContain('href="/buy?');
    expect(seen.html).not.toMatch(/href="\/buy\?[^"]*lang=/);
    const english = await visit(`/?mac=${newMac()}&routerId=${gate}`);
    expect([english.data.language, languageOf(english.html)]).toEqual(["en", "en"]);
  });

  test("is what was chosen in the address, on every page, and every link carries it", async () => {
    const place = `mac=${newMac()}&routerId=${gate}&lang=sw`;
    for (const path of ["/", "/buy", "/connected", "/claim", "/pay/none", "/nowhere"]) {
      const seen = await visit(`${path}?${place}&planId=${planId}`);
      expect([path, seen.data.language, seen.data.lang, languageOf(seen.html)]).toEqual([
        path,
        "sw",
        "sw",
        "sw",
      ]);
      const links = [...seen.html.matchAll(/href="(\/[^"#]*)/g)].map(([, href = ""]) => href);
      expect(links.length, path).toBeGreaterThan(0);
      for (const href of links)
        if (!href.startsWith("/assets")) expect(href, path).toMatch(/[?&;]lang=(sw|en)/);
    }
  });

  test("that nobody speaks is the browser's", async () => {
    for (const lang of ["", "xx", "<script>", "__proto__"]) {
      const seen = await visit(`/?lang=${encodeURIComponent(lang)}`, swahili);
      expect([seen.status, seen.data.language, seen.data.lang]).toEqual([200, "sw", null]);
      expect(chosenCookies(seen.headers)).toEqual([]);
    }
  });
});

describe("what was chosen by hand", () => {
  test("is kept by the browser for a year, for this host and no script", async () => {
    const { headers, cookie } = await visit("/?lang=SW&theme=dark");
    const kept = chosenCookies(headers);
    expect(kept).toEqual([
      "lang=sw; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax",
      "theme=dark; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax",
    ]);
    const sent = [cookie, ...kept.map((one) => one.split(";")[0])].join("; ");
    const later = await visit("/", { cookie: sent });
    expect(later.data).toMatchObject({ language: "sw", lang: "sw", theme: "dark" });
    expect(later.headers.getSetCookie()).toEqual([]);
    const again = await visit("/?lang=sw&theme=dark", { cookie: sent });
    expect(again.headers.getSetCookie()).toEqual([]);
    const changed = await visit("/?lang=en&theme=light", { cookie: sent });
    expect(changed.data).toMatchObject({ language: "en", lang: "en", theme: "light" });
    expect(chosenCookies(changed.headers)).toHaveLength(2);
  });

  test("is one of the themes, or none", async () => {
    for (const theme of Theme.options) expect((await visit(`/?theme=${theme}`)).data.theme).toBe(theme);
    for (const theme of ["", "pink", "dark}", "__proto__"]) {
      const seen = await visit(`/?theme=${encodeURIComponent(theme)}`, { cookie: `theme=${theme}` });
      expect([seen.status, seen.data.theme]).toEqual([200, null]);
    }
  });

  test("travels in the fields of forms and in the addresses that they lead to", async () => {
    const mac = newMac();
    const place = { mac, routerId: gate, lang: "sw", theme: "dark" };
    const query = new URLSearchParams({ ...place, planId, tab: "voucher" }).toString();
    const page = await visit(`/buy?${query}`);
    expect(formFields(page, "/redeem")).toEqual({ ...place, planId, voucherCode: "" });
    const form = { ...place, planId, voucherCode: "ABCDE-12345" };
    const again = await visit("/redeem", { form });
    expect(again.status).toBe(404);
    expect(again.data).toMatchObject({ ...place, language: "sw", screen: { voucherCode: "ABCDE-12345" } });
    expect(again.text).not.toContain("This voucher code is not known here");
    expect(chosenCookies(again.headers)).toEqual([]);
  });

  test("changes nothing for the next visitor, whose page was kept beside it", async () => {
    const mac = newMac();
    const pages = [
      ["/?", "en", null, null],
      ["/?lang=sw", "sw", "sw", null],
      ["/?lang=en", "en", "en", null],
      ["/?theme=dark", "en", null, "dark"],
      ["/?theme=light&lang=sw", "sw", "sw", "light"],
    ] as const;
    for (const round of [1, 2])
      for (const [path, language, lang, theme] of pages)
        for (const device of ["", `&mac=${mac}`]) {
          const seen = await visit(`${path}${device}`);
          const expected = { language, lang, theme, mac: device ? mac : null };
          expect(seen.data, `${round} ${path}`).toMatchObject(expected);
          expect(languageOf(seen.html)).toBe(language);
        }
    expect((await visit("/", { host: hostOf("savanna") })).data.brand.companyName).toBe("Savanna Net");
  });
});
