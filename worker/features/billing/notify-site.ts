import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import type { SiteNews } from "../../ports.ts";
import { notifyStatements, type Told } from "./notify-provider.ts";

/** News of a provider's site: in its console, and to its addresses for notifications, or to its own where it has named none. */
export async function notifySite(ctx: Context, providerId: string, news: SiteNews): Promise<void> {
  const { platform } = ctx;
  const told = await platform.first(
    sql<Told>`SELECT p.id AS providerId, p.business_name AS businessName, p.contact_name AS contactName,
        p.subdomain, coalesce(nullif(trim(c.notification_emails), ''), p.email) AS notificationEmails
      FROM providers p LEFT JOIN billing_configs c ON c.provider_id = p.id WHERE p.id = ${providerId}`,
  );
  if (!told) return;
  await platform.batch(notifyStatements(ctx, told, { ...news, type: "site" }, sql`true`));
}
