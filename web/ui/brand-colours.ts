import {
  black,
  contrast,
  mix,
  parseHex,
  type Rgb,
  readableText,
  standingOut,
  toHex,
  toHsl,
  white,
} from "./colour.ts";

// A provider's colours as the portal uses them: the same wherever they are shown, on the portal itself and in the
// console's preview of it.

export type BrandColours = Record<
  "primaryColor" | "secondaryColor" | "backgroundColor" | "headerColor" | "footerColor",
  string
>;

/** Custom properties without their dashes, in order. */
export type BrandProperties = Record<string, string>;

/** Where a given text is no colour: the product's own (worker/contract/branding.ts). */
const own: Record<keyof BrandColours, Rgb> = {
  primaryColor: [0, 102, 204],
  secondaryColor: [99, 102, 241],
  backgroundColor: [255, 255, 255],
  headerColor: [59, 130, 246],
  footerColor: [31, 41, 55],
};

/**
 * What accents lie on. `surface` is that of cards; `hardest` the background of all themes of this kind on which they are
 * hardest to see, so that one set of accents serves them all (tests/web/portal/themes.test.ts holds them to it).
 */
const kinds = {
  light: { surface: [255, 255, 255], hardest: [226, 231, 244], tint: 0.1 },
  dark: { surface: [23, 28, 35], hardest: [23, 28, 35], tint: 0.2 },
} as const;

type Kind = (typeof kinds)[keyof typeof kinds];

/** `tokens.css`: the inks of a light page. */
const ink: Rgb = [19, 26, 34];
const softInk: Rgb = [75, 86, 100];

/** Below this a filled button does not show on its surface, even with a line around it. */
const hardlySeen = 1.25;

/** A colour as it is where it can be seen; one without hue that cannot becomes near black or white. */
function fill(colour: Rgb, surface: Rgb): Rgb {
  if (contrast(colour, surface) >= hardlySeen) return colour;
  const [, saturation] = toHsl(colour);
  return standingOut(colour, surface, saturation < 0.15 ? 15 : 3);
}

/** The one of two backgrounds that is nearer to the accents on them. */
function harder(one: Rgb, other: Rgb, { surface }: Kind): Rgb {
  return contrast(one, surface) > contrast(other, surface) ? one : other;
}

/**
 * A colour that carries text, and that text. White looks right on strong colours such as an indigo that misses the ratio
 * by a hair: those become as little darker as it takes.
 */
const carrier = (colour: Rgb): Rgb =>
  contrast(colour, white) >= 3.6 ? standingOut(colour, white, 4.5) : colour;

const carrying = (name: string, colour: Rgb): BrandProperties => withInk(name, carrier(colour));

/** The header, and what it runs into behind the welcome: further away from its text, so that this reads as well. */
function header(colour: Rgb): BrandProperties {
  const shown = carrier(colour);
  const isInkWhite = readableText(toHex(shown)) === toHex(white);
  const deep = isInkWhite ? mix(shown, black, 0.22) : mix(shown, white, 0.22);
  return { ...withInk("header", shown), "header-deep": toHex(deep) };
}

const withInk = (name: string, colour: Rgb): BrandProperties => ({
  [name]: toHex(colour),
  [`${name}-ink`]: readableText(toHex(colour)),
});

function accents(primary: Rgb, secondary: Rgb, kind: Kind): BrandProperties {
  const { surface, hardest, tint } = kind;
  const accent = fill(primary, surface);
  const second = fill(secondary, surface);
  const soft = mix(surface, accent, tint);
  return {
    ...carrying("accent", accent),
    // Lines and marks need 3:1 (WCAG 2.2, 1.4.11); text is measured on the tint, or on a page if that is harder.
    "accent-line": toHex(standingOut(accent, hardest, 3)),
    "accent-soft": toHex(soft),
    "accent-text": toHex(standingOut(accent, harder(soft, hardest, kind), 4.6)),
    ...carrying("second", second),
    "second-line": toHex(standingOut(second, hardest, 3)),
  };
}

/** Text straight on a page of any colour: as on a white one where that can be read, else black or white. */
function onPage(background: Rgb, primary: Rgb): BrandProperties {
  const readable = parseHex(readableText(toHex(background))) ?? ink;
  const text = (wanted: Rgb) => (contrast(wanted, background) >= 4.6 ? wanted : readable);
  const accent = fill(primary, background);
  return {
    page: toHex(background),
    "page-ink": toHex(text(ink)),
    "page-soft": toHex(text(softInk)),
    "page-text": toHex(standingOut(accent, background, 4.6)),
  };
}

/** The header's colour as it is shown, `#rrggbb`. */
export function headerColour(given: string): string {
  return toHex(carrier(parseHex(given) ?? own.headerColor));
}

/** `light` holds everything; `dark` what a dark page has instead. */
export function brandProperties(given: BrandColours): { light: BrandProperties; dark: BrandProperties } {
  const of = (name: keyof BrandColours) => parseHex(given[name]) ?? own[name];
  const [primary, secondary] = [of("primaryColor"), of("secondaryColor")];
  return {
    light: {
      ...header(of("headerColor")),
      ...carrying("footer", of("footerColor")),
      ...onPage(of("backgroundColor"), primary),
      ...accents(primary, secondary, kinds.light),
    },
    dark: accents(primary, secondary, kinds.dark),
  };
}
