import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../support/site/browser.ts";
import { testSite } from "../support/site/test-site.ts";
import type { Evidence } from "./portal-spec/evidence.ts";
import { type Provocation, provocations } from "./portal-spec/provocations.ts";
import { collectEverywhere } from "./portal-spec/provoke-services.ts";
import { rows } from "./portal-spec/rows.ts";
import { fillWorld } from "./portal-spec/world.ts";

// The rules of docs/behaviour/visitor-portal.md, and the services that a router collects by. What is provoked is
// provoked once.

const { site } = testSite({ fill: fillWorld });
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  await collectEverywhere(site());
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

it.each(rows)("$what ($how)", async ({ how, expect: expected }) => {
  const { text, toasts, facts } = await provoke(how);
  if (typeof expected === "string") expect(text).toContain(expected);
  else if (expected instanceof RegExp) expect(text).toMatch(expected);
  else if ("toast" in expected) expect(toasts).toEqual([expected.toast]);
  else expect(facts).toMatchObject(expected.facts);
});
