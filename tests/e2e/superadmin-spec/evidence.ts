import type { Page } from "playwright-core";

/** What was found where rows of docs/behaviour/operator-console.md were provoked. */
export type Evidence = {
  /** All that can be read, as it stands on the page. */
  text: string;
  facts: Record<string, unknown>;
};

export async function readPage(page: Page, facts: Evidence["facts"] = {}): Promise<Evidence> {
  return { text: await wordsOf(page, "body"), facts };
}

/** What can be read in the first element of a selector, on one line. */
export async function wordsOf(page: Page, selector: string): Promise<string> {
  const text = await page.locator(selector).first().innerText();
  return text.replace(/\s+/g, " ").trim();
}

/** Does something, and answers the toast that says so: title and text with " - " between. */
export async function toastAfter(page: Page, act: () => Promise<unknown>): Promise<string> {
  const toast = page.locator(".mantine-Notification-root");
  for (const old of await toast.all()) await old.getByRole("button", { name: "Dismiss" }).click();
  await toast.first().waitFor({ state: "detached" });
  await act();
  await toast.first().waitFor();
  const part = (name: string) => toast.first().locator(`.mantine-Notification-${name}`).allInnerTexts();
  return [...(await part("title")), ...(await part("description"))].map((text) => text.trim()).join(" - ");
}
