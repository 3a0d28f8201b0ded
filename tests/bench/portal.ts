import { join } from "node:path";
import { launchBrowser } from "../support/site/browser.ts";
import { fillPlans, putAds } from "../support/site/fill-rows.ts";
import { Site } from "../support/site/site.ts";
import { startEdgeProxy } from "./edge-proxy.ts";
import type { Measure } from "./measure.ts";
import { portalPaint } from "./portal-paint.ts";
import { portalWeight, requestsBeforePlans } from "./portal-weight.ts";

/** The visitor's page, on a site of its own: a provider with 12 plans, and 3 advertisements as somebody writes them. */
export async function measurePortal(dir: string): Promise<Measure[]> {
  const site = await Site.start({
    dir: join(dir, "portal-site"),
    // The seed's third one is for devices that bought before.
    ads: true,
    async fill(databases, { savanna }) {
      await fillPlans(databases, savanna.id, 12);
      const content =
        "<p>Haircut <strong>KES 100</strong>, beard <strong>KES 50</strong>. Open from 8 am to 8 pm, Sundays too.</p>";
      const [title, description] = ["Kinyozi bora", "The barber next to the gate"];
      await putAds(databases.d1, [
        { id: crypto.randomUUID(), title, description, content, displayDuration: 8 },
      ]);
    },
  });
  const browser = await launchBrowser();
  const edge = await startEdgeProxy(Number(new URL(site.main).port));
  try {
    const origin = site.main.replace("//", `//${site.seeded.savanna.subdomain}.`);
    const slow = new URL(origin);
    slow.port = String(edge.port);
    return [
      ...(await portalWeight(browser, origin)),
      await requestsBeforePlans(browser, origin),
      ...(await portalPaint(browser, slow.origin)),
    ];
  } finally {
    await edge.close();
    await browser.close();
    await site.stop();
  }
}
