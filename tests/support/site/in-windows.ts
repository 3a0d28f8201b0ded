import type { Page } from "playwright-core";

// What is pressed and opens on a page of a console, and the window that opened last.

export const pressed = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).filter({ visible: true }).first().click();
export const opened = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name }).waitFor();

export const form = (page: Page) => page.getByRole("dialog").last();
