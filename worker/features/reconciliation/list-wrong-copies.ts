import type { Context } from "../../context.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { compareCopies } from "../copies/index.ts";
import type { Counts } from "./batch-walk.ts";
import { type Found, listFound } from "./differences.ts";
import type { Night } from "./nights.ts";
import { providerNames } from "./page-of.ts";

/** What the operator saw of a provider was not what the provider has: it is right again, and listed among the platform's own. */
export async function listWrongCopies(
  ctx: Context,
  providerId: string,
  { foundAt }: Pick<Night, "foundAt">,
): Promise<Counts> {
  const wrong = await compareCopies(ctx, providerId);
  if (wrong.length === 0) return {};
  const name = (await providerNames(ctx)).get(providerId) ?? providerId;
  const found = wrong.map(
    ({ table, rows, ownCents, copiedCents }): Found => ({
      kind: "projection",
      about: `copy of ${table} ${providerId} ${nairobiDay(foundAt)}`,
      paymentId: "",
      detail: {
        fault: `The operator's copy of ${table} of ${name} differed in ${rows} rows and was made anew.`,
        providerId,
        amountCents: ownCents,
        shownCents: copiedCents,
      },
    }),
  );
  return { differences: await listFound(ctx.tenant(platformBooks), found, foundAt) };
}
