import type { Page } from "playwright-core";
import { expect } from "vitest";
import { dialogTitles, isTitled } from "./dialog-titles.ts";
import { lookAbove, ofWindow, openEverything } from "./open-everything.ts";

// What opens above the pages of a console: windows, menus, calendars and search, in light and in dark. What can open is read from the
// sources: what is new is looked at, or the walk fails.

type Person = { page: Page; open(path: string): Promise<void> };

/** An answer that takes long to bring about. */
export type Faked = { call: RegExp; json: unknown };

/** A window that comes after something was typed or pressed in another one, by the way there. */
export type WayToWindow = readonly [path: string, go: (page: Page) => Promise<unknown>, ...faked: Faked[]];

/**
 * What a walk on a phone found: names of the windows, and of the buttons that opened nothing, such as those of a page of a list. At a desk
 * the same words in the same colours are only measured.
 */
export class PhoneWalk {
  readonly windows = new Set<string>();
  readonly idle = new Set<string>();
}

type Walked = {
  /** "/admin/": paths of the walk begin after it. */
  root: string;
  /** On a phone, with what opens from what opened: there every window must have been seen once. */
  deep: boolean;
  phone: PhoneWalk;
  /** Buttons that are not pressed: on a page, and in a window. */
  leaves?: { onPages?: readonly string[]; inWindows?: readonly string[] };
};

export async function openFirstRow(page: Page): Promise<void> {
  const row = page.locator("main tbody tr td:nth-child(2), main li button").filter({ visible: true });
  await row.first().click();
  const inSheet = page.getByRole("dialog").locator("dl, h2").first();
  // A row that opens by a button alone.
  if (
    await inSheet.waitFor({ timeout: 5_000 }).then(
      () => false,
      () => true,
    )
  )
    await page.locator("main tbody tr button").filter({ visible: true }).first().click();
  await inSheet.waitFor();
}

/** The page's words and buttons; nothing while something of it is being read. */
const drawn = `document.querySelector(".mantine-Skeleton-root") ? ""
  : document.body.querySelectorAll("button").length + " " + document.querySelector("main")?.innerText`;

export class ConsoleWalk {
  private readonly person: Person;
  private readonly how: Walked;
  private readonly opened: string[] = [];
  private readonly faults: string[] = [];
  private readonly pressed: Set<string>;
  private readonly seen: Set<string>;

  private constructor(person: Person, how: Walked) {
    this.person = person;
    this.how = how;
    this.pressed = new Set(how.leaves?.onPages);
    this.seen = new Set(how.leaves?.inWindows);
  }

  static async begin(person: Person, how: Walked): Promise<ConsoleWalk> {
    // A form that a press has changed would hold the page back, which is left all the same.
    await person.page.addInitScript(`window.print = () => undefined;
      addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true);`);
    return new ConsoleWalk(person, how);
  }

  async along(ways: readonly WayToWindow[]): Promise<void> {
    const { page } = this.person;
    for (const [path, go, ...faked] of ways) {
      await this.answer(faked);
      await this.openWhole(path);
      await go(page);
      const { name, wrong } = await lookAbove(page, "on a way");
      this.note(path, { opened: [name], wrong });
      await page.unrouteAll();
    }
  }

  /** Everything that opens from a page, tab by tab. What has one name on several pages opens the same, and is pressed once. */
  async page(path: string, scope = "main"): Promise<void> {
    const tabs = await this.tabsOf(path);
    for (const tab of tabs) await this.press(tab, { scope, isOpen: tab === tabs[0] });
  }

  /** Everything that opens from the sheet of a page's first row, or from what takes its place. */
  async sheet(path: string, ...faked: readonly Faked[]): Promise<void> {
    const { page } = this.person;
    await this.answer(faked);
    const open = async () => {
      await this.openWhole(path);
      await openFirstRow(page).catch((cause: Error) => {
        throw new Error(`the first row of ${path}: ${cause.message}`);
      });
      await this.settle();
    };
    const known = this.how.deep ? new Set<string>() : this.how.phone.windows;
    this.note(path, await openEverything(page, open, { scope: ofWindow, known }));
    await page.unrouteAll();
  }

  /** What a page has in any state was pressed before. */
  async inState(path: string, ...faked: readonly Faked[]): Promise<void> {
    await this.answer(faked);
    await this.press(path, { scope: "main", isOpen: false });
    await this.person.page.unrouteAll();
  }

  /**
   * Nothing was wrong with what opened, and on a phone nothing of the sources was missing.
   * @param unclear files whose windows take their titles from who opens them
   * @param elsewhere titles of windows that the other console has alone
   */
  expectWhole(
    folders: readonly string[],
    { unclear, elsewhere = [] }: { unclear: readonly string[]; elsewhere?: readonly string[] },
  ): void {
    expect(this.faults).toEqual([]);
    const known = dialogTitles(folders);
    expect(known.unclear).toEqual(unclear);
    const missed = known.titles.filter(
      ({ text }) => !elsewhere.includes(text) && !this.opened.some((name) => isTitled(name, text)),
    );
    expect(this.how.deep ? missed : []).toEqual([]);
    expect(["Search", "calendar"].filter((name) => !this.opened.includes(name))).toEqual([]);
  }

  private note(path: string, { opened, wrong }: { opened: string[]; wrong: string[] }): void {
    this.opened.push(...opened);
    if (this.how.deep) for (const name of opened) this.how.phone.windows.add(name);
    this.faults.push(...wrong.map((one) => `${path}: ${one}`));
  }

  private async press(path: string, { scope, isOpen }: { scope: string; isOpen: boolean }): Promise<void> {
    const { deep, phone } = this.how;
    const { pressed, seen } = this;
    let stands = isOpen;
    const open = async () => {
      if (!stands) await this.openWhole(path);
      stands = false;
    };
    const [known, idle] = deep ? [new Set<string>(), new Set<string>()] : [phone.windows, phone.idle];
    const came = await openEverything(this.person.page, open, { scope, deep, seen, pressed, known, idle });
    if (deep) for (const name of came.opensNothing) phone.idle.add(name);
    this.note(path, came);
  }

  private async answer(faked: readonly Faked[]): Promise<void> {
    for (const { call, json } of faked)
      await this.person.page.route(call, (route) =>
        route.fulfill({ json, headers: Array.isArray(json) ? { "x-total-count": `${json.length}` } : {} }),
      );
  }

  /** Opens a page, and leaves it at its first tab. @returns the paths of its tabs; its own where it has none */
  private async tabsOf(path: string): Promise<string[]> {
    const { page } = this.person;
    await this.openWhole(path);
    const tabs = page.getByRole("main").getByRole("tab").filter({ visible: true });
    const count = await tabs.count();
    if (count === 0) return [path];
    const found: string[] = [];
    for (let place = 0; place < count; place += 1) {
      await tabs.nth(place).click();
      const { pathname, search } = new URL(page.url());
      found.push(`${pathname}${search}`.replace(this.how.root, ""));
    }
    await tabs.first().click();
    await this.settle();
    return [...new Set(found)];
  }

  /** With its lists read. */
  private async openWhole(path: string): Promise<void> {
    await this.person.open(`${this.how.root}${path}`);
    await this.settle();
  }

  /** Nothing is awaited any more, and what was pressed last is drawn: on a busy machine that takes a while. */
  private async settle(): Promise<void> {
    const { page } = this.person;
    await page.waitForLoadState("networkidle");
    let before = "";
    for (let time = 0; time < 300; time += 1) {
      const now = await page.evaluate<string>(drawn);
      if (now !== "" && now === before) return;
      before = now;
      await page.waitForTimeout(100);
    }
    throw new Error(`${page.url()} is not drawn whole within 30 s`);
  }
}
