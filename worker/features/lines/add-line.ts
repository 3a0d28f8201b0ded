import type { Context } from "../../context.ts";
import type { AddLine, Line } from "../../contract/lines.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { addCustomer, type Customer, customerById } from "../customers/index.ts";
import { deliverLines } from "./deliver-lines.ts";
import { lineById } from "./list-lines.ts";
import { termsOfPackage } from "./packages.ts";

/**
 * A line at a router of this provider: blocked there until it is paid.
 * @param id of a repeat, which makes no second one @throws AppError invalid, not_found, conflict; refused where no bridge can drive it
 */
export async function addLine(
  ctx: Context,
  provider: { id: string; subdomain: string },
  id: string,
  input: AddLine,
): Promise<{ line: Line; isNew: boolean }> {
  const known = await lineById(ctx, provider, id);
  if (known) return { line: known, isNew: false };
  const db = ctx.tenant(provider.id);
  await expectBridge(ctx, provider.id, input.routerId);
  const terms = await termsOfPackage(ctx, provider.id, input.packageId);
  const [routerId, login] = [input.routerId, input.login.toLowerCase()];
  const taken = await db.first(
    sql`SELECT 1 FROM lines WHERE router_id = ${routerId} AND login_small = ${login} AND closed_at IS NULL`,
  );
  if (taken) throw takenLogin(input.login);
  const customer = await customerOf(ctx, provider.id, id, input);
  const now = ctx.now();
  const password = ctx.keys.seal(input.password, sealedPlace("lines", id));
  const written = await db.run(
    sql`INSERT OR IGNORE INTO lines (id, customer_id, router_id, terms, login, login_small, password, rev, created_at,
        updated_at)
      VALUES (${id}, ${customer.id}, ${routerId}, ${JSON.stringify(terms)}, ${input.login}, ${login},
        ${password}, 1, ${now}, ${now})`,
  );
  const line = await lineById(ctx, provider, id);
  // Another one took its name meanwhile.
  if (!line) throw takenLogin(input.login);
  // What a known customer has left may cover it at once.
  await db.run(
    sql`UPDATE customer_accounts SET settle_at = ${now} WHERE id = ${customer.id} AND balance_cents > 0`,
  );
  await deliverLines(ctx, provider.id, [id]);
  return { line, isNew: written > 0 };
}

async function customerOf(
  ctx: Context,
  providerId: string,
  lineId: string,
  { customerId, customer }: AddLine,
): Promise<Customer> {
  if (customerId !== undefined) {
    const known = await customerById(ctx, providerId, customerId);
    if (!known) throw refuse("not_found", "customer_gone").at("customerId");
    return known;
  }
  if (!customer) throw refuse("invalid", "customer_needed").at("customer");
  const phone = parseKenyanMobile(customer.phoneNumber);
  if (!phone) throw refuse("invalid", "phone_invalid").at("customer.phoneNumber");
  // Under the line's own name: a repeat finds the same customer.
  const { name, language = null } = customer;
  return addCustomer(ctx, providerId, lineId, { name, phone, language });
}

const takenLogin = (login: string) => refuse("conflict", "line_login_taken", { login }).at("login");

/** @throws AppError not_found where the router is another's, refused where no bridge can drive a line there */
async function expectBridge(ctx: Context, providerId: string, routerId: string): Promise<void> {
  const router = await ctx.lookup.routerById(routerId);
  if (router?.providerId !== providerId) throw refuse("not_found", "no_such_router").at("routerId");
  if (!router.bridgeId) throw refuse("refused", "line_router_without_bridge").at("routerId");
  const answer = await ctx.env.BRIDGE.getByName(router.bridgeId).canKeepLines();
  if (answer === "outdated") throw refuse("refused", "line_bridge_old").at("routerId");
}
