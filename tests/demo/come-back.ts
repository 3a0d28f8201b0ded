import { readTenantRows } from "../support/site/read-rows.ts";
import type { Site } from "../support/site/site.ts";
import { Visitors } from "../support/site/visitor.ts";
import { customersOf } from "./people.ts";

/** How many buy within the first seconds, and the plan of each by its place among the cheapest. */
const buying = [1, 0, 2];

/**
 * In the hours between the recording's end and its opening no visitor came. Now those who have time left are at the site again, a few of the
 * others buy, by prompts that pay themselves, and three neighbours are in its network of homes.
 */
export async function comeBack(site: Site): Promise<void> {
  const visitors = new Visitors(site);
  for (const mac of ["C4:6E:1F:0D:0A:01", "60:32:B1:0D:0A:02", "50:D4:F7:0D:0A:03"])
    await visitors.router({ wired: { mac, interface: "ether3", present: true } });
  const running = await readTenantRows(
    site,
    site.seeded.demo.id,
    `SELECT devices.subject FROM entitlements JOIN devices ON devices.entitlement_id = entitlements.id
      WHERE entitlements.state = 'running' AND devices.detached_at IS NULL`,
  );
  const subjects = new Set(running.map(({ subject }) => String(subject)));
  const customers = customersOf(70);
  const isServed = ({ mac }: { mac: string }) => subjects.has(`device:${mac}`);
  const next = customers.filter((one) => one.service === "mpesa" && !isServed(one)).slice(0, buying.length);
  for (const { mac, ip } of [...customers.filter(isServed), ...next])
    await visitors.router({ host: { mac, ip, present: true } });
  for (const [place, { mac, phone, network }] of next.entries())
    await visitors.initiate(mac, site.seeded.demo.plans[buying[place] ?? 0]?.id ?? "", phone, { network });
}
