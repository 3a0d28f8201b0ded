import { basename, matchesGlob } from "node:path";
import { filesIn, ImportGraph } from "../support/import-graph.ts";
import type { Project } from "./suites.ts";

// Which tests are near a changed file: those whose imports reach it, and what the table says where no import does.

/** `all`: every file of these projects. `files`: these files. `reached`: what imports reach. */
type Rule = {
  changed: readonly string[];
  all?: readonly Project[];
  files?: readonly string[];
  reached?: true;
  why: string;
};

/** Of `npm test -- --whole`: everything but what takes minutes by itself. */
export const wholeProjects: readonly Project[] = ["node", "histories", "ui", "worker", "site"];

/** The first row that names a changed file says what is near it. What no row names is near to everything. */
export const nearRules: readonly Rule[] = [
  {
    changed: ["worker/pages/help/*.md", "web/help/**", "deploy/handbooks.ts"],
    files: ["tests/worker/help.test.ts"],
    why: "texts and pictures of the handbooks",
  },
  {
    changed: [
      "**/*.md",
      "LICENSE",
      "docs/**",
      ".gitignore",
      "biome.json",
      "knip.json",
      ".dependency-cruiser.mjs",
    ],
    files: [],
    why: "read by the checks and by tests in Node, which run anyway",
  },
  {
    changed: ["migrations/**", "worker/db/schema/**", "drizzle.*.config.ts"],
    all: ["worker"],
    why: "every test of the worker has these tables",
  },
  {
    changed: ["tests/releases/**"],
    files: ["tests/journeys/former-release.test.ts", "tests/worker/payments/former-messages.test.ts"],
    why: "what a release left",
  },
  { changed: ["wrangler.toml"], all: ["worker", "site"], why: "how the worker runs" },
  { changed: ["tests/*/**/*.test.{ts,tsx}"], reached: true, why: "changed itself" },
  { changed: ["tests/simulators/**"], all: ["site"], reached: true, why: "whole sites run against it" },
  {
    changed: ["tests/support/site/**", "tests/journeys/**", "tests/faults/**", "tests/e2e/**"],
    all: ["site"],
    reached: true,
    why: "whole sites are made of it",
  },
  {
    changed: ["tests/demo/trade.zst"],
    files: ["tests/journeys/demonstration.test.ts"],
    why: "what the demonstration begins with",
  },
  {
    changed: ["tests/{bench,costs,screens,demo,run}/**", ".ci/**"],
    reached: true,
    why: "how things are run",
  },
  {
    changed: ["tests/support/fresh-worker.ts"],
    all: ["worker"],
    why: "before each file of the worker's tests",
  },
  { changed: ["tests/ui/support/**"], all: ["ui"], why: "around each page" },
  { changed: ["tests/{support,seed}/**", "tests/*/**"], reached: true, why: "what tests import" },
  {
    changed: ["worker/contract/texts/**"],
    files: [
      "tests/contract/texts.test.ts",
      "tests/worker/pages/*.test.ts",
      "tests/ui/*/{plans,vouchers,users}.test.ts",
    ],
    reached: true,
    why: "sentences of answers and pages",
  },
  {
    changed: ["web/console/messages/**"],
    all: ["ui"],
    why: "words of every page of the consoles",
  },
  {
    changed: ["web/portal/**"],
    files: [
      "tests/worker/pages/*.test.ts",
      "tests/e2e/{buy,client-files,compressed-home,acceptance-portal}.test.ts",
    ],
    reached: true,
    why: "the visitor's pages",
  },
  { changed: ["web/{admin,superadmin,console,ui}/**"], reached: true, why: "pages of the consoles" },
  { changed: ["bridge/**"], all: ["site"], reached: true, why: "what runs at a site" },
  {
    changed: ["deploy/**", "docs/go-live.md"],
    files: ["tests/long/{deploy,go-live}.test.ts"],
    reached: true,
    why: "the deployment",
  },
  { changed: ["worker/**/*.{ts,tsx}"], reached: true, why: "the worker" },
];

/** Journeys of one page in a browser are named for it: `web/admin/plans/…` and `web/admin/pages/plans.tsx` have `console-plans`. */
const journeyOf: Record<string, string> = { admin: "console", superadmin: "superadmin" };

function journeysOf(file: string): string[] {
  const [, surface = "", room = "", page = ""] =
    file.match(/^web\/(admin|superadmin)\/([^/]+)(?:\/([^/]+))?/) ?? [];
  const name = room === "pages" || !page ? basename(page || room).replace(/\.\w+$/, "") : room;
  return surface ? [`tests/e2e/${journeyOf[surface]}-${name}.test.ts`] : [];
}

/** What every test uses in the same way says nothing of what it is about: of these no import is followed into the product. */
const isMeans = (file: string) => /^tests\/(support|seed)\//.test(file);
const isProduct = (file: string) => /^(worker|web|bridge|deploy)\//.test(file);

/** Reads what is imported once, and then tells of any change what is near it. */
export class Nearness {
  private readonly graph = new ImportGraph();
  private readonly tests: ReadonlyMap<string, Project>;
  /** By a file of the contract: the files that mount its calls. A test that names a call reaches what answers it. */
  private readonly mounting = new Map<string, string[]>();
  private readonly reached = new Map<string, ReadonlySet<string>>();

  constructor(tests: ReadonlyMap<string, Project>) {
    this.tests = tests;
    const mounts = filesIn(["worker/features", "worker/pages"]).filter((file) =>
      /routes[^/]*\.tsx?$|^worker\/pages\//.test(file),
    );
    for (const file of mounts)
      for (const imported of this.graph.importsOf(file).files)
        if (imported.startsWith("worker/contract/"))
          this.mounting.set(imported, [...(this.mounting.get(imported) ?? []), file]);
  }

  private reachOf(test: string): ReadonlySet<string> {
    const known = this.reached.get(test);
    if (known) return known;
    const project = this.tests.get(test);
    const reached = new Set<string>();
    const waiting = [test];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (reached.has(file)) continue;
      reached.add(file);
      const { files, texts } = this.graph.importsOf(file);
      for (const text of texts) reached.add(text);
      waiting.push(...(isMeans(file) ? files.filter((one) => !isProduct(one)) : files));
      if (project === "worker" || project === "long") waiting.push(...(this.mounting.get(file) ?? []));
    }
    this.reached.set(test, reached);
    return reached;
  }

  /** @returns by file of tests: why it is near; "all" with the file that nothing is known of */
  of(changed: readonly string[]): { near: Map<string, string>; unknown: string[] } {
    const near = new Map<string, string>();
    const unknown: string[] = [];
    const add = (test: string, why: string) => {
      if (!near.has(test)) near.set(test, why);
    };
    for (const file of changed) {
      const rule = nearRules.find(({ changed: patterns }) =>
        patterns.some((pattern) => matchesGlob(file, pattern)),
      );
      if (!rule) {
        unknown.push(file);
        continue;
      }
      for (const [test, project] of this.tests) {
        const isNamed =
          rule.all?.includes(project) ||
          rule.files?.some((pattern) => matchesGlob(test, pattern)) ||
          test === file;
        if (isNamed) add(test, `${file}: ${rule.why}`);
        else if (journeysOf(file).includes(test)) add(test, `${file}: the page's own journey`);
        else if (rule.reached && isNearby(project) && this.reachOf(test).has(file))
          add(test, `imports ${file}`);
      }
    }
    return { near, unknown };
  }
}

/** What takes minutes by itself is near only where the table says so. */
const isNearby = (project: Project) => wholeProjects.includes(project);
