import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { root } from "../support/site/processes.ts";
import { consoleScreens } from "./console-screens.ts";
import type { Screen } from "./stage.ts";

// The handbooks' own pictures: `npm run screens -- help-picture` takes them anew and puts them into web/help.

/** Its name in a handbook, and the screen of the console that it shows. */
const shown = {
  dashboard: "dashboard",
  plan: "plan-new",
  vouchers: "vouchers",
  payment: "receipt",
  routers: "routers",
} as const;

const prefix = "help-picture-";
const most = 60 * 1024;

const pictureOf = (name: string, screen: string, language: "en" | "sw"): Screen => {
  const of = `console-${language === "sw" ? "kiswahili-" : ""}${screen}`;
  const found = consoleScreens.find(({ name }) => name === of);
  if (!found) throw new Error(`there is no screen ${of}`);
  return {
    name: `${prefix}${name}-${language}`,
    only: { width: 360, height: 640, theme: "light" },
    show: found.show,
  };
};

export const helpPictures: Screen[] = Object.entries(shown).flatMap(([name, screen]) => [
  pictureOf(name, screen, "en"),
  pictureOf(name, screen, "sw"),
]);

/** @param page any; it is not shown */
export async function keepHelpPicture(page: Page, name: string, picture: Buffer): Promise<void> {
  const address = `data:image/png;base64,${picture.toString("base64")}`;
  const webp = await page.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(address)};
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.8).split(",")[1];
  })()`);
  const bytes = Buffer.from(webp, "base64");
  if (bytes.length > most) throw new Error(`${name} has ${bytes.length} bytes`);
  writeFileSync(join(root, "web", "help", `${name.replace(prefix, "")}.webp`), bytes);
}

export const isHelpPicture = ({ name }: Screen): boolean => name.startsWith(prefix);
