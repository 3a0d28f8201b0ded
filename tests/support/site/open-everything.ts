import type { Page } from "playwright-core";
import { expectAccessibleAbove, expectReadable } from "./browser.ts";

// Presses every button of a page that might open something, and looks at what opened: in light, and in dark.

const above = "[role=dialog], [role=menu], [data-dates-dropdown]";

/** Scope of what stands in the window that `open` brings back. */
export const ofWindow = "[role=dialog]";

/** A window that is no form and no question: what it has may open something in turn. */
const isFurther = `(above) => { const one = [...document.querySelectorAll(above)].filter((it) => it.checkVisibility()).at(-1);
  return one?.matches("[role=dialog]") === true
    && ![...one.querySelectorAll("button")].some((button) => button.innerText.trim() === "Cancel"); }`;

/**
 * Names of buttons; of one list each kind once (by its words, or by the first of its name), none that ends the session, and none of
 * what was searched for.
 */
const openers = `(scope) => { const labelled = (one) => one.getAttribute("aria-labelledby")?.split(" ")
  .map((id) => document.getElementById(id)?.innerText ?? "").join(" ");
  return [...new Set([...document.querySelectorAll(scope + " button:not(:disabled)")]
  .filter((one) => one.checkVisibility() && !one.matches("[data-action][tabindex='-1']") && !["tab", "radio", "switch"].includes(one.getAttribute("role")))
  .filter((one, _place, all) => {
    const kind = (other) => { const words = other.innerText.trim();
      return words.includes("\\n") ? "row" : (words || other.getAttribute("aria-label") || "").split(" ").slice(0, words ? 3 : 2).join(" ").replace(/\\d+/g, "#"); };
    const list = one.closest("tbody tr, li")?.parentElement;
    return !list || all.find((other) => list.contains(other) && other.closest("tbody tr, li")?.parentElement === list && kind(other) === kind(one)) === one;
  })
  .map((one) => (one.getAttribute("aria-label") ?? labelled(one) ?? one.innerText).trim().replace(/\\s+/g, " "))
  .filter((name) => name !== "" && !/^((log ?out|sign out|close)$|exit|dismiss)/i.test(name)))]; }`;

/** What the uppermost window, menu or calendar is called. */
const nameAbove = `(above) => { const last = [...document.querySelectorAll(above)].filter((it) => it.checkVisibility()).at(-1);
  // A question may stand before the sheet that asks it: of two windows the focus is in the upper one.
  const focused = document.activeElement?.closest("[role=dialog]");
  const one = last?.matches("[role=dialog]") && focused?.checkVisibility() ? focused : last;
  // On a phone it stands in a window.
  if (one?.matches("[data-dates-dropdown]") || one?.closest("[data-dates-modal]")) return "calendar";
  const titles = (one?.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id));
  return titles.map((title) => title?.getAttribute("aria-label") ?? title?.innerText ?? "").join(" ").trim()
    || one?.getAttribute("aria-label") || one?.getAttribute("role") || ""; }`;

const shown = (page: Page) => page.locator(above).filter({ visible: true });
const whatOpened = (page: Page) => page.evaluate<string>(`(${nameAbove})(${JSON.stringify(above)})`);

const pathOf = (address: string) => new URL(address).pathname;

type Came = "opened" | "nothing" | "gone";

async function press(page: Page, role: "button" | "menuitem", name: string): Promise<Came> {
  const place = page.getByRole(role, { name, exact: true }).filter({ visible: true }).first();
  const before = await whatOpened(page);
  const address = page.url();
  // What was pressed before took it away, or its turn.
  if ((await place.count()) === 0 || (await place.isDisabled())) return "gone";
  await place.click();
  // A window that takes another one's place may have to be fetched first, and has no title at once. A sheet that closes leaves its row's
  // part of the address.
  const hasLeft = () => (before === "" ? page.url() !== address : pathOf(page.url()) !== pathOf(address));
  const isOther = async () => !["", "dialog", before].includes(await whatOpened(page)) || hasLeft();
  for (let time = 0; time < (before === "" ? 10 : 50) && !(await isOther()); time += 1)
    await page.waitForTimeout(100);
  // The one that was there is gone before it.
  for (let time = 0; before !== "" && time < 50 && (await shown(page).count()) === 0; time += 1)
    await page.waitForTimeout(100);
  return (await shown(page).count()) > 0 ? "opened" : "nothing";
}

/** Kinds of what opened on a page (a window, a menu, a calendar), by the page. */
const kinds = new WeakMap<Page, Set<string>>();

/** What a window does to the page behind it is the same for all of its kind: the first is looked at with that page. */
async function isFirst(page: Page): Promise<boolean> {
  const known = kinds.get(page) ?? new Set();
  kinds.set(page, known);
  const kind = (await shown(page).last().getAttribute("role")) ?? "calendar";
  return known.size < known.add(kind).size;
}

/** @param known what was looked at in all its colours elsewhere: here it is measured */
async function look(page: Page, where: string, wrong: string[], known?: ReadonlySet<string>): Promise<void> {
  const note = (look: string) => (cause: Error & { actual?: unknown }) =>
    wrong.push(`${where}, ${look}: ${JSON.stringify(cause.actual ?? cause.message)}`);
  // It closed by itself.
  if ((await shown(page).count()) === 0) return;
  await expectAccessibleAbove(page, (await isFirst(page)) ? undefined : above).catch(note("light"));
  if (known?.has(await whatOpened(page))) return;
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectReadable(page, above).catch(note("dark"));
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
 * @param known names of what was looked at in all its colours at another width. `idle`: of buttons that opened nothing there
 * @returns what opened by its names, which buttons opened nothing, and what is wrong
 */
export async function openEverything(
  page: Page,
  open: () => Promise<void>,
  {
    scope = "main",
    deep = false,
    pressed,
    seen,
    known,
    idle,
  }: {
    scope?: string;
    deep?: boolean;
    pressed?: Set<string>;
    seen?: Set<string>;
    known?: ReadonlySet<string>;
    idle?: ReadonlySet<string>;
  } = {},
): Promise<{ opened: string[]; opensNothing: string[]; wrong: string[] }> {
  const opened: string[] = [];
  const opensNothing: string[] = [];
  const wrong: string[] = [];
  const close = async () => {
    for (let time = 0; time < 3 && (await shown(page).count()) > 0; time += 1) {
      await page.keyboard.press("Escape");
      await shown(page)
        .first()
        .waitFor({ state: "detached", timeout: 700 })
        .catch(() => undefined);
    }
    const isThere = (await shown(page).count()) > 0;
    if (isThere || page.url() !== address || scope === ofWindow) await open();
  };
  /** A window that had to be fetched stands there after all, and keeps every button of the page away. */
  const takeLate = async (name: string) => {
    if ((await shown(page).count()) === 0) return;
    opened.push(await whatOpened(page));
    await look(page, name, wrong, known);
    await close();
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
        if ((await press(page, "button", name)) !== "opened") return;
      }
      const dialog = page.getByRole("dialog").filter({ visible: true }).last();
      const button = dialog
        .getByRole("button", { name: inner, exact: true })
        .filter({ visible: true })
        .first();
      if ((await button.count()) === 0 || (await button.isDisabled())) continue;
      await button.click();
      const isMore = () =>
        shown(page)
          .count()
          .then((now) => now > count);
      for (let time = 0; time < 10 && !(await isMore()); time += 1) await page.waitForTimeout(100);
      if (!(await isMore())) continue;
      opened.push(await whatOpened(page));
      await look(page, `${name}, ${inner}`, wrong, known);
    }
  };
  // A tab that was opened leaves this page in the background, where the browser draws once a second.
  const closePopup = async (popup: Page) => {
    await popup.close();
    await page.bringToFront();
  };
  page.on("popup", closePopup);
  await open();
  const address = page.url();
  const find = () => page.evaluate<string[]>(`(${openers})(${JSON.stringify(scope)})`);
  const found = await find();
  const left = [...found];
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    if (pressed?.has(name) || idle?.has(name)) continue;
    pressed?.add(name);
    await takeLate(`before ${name}`);
    const came = await press(page, "button", name);
    if (came !== "opened") {
      const unfolded: string[] = [];
      if (page.url() !== address) await open();
      else unfolded.push(...(await find()).filter((one) => !found.includes(one)));
      // Next, while it stands there; of the same name it is another thing on another page.
      found.push(...unfolded);
      left.unshift(...unfolded);
      if (unfolded.length > 0) pressed?.delete(name);
      else if (came === "nothing") opensNothing.push(name);
      continue;
    }
    opened.push(await whatOpened(page));
    await look(page, name, wrong, known);
    if (deep && (await page.evaluate<boolean>(`(${isFurther})(${JSON.stringify(above)})`)))
      await goDeeper(name);
    const items = await page.getByRole("menuitem").filter({ visible: true }).allInnerTexts();
    await close();
    for (const item of items) {
      await takeLate(`${name}, before ${item.trim()}`);
      if ((await press(page, "button", name)) !== "opened") break;
      await press(page, "menuitem", item.trim());
      await page
        .getByRole("menu")
        .waitFor({ state: "detached", timeout: 1_000 })
        .catch(() => undefined);
      if ((await shown(page).count()) > 0) {
        opened.push(await whatOpened(page));
        await look(page, `${name}, ${item.trim()}`, wrong, known);
      }
      await close();
    }
  }
  await takeLate("the last one");
  page.off("popup", closePopup);
  return { opened, opensNothing, wrong };
}
