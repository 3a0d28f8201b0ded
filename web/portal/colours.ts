import { type BrandColours, type BrandProperties, brandProperties } from "../ui/brand-colours.ts";

export { type BrandColours, headerColour } from "../ui/brand-colours.ts";

// A provider's colours as custom properties. The text depends on the colours alone, so that its hash can be part of the
// page's security policy, and only digits of parsed colours ever get into it.

export function colourStyle(given: BrandColours): string {
  const { light, dark } = brandProperties(given);
  return [
    `:root{${css(light)}}`,
    `@media (prefers-color-scheme:dark){:root:not([class*=theme-]){${css(dark)}}}`,
    `:root.theme-dark,:root.theme-cyberpunk{${css(dark)}}`,
  ].join("");
}

function css(properties: BrandProperties): string {
  return Object.entries(properties)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
}
