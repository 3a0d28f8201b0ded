import type { Browser, Locator, Page } from "playwright-core";
import { ConsoleOperator, type OperatorOptions } from "../../support/site/console-operator.ts";
import type { Site } from "../../support/site/site.ts";
import { type Answers, answer } from "./answer.ts";
import { type Evidence, readPage, toastAfter } from "./evidence.ts";

// The site in which the rows of this folder are provoked, and the hands that do it.

export type World = { site: Site; browser: Browser };
export type Provoke = (world: World) => Promise<Evidence>;

export const refused = { status: 500 };

export function come(world: World, options: OperatorOptions = {}): Promise<ConsoleOperator> {
  return ConsoleOperator.come(world.site, world.browser, options);
}

/** The operator before a page whose lists have been read. @param path "routers" is /superadmin/routers */
export async function at(
  world: World,
  path: string,
  options: OperatorOptions & { answers?: Answers } = {},
): Promise<ConsoleOperator> {
  const { answers = {}, ...rest } = options;
  const operator = await come(world, rest);
  await answer(operator, answers);
  await operator.open(`/superadmin/${path}`);
  await operator.page.locator(".mantine-Skeleton-root").last().waitFor({ state: "detached" });
  return operator;
}

/** Reads the page and goes away. */
export async function done(operator: ConsoleOperator, facts: Evidence["facts"] = {}): Promise<Evidence> {
  const evidence = await readPage(operator.page, facts);
  await operator.leave();
  return evidence;
}

export const dialogOf = (page: Page) => page.getByRole("dialog");
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first();
/** In the open dialog; a field that is needed has a star behind its name. */
export const field = (page: Page, label: string) =>
  dialogOf(page).getByLabel(new RegExp(`^${label.replace(/[()]/g, "\\$&")}( \\*)?$`));
export const submit = (page: Page) => dialogOf(page).locator("button[type=submit]").click();

export async function fill(page: Page, typed: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text);
}

/** What a list of choices offers. @param combobox opened and closed again */
export async function choices(page: Page, combobox: Locator): Promise<string[]> {
  await combobox.click();
  const options = page.getByRole("listbox").getByRole("option");
  await options.first().waitFor();
  const texts = await options.allInnerTexts();
  await page.keyboard.press("Escape");
  return texts;
}

/** Collects what the toasts say, by what was done. */
export function listener(page: Page) {
  const toasts: Record<string, string> = {};
  return {
    toasts,
    async hear(done: string, act: () => Promise<unknown>): Promise<void> {
      toasts[done] = await toastAfter(page, act);
    },
  };
}
