import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
import { describe, expect, it } from "vitest";
import { Theme } from "#contract/branding";
import { grounds, isThemeName, schemeOf, type ThemeName } from "#contract/values/console-themes";
import { palettes, themeFor } from "#web/superadmin/themes.ts";
import { parseHex, type Rgb, contrast as ratio } from "#web/ui/colour.ts";

// Every pair of colours that carries text or a line, held to WCAG 2.2: 4.5:1 for text, 3:1 for lines and marks.

/** The page's CSS variables in one scheme, as Mantine writes them. */
function variables(name: ThemeName, scheme: "light" | "dark"): Record<string, string> {
  const look = themeFor(name);
  const theme = mergeMantineTheme(DEFAULT_THEME, look.theme);
  const [usual, own] = [defaultCssVariablesResolver(theme), look.resolver(theme)];
  return { ...usual.variables, ...usual[scheme], ...own.variables, ...own[scheme] };
}

function read(all: Record<string, string>, name: string): string {
  const value = all[name] ?? "";
  const inner = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return inner ? read(all, inner) : value;
}

function rgb(colour: string): Rgb {
  const [, red, green, blue] = /^rgba?\((\d+), (\d+), (\d+)/.exec(colour) ?? [];
  const found = blue ? ([Number(red), Number(green), Number(blue)] as const) : parseHex(colour);
  if (!found) throw new Error(`no colour: ${colour}`);
  return found;
}

const contrast = (one: string, other: string) => ratio(rgb(one), rgb(other));

const shown = Theme.options.flatMap((name) => {
  const scheme = schemeOf(name);
  return (scheme === "auto" ? (["light", "dark"] as const) : [scheme]).map((one) => [name, one] as const);
});

const core = "--mantine-color";
/** What is read on what. */
const texts = [
  ...["text", "dimmed", "anchor", "error", "door-text", "placeholder"].flatMap((ink) =>
    [`${core}-body`, "--ground"].map((behind) => [`${core}-${ink}`, behind] as const),
  ),
  [`${core}-text`, `${core}-default`],
  [`${core}-dimmed`, `${core}-default`],
  [`${core}-default-color`, `${core}-default`],
  [`${core}-text`, `${core}-default-hover`],
  ["--mantine-primary-color-contrast", `${core}-door-filled`],
  ["--mantine-primary-color-contrast", `${core}-door-filled-hover`],
  ...["door", "red", "yellow", "teal", "gray"].map(
    (colour) => [`${core}-${colour}-light-color`, `${core}-${colour}-light`] as const,
  ),
  ["--mantine-primary-color-light-color", `${core}-body`],
] as const;

describe.each(shown)("the look %s (%s)", (name, scheme) => {
  const all = variables(name, scheme);

  it("shows every text at 4.5:1 or more", () => {
    const weak = texts
      .map(([ink, behind]) => [ink, behind, contrast(read(all, ink), read(all, behind)).toFixed(2)] as const)
      .filter(([, , ratio]) => Number(ratio) < 4.5);
    expect(weak).toEqual([]);
  });

  it("shows each colour of its charts at 3:1 or more on the cards, and no two alike", () => {
    const charts = [1, 2, 3, 4, 5].map((number) => read(all, `--chart-${number}`));
    const weak = charts.filter((colour) => contrast(colour, read(all, `${core}-body`)) < 3);
    expect(weak).toEqual([]);
    expect(new Set(charts).size).toBe(5);
  });

  it("marks the focus at 3:1 or more", () => {
    const ring = read(all, `${core}-door-${scheme === "dark" ? 4 : 7}`);
    for (const behind of [`${core}-body`, "--ground"])
      expect(contrast(ring, read(all, behind))).toBeGreaterThanOrEqual(3);
  });

  it("lays its cards on a ground of their own, which the server knows", () => {
    const plain = name === "system" ? scheme : name;
    expect(read(all, "--ground")).toBe(grounds[plain]);
    expect(read(all, `${core}-body`)).toBe(palettes[plain].surface);
    expect(read(all, `${core}-body`)).not.toBe(grounds[plain]);
  });
});

it("there are seven, and no two share surface, ground or charts", () => {
  expect(Theme.options).toHaveLength(7);
  expect(Theme.options.every(isThemeName)).toBe(true);
  for (const part of ["ground", "surface", "charts"] as const) {
    const each = Object.values(palettes).map((palette) => String(palette[part]));
    expect(new Set(each).size).toBe(6);
  }
  // The plain two share the accent of all our pages; every designed one has its own.
  expect(new Set(Object.values(palettes).map(({ accent }) => accent.join())).size).toBe(5);
});

it.each(["", "pink", "LIGHT", null, undefined, 1, "constructor"])("%j is none of them", (name) => {
  expect(isThemeName(name)).toBe(false);
});
