/** Path of a Chromium or Chrome of the machine, or null for Playwright's own. */
export function systemBrowser(): string | null;
export function provide(): Promise<void>;
