import { matchesGlob } from "node:path";
import type { Changes } from "./changes.ts";
import { Nearness, wholeProjects } from "./near.ts";
import { fixed, type Project, projects, testFiles } from "./suites.ts";

export type Asked = { whole?: boolean; all?: boolean };

/** `files`: by project, each file with why it runs; a project without one is left out. `notes`: what a person should know. */
export type Choice = { files: Map<Project, Map<string, string>>; notes: string[] };

/** Which files of tests run. The rule stands in CONTRIBUTING.md, "What runs". */
export function choose(asked: Asked, changes: Changes | null, tests = testFiles()): Choice {
  const reasons = new Map<string, string>();
  const notes: string[] = [];
  const whole = (why: string) => {
    for (const [file, project] of tests) if (wholeProjects.includes(project)) reasons.set(file, why);
  };
  if (asked.all) for (const file of tests.keys()) reasons.set(file, "everything");
  else if (asked.whole) whole("the whole");
  else {
    for (const [file, project] of tests) {
      if (project.startsWith("long")) continue;
      const found = fixed.find(({ files }) => files.some((pattern) => matchesGlob(file, pattern)));
      if (found) reasons.set(file, `always: ${found.why}`);
    }
    if (!changes)
      notes.push("No change is known (no git, or no base but this very commit): what always runs, runs.");
    else {
      const { near, unknown } = new Nearness(tests).of(changes.files);
      notes.push(`${changes.files.length} files differ from ${changes.since}.`);
      if (unknown.length > 0) {
        notes.push(`All of it runs: nobody can tell what ${unknown.slice(0, 3).join(", ")} is near to.`);
        whole(`nobody can tell what ${unknown[0]} is near to`);
      }
      for (const [file, why] of near) if (!reasons.has(file)) reasons.set(file, why);
    }
  }
  const files = new Map(
    projects
      .map((project) => {
        const own = [...reasons].filter(([file]) => tests.get(file) === project);
        return [project, new Map(own)] as const;
      })
      .filter(([, own]) => own.size > 0),
  );
  return { files, notes };
}
