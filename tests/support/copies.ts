import { env } from "cloudflare:workers";
import { platformBooks } from "#contract/values/platform-books";
import { atEach, providerIds } from "#worker/db/every-tenant";
import { copyToPlatform } from "#worker/features/copies/index";
import { tenantDatabases } from "./tenant-rows.ts";
import { testContext } from "./worker-context.ts";

/** As the minute's sweep: what the operator sees of all providers is what they have by now. */
export async function copyAll(): Promise<void> {
  const ctx = testContext();
  const copied = await atEach([...(await providerIds(ctx)), platformBooks], (id) => copyToPlatform(ctx, id));
  for (const one of copied) if (one.status === "rejected") throw one.reason;
}

/** Nothing was ever copied. After rows were deleted, which only tests do. */
export async function forgetCopies(): Promise<void> {
  for (const database of await tenantDatabases())
    await database.batch([
      database.prepare("UPDATE sales_daily SET copied_rev = 0"),
      database.prepare("UPDATE reviews SET copied_rev = 0"),
      database.prepare("UPDATE refunds SET copied_rev = 0"),
    ]);
  await env.DB.batch([
    env.DB.prepare("DELETE FROM provider_sales"),
    env.DB.prepare("DELETE FROM provider_reviews"),
    env.DB.prepare("DELETE FROM provider_refunds"),
  ]);
}
