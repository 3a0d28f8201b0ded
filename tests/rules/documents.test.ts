import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

// Whoever follows a citation finds the rule: what comments, tests and documents name is in the repository
// (docs/behaviour/README.md, "Rows and citations").

const root = join(import.meta.dirname, "../..");
const self = "tests/rules/documents.test.ts";
const kinds = /\.(ts|tsx|mts|mjs|css|md|sql|sh|json|toml)$/;

/** What the repository keeps, or would with the next commit. */
const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
  cwd: root,
  encoding: "utf8",
});
const texts = new Map(
  listed
    .split("\0")
    .filter((path) => kinds.test(path) && path !== "package-lock.json" && existsSync(join(root, path)))
    .map((path) => [path, readFileSync(join(root, path), "utf8")]),
);

/** Everything wrong in every text but this one. */
const wrongIn = (find: (text: string, path: string) => string[]) =>
  [...texts]
    .filter(([path]) => path !== self)
    .flatMap(([path, text]) => find(text, path).map((wrong) => `${path}: ${wrong}`));

/** One line, without the marks that a comment or a quotation puts in front of its lines. */
const flat = (text: string) => text.replace(/\s*\n\s*(?:(?:\/\/|\/?\*+|--|#|>)(?=\s))?\s*/g, " ");
const withoutCode = (text: string) => text.replace(/^ *(```|~~~)[\s\S]*?^ *\1.*$/gm, "");
const withoutLabels = (text: string) => text.replace(/\[[^\]]*\]\(/g, "(");

/** The guide that the console hands out is named by its router: `gate1_setup_guide.md`. */
const isHandedOut = (name: string) => name.endsWith("_setup_guide.md");
const exists = (name: string, by: string) =>
  [name, join("docs", name), join(dirname(by), name)].some((path) => texts.has(normalize(path)));

const headingsOf = (path: string) =>
  [...withoutCode(texts.get(path) ?? "").matchAll(/^#+ +(.+?) *$/gm)].map(([, heading = ""]) => heading);

/** Written as in a link: lower case, without punctuation. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

/** A row of a table, or a rule that opens its line. */
const hasRow = (path: string, id: string) => new RegExp(`^(\\| )?${id}[ :]`, "m").test(texts.get(path) ?? "");

const id = /[A-Z]{2}-[A-Z]?\d+[a-z]?/;
const place = `(?:"[^"]+"|${id.source})`;
const citation = new RegExp(
  `(docs/[\\w./-]+\\.md)\\x60?, (${place}(?:(?:, | and |, and | to )${place})*)`,
  "g",
);

/** `docs/a.md, "One" and "Other"`; `docs/a.md, VP-1 to VP-3`. */
const citationsIn = (text: string) =>
  [...flat(text).matchAll(citation)].map(([, path = "", places = ""]) => ({
    path,
    headings: [...places.matchAll(/"([^"]+)"/g)].map(([, heading = ""]) => heading),
    rows: places.replace(/"[^"]+"/g, "").match(new RegExp(id, "g")) ?? [],
  }));

describe("every text of the repository", () => {
  it("names only documents that exist", () => {
    const missing = wrongIn((text, path) =>
      [...withoutLabels(text).matchAll(/[\w./-]*\w\.md\b/g)]
        .map(([name]) => name)
        .filter((name) => !isHandedOut(name) && !exists(name, path)),
    );
    expect(missing).toEqual([]);
  });

  it("names only files of code that exist", () => {
    const names = [...texts.keys()].map((path) => `/${path}`);
    const missing = wrongIn((text, path) =>
      !path.endsWith(".md")
        ? []
        : [...text.matchAll(/`([\w./-]*\w\.(?:tsx?|mjs|sql))(?::\w+)?`/g)]
            .map(([, name = ""]) => name.replace(/^\.?\//, ""))
            .filter((name) => !names.some((one) => one.endsWith(`/${name}`))),
    );
    expect(missing).toEqual([]);
  });

  it("cites only headings and rows that their document has", () => {
    const missing = wrongIn((text) =>
      citationsIn(text).flatMap(({ path, headings, rows }) => [
        ...headings.filter((one) => !headingsOf(path).includes(one)).map((one) => `${path}, "${one}"`),
        ...rows.filter((one) => !hasRow(path, one)).map((one) => `${path}, ${one}`),
      ]),
    );
    expect(missing).toEqual([]);
  });

  it("leads to a real sale by words that the consoles have", () => {
    const page = texts.get("docs/go-live.md") ?? "";
    // Of the other steps the words are Cloudflare's and Safaricom's.
    const steps = ["11", "14", "15", "16", "17", "18"].map(
      (step) => new RegExp(`^${step}\\. [^]*?(?=\\n\\d+\\. |\\n## )`, "m").exec(page)?.[0] ?? "",
    );
    const words = steps.flatMap((text) =>
      [...text.matchAll(/`([A-Z][a-z][^`]*)`/g)].map(([, word = ""]) => word),
    );
    expect(words).toContain("Until it sells");
    const said = [...texts].filter(([path]) => path.startsWith("web/")).map(([, text]) => text);
    expect(words.filter((word) => !said.some((text) => text.includes(`t("${word}"`)))).toEqual([]);
  });

  it("gives each row of behaviour a number of its own", () => {
    const rows = [...texts]
      .filter(([path]) => path.startsWith("docs/behaviour/"))
      .flatMap(([, text]) =>
        [...text.matchAll(/^\| ([A-Z]{2}-[A-Z]?\d+\w*) \|/gm)].map(([, row = ""]) => row),
      );
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter((row, at) => rows.indexOf(row) !== at)).toEqual([]);
  });

  it("links only to headings that are there", () => {
    const missing = wrongIn((text, path) => {
      const links = path.endsWith(".md") ? withoutCode(text).matchAll(/\]\(([\w./-]*)#([^()\s]+)\)/g) : [];
      return [...links]
        .filter(([, name = "", anchor = ""]) => {
          const document = name === "" ? path : join(dirname(path), name);
          // Of a handbook's page: tests/worker/help.test.ts.
          return !name.startsWith("/") && !headingsOf(document).map(anchorOf).includes(anchor);
        })
        .map(([, name = "", anchor = ""]) => `${name}#${anchor}`);
    });
    expect(missing).toEqual([]);
  });

  it("speaks of no paper that lies elsewhere", () => {
    const papers = /\bthe specification\b|\bspecification, |\bfact sheet|\bacceptance points?\b/gi;
    expect(wrongIn((text) => flat(text).match(papers) ?? [])).toEqual([]);
  });
});
