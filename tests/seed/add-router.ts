import type { Context } from "#worker/context";
import { routers } from "#worker/db/schema/platform";
import { insertInto } from "#worker/db/table-rows";
import { beginPair, type RouterSecrets, sealSecrets } from "#worker/features/routers/store";

type NewRouter = Omit<typeof routers.$inferInsert, "secrets"> & {
  secrets: RouterSecrets;
  providerId: string;
};

/** A router of the platform, assigned to a provider, whose own bridge may have the log-in. */
export async function addRouter(ctx: Context, router: NewRouter): Promise<void> {
  await ctx.tenant(router.providerId).run(beginPair(router.id, router.createdAt));
  const secrets = sealSecrets(ctx, router.id, router.secrets);
  await ctx.platform.run(insertInto(routers, { ...router, logInSharedWith: router.providerId, secrets }));
}
