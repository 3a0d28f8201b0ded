// The seven looks of the super admin console, as far as the server draws them: what stands behind everything before a
// script runs. Their colours are in web/superadmin/themes.ts.

export type LookName = "light" | "dark" | "system" | "blue" | "green" | "purple" | "cyberpunk";

type Scheme = "light" | "dark";

/** Colour of the page behind its cards, by look; `system` is light or dark as the device says. */
export const grounds: Readonly<Record<Exclude<LookName, "system">, string>> = {
  light: "#f3f5f7",
  dark: "#0d1116",
  blue: "#04121f",
  green: "#eef2e6",
  purple: "#f3eff9",
  cyberpunk: "#07060d",
};

const darkOnes: readonly LookName[] = ["dark", "blue", "cyberpunk"];

export function schemeOf(look: LookName): Scheme | "auto" {
  if (look === "system") return "auto";
  return darkOnes.includes(look) ? "dark" : "light";
}

export function isLook(name: unknown): name is LookName {
  return typeof name === "string" && (name === "system" || Object.hasOwn(grounds, name));
}
