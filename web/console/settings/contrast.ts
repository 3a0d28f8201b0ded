import type { BrandColours } from "../../ui/brand-colours.ts";
import { contrast, parseHex, white } from "../../ui/colour.ts";

/** Lines and surfaces that must be seen need 3:1 (WCAG 2.2, 1.4.11). Text is safe: the portal computes its colour. */
const enough = 3;

export type Faint = {
  colour: "primaryColor" | "secondaryColor";
  on: "card" | "background";
  /** Of 1 to 21. */
  ratio: number;
};

/** Which chosen colours are hard to see where the portal uses them. */
export function faintColours(colours: BrandColours): Faint[] {
  const background = parseHex(colours.backgroundColor) ?? white;
  const places = [
    { colour: "primaryColor", on: "card", against: white },
    { colour: "secondaryColor", on: "card", against: white },
    { colour: "primaryColor", on: "background", against: background },
  ] as const;
  return places.flatMap(({ colour, on, against }) => {
    const chosen = parseHex(colours[colour]);
    if (!chosen || (on === "background" && contrast(background, white) < 1.1)) return [];
    const ratio = contrast(chosen, against);
    return ratio < enough ? [{ colour, on, ratio: Math.floor(ratio * 10) / 10 }] : [];
  });
}
