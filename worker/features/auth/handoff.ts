import type { Context } from "../../context.ts";
import { dayMs } from "../../contract/values/time.ts";
import { handoffCodes } from "../../db/schema/platform.ts";
import { sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import { refuse } from "../../errors.ts";
import type { Caller } from "../../http/session.ts";
import { randomHex, sha256 } from "../../keys.ts";
import { actorOf, recordStatement } from "../audit/index.ts";

type Operator = Extract<Caller, { kind: "platform" }>;

/** Long enough for a slow line to open a tab, too short for a code that somebody finds later. */
const lifeMs = 60_000;
/** Used and old codes stay this long, so that a refusal can say why. */
const keptMs = dayMs;

/**
 * Only its hash is stored; the code exists in the answer alone, behind the `#`, which browsers do not send. @throws
 * AppError not_found
 */
export async function createHandoff(
  ctx: Context,
  operator: Operator,
  providerId: string,
): Promise<{ address: string; expiresAt: number }> {
  const provider = await ctx.lookup.providerById(providerId);
  if (!provider) throw refuse("not_found", "no_such_provider");
  const console = new URL("/admin", ctx.settings.MAIN_ORIGIN);
  console.hostname = `${provider.subdomain}.${console.hostname}`;
  const code = randomHex(256);
  const now = ctx.now();
  const expiresAt = now + lifeMs;
  await ctx.platform.batch([
    sql`DELETE FROM handoff_codes WHERE expires_at < ${now - keptMs}`,
    insertInto(handoffCodes, {
      codeHash: sha256(code),
      providerId,
      host: console.host,
      actorId: operator.adminId,
      actorSession: operator.session.tokenHash,
      createdAt: now,
      expiresAt,
    }),
    recordStatement(ctx, {
      ...actorOf(operator),
      providerId,
      action: "handoff.create",
      subject: providerId,
      detail: { host: console.host },
    }),
  ]);
  console.hash = `handoff=${code}`;
  return { address: console.href, expiresAt };
}
