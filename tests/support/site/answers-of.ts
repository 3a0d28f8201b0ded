import type { Page, Response } from "playwright-core";

/**
 * Reads the answers that a page gets, as they come.
 * @param read of one that is not wanted `null`
 * @returns those that came until it is called
 */
export function answersOf<T>(
  page: Page,
  read: (response: Response) => Promise<T> | null,
): () => Promise<T[]> {
  const answers: Promise<T>[] = [];
  page.on("response", (response) => {
    const answer = read(response);
    if (answer === null) return;
    // One that comes after the last look at them ends with its page.
    answer.catch(() => undefined);
    answers.push(answer);
  });
  return () => Promise.all(answers);
}

/** The scripts that a page loads. */
export const scriptsOf = (page: Page): (() => Promise<string[]>) =>
  answersOf(page, (response) => (response.request().resourceType() === "script" ? response.text() : null));
