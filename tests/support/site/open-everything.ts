import type { Page } from "playwright-core";
import { expectAccessibleAbove, expectReadable } from "./browser.ts";

// Presses every button of a page that might open something, and looks at what opened: in light, and in dark.

const above = "[role=dialog], [role=menu], [data-dates-dropdown]";

/** A window that is no form and no question: what it has may open something in turn. */
const isFurther = `(above) => { const one = [...document.querySelectorAll(above)].filter((it) => it.checkVisibility()).at(-1);
  return one?.matches("[role=dialog]") === true
    && ![...one.querySelectorAll("button")].some((button) => button.innerText.trim() === "Cancel"); }`;

/** Names of buttons; of rows that are alike those of the first one, and none that ends the session. */
const openers = `(scope) => { const labelled = (one) => one.getAttribute("aria-labelledby")?.split(" ")
  .map((id) => document.getElementById(id)?.innerText ?? "").join(" ");
  return [...new Set([...document.querySelectorAll(scope + " button:not(:disabled)")]
  .filter((one) => one.checkVisibility() && !["tab", "radio", "switch"].includes(one.getAttribute("role")))
  .filter((one) => {
    const row = one.closest("tbody tr, li");
    const rows = row ? [...row.parentElement.children] : [];
    return !rows.slice(0, rows.indexOf(row)).some((other) => other.querySelector("button"));
  })
  .map((one) => (one.getAttribute("aria-label") ?? labelled(one) ?? one.innerText).trim().replace(/\\s+/g, " "))
  .filter((name) => name !== "" && !/^((log ?out|sign out|close)$|exit|dismiss)/i.test(name)))]; }`;

/** What the uppermost window, menu or calendar is called. */
const nameAbove = `(above) => { const last = [...document.querySelectorAll(above)].filter((it) => it.checkVisibility()).at(-1);
  // A question may stand before the sheet that asks it: of two windows the focus is in the upper one.
  const focused = document.activeElement?.closest("[role=dialog]");
  const one = last?.matches("[role=dialog]") && focused?.checkVisibility() ? focused : last;
  if (one?.matches("[data-dates-dropdown]")) return "calendar";
  const titles = (one?.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id));
  return titles.map((title) => title?.getAttribute("aria-label") ?? title?.innerText ?? "").join(" ").trim()
    || one?.getAttribute("aria-label") || one?.getAttribute("role") || ""; }`;

const shown = (page: Page) => page.locator(above).filter({ visible: true });
const whatOpened = (page: Page) => page.evaluate<string>(`(${nameAbove})(${JSON.stringify(above)})`);

async function press(page: Page, role: "button" | "menuitem", name: string): Promise<boolean> {
  const place = page.getByRole(role, { name, exact: true }).filter({ visible: true }).first();
  const before = await whatOpened(page);
  try {
    await place.click({ timeout: 3_000 });
  } catch {
    // What was pressed before took it away.
    return false;
  }
  // A window that takes another one's place may have to be fetched first.
  const isOther = async () => !["", before].includes(await whatOpened(page));
  for (let time = 0; before !== "" && time < 20 && !(await isOther()); time += 1)
    await page.waitForTimeout(100);
  return shown(page)
    .first()
    .waitFor({ timeout: 1_000 })
    .then(
      () => true,
      () => false,
    );
}

async function look(page: Page, where: string, wrong: string[]): Promise<void> {
  const note = (look: string) => (cause: Error & { actual?: unknown }) =>
    wrong.push(`${where}, ${look}: ${JSON.stringify(cause.actual ?? cause.message)}`);
  await expectAccessibleAbove(page).catch(note("light"));
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectReadable(page).catch(note("dark"));
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}

/** What stands above the page by its name, and what is wrong with it. */
export async function lookAbove(page: Page, where: string): Promise<{ name: string; wrong: string[] }> {
  const wrong: string[] = [];
  const name = await whatOpened(page);
  await look(page, where, wrong);
  return { name, wrong };
}

/**
 * @param open brings the page back
 * @param scope CSS of the part whose buttons are pressed
 * @param deep presses also what stands in windows that are no forms
 * @param pressed names that are not pressed again; those of this page are added. `seen`: the same of what stands in windows
 * @returns what opened by its names, and what is wrong with it
 */
export async function openEverything(
  page: Page,
  open: () => Promise<void>,
  {
    scope = "main",
    deep = false,
    pressed,
    seen,
  }: { scope?: string; deep?: boolean; pressed?: Set<string>; seen?: Set<string> } = {},
): Promise<{ opened: string[]; wrong: string[] }> {
  const opened: string[] = [];
  const wrong: string[] = [];
  const close = async () => {
    for (let time = 0; time < 3 && (await shown(page).count()) > 0; time += 1) {
      await page.keyboard.press("Escape");
      await shown(page)
        .first()
        .waitFor({ state: "detached", timeout: 700 })
        .catch(() => undefined);
    }
    if ((await shown(page).count()) > 0 || page.url() !== address) await open();
  };
  /** The windows that open from the uppermost one, which is opened anew for each. */
  const goDeeper = async (name: string) => {
    const count = await shown(page).count();
    for (const inner of await page.evaluate<string[]>(`(${openers})("[role=dialog]")`)) {
      // Of one name it is the same in each window, as it is on each page.
      if (seen?.has(inner)) continue;
      seen?.add(inner);
      if ((await shown(page).count()) !== count) {
        await close();
        if (!(await press(page, "button", name))) return;
      }
      const dialog = page.getByRole("dialog").filter({ visible: true }).last();
      const button = dialog
        .getByRole("button", { name: inner, exact: true })
        .filter({ visible: true })
        .first();
      if (
        !(await button.click({ timeout: 3_000 }).then(
          () => true,
          () => false,
        ))
      )
        continue;
      const isMore = () =>
        shown(page)
          .count()
          .then((now) => now > count);
      for (let time = 0; time < 10 && !(await isMore()); time += 1) await page.waitForTimeout(100);
      if (!(await isMore())) continue;
      opened.push(await whatOpened(page));
      await look(page, `${name}, ${inner}`, wrong);
    }
  };
  await open();
  const address = page.url();
  for (const name of await page.evaluate<string[]>(`(${openers})(${JSON.stringify(scope)})`)) {
    if (pressed?.has(name)) continue;
    pressed?.add(name);
    if (!(await press(page, "button", name))) {
      if (page.url() !== address) await open();
      continue;
    }
    opened.push(await whatOpened(page));
    await look(page, name, wrong);
    if (deep && (await page.evaluate<boolean>(`(${isFurther})(${JSON.stringify(above)})`)))
      await goDeeper(name);
    const items = await page.getByRole("menuitem").filter({ visible: true }).allInnerTexts();
    await close();
    for (const item of items) {
      if (!(await press(page, "button", name))) break;
      await press(page, "menuitem", item.trim());
      await page
        .getByRole("menu")
        .waitFor({ state: "detached", timeout: 1_000 })
        .catch(() => undefined);
      if ((await shown(page).count()) > 0) {
        opened.push(await whatOpened(page));
        await look(page, `${name}, ${item.trim()}`, wrong);
      }
      await close();
    }
  }
  return { opened, wrong };
}
