import { matchesGlob } from "node:path";
import { describe, expect, test } from "vitest";
import { filesIn } from "../support/import-graph.ts";
import { choose } from "./choose.ts";
import { nearRules, wholeProjects } from "./near.ts";
import { fixed, projects, suites, testFiles } from "./suites.ts";

const tests = testFiles();
const near = (...files: string[]) => choose({}, { files, since: "a test" }, tests);
const names = (choice: ReturnType<typeof choose>) =>
  [...choice.files.values()].flatMap((own) => [...own.keys()]);
const always = names(choose({}, null, tests));
/** What runs besides. */
const more = (...files: string[]) => names(near(...files)).filter((file) => !always.includes(file));

describe("the rule of what runs", () => {
  test("knows every file of tests, and each pattern in it finds one", () => {
    expect([...tests.keys()].sort()).toEqual(filesIn(["tests"], /\.test\.tsx?$/).sort());
    const everything = filesIn(["tests"], /./);
    const patterns = [
      ...projects.flatMap((name) => [...suites[name].include, ...(suites[name].exclude ?? [])]),
      ...fixed.flatMap(({ files }) => files),
      ...nearRules.flatMap(({ files = [] }) => files),
    ];
    const vain = patterns.filter((pattern) => !everything.some((file) => matchesGlob(file, pattern)));
    expect(vain).toEqual([]);
  });

  test("always runs what guards money, access and tenants, and one journey of each surface", () => {
    for (const file of [
      "tests/contract/isolation.test.ts",
      "tests/worker/payments/refunds.test.ts",
      "tests/worker/vouchers/redeem.test.ts",
      "tests/worker/auth/people.test.ts",
      "tests/bridge/bridge.test.ts",
      "tests/properties/interleavings.test.ts",
      "tests/e2e/buy.test.ts",
    ])
      expect(always).toContain(file);
  });

  test("runs all of them for `--whole` and `--all`", () => {
    const whole = names(choose({ whole: true }, null, tests));
    expect(whole.sort()).toEqual(
      [...tests]
        .filter(([, project]) => wholeProjects.includes(project))
        .map(([file]) => file)
        .sort(),
    );
    expect(names(choose({ all: true }, null, tests)).sort()).toEqual([...tests.keys()].sort());
  });

  test("says that it knows of no change", () => {
    expect(choose({}, null, tests).notes.join()).toContain("No change is known");
  });
});

describe("near a change", () => {
  test("of a console's page are the tests that draw it and its own journey, and no other page's", () => {
    const found = more("web/admin/users/user-sheet.tsx");
    expect(found).toEqual(
      expect.arrayContaining(["tests/ui/admin/users.test.ts", "tests/e2e/console-users.test.ts"]),
    );
    expect(found).not.toContain("tests/ui/superadmin/audit.test.ts");
    expect(found.filter((file) => file.startsWith("tests/e2e/"))).toEqual([
      "tests/e2e/console-users.test.ts",
    ]);
  });

  test("of the worker are the tests that name a call which it answers", () => {
    expect(more("worker/features/ads/store.ts")).toContain("tests/worker/ads/ads.test.ts");
  });

  test("of a table is the whole worker", () => {
    const found = near("migrations/provider/0001_more.sql").files.get("worker");
    expect(found?.size).toBe([...tests.values()].filter((project) => project === "worker").length);
  });

  test("of a file of tests is itself, whatever its project", () => {
    expect(more("tests/e2e/superadmin-switch.test.ts")).toContain("tests/e2e/superadmin-switch.test.ts");
  });

  test("of a text for readers is nothing more", () => {
    expect(more("docs/design.md", "README.md")).toEqual([]);
  });

  test.each(["package-lock.json", "vitest.config.ts", "something-new.conf"])(
    "of %s is everything, and it says why",
    (file) => {
      const choice = near(file);
      expect(names(choice).length).toBeGreaterThanOrEqual(names(choose({ whole: true }, null, tests)).length);
      expect(choice.notes.join()).toContain(file);
    },
  );
});
