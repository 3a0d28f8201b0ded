import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settingsDefaults } from "#contract/branding";
import { colourStyle } from "#web/portal/colours.ts";
import { contrast, parseHex, type Rgb, toHex } from "#web/ui/colour.ts";

type Tokens = Record<string, string>;

/** The custom properties of each rule whose selector holds `:root`. */
function rules(css: string): Map<string, Tokens> {
  const found = new Map<string, Tokens>();
  for (const [, selector = "", body = ""] of css
    .replace(/\/\*.*?\*\//gs, "")
    .matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const tokens = Object.fromEntries(
      [...body.matchAll(/(--[a-z-]+):\s*([^;]+)/g)].map(([, name = "", value = ""]) => [name, value.trim()]),
    );
    for (const one of selector.split(",")) found.set(one.trim(), { ...found.get(one.trim()), ...tokens });
  }
  return found;
}

const base = rules(readFileSync("web/ui/tokens.css", "utf8"));
const chosen = rules(readFileSync("web/portal/styles/themes.css", "utf8"));
const light = base.get(":root") ?? {};
const dark = base.get(':root:not([class*="theme-"])') ?? {};
const themes = {
  light,
  "system in the dark": { ...light, ...dark },
  dark: { ...light, ...chosen.get(":root.theme-dark") },
  blue: { ...light, ...chosen.get(":root.theme-blue") },
  green: { ...light, ...chosen.get(":root.theme-green") },
  purple: { ...light, ...chosen.get(":root.theme-purple") },
  cyberpunk: { ...light, ...chosen.get(":root.theme-cyberpunk") },
};
const darkOnes = ["system in the dark", "dark", "cyberpunk"];

function read(tokens: Tokens): (name: string) => Rgb {
  return (name) => {
    const rgb = parseHex(tokens[`--${name}`] ?? "");
    if (!rgb) throw new Error(`no colour ${name}`);
    return rgb;
  };
}

function at(of: (name: string) => Rgb, ratio: number, pairs: [text: string, background: string][]): void {
  for (const [text, background] of pairs) {
    expect(contrast(of(text), of(background)), `${text} on ${background}`).toBeGreaterThanOrEqual(ratio);
  }
}

describe("a theme", () => {
  it.each(Object.entries(themes))("%s has text that can be read wherever it stands", (_name, tokens) => {
    const of = read(tokens);
    at(of, 4.5, [
      ["ink", "surface"],
      ["ink", "page"],
      ["ink-soft", "surface"],
      ["ink-soft", "page"],
      ["ink", "good-soft"],
      ["good", "good-soft"],
      ["bad", "bad-soft"],
      ["bad", "surface"],
    ]);
    at(of, 3, [["field-line", "surface"]]);
  });

  it("in the dark is the same whether chosen or the phone's own", () => {
    expect(chosen.get(":root.theme-dark")).toEqual(dark);
  });

  it("differs from every other", () => {
    const pages = [light, ...Object.values(themes).slice(2)].map(
      (tokens) => `${tokens["--page"]} ${tokens["--surface"]}`,
    );
    expect(new Set(pages).size).toBe(6);
  });

  it("sets no variable that the light one does not have", () => {
    const derived = ["--page-ink", "--page-soft", "--page-text"];
    for (const tokens of chosen.values()) {
      for (const name of Object.keys(tokens)) expect([...Object.keys(light), ...derived]).toContain(name);
    }
  });

  it("leaves every provider's accents readable and visible", () => {
    const hex = fc.oneof(
      fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map(toHex),
      fc.constantFrom("#ffffff", "#000000", "#ffff00"),
    );
    fc.assert(
      fc.property(hex, hex, (primaryColor, secondaryColor) => {
        const accents = rules(colourStyle({ ...settingsDefaults, primaryColor, secondaryColor }));
        for (const [name, tokens] of Object.entries(themes)) {
          const own = accents.get(darkOnes.includes(name) ? ":root.theme-cyberpunk" : ":root");
          const of = read({ ...tokens, ...own, "--page": tokens["--page"] ?? "" });
          at(of, 4.5, [
            ["accent-text", "surface"],
            ["accent-text", "page"],
            ["accent-text", "accent-soft"],
            ["accent-ink", "accent"],
            ["second-ink", "second"],
            ["ink", "accent-soft"],
          ]);
          at(of, 3, [
            ["accent-line", "surface"],
            ["accent-line", "page"],
            ["second-line", "surface"],
          ]);
        }
      }),
      { numRuns: 300 },
    );
  });
});
