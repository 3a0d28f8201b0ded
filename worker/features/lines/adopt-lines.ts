import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { adoptLines as adoptCall } from "../../contract/adoption.ts";
import { say, type Text } from "../../contract/texts.ts";
import type { AdoptedSecret } from "../../db/schema/tenant.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { sql } from "../../db/sql.ts";
import { type Adoption, adoptRows, type Found } from "./adopt-rows.ts";
import { type ReadSecrets, secretsOf } from "./router-secrets.ts";

type Asked = z.output<(typeof adoptCall)["body"]>["lines"][number];

/**
 * Names of a router become lines under it. Passwords are read from the router anew, and sealed.
 * @param askId of a repeat, which makes none twice @throws AppError not_found, refused, unavailable where the router cannot be asked
 */
export async function adoptLines(
  ctx: Context,
  providerId: string,
  routerId: string,
  lines: readonly Asked[],
  askId: string,
): Promise<Adoption & { routerName: string }> {
  const { routerName, secrets } = await secretsOf(ctx, providerId, routerId);
  const byName = new Map(secrets.map((secret) => [secret.name, secret]));
  const done = await adoptRows(ctx, providerId, {
    lines,
    askId,
    nameOf: ({ name }) => name,
    find: ({ name }) => lineOf(ctx, routerId, byName.get(name)),
  });
  return { routerName, ...done };
}

function lineOf(
  ctx: Context,
  routerId: string,
  secret: ReadSecrets["secrets"][number] | undefined,
): Found | { reason: Text } {
  if (!secret) return { reason: say("secret_gone") };
  if (secret.hindrance) return { reason: secret.hindrance };
  const { name, password, profile, comment, service, isOff } = secret;
  const adopted: AdoptedSecret = { profile, comment, service: service || "any", isOff };
  return {
    taken: say("line_login_taken", { login: name }),
    row: ({ id, terms, now }) =>
      sql`INSERT OR IGNORE INTO lines (id, customer_id, router_id, terms, login, login_small, password, adopted, rev,
          created_at, updated_at)
        VALUES (${id}, ${id}, ${routerId}, ${JSON.stringify(terms)}, ${name}, ${name.toLowerCase()},
          ${ctx.keys.seal(password ?? "", sealedPlace("lines", id))}, ${JSON.stringify(adopted)}, 1, ${now}, ${now})`,
  };
}
