import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { adoptLines as adoptCall } from "../../contract/adoption.ts";
import type { RouterSecret } from "../../contract/router-secrets.ts";
import { say, type Text } from "../../contract/texts.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { dayMs } from "../../contract/values/time.ts";
import type { AdoptedSecret, LineTerms } from "../../db/schema/tenant.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { AppError } from "../../errors.ts";
import { addCustomers, dropUnused, type NewCustomer } from "../customers/index.ts";
import { deliverLines } from "./deliver-lines.ts";
import { broughtPeriod, newcomer } from "./line-periods.ts";
import { periodStatement, saveStatements } from "./line-rows.ts";
import { readCutWindows } from "./line-settings.ts";
import { termsOfPackage } from "./packages.ts";
import { secretsOf } from "./router-secrets.ts";

type Asked = z.output<(typeof adoptCall)["body"]>["lines"][number];
export type Adoption = {
  routerName: string;
  adopted: { name: string; lineId: string }[];
  refused: { name: string; reason: Text }[];
};

const atOnce = 40;
const mostAheadMs = 366 * dayMs;

type Chosen = {
  id: string;
  asked: Asked;
  phone: string;
  secret: RouterSecret;
  terms: LineTerms;
  until: number;
};

/**
 * Names of a router become lines under it, each by itself: one that cannot is named, and stops no other. Passwords are read from the router
 * anew, and sealed.
 * @param askId of a repeat, which makes none twice @throws AppError not_found, refused, unavailable where the router cannot be asked
 */
export async function adoptLines(
  ctx: Context,
  providerId: string,
  routerId: string,
  lines: readonly Asked[],
  askId: string,
): Promise<Adoption> {
  const { routerName, secrets } = await secretsOf(ctx, providerId, routerId);
  const byName = new Map(secrets.map((secret) => [secret.name, secret]));
  const terms = await termsById(ctx, providerId, lines);
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const done = new Set(
    (await db.all(sql<{ id: string }>`SELECT id FROM lines WHERE id LIKE ${`${askId}.%`}`)).map(
      ({ id }) => id,
    ),
  );
  const refused: Adoption["refused"] = [];
  const adopted: Adoption["adopted"] = [];
  const chosen: Chosen[] = [];
  for (const [index, asked] of lines.entries()) {
    const { name } = asked;
    const id = `${askId}.${index}`;
    if (done.has(id)) {
      adopted.push({ name, lineId: id });
      continue;
    }
    const judged = judge(asked, byName.get(name), terms.get(asked.packageId), now);
    if ("reason" in judged) refused.push({ name, reason: judged.reason });
    else chosen.push({ id, asked, ...judged });
  }
  if (chosen.length > 0) {
    await addCustomers(ctx, providerId, chosen.map(customerOf));
    const hours = await readCutWindows(db);
    const statements = chosen.flatMap((one) => lineStatements(ctx, routerId, one, hours, now));
    for (let at = 0; at < statements.length; at += atOnce * 3)
      await db.batch(statements.slice(at, at + atOnce * 3));
  }
  const made = new Set(
    (await db.all(sql<{ id: string }>`SELECT id FROM lines WHERE id LIKE ${`${askId}.%`}`)).map(
      ({ id }) => id,
    ),
  );
  for (const { id, asked } of chosen) {
    const { name } = asked;
    if (made.has(id)) adopted.push({ name, lineId: id });
    // Another line took the name since the router was read.
    else refused.push({ name, reason: say("line_login_taken", { login: name }) });
  }
  const unused = chosen.filter(({ id }) => !made.has(id)).map(({ id }) => id);
  if (unused.length > 0) await db.run(dropUnused(unused));
  await deliverLines(
    ctx,
    providerId,
    adopted.map(({ lineId }) => lineId),
  );
  return { routerName, adopted, refused };
}

/** Those that are there; of one that is not, each of its lines is refused. */
async function termsById(
  ctx: Context,
  providerId: string,
  lines: readonly Asked[],
): Promise<Map<string, LineTerms>> {
  const ids = [...new Set(lines.map(({ packageId }) => packageId))];
  const found = await Promise.all(
    ids.map(async (id) => {
      try {
        return [[id, await termsOfPackage(ctx, providerId, id)] as const];
      } catch (cause) {
        if (cause instanceof AppError) return [];
        throw cause;
      }
    }),
  );
  return new Map(found.flat());
}

type Judged = Pick<Chosen, "phone" | "secret" | "terms" | "until"> | { reason: Text };

function judge(
  { customer, paidUntil }: Asked,
  secret: (RouterSecret & { hindrance: Text | null }) | undefined,
  terms: LineTerms | undefined,
  now: number,
): Judged {
  if (!secret) return { reason: say("secret_gone") };
  if (secret.hindrance) return { reason: secret.hindrance };
  if (!terms) return { reason: say("package_gone") };
  const phone = customer.phoneNumber === null ? "" : parseKenyanMobile(customer.phoneNumber);
  if (phone === undefined) return { reason: say("phone_invalid") };
  const until = Date.parse(paidUntil);
  if (Math.abs(until - now) > mostAheadMs) return { reason: say("line_paid_until") };
  return { phone, secret, terms, until };
}

const customerOf = ({ id, asked, phone }: Chosen): NewCustomer => ({
  id,
  name: asked.customer.name,
  phone,
  language: null,
});

function lineStatements(
  ctx: Context,
  routerId: string,
  { id, secret, terms, until }: Chosen,
  hours: Parameters<typeof broughtPeriod>[2],
  now: number,
): Sql[] {
  const { name, password, profile, comment, service, isOff } = secret;
  const adopted: AdoptedSecret = { profile, comment, service: service || "any", isOff };
  const sealed = ctx.keys.seal(password ?? "", sealedPlace("lines", id));
  const line = newcomer(id, terms, now);
  const period = broughtPeriod(line, until, hours, now);
  return [
    sql`INSERT OR IGNORE INTO lines (id, customer_id, router_id, terms, login, login_small, password, adopted, rev,
        created_at, updated_at)
      VALUES (${id}, ${id}, ${routerId}, ${JSON.stringify(terms)}, ${name}, ${name.toLowerCase()}, ${sealed},
        ${JSON.stringify(adopted)}, 1, ${now}, ${now})`,
    periodStatement(period, now, sql`true`),
    ...saveStatements(line, period.after, now),
  ];
}
