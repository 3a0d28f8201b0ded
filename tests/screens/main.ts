import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { seedManySales } from "../seed/many-sales.ts";
import buildOnce from "../support/build-once.ts";
import { launchBrowser } from "../support/site/browser.ts";
import { newVisitor, phones } from "../support/site/new-visitor.ts";
import { root } from "../support/site/processes.ts";
import { Site } from "../support/site/site.ts";
import { consoleScreens } from "./console-screens.ts";
import { indexPage, type Picture } from "./index-page.ts";
import { pictureOf } from "./picture.ts";
import { portalScreens } from "./portal-screens.ts";
import { type Screen, type Stage, stageOf } from "./stage.ts";
import { superadminScreens } from "./superadmin-screens.ts";

// `npm run screens`: a picture of every screen, narrow and wide, light and dark. Words after `--` choose among their names.

const sizes = [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
];
const themes = ["light", "dark"] as const;

const folder = join(resolve(root, process.env.LOCAL_DIR || ".local"), "screens");
const wanted = process.argv.slice(2);
const screens: Screen[] = [...portalScreens, ...consoleScreens, ...superadminScreens].filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

buildOnce();
const dir = mkdtempSync(join(tmpdir(), "screens-"));
const site = await Site.start({
  dir,
  ads: true,
  phones,
  gateway: { auto: "none", rule17: false },
  // The provider's console shows forty days of business; the other provider has none.
  fill: ({ tenantDatabase }, { demo }) =>
    seedManySales(tenantDatabase(demo.id), demo, { payments: 387, vouchers: 120, days: 40, now: Date.now() }),
});
const browser = await launchBrowser();
const pictures: Picture[] = [];
const missing: string[] = [];
try {
  const stage = stageOf(site, browser, newVisitor);
  for (const screen of screens) await take(stage, screen);
} finally {
  await browser.close();
  await site.stop();
  rmSync(dir, { recursive: true, force: true });
}
const index = join(folder, "index.html");
writeFileSync(index, indexPage(pictures));
console.log(`${pictures.length} pictures in ${folder}; all on one page: ${index}`);
for (const line of missing) console.error(line);
process.exitCode = missing.length === 0 ? 0 : 1;

/** Everything of one screen from one visit, so that only size and colours differ. */
async function take(
  stage: Stage,
  { name, only, show, isReading = false, onlyNarrow = false }: Screen,
): Promise<void> {
  let visitor: Awaited<ReturnType<Screen["show"]>>;
  try {
    visitor = await show(stage);
  } catch (cause) {
    missing.push(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`);
    return;
  }
  const { page } = visitor;
  for (const { width, height } of onlyNarrow ? sizes.slice(0, 1) : sizes) {
    if (only && only.width !== width) continue;
    await page.setViewportSize({ width, height });
    // A table of wide screens is a file of its own.
    await page.locator(".mantine-Skeleton-root").last().waitFor({ state: "detached" });
    for (const theme of only ? [only.theme] : themes) {
      await page.emulateMedia({ colorScheme: theme });
      const file = `${name}-${width}-${theme}.png`;
      writeFileSync(join(folder, file), await pictureOf(page, isReading));
      pictures.push({ name, file, width, height, theme });
    }
  }
  await visitor.leave();
  console.log(name);
}
