import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { goLiveChapters } from "#contract/values/go-live";

// One list: the page for whoever goes live, and what the operator's console shows of it.

const page = readFileSync(join(import.meta.dirname, "../../docs/go-live.md"), "utf8");

/** Its chapters, each with its steps as they are numbered. */
function chaptersOf(text: string): { title: string; steps: string[] }[] {
  const chapters: { title: string; steps: string[] }[] = [];
  for (const line of text.split("\n")) {
    const [, title] = /^## (.+)$/.exec(line) ?? [];
    if (title) chapters.push({ title, steps: [] });
    const [, step] = /^(\d+\. .*)$/.exec(line) ?? [];
    if (step) chapters.at(-1)?.steps.push(step);
  }
  return chapters.filter(({ steps }) => steps.length > 0);
}

it("docs/go-live.md and the console's list have the same chapters and steps, by number and title", () => {
  let number = 0;
  const listed = goLiveChapters.map(({ title, steps }) => ({
    title,
    steps: Object.values(steps).map((name) => {
      number += 1;
      return `${number}. **${name}.**`;
    }),
  }));
  const written = chaptersOf(page).map(({ title, steps }) => ({
    title,
    steps: steps.map((step) => /^\d+\. \*\*.+?\.\*\*/.exec(step)?.[0] ?? step),
  }));
  expect(written).toEqual(listed);
  expect(number).toBeGreaterThan(20);
});

it("each step of docs/go-live.md but what the law asks says how one sees that it is done", () => {
  const [before = ""] = page.split("## The law");
  const steps = before.split(/^(?=\d+\. )/m).slice(1);
  expect(steps.filter((step) => !step.includes("*Done:*")).map((step) => step.slice(0, 40))).toEqual([]);
});
