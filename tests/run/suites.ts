import { matchesGlob } from "node:path";
import { filesIn } from "../support/import-graph.ts";

/** A project of Vitest (`vitest.config.ts`): how its files are run. */
export type Project = "node" | "histories" | "ui" | "worker" | "site" | "long" | "pages" | "long-site";

type Suite = { include: readonly string[]; exclude?: readonly string[] };

/**
 * Files of the Workers runtime that take long and whose subject changes seldom: any JSON and any origin for every call, second factors,
 * handoffs, moves between routers, certificates, 500 payments at once, the backup of many providers.
 */
const long = [
  "tests/contract/{bodies,origins}.test.ts",
  "tests/worker/backups/many-providers.test.ts",
  "tests/worker/auth/{handoff,second-factor}.test.ts",
  "tests/worker/entitlements/moves-between-routers.test.ts",
  "tests/worker/openvpn/*.test.ts",
  "tests/worker/payments/switch-500.test.ts",
  "tests/worker/providers/*.test.ts",
  "tests/worker/users/extend.test.ts",
];

/**
 * Pages one by one, how they look, the consoles with many rows, prompts without an answer, and journeys of setting up and
 * running a business: files of half a minute to four.
 */
const pages = [
  "tests/e2e/console-*.test.ts",
  "tests/e2e/acceptance-console{,-look}.test.ts",
  "tests/e2e/acceptance-portal{,-look,-old-browser,-xss}.test.ts",
  "tests/e2e/bad-evening.test.ts",
  "tests/e2e/choices.test.ts",
  "tests/e2e/free-trial.test.ts",
  "tests/journeys/{install,provider-day,week,zero-to-selling}.test.ts",
  "tests/e2e/superadmin-*.test.ts",
  "tests/e2e/unpaid.test.ts",
  "tests/e2e/portal-{journey,router-away}.test.ts",
  "tests/e2e/tv-pairing.test.ts",
];

/** Which files each project runs; each file is of one. */
export const suites: Record<Project, Suite> = {
  node: { include: ["tests/{bridge,web,simulators,support,run,values,rules}/**/*.test.{ts,tsx}"] },
  histories: { include: ["tests/properties/**/*.test.ts"] },
  ui: { include: ["tests/ui/**/*.test.ts"] },
  worker: { include: ["tests/worker/**/*.test.ts", "tests/contract/**/*.test.ts"], exclude: long },
  site: { include: ["tests/{journeys,faults,e2e}/**/*.test.ts"], exclude: pages },
  long: { include: long },
  pages: { include: pages },
  "long-site": { include: ["tests/long/**/*.test.ts"] },
};

export const projects = Object.keys(suites) as Project[];

const matches = (file: string, patterns: readonly string[] = []) =>
  patterns.some((pattern) => matchesGlob(file, pattern));

/** Every file of tests, by the project that runs it. */
export function testFiles(): Map<string, Project> {
  const all = filesIn(["tests"], /\.test\.tsx?$/).sort();
  const byProject = all.flatMap((file) => {
    const project = projects.find(
      (name) => matches(file, suites[name].include) && !matches(file, suites[name].exclude),
    );
    return project ? [[file, project] as const] : [];
  });
  return new Map(byProject);
}

/**
 * What `npm test` runs after any change and after none: what guards money, access and tenants, every function in Node, and one journey of
 * each surface in a real browser.
 */
export const fixed: readonly { why: string; files: readonly string[] }[] = [
  { why: "every function, the bridge", files: suites.node.include },
  { why: "random histories", files: suites.histories.include },
  { why: "what holds for every call", files: ["tests/contract/*.test.ts"] },
  {
    why: "money",
    files: [
      "tests/worker/{payments,payouts,ledger,switch,reconciliation}/*.test.ts",
      "tests/worker/pages/buying.test.ts",
    ],
  },
  { why: "access", files: ["tests/worker/{entitlements,vouchers,purchase-recovery}/*.test.ts"] },
  {
    why: "tenants, and who may",
    files: [
      "tests/worker/{auth,rate-limits,db,copies}/*.test.ts",
      "tests/worker/provider-data/erase*.test.ts",
    ],
  },
  {
    why: "one journey of each surface",
    files: ["tests/e2e/{buy,console-plans,superadmin-session}.test.ts", "tests/faults/kill.test.ts"],
  },
];
