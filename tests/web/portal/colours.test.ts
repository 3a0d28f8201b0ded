import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settingsDefaults } from "#contract/branding";
import { type BrandColours, colourStyle, headerColour } from "#web/portal/colours.ts";
import {
  contrast,
  fromHsl,
  parseHex,
  type Rgb,
  readableText,
  standingOut,
  toHex,
  toHsl,
} from "#web/ui/colour.ts";

const colour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));
const surfaces = { light: [255, 255, 255], dark: [23, 28, 35] } as const;
type Scheme = keyof typeof surfaces;

/** Five colours as a provider may choose them, the hardest ones often among them. */
const hex = fc.oneof(
  colour.map(toHex),
  fc.constantFrom("#ffffff", "#000000", "#ffff00", "#777777", "#ff0000", "#00ff00", "#0000ff"),
);
const choice = fc.record({
  primaryColor: hex,
  secondaryColor: hex,
  backgroundColor: hex,
  headerColor: hex,
  footerColor: hex,
});

const chosen = (change: Partial<BrandColours>): BrandColours => ({ ...settingsDefaults, ...change });

/** The custom properties of a page in its light and its dark form. */
function properties(given: BrandColours): Record<Scheme, (name: string) => Rgb> {
  const [light = "", dark = ""] = colourStyle(given).split("@media");
  const read = (style: string) => (name: string) => {
    const value = new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(style)?.[1];
    const rgb = parseHex(value ?? "");
    if (!rgb) throw new Error(`no ${name} in ${style}`);
    return rgb;
  };
  return { light: read(light), dark: read(dark) };
}

const readable = (of: (name: string) => Rgb, text: string, background: string) =>
  expect(contrast(of(text), of(background)), `${text} on ${background}`).toBeGreaterThanOrEqual(4.5);

describe("a provider's colours", () => {
  it("of a header that nobody chose carry white text, and so does the browser's bar above it", () => {
    const { light } = properties(settingsDefaults);
    expect(toHex(light("header-ink"))).toBe("#ffffff");
    expect(headerColour(settingsDefaults.headerColor)).toBe(toHex(light("header")));
  });

  it("always carry readable text", () => {
    fc.assert(
      fc.property(colour, (rgb) => {
        const text = parseHex(readableText(toHex(rgb)));
        expect(contrast(rgb, text ?? rgb)).toBeGreaterThanOrEqual(4.5);
      }),
    );
    expect(readableText("#ffd60a")).toBe("#000000");
    expect(readableText("#0f6b4f")).toBe("#ffffff");
  });

  it("can all five be chosen anyhow, and everything on the page can be read, on light and on dark", () => {
    fc.assert(
      fc.property(choice, (given) => {
        const both = properties(given);
        readable(both.light, "header-ink", "header");
        readable(both.light, "header-ink", "header-deep");
        readable(both.light, "footer-ink", "footer");
        for (const text of ["page-ink", "page-soft", "page-text"]) readable(both.light, text, "page");
        for (const scheme of ["light", "dark"] as const) {
          const of = both[scheme];
          const surface = surfaces[scheme];
          readable(of, "accent-ink", "accent");
          readable(of, "second-ink", "second");
          readable(of, "accent-text", "accent-soft");
          expect(contrast(of("accent-text"), surface)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(of("accent-line"), surface)).toBeGreaterThanOrEqual(3);
          expect(contrast(of("second-line"), surface)).toBeGreaterThanOrEqual(3);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("go each to its own place", () => {
    const { light } = properties({
      primaryColor: "#8a1c1c",
      secondaryColor: "#1c8a3a",
      backgroundColor: "#fff4e0",
      headerColor: "#102030",
      footerColor: "#302010",
    });
    const shown = ["accent", "second", "page", "header", "footer"].map((name) => toHex(light(name)));
    expect(shown[0]).toBe("#8a1c1c");
    expect(shown.slice(2)).toEqual(["#fff4e0", "#102030", "#302010"]);
    expect(contrast(light("second"), [0x1c, 0x8a, 0x3a])).toBeLessThan(1.1);
  });

  it("stay themselves on a button wherever they can be seen", () => {
    expect(toHex(properties(chosen({ primaryColor: "#ffd60a" })).light("accent"))).toBe("#ffd60a");
    expect(toHex(properties(chosen({ primaryColor: "#0f6b4f" })).dark("accent"))).toBe("#0f6b4f");
    const onWhite = properties(chosen({ primaryColor: "#ffffff" })).light("accent");
    expect(contrast(onWhite, surfaces.light)).toBeGreaterThan(10);
  });

  it("carry white where a hair darker is enough for it", () => {
    const { light } = properties(settingsDefaults);
    expect(toHex(light("second-ink"))).toBe("#ffffff");
    expect(contrast(light("second"), [0x63, 0x66, 0xf1])).toBeLessThan(1.1);
  });

  it("is read from hex digits only", () => {
    expect(parseHex("#ABC")).toEqual([0xaa, 0xbb, 0xcc]);
    expect(parseHex(" #0f6b4f ")).toEqual([15, 107, 79]);
    for (const other of ["", "red", "#12345", "#1234567", "#gggggg", "#0f6b4f;"]) {
      expect(parseHex(other)).toBeUndefined();
    }
  });

  it("survives the way to hue and back, and keeps its hue when it must stand out", () => {
    fc.assert(
      fc.property(colour, (rgb) => {
        const back = fromHsl(...toHsl(rgb));
        for (const index of [0, 1, 2] as const)
          expect(Math.abs(back[index] - rgb[index])).toBeLessThanOrEqual(1);
      }),
    );
    expect(standingOut([17, 27, 60], surfaces.dark, 3)[2]).toBeGreaterThan(150);
    expect(standingOut([15, 107, 79], surfaces.light, 3)).toEqual([15, 107, 79]);
  });
});
