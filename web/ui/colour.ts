// Arithmetic on sRGB colours, so that a provider's own colour can carry text that everybody can read (WCAG 2.2, 1.4.3).

export type Rgb = readonly [red: number, green: number, blue: number];

/** `#abc` or `#aabbcc` in any case; anything else is undefined, so that no other text ever reaches a stylesheet. */
export function parseHex(text: string): Rgb | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text.trim());
  const full = short
    ? `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join("")}`
    : text.trim();
  if (!/^#[0-9a-f]{6}$/i.test(full)) return undefined;
  const value = Number.parseInt(full.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export function toHex(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** Relative luminance, 0 to 1 (WCAG 2.2, definition of relative luminance). */
export function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio of two colours, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** `share` 0 is the first colour, 1 the second. */
export function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => Math.round(one[index] + (other[index] - one[index]) * share);
  return [part(0), part(1), part(2)];
}

export const white: Rgb = [255, 255, 255];
export const black: Rgb = [0, 0, 0];

/**
 * White where it reads at 4.5:1 on this background, else black. One of the two always does: the worst background
 * gives 4.58:1 with the better one.
 */
export function readableText(hex: string): "#ffffff" | "#000000" {
  const background = parseHex(hex) ?? white;
  return contrast(background, white) >= 4.5 ? "#ffffff" : "#000000";
}

/** Hue 0 to 360, saturation and lightness 0 to 1. */
export function toHsl(colour: Rgb): readonly [hue: number, saturation: number, lightness: number] {
  const [red, green, blue] = colour.map((part) => part / 255) as [number, number, number];
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  const lightness = most - span / 2;
  if (span === 0) return [0, 0, lightness];
  const turn =
    most === red
      ? (green - blue) / span
      : most === green
        ? (blue - red) / span + 2
        : (red - green) / span + 4;
  return [((turn + 6) % 6) * 60, span / (1 - Math.abs(2 * lightness - 1)), lightness];
}

export function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number) => {
    const place = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  };
  return [part(0), part(8), part(4)];
}

/** The colour itself, or as little darker or lighter in the same hue as it takes to stand out by `ratio`. */
export function standingOut(colour: Rgb, against: Rgb, ratio: number): Rgb {
  const [hue, saturation, lightness] = toHsl(colour);
  const darker = luminance(against) > 0.18;
  for (let step = 0; step <= 1; step += 0.02) {
    const candidate =
      step === 0
        ? colour
        : fromHsl(hue, saturation, lightness + (darker ? -lightness : 1 - lightness) * step);
    if (contrast(candidate, against) >= ratio) return candidate;
  }
  return darker ? black : white;
}
