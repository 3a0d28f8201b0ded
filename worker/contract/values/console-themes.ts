// The seven looks of the super admin console, as far as the server draws them: what stands behind everything before a
// script runs. Their colours are in web/superadmin/themes.ts.

export type ThemeName = "light" | "dark" | "system" | "blue" | "green" | "purple" | "cyberpunk";

type Scheme = "light" | "dark";

/** Colour of the page behind its cards, by look; `system` is light or dark as the device says. */
export const grounds: Readonly<Record<Exclude<ThemeName, "system">, string>> = {
  light: "#f3f5f7",
  dark: "#0d1116",
  blue: "#04121f",
  green: "#eef2e6",
  purple: "#f3eff9",
  cyberpunk: "#07060d",
};

const darkOnes: readonly ThemeName[] = ["dark", "blue", "cyberpunk"];

export function schemeOf(theme: ThemeName): Scheme | "auto" {
  if (theme === "system") return "auto";
  return darkOnes.includes(theme) ? "dark" : "light";
}

export function isThemeName(name: unknown): name is ThemeName {
  return typeof name === "string" && (name === "system" || Object.hasOwn(grounds, name));
}
