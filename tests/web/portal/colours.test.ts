import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { colourStyle } from "#web/portal/colours.ts";
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

/** The custom properties of a page in its light and its dark form. */
function properties(hex: string): Record<keyof typeof surfaces, (name: string) => Rgb> {
  const [light = "", dark = ""] = colourStyle(hex).split("@media");
  const read = (style: string) => (name: string) => {
    const value = new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(style)?.[1];
    const rgb = parseHex(value ?? "");
    if (!rgb) throw new Error(`no ${name} in ${style}`);
    return rgb;
  };
  return { light: read(light), dark: read(dark) };
}

describe("a provider's colour", () => {
  it("always carries readable text", () => {
    fc.assert(
      fc.property(colour, (rgb) => {
        const text = parseHex(readableText(toHex(rgb)));
        expect(contrast(rgb, text ?? rgb)).toBeGreaterThanOrEqual(4.5);
      }),
    );
    expect(readableText("#ffd60a")).toBe("#000000");
    expect(readableText("#0f6b4f")).toBe("#ffffff");
  });

  it("gives buttons, lines and links that can be read on light and on dark", () => {
    fc.assert(
      fc.property(colour, (rgb) => {
        const both = properties(toHex(rgb));
        for (const [scheme, of] of Object.entries(both)) {
          const surface = surfaces[scheme as keyof typeof surfaces];
          expect(contrast(of("accent"), of("accent-ink"))).toBeGreaterThanOrEqual(4.5);
          expect(contrast(of("accent-line"), surface)).toBeGreaterThanOrEqual(3);
          expect(contrast(of("accent-text"), of("accent-soft"))).toBeGreaterThanOrEqual(4.5);
          expect(contrast(of("accent-text"), surface)).toBeGreaterThanOrEqual(4.5);
        }
      }),
    );
  });

  it("stays itself on a button wherever it can be seen", () => {
    expect(toHex(properties("#ffd60a").light("accent"))).toBe("#ffd60a");
    expect(toHex(properties("#0f6b4f").dark("accent"))).toBe("#0f6b4f");
    expect(contrast(properties("#ffffff").light("accent"), surfaces.light)).toBeGreaterThan(10);
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
