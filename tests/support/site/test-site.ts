import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { phonesOnWifi } from "./settings.ts";
import { Site, type SiteOptions } from "./site.ts";
import { Visitors } from "./visitor.ts";

/** As many visitors as a test file may have. */
const phones = phonesOnWifi(89);

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

/** Devices and payers that no other test of the same file uses: each call gives the next one. */
export function newVisitor(): { mac: string; phone: string } {
  const place = visitorCount++;
  const device = phones[place];
  if (!device) throw new Error("this site's router sees no more phones");
  return { mac: device.mac, phone: `2547120001${String(place).padStart(2, "0")}` };
}
let visitorCount = 0;
