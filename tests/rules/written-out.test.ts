import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// Rules of style that a file's text decides. Among those of the linter, as patterns over its syntax trees, they took a quarter of its time.

const root = join(import.meta.dirname, "../..");
const files = execFileSync("git", ["ls-files", "-coz", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .split("\0")
  .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && existsSync(join(root, path)))
  .filter((path) => path !== "tests/rules/written-out.test.ts");

/** Not where an element of JSX is given properties by their names. */
const literalSpread = /(?<!\{)\.{3}\(?\{/;
const lengthOfTime = /^\s*(?:export )?const (?:minuteMs|hourMs|dayMs) =/m;

/** A sentence's key that is not written where it is said. */
const hiddenKey = /\bsay: (?!")/;

/** Without `exact`. */
const openNumber = /getByRole\("button", \{ name: (?:"[^"]*\d"|`[^`]*KSh \$\{[^`]*\}`) \}\)/;

const offenders = (pattern: RegExp, mayHave = /^$/) =>
  files.filter((path) => !mayHave.test(path) && pattern.test(readFileSync(join(root, path), "utf8")));

test("a property is written out, not spread from a literal: the formatter wraps it", () => {
  expect(offenders(literalSpread)).toEqual([]);
});

test("a day, an hour and a minute in ms come from worker/contract/values/time.ts; simulators share no code with the product", () => {
  expect(offenders(lengthOfTime, /^(?:worker\/contract\/values\/time\.ts$|tests\/simulators\/)/)).toEqual([]);
});

test("a console writes out the keys of the server's sentences: the build gives it those that it finds (vite.config.ts, fieldTexts)", () => {
  // The keys that these pass on are written in the contract.
  const passing = [
    "web/console/field-check.ts",
    "web/console/sms-account.tsx",
    "web/superadmin/payment-switch/switch-form.ts",
  ];
  expect(offenders(hiddenKey, /^(?!web\/(?:admin|superadmin|console)\/)/).sort()).toEqual(passing);
});

test("a button is asked for by the whole of its name where that ends in a number: a voucher's code may begin with it", () => {
  expect(offenders(openNumber)).toEqual([]);
});

test("what these rules look for is found where it is", () => {
  for (const text of ["[...{ a: 1 }]", "({ a, ...({ b } as Row) })"]) expect(text).toMatch(literalSpread);
  for (const text of ["...(a ? { b } : {})", "...rest", "<Link {...{ to }} />"])
    expect(text).not.toMatch(literalSpread);
  expect('getByRole("button", { name: "Print 2" })').toMatch(openNumber);
  expect(offenders(lengthOfTime)).toContain("worker/contract/values/time.ts");
});
