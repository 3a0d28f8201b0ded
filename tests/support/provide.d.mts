/** Path of a Chromium or Chrome of the machine, or null for Playwright's own. */
export function systemBrowser(): string | null;
/** Path of Chromium 72, fetched if it is not there yet; throws where it does not run (it is for Linux on x64). */
export function oldBrowser(): string;
export function provide(): Promise<void>;
