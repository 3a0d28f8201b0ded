import type { CaptivePortalSettings } from "#contract/branding";
import type { SiteDatabases } from "./open-database.ts";

/** An advertisement as its row has it: nothing cleans it on this way. */
export type AdRow = {
  id: string;
  title: string;
  description?: string;
  content: string;
  imageUrl?: string | null;
  externalUrl?: string | null;
  displayDuration?: number;
  priority?: number;
  startsAt?: number | null;
  endsAt?: number | null;
  targetAudience?: "all" | "new_users" | "returning_users";
  isActive?: boolean;
};

/** Straight into the table. Times in UTC ms, durations in seconds. */
export async function putAds(d1: D1Database, ads: AdRow[]): Promise<void> {
  const now = Date.now();
  const statement = d1.prepare(
    `INSERT INTO ads (id, title, description, content, image_url, external_url, display_duration, priority, start_date,
       end_date, starts_at, ends_at, target_audience, is_active, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?15)`,
  );
  const day = (at: number | null | undefined) => (at == null ? null : new Date(at).toISOString());
  for (const [index, ad] of ads.entries()) {
    await statement
      .bind(
        ad.id,
        ad.title,
        ad.description ?? "",
        ad.content,
        ad.imageUrl ?? null,
        ad.externalUrl ?? null,
        ad.displayDuration ?? 10,
        ad.priority ?? ads.length - index,
        day(ad.startsAt),
        day(ad.endsAt),
        ad.startsAt ?? null,
        ad.endsAt ?? null,
        ad.targetAudience ?? "all",
        ad.isActive === false ? 0 : 1,
        now + index,
      )
      .run();
  }
}

/** What a provider set for its portal. */
export async function setBrand(
  d1: D1Database,
  subdomain: string,
  settings: CaptivePortalSettings,
): Promise<void> {
  await d1
    .prepare("UPDATE providers SET captive_portal_settings = ?1 WHERE subdomain = ?2")
    .bind(JSON.stringify(settings), subdomain)
    .run();
}

/** Brings what a provider sells to this many plans. */
export async function fillPlans(
  { tenantDatabase }: SiteDatabases,
  providerId: string,
  count: number,
): Promise<void> {
  const database = tenantDatabase(providerId);
  const found = await database.prepare("SELECT count(*) AS sold FROM plans").first<{ sold: number }>();
  const now = Date.now();
  for (let number = found?.sold ?? 0; number < count; number += 1) {
    await database
      .prepare(
        `INSERT INTO plans (id, name, price_cents, duration_minutes, down_kbps, up_kbps, data_bytes, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, 5000, 5000, ?5, ?6, ?6)`,
      )
      .bind(
        crypto.randomUUID(),
        `Family ${number}`,
        number * 1_500,
        number * 300,
        number % 2 === 0 ? null : number * 1_073_741_824,
        now,
      )
      .run();
  }
}
