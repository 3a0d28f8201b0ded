import { contrast, mix, parseHex, type Rgb, readableText, standingOut, toHex, toHsl } from "../ui/colour.ts";

// The provider's colour as custom properties. The text depends on the colour alone, so that its hash can be part of
// the page's security policy, and only digits of a parsed colour ever get into it.

const ownColour: Rgb = [11, 93, 78];
const lightSurface: Rgb = [255, 255, 255];
const darkSurface: Rgb = [23, 28, 35];

/** Below this a filled button does not show on its surface, even with a line around it. */
const hardlySeen = 1.25;

/** The provider's colour as it is where it can be seen; a colour without hue that cannot becomes near black or white. */
function fill(header: Rgb, surface: Rgb): Rgb {
  if (contrast(header, surface) >= hardlySeen) return header;
  const [, saturation] = toHsl(header);
  return standingOut(header, surface, saturation < 0.15 ? 15 : 3);
}

function accents(header: Rgb, surface: Rgb, tint: number): string {
  const accent = fill(header, surface);
  const soft = mix(surface, accent, tint);
  return [
    `--accent:${toHex(accent)}`,
    `--accent-ink:${readableText(toHex(accent))}`,
    // Lines and marks need 3:1 (WCAG 2.2, 1.4.11); text is measured on the tint, the harder of its two backgrounds.
    `--accent-line:${toHex(standingOut(accent, surface, 3))}`,
    `--accent-soft:${toHex(soft)}`,
    `--accent-text:${toHex(standingOut(accent, soft, 4.6))}`,
  ].join(";");
}

/** The header's colour as `#rrggbb`; the product's own where the given text is no colour. */
export function headerColour(given: string): string {
  return toHex(parseHex(given) ?? ownColour);
}

/** The second stylesheet of a page. */
export function colourStyle(given: string): string {
  const header = parseHex(given) ?? ownColour;
  const top = `--header:${toHex(header)};--header-ink:${readableText(toHex(header))}`;
  return `:root{${top};${accents(header, lightSurface, 0.1)}}@media (prefers-color-scheme:dark){:root{${accents(header, darkSurface, 0.2)}}}`;
}
