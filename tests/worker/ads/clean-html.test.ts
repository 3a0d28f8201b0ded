import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "#worker/errors";
import { cleanAdHtml } from "#worker/features/ads/clean-html";
import { xssPayloads } from "../../seed/xss-payloads.ts";

const picture = `/media/${"a".repeat(64)}`;

const tags =
  "p br hr strong em b i u span div blockquote h1 h2 h3 h4 ul ol li img table caption thead tbody tfoot tr th td";
const tag = `(?:${tags.split(" ").join("|")})`;
const attribute = `(?: src="/media/[0-9a-f]{64}"| alt="[^"<>]*"| (?:width|height)="[1-9]\\d{0,3}"| (?:col|row)span="\\d{1,2}")`;
/** The whole of what may ever come out, in the one spelling in which no two parsers read it differently. */
const grammar = new RegExp(`^(?:[^<>&]|&(?:amp|lt|gt|quot);|<${tag}${attribute}*(?: /)?>|</${tag}>)*$`, "u");

/** Elements and attributes as another parser than the cleaner's sees them. */
async function elementsOf(html: string): Promise<{ name: string; attributes: [string, string][] }[]> {
  const found: { name: string; attributes: [string, string][] }[] = [];
  const reader = new HTMLRewriter().on("*", {
    element({ tagName, attributes }) {
      found.push({
        name: tagName,
        attributes: [...attributes].map(([name = "", value = ""]) => [name, value]),
      });
    },
  });
  await reader.transform(new Response(html, { headers: { "content-type": "text/html" } })).text();
  return found;
}

const allowed: Record<string, RegExp> = {
  src: /^\/media\/[0-9a-f]{64}$/,
  alt: /./,
  width: /^\d+$/,
  height: /^\d+$/,
  colspan: /^\d+$/,
  rowspan: /^\d+$/,
};

async function expectHarmless(html: string): Promise<void> {
  expect(html).toMatch(grammar);
  for (const { name, attributes } of await elementsOf(html)) {
    expect(tags.split(" ")).toContain(name);
    for (const [attributeName, value] of attributes)
      expect(value, attributeName).toMatch(allowed[attributeName] ?? /^$(?!.)never/);
  }
}

/** Null for what is refused as too long or unreadable. */
function cleanedOrRefused(html: string): string | null {
  try {
    return cleanAdHtml(html);
  } catch (cause) {
    if (cause instanceof AppError && cause.code === "invalid") return null;
    throw cause;
  }
}

describe("of markup that tries to run", () => {
  test.each(xssPayloads.map((payload) => [JSON.stringify(payload), payload]))(
    "nothing executable is left: %s",
    async (_shown, payload) => {
      for (const html of [payload, `<p>Hello ${payload} there</p>`, `<table><tr><td>${payload}`]) {
        const cleaned = cleanAdHtml(html);
        await expectHarmless(cleaned);
        expect(cleanAdHtml(cleaned)).toBe(cleaned);
      }
    },
  );

  test("the list is long enough to mean something, and would be seen if it were let through", async () => {
    expect(xssPayloads.length).toBeGreaterThanOrEqual(100);
    expect(new Set(xssPayloads).size).toBe(xssPayloads.length);
    const live = xssPayloads.filter((payload) => payload.includes("<"));
    expect(live.filter((payload) => grammar.test(payload))).toEqual([]);
  });

  test("nothing is left that two of them make together", async () => {
    const payload = fc.constantFrom(...xssPayloads);
    await fc.assert(
      fc.asyncProperty(payload, payload, async (first, second) => {
        const cleaned = cleanedOrRefused(first + second);
        if (cleaned !== null) await expectHarmless(cleaned);
      }),
      { numRuns: 300 },
    );
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    ..."< > / \" ' = ` & ; ! - -- <!-- --> ]]> <![CDATA[ &lt; &gt; &amp; &quot; &#0; &#1; &#x3c; &nbsp; &AMP".split(
      " ",
    ),
  ),
  fc.constantFrom(...tags.split(" ").flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} `])),
  fc.constantFrom(
    "<script>",
    "</script>",
    "<svg>",
    "</svg>",
    "<math>",
    "<style>",
    "</style>",
    "<form>",
    "<a href=x>",
  ),
  fc.constantFrom(
    ` src="${picture}"`,
    " src=x",
    " onerror=x",
    ' alt="a"',
    " width=10",
    " style=x",
    "\u0000",
    "\ud800",
  ),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const markup = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

describe("cleaning", () => {
  test("of anything at all leaves harmless HTML of at most 20,000 characters, and of that the same", async () => {
    await fc.assert(
      fc.asyncProperty(markup, async (html) => {
        const cleaned = cleanedOrRefused(html);
        if (cleaned === null) return;
        await expectHarmless(cleaned);
        expect(cleaned.length).toBeLessThanOrEqual(20_000);
        expect(cleanAdHtml(cleaned)).toBe(cleaned);
      }),
      { numRuns: 600 },
    );
  });

  test("refuses next to nothing that people write: only what no round settles, or what is too long", () => {
    const refused = fc
      .sample(markup, { numRuns: 1_000, seed: 1 })
      .filter((html) => cleanedOrRefused(html) === null);
    expect(refused.length).toBeLessThan(10);
  });

  test("keeps text, emphasis, headings, lists, tables and own pictures as they were written", () => {
    const written =
      `<h2>Karibu!</h2><p>Simu <strong>mpya</strong> &amp; used<br />from <em>KES 3,500</em></p><ul><li>A</li><li>B</li></ul>` +
      `<table><tbody><tr><td colspan="2">x</td></tr></tbody></table><img src="${picture}" alt="A phone" width="300" height="200" />`;
    expect(cleanAdHtml(written)).toBe(written);
  });

  test("drops styles, classes, ids, links and foreign pictures, and keeps the words", () => {
    const cleaned = cleanAdHtml(
      '<div class="a" id="b" style="color:red"><a href="https://x.example">Shop</a> <img src="https://x.example/a.png"><font>now</font></div>',
    );
    expect(cleaned).toBe("<div>Shop now</div>");
  });

  test("refuses what is longer than 20,000 characters, in a sentence; it is never cut", () => {
    expect(cleanAdHtml("x".repeat(20_000))).toHaveLength(20_000);
    for (const html of ["x".repeat(20_001), "<".repeat(10_000), "<b>".repeat(500_000)])
      expect(() => cleanAdHtml(html), html.slice(0, 5)).toThrow(
        "The content is too long: at most 20,000 characters.",
      );
  });

  test("takes deeply nested and half-written markup in its stride", async () => {
    for (const html of [
      "<div>".repeat(5_000),
      `${"<b>".repeat(3_000)}x`,
      "<p".repeat(3_000),
      "<table><tr>".repeat(2_000),
    ])
      await expectHarmless(cleanAdHtml(html));
  });
});
