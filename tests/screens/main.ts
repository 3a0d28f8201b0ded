import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { seedManySales } from "../seed/many-sales.ts";
import buildOnce from "../support/build-once.ts";
import { launchBrowser } from "../support/site/browser.ts";
import { newVisitor, phones } from "../support/site/new-visitor.ts";
import { root } from "../support/site/processes.ts";
import { Site } from "../support/site/site.ts";
import { changedShare } from "./changed-share.ts";
import { consoleScreens } from "./console-screens.ts";
import { helpPictures, isHelpPicture, keepHelpPicture } from "./help-pictures.ts";
import { helpScreens } from "./help-screens.ts";
import { indexPage, type Missing, type Picture } from "./index-page.ts";
import { pictureOf } from "./picture.ts";
import { portalScreens } from "./portal-screens.ts";
import { type Screen, type Stage, stageOf } from "./stage.ts";
import { superadminScreens } from "./superadmin-screens.ts";
import { offerTopUps } from "./topped-up.ts";

// `npm run screens`: a picture of every screen, narrow and wide, light and dark. Words after `--` choose among their names. What
// looks otherwise than in the pictures of the run before is shown beside it, what changed most first. A screen that fails, or takes too long, is named and
// leaves the others as they are. SCREENS_HEIGHT=2400 takes more of a page than
// a phone or a laptop shows of it at once.

const tall = Number(process.env.SCREENS_HEIGHT) || undefined;
const sizes = [
  { width: 360, height: tall ?? 640 },
  { width: 1280, height: tall ?? 800 },
];
const themes = ["light", "dark"] as const;

const folder = join(resolve(root, process.env.LOCAL_DIR || ".local"), "screens");
const wanted = process.argv.slice(2);
const all = [...portalScreens, ...consoleScreens, ...superadminScreens, ...helpScreens];
const screens: Screen[] = all.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
// They become part of the product: only by their name.
if (wanted.some((part) => part.startsWith("help-picture")))
  screens.push(...helpPictures.filter(({ name }) => wanted.some((part) => name.includes(part))));
const before = join(folder, "before");
rmSync(before, { recursive: true, force: true });
mkdirSync(before, { recursive: true });
/** Of one screen in all sizes and themes. */
const patienceMs = 120_000;

await buildOnce();
const dir = mkdtempSync(join(tmpdir(), "screens-"));
const site = await Site.start({
  dir,
  ads: true,
  phones,
  gateway: { auto: "none", rule17: false },
  // The provider's console shows forty days of business; the other provider has none.
  fill: async ({ tenantDatabase }, { demo }) => {
    const database = tenantDatabase(demo.id);
    await offerTopUps(database);
    await seedManySales(database, demo, { payments: 387, vouchers: 120, days: 40, now: Date.now() });
  },
});
const browser = await launchBrowser();
const comparing = await browser.newPage();
const pictures: Picture[] = [];
const missing: Missing[] = [];
const index = join(folder, "index.html");
try {
  const stage = stageOf(site, browser, newVisitor);
  for (const screen of screens) {
    const why = await tryTwice(stage, screen);
    if (why !== null) missing.push({ name: screen.name, why });
    // After each, so that a run that is ended has an index of what it took.
    writeFileSync(index, indexPage(pictures, missing));
  }
} finally {
  await browser.close();
  await site.stop();
  rmSync(dir, { recursive: true, force: true });
}
const changed = pictures.filter((picture) => picture.before !== undefined).length;
console.log(`${pictures.length} pictures in ${folder}, ${changed} changed; all on one page: ${index}`);
for (const { name, why } of missing) console.error(`${name}: ${why}`);
process.exitCode = missing.length === 0 ? 0 : 1;

/** @returns why there is no picture of it; null = there is */
async function tryTwice(stage: Stage, screen: Screen): Promise<string | null> {
  let why: string | null = null;
  for (let attempt = 0; attempt < 2; attempt += 1)
    try {
      const taken = await withinPatience(take(stage, screen));
      pictures.push(...taken);
      console.log(screen.name);
      return null;
    } catch (cause) {
      why = cause instanceof Error ? cause.message : String(cause);
    }
  return why;
}

async function withinPatience<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not there after ${patienceMs / 1_000} s`)), patienceMs);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** Everything of one screen from one visit, so that only size and colours differ. */
async function take(stage: Stage, screen: Screen): Promise<Picture[]> {
  const { name, only, show, isReading = false, onlyNarrow = false, onlyLight = false } = screen;
  const taken: Picture[] = [];
  const visitor = await show(stage);
  try {
    const { page } = visitor;
    for (const { width, height } of sizesOf(only, onlyNarrow)) {
      await page.setViewportSize({ width, height });
      for (const theme of only ? [only.theme] : onlyLight ? themes.slice(0, 1) : themes) {
        await page.emulateMedia({ colorScheme: theme });
        const file = `${name}-${width}-${theme}.png`;
        const picture = await pictureOf(page, isReading);
        if (isHelpPicture(screen)) await keepHelpPicture(comparing, name, picture);
        const former = await keepFormer(file, picture);
        taken.push({ name, file, width, height, theme, ...former });
      }
    }
  } finally {
    // A browser that hangs here has been given up already.
    await visitor.leave().catch(() => undefined);
  }
  return taken;
}

function sizesOf(only: Screen["only"], onlyNarrow: boolean): typeof sizes {
  if (only?.height) return [{ width: only.width, height: only.height }];
  if (only) return sizes.filter(({ width }) => width === only.width);
  return onlyNarrow ? sizes.slice(0, 1) : sizes;
}

/** Writes a picture. @returns where the former one is kept and how much changed; nothing where it looked the same or there was none */
async function keepFormer(file: string, picture: Buffer): Promise<Pick<Picture, "before" | "changed">> {
  const place = join(folder, file);
  const former = existsSync(place) ? readFileSync(place) : null;
  writeFileSync(place, picture);
  if (former === null || former.equals(picture)) return {};
  const changed = await changedShare(comparing, former, picture);
  if (changed === 0) return {};
  writeFileSync(join(before, file), former);
  return { before: `before/${file}`, changed };
}
