import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../support/site/browser.ts";
import { testSite } from "../support/site/test-site.ts";
import type { Evidence } from "./superadmin-spec/evidence.ts";
import { type Provocation, provocations } from "./superadmin-spec/provocations.ts";
import { rows } from "./superadmin-spec/rows.ts";

// The rules of docs/behaviour/operator-console.md and docs/behaviour/operator-console-money.md. What is provoked is
// provoked once.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const found = new Map<Provocation, Promise<Evidence>>();

function provoke(how: Provocation): Promise<Evidence> {
  const known = found.get(how);
  if (known !== undefined) return known;
  const fresh = provocations[how]({ site: site(), browser });
  found.set(how, fresh);
  return fresh;
}

it.each(rows.map((row) => [row.what, row] as const))("%s", async (_what, { how, expect: expected }) => {
  const { text, facts } = await provoke(how);
  if (typeof expected === "string") expect(text).toContain(expected);
  else if (expected instanceof RegExp) expect(text).toMatch(expected);
  else expect(facts).toMatchObject(expected.facts);
});

it("provokes nothing of which no row speaks", () => {
  const spoken = new Set(rows.map(({ how }) => how));
  expect(Object.keys(provocations).filter((how) => !spoken.has(how as Provocation))).toEqual([]);
});
