import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { phones } from "./new-visitor.ts";
import { Site, type SiteOptions } from "./site.ts";
import { Visitors } from "./visitor.ts";

export { newVisitor } from "./new-visitor.ts";

/** A site of its own for one test file; prompts wait for an answer, and the minute cron comes every 2 s. */
export function testSite(options: Partial<SiteOptions> = {}): { site(): Site; visitors(): Visitors } {
  let site: Site | undefined;
  const dir = mkdtempSync(join(tmpdir(), "site-"));
  const gateway = { auto: "none", rule17: false, ...options.gateway } as const;
  beforeAll(async () => {
    site = await Site.start({ dir, cronMs: 2_000, phones, ...options, gateway });
  });
  afterAll(async () => {
    await site?.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  const running = () => {
    if (!site) throw new Error("the site is not running");
    return site;
  };
  return { site: running, visitors: () => new Visitors(running()) };
}
