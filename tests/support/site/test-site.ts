import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { laterEnglish } from "../../../web/portal/messages/later-en.ts";
import { ask } from "./ask.ts";
import { phones } from "./new-visitor.ts";
import { Site, type SiteOptions } from "./site.ts";
import { until, Visitors } from "./visitor.ts";

export { newVisitor } from "./new-visitor.ts";

/** On a busy machine its bridge may come a moment after the first visitor, who would read that the hotspot does not answer. */
async function answers(site: Site): Promise<void> {
  const home = `/?routerId=${site.seeded.demo.routers[0]?.id}`;
  await until(
    "the hotspot answers",
    async () => (await ask(site.origin, home)).text,
    (text) => text.includes("</html>") && !text.includes(laterEnglish.device.away),
  );
}

/** A site of its own for one test file; prompts wait for an answer, and the minute cron comes every 2 s. */
export function testSite(options: Partial<SiteOptions> = {}): { site(): Site; visitors(): Visitors } {
  let site: Site | undefined;
  const dir = mkdtempSync(join(tmpdir(), "site-"));
  const gateway = { auto: "none", rule17: false, ...options.gateway } as const;
  beforeAll(async () => {
    site = await Site.start({ dir, cronMs: 2_000, phones, ...options, gateway });
    await answers(site);
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
