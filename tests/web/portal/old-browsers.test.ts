import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// Cheap phones of our visitors run Chrome 69 and Safari 12. What those do not know must not be what a page stands on.

const tooNew: Record<string, RegExp> = {
  "layers (Chrome 99)": /@layer/,
  "container queries (Chrome 105)": /@container/,
  "gap outside of grids (Chrome 84)": /[^-](?<!grid-)gap:/,
  ":has, :is and :where (Chrome 88 to 105)": /:(has|is|where)\(/,
  "logical positions (Chrome 69 to 87)": /(margin|padding|inset|border)-(inline|block)/,
  "shorthand positions (Chrome 87)": /[^-]inset:/,
  "calculated sizes (Chrome 79)": /\b(clamp|min|max)\(/,
  "aspect-ratio (Chrome 88)": /aspect-ratio:/,
  "mixed colours (Chrome 111)": /color-mix|oklch|light-dark/,
  "nesting (Chrome 112)": /^\s+&/m,
  "range queries (Chrome 104)": /@media[^{]*[<>]/,
  "dynamic view heights (Chrome 108)": /\d[dsl]v[hw]/,
};

function stylesheets(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".css"))
    .map((name) => `${folder}/${name}`);
}

describe("the portal's stylesheets", () => {
  const files = [...stylesheets("web/portal"), "web/ui/tokens.css"];

  it.each(Object.entries(tooNew))("do without %s", (_name, pattern) => {
    for (const file of files) expect(readFileSync(file, "utf8"), file).not.toMatch(pattern);
  });

  it("are all part of the page, or of its advertisements", () => {
    const page = readFileSync("web/portal/portal.css", "utf8");
    for (const file of files.filter((name) => !/portal\.css|ads\.css/.test(name))) {
      expect(page).toContain(file.replace("web/portal/", "./").replace("web/ui/", "../ui/"));
    }
  });
});
