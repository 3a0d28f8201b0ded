import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { AdInput } from "#contract/ads";
import type { Context } from "#worker/context";
import { providers } from "#worker/db/schema/platform";
import { sql } from "#worker/db/sql";
import { changed } from "#worker/db/table-rows";
import { saveAd } from "#worker/features/ads/save-ad";
import { storePicture } from "./store-picture.ts";

export type SeededAd = { id: string; title: string };

/** @param user the provider that shows it; the platform unless told */
const picture = (ctx: Context, name: string, user?: string) =>
  storePicture(ctx, readFileSync(join(import.meta.dirname, "pictures", name)), user);

/** Three advertisements as a small town has them, always running; the last one for devices that bought before. */
export async function seedDemoAds(ctx: Context): Promise<SeededAd[]> {
  const wanted: AdInput[] = [
    {
      title: "Simu mpya, lipa pole pole",
      description: "New phones from KES 8,499. Pay a little every day.",
      content:
        "<h3>Baraka Phones, Toi Market</h3><p>Deposit <strong>KES 1,500</strong>, then <strong>KES 50 a day</strong>. " +
        "One year's warranty, screen protector free.</p><p>Njoo leo, stall 14, next to the M-Pesa shop.</p>",
      imageUrl: await picture(ctx, "phone-shop.webp"),
      displayDuration: 10,
      priority: 8,
    },
    {
      title: "Chakula moto, brought by boda",
      description: "Lunch at your door in 30 minutes, delivery KES 50.",
      content:
        "<table><tbody><tr><td>Pilau na kachumbari</td><td><strong>KES 180</strong></td></tr>" +
        "<tr><td>Chapati, beans &amp; sukuma</td><td><strong>KES 120</strong></td></tr>" +
        "<tr><td>Chips kuku (quarter)</td><td><strong>KES 300</strong></td></tr></tbody></table>" +
        "<p>Order before 1 pm. Tunaleta hadi mlangoni.</p>",
      externalUrl: "https://mamanjeri.example/menu",
      displayDuration: 8,
      priority: 5,
    },
    {
      title: "Karibu tena! Kibera Music Night",
      description: "Saturday from 6 pm at the community hall.",
      content:
        "<p>Live bands, a dance contest and nyama choma.</p><ul><li>Entry <strong>KES 100</strong></li>" +
        "<li>Children under 12 free</li></ul><p><em>Show this page at the gate: your first soda is on us.</em></p>",
      displayDuration: 15,
      priority: 3,
      targetAudience: "returning_users",
    },
  ];
  const made: SeededAd[] = [];
  for (const input of wanted) {
    const { id, title } = await saveAd(ctx, input);
    made.push({ id, title });
  }
  return made;
}

/** A logo, colours and a greeting for a provider that has set nothing yet. */
export async function seedDemoLook(ctx: Context, providerId: string): Promise<void> {
  const [provider] = await ctx.platform.select(providers, { where: eq(providers.id, providerId), limit: 1 });
  if (!provider || Object.keys(provider.captivePortalSettings).length > 0) return;
  const captivePortalSettings = {
    logoUrl: await picture(ctx, "demo-logo.png", providerId),
    headerColor: "#0f766e",
    primaryColor: "#0f766e",
    secondaryColor: "#b45309",
    footerColor: "#134e4a",
    welcomeMessage: "Karibu! Choose a plan and be online in seconds.",
  };
  await ctx.platform.run(
    sql`UPDATE providers SET ${changed(providers, { captivePortalSettings })} WHERE id = ${providerId}`,
  );
}
