import { describe, expect, test } from "vitest";
import { visitorLanguage, visitorTheme } from "#worker/http/visitor-language";

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
