import { beforeAll, expect, test } from "vitest";
import { helpBook, helpIndex } from "#contract/help";
import { languages } from "#contract/texts";
import { allowCommand } from "#contract/values/device-mode";
import { helpBooks, helpTopics } from "#contract/values/help";
import swahili from "#web/console/messages/sw.json";
import { call, hostOf } from "../support/worker-call.ts";
import { seedBoth } from "../support/worker-context.ts";

const sources = import.meta.glob("../../web/{admin,superadmin,console}/**/*.{ts,tsx}", {
  eager: true,
  query: "?raw",
  import: "default",
});
const kiswahili: Record<string, string> = swahili;

beforeAll(() => seedBoth());

async function pageOf(book: string, lang: string): Promise<string> {
  const answer = await call(helpBook, { params: { book }, query: { lang } });
  expect([book, lang, answer.status]).toEqual([book, lang, 200]);
  return answer.text;
}
const headings = (page: string) => [...page.matchAll(/<h3 id="([\w-]+)"/g)].map(([, id]) => id ?? "");
const shownInConsole = (page: string) =>
  [...page.matchAll(/<b>(.+?)<\/b>/g)].map(([, words]) => (words ?? "").replaceAll("&#39;", "'"));

test.each(helpBooks)(
  "the handbook %s has the same headings in both languages, and all of them",
  async (book) => {
    for (const language of languages)
      expect(headings(await pageOf(book, language))).toEqual([...helpTopics[book]]);
  },
);

test("every link of the consoles, and of one handbook to another, has its heading", async () => {
  const pages = await Promise.all(
    helpBooks.flatMap((book) =>
      languages.map(async (language) => [book, await pageOf(book, language)] as const),
    ),
  );
  const there = new Set(pages.flatMap(([book, page]) => headings(page).map((id) => `${book}#${id}`)));
  const inConsoles = Object.values(sources).flatMap((text) => [
    ...text.matchAll(/["'`]((?:provider|install|operator)#[\w-]+)["'`]/g),
  ]);
  const inBooks = pages.flatMap(([, page]) => [...page.matchAll(/href="\/help\/([\w-]+#[\w-]+)"/g)]);
  expect(inConsoles.length).toBeGreaterThan(5);
  expect([...inConsoles, ...inBooks].map(([, to]) => to).filter((to) => !there.has(to ?? ""))).toEqual([]);
});

test.each(["provider", "install"] as const)(
  "what the handbook %s prints bold stands so in the console, in its language",
  async (book) => {
    const english = shownInConsole(await pageOf(book, "en"));
    expect(english.filter((words) => kiswahili[words] === undefined)).toEqual([]);
    expect(shownInConsole(await pageOf(book, "sw"))).toEqual(english.map((words) => kiswahili[words]));
  },
);

test("the installer's has the command by which a new router allows the hotspot", async () => {
  for (const language of languages)
    expect(await pageOf("install", language)).toContain(`<code>${allowCommand}</code>`);
});

test("the operator's is in English alone, and what it prints bold stands so in the console", async () => {
  const page = await pageOf("operator", "sw");
  expect(page).toContain('<html lang="en">');
  expect(page).not.toContain('href="?lang=');
  const said = Object.values(sources).join("\n");
  expect(shownInConsole(page).filter((words) => !said.includes(words))).toEqual([]);
});

test("the operator's is on the main domain alone, and no other name is one", async () => {
  const status = async (book: string, host: string) =>
    (await call(helpBook, { params: { book } }, { host })).status;
  expect(await status("operator", hostOf())).toBe(200);
  expect(await status("operator", hostOf("demo"))).toBe(404);
  expect(await status("provider", hostOf("demo"))).toBe(200);
  expect(await status("nothing", hostOf())).toBe(404);
  expect((await call(helpIndex, {}, { host: hostOf("demo") })).text).not.toContain("/help/operator");
});
