import * as z from "zod";
import { version } from "../../../package.json";
import type { Context } from "../../context.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { fromEach } from "../../db/every-tenant.ts";
import { isThere } from "../../db/lookup.ts";
import { sql } from "../../db/sql.ts";
import { progressOf } from "../../db/sweep-progress.ts";
import { refuse } from "../../errors.ts";
import { sha256 } from "../../keys.ts";

/** Of one call: those that hang take their patience together, so that the call ends within minutes. */
const atOnce = 100;

/** An object of another version runs beside this one for a while. That of 0.2.0 does not say its version. */
const Answer = z
  .object({
    version: z.string().optional(),
    last: z.number().nullable().optional(),
    fault: z.string().optional(),
  })
  .refine((said) => Object.values(said).some((one) => one !== undefined));

/** What the deployment writes before it asks (`deploy/open-providers.ts`). */
type Token = { sha256: string; until: number };

/** @throws AppError not_signed_in */
export async function requireDeploymentToken(ctx: Context, request: Request): Promise<void> {
  const given = /^Bearer +([0-9a-f]{64})$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const known = given && (await progressOf<Token>(ctx, "deployment-token"));
  if (!known || sha256(given) !== known.sha256 || known.until < ctx.now())
    throw refuse("not_signed_in", "token_wrong");
}

/** A database makes itself ready when it is opened: whose does not is named, with what its statement failed with. */
export async function openProviders(ctx: Context, after: string) {
  const [rows, [counted]] = await ctx.platform.batch([
    sql<{ id: string; businessName: string }>`SELECT id, business_name AS businessName FROM providers
      WHERE id > ${after} AND ${isThere} ORDER BY id LIMIT ${atOnce}`,
    sql<{ count: number }>`SELECT count(*) AS count FROM providers WHERE ${isThere}`,
  ]);
  const names = new Map([
    ...(after === "" ? [[platformBooks, "The platform's own books"] as const] : []),
    ...rows.map(({ id, businessName }) => [id, businessName] as const),
  ]);
  const { rows: opened, silent } = await fromEach(names.keys(), async (id) => {
    const answer: unknown = await ctx.provider(id).open();
    const { version: answered, fault } = Answer.parse(answer);
    if (fault !== undefined) throw new Error(fault);
    return [answered];
  });
  return {
    opened: opened.length,
    ofThisVersion: opened.filter((answered) => answered === version).length,
    failed: silent.map(({ providerId, fault }) => ({
      providerId,
      businessName: names.get(providerId) ?? "",
      fault,
    })),
    total: (counted?.count ?? 0) + 1,
    next: rows.length < atOnce ? null : (rows.at(-1)?.id ?? null),
    version,
  };
}
