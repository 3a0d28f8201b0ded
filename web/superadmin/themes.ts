import {
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  mergeThemeOverrides,
} from "@mantine/core";
import { grounds, type ThemeName } from "#contract/values/console-themes";
import { readableGreys, theme } from "../console/theme.ts";

// Seven themes; a test checks the contrast of each pair that carries text or lines.

type Ramp = MantineColorsTuple;

type Palette = {
  ground: string;
  /** Of cards and bars; in dark looks shade 7 of `greys`. */
  surface: string;
  ink: string;
  /** Mantine's `gray` of a light look, `dark` of a dark one. */
  greys: Ramp;
  /** Shade 7 is filled, with text on it that Mantine chooses; 4 is text in the dark, 9 text in the light. */
  accent: Ramp;
  /** Lines and bars of charts, each told from the surface. */
  charts: readonly [string, string, string, string, string];
  /** Corners, where a look has its own. */
  radius?: { md: string; lg: string };
};

/** The door's green is the accent of every page of ours; the two plain looks keep it. */
const door = theme.colors?.door as Ramp;

export const palettes: Readonly<Record<Exclude<ThemeName, "system">, Palette>> = {
  light: {
    ground: grounds.light,
    surface: "#ffffff",
    ink: "#131a22",
    greys: ramp("f8f9fa f1f3f5 e9ecef dee2e6 ced4da adb5bd 868e96 495057 343a40 212529"),
    accent: door,
    charts: ["#0b6a55", "#2563ab", "#b4540a", "#7b3fa0", "#a32d4f"],
  },
  dark: {
    ground: grounds.dark,
    surface: "#171c23",
    ink: "#e6eaef",
    greys: ramp("e6eaef adb7c3 8a95a3 6b7683 2f3843 262d37 1d232b 171c23 10151b 0b0f14"),
    accent: door,
    charts: ["#4fb092", "#6fa8f0", "#f0a45a", "#c39af0", "#f08aa5"],
  },
  blue: {
    ground: grounds.blue,
    surface: "#0a2033",
    ink: "#e3f1fb",
    greys: ramp("e3f1fb a9c8de 86aac4 5f86a3 1f4661 17384f 0f2b41 0a2033 071827 04111d"),
    accent: ramp("e0f5ff b8e8ff 8ad9ff 58c8fd 2fb6f5 139fe0 0b86c2 0a6ea3 085a86 1a6fa0"),
    charts: ["#2fb6f5", "#5ee0c0", "#ffd166", "#b9a7ff", "#ff9aa8"],
  },
  green: {
    ground: grounds.green,
    surface: "#fbfcf7",
    ink: "#1b2417",
    greys: ramp("f4f7ee ebf0e1 dfe6d2 d2dbc2 bac6a8 97a585 77866a 4b5a41 36432e 212b1b"),
    accent: ramp("eaf5e4 d3e9c8 aad394 80bb62 5f9f43 478a2e 3a7a26 2f681f 245217 173a0d"),
    charts: ["#2f681f", "#8a5a00", "#2a6f86", "#7a3f8f", "#a8432a"],
    radius: { md: "10px", lg: "20px" },
  },
  purple: {
    ground: grounds.purple,
    surface: "#fffcff",
    ink: "#221733",
    greys: ramp("f8f5fc efeaf6 e4dcef d8cde6 c2b4d6 a193b8 827499 554870 3d3255 271d3b"),
    accent: ramp("f3ebff e4d4fb cbaef3 b088ea 9965e0 8449d3 7335c4 5e24a8 4a1a88 320f61"),
    charts: ["#5e24a8", "#8a6100", "#1d6f8c", "#b0306f", "#3d7a34"],
    radius: { md: "8px", lg: "14px" },
  },
  cyberpunk: {
    ground: grounds.cyberpunk,
    surface: "#110e1d",
    ink: "#eafcff",
    greys: ramp("eafcff b6c3e6 929fc8 6f6aa8 3b2f6b 2a2150 1a1533 110e1d 0b0915 06050b"),
    accent: ramp("d9fbff aef6ff 7df0ff 55edff 3ceaff 25e4fb 1de2f8 17e0f5 5ff0ff 8a1f8f"),
    charts: ["#17e0f5", "#ff4fa8", "#f5e642", "#9d7bff", "#3dff9a"],
    radius: { md: "2px", lg: "2px" },
  },
};

/** @param hexes ten colours of six digits, a space between them */
function ramp(hexes: string): Ramp {
  const shade = (place: number) => `#${hexes.slice(place * 7, place * 7 + 6)}`;
  return [
    ...([shade(0), shade(1), shade(2), shade(3), shade(4)] as const),
    ...([shade(5), shade(6), shade(7), shade(8), shade(9)] as const),
  ];
}

const isDark = (palette: Palette) => palette.greys[0] === palette.ink;

/** `system` has both plain palettes; the device's scheme decides. */
type Look = { theme: MantineThemeOverride; resolver: CSSVariablesResolver };

export function themeFor(name: ThemeName): Look {
  const worn = name === "system" ? { light: palettes.light, dark: palettes.dark } : both(palettes[name]);
  const { light, dark } = worn;
  const { radius } = name === "system" ? palettes.light : palettes[name];
  return {
    theme: mergeThemeOverrides(theme, {
      white: light.surface,
      black: light.ink,
      colors: { door: light.accent, gray: light.greys, dark: dark.greys },
      ...(radius ? { radius } : {}),
    }),
    resolver: (resolved) => {
      const greys = readableGreys(resolved);
      return {
        variables: greys.variables,
        light: { ...greys.light, ...variablesOf(light) },
        dark: { ...greys.dark, ...variablesOf(dark) },
      };
    },
  };
}

/** One scheme only; white stays white on dark grounds. */
function both(palette: Palette): { light: Palette; dark: Palette } {
  return isDark(palette)
    ? { light: { ...palettes.light, accent: palette.accent }, dark: palette }
    : { light: palette, dark: palettes.dark };
}

function variablesOf(palette: Palette): Record<string, string> {
  const charts = palette.charts.map((colour, index) => [`--chart-${index + 1}`, colour]);
  return {
    "--ground": palette.ground,
    "--mantine-color-placeholder": "var(--mantine-color-dimmed)",
    ...Object.fromEntries(charts),
  };
}
