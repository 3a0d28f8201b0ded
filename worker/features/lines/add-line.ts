import type { Context } from "../../context.ts";
import type { AddLine } from "../../contract/lines.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { type AppError, refuse } from "../../errors.ts";
import { addCustomer, type Customer, customerById, dropUnused } from "../customers/index.ts";
import { deliverLines } from "./deliver-lines.ts";
import { type Asker, closedStatement, placeDevice } from "./device-lines.ts";
import { lineById, type MadeLine } from "./list-lines.ts";
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
  asker: Asker,
): Promise<Added> {
  const known = await lineById(ctx, provider, id);
  if (known) return { line: known, isNew: false, closes: null };
  const { routerId } = input;
  const db = ctx.tenant(provider.id);
  if (input.device) expectAlone(input);
  else await expectBridge(ctx, provider.id, routerId);
  const terms = await termsOfPackage(ctx, provider.id, input.packageId);
  const way = input.device
    ? await deviceWay(ctx, provider.id, routerId, input.device, asker)
    : await nameWay(ctx, db, id, input);
  const customer = await customerOf(ctx, provider.id, id, input);
  const now = ctx.now();
  const { kind, login, password, network, address, closes } = way;
  const statements = [
    sql`INSERT OR IGNORE INTO lines (id, customer_id, router_id, terms, kind, login, login_small, password, network,
        fixed_address, rev, created_at, updated_at)
      VALUES (${id}, ${customer.id}, ${routerId}, ${JSON.stringify(terms)}, ${kind}, ${login},
        ${login.toLowerCase()}, ${password}, ${network}, ${address}, 1, ${now}, ${now})`,
    ...(network !== null && closes ? [closedStatement(routerId, network, asker, now)] : []),
  ];
  await db.batch(statements);
  const line = await lineById(ctx, provider, id);
  // Another one took its name, its device or its address meanwhile.
  if (!line) {
    if (input.customerId === undefined) await db.run(dropUnused([customer.id]));
    throw way.taken;
  }
  // What a known customer has left may cover it at once.
  await db.run(
    sql`UPDATE customer_accounts SET settle_at = ${now} WHERE id = ${customer.id} AND balance_cents > 0`,
  );
  await deliverLines(ctx, provider.id, [id]);
  return { line, isNew: true, closes };
}

/** What a line is by, and why another one has it already. */
type Way = {
  kind: "pppoe" | "device";
  login: string;
  /** Sealed. */
  password: string;
  network: string | null;
  address: string | null;
  closes: { routerName: string } | null;
  taken: AppError;
};

/** @property closes a network was closed for it, at this router */
type Added = { line: MadeLine; isNew: boolean; closes: Way["closes"] };

function expectAlone({ login, password }: AddLine): void {
  if (login !== undefined || password !== undefined) throw refuse("invalid", "line_one_kind").at("device");
}

async function deviceWay(
  ctx: Context,
  providerId: string,
  routerId: string,
  device: NonNullable<AddLine["device"]>,
  asker: Asker,
): Promise<Way> {
  const { mac, ...place } = await placeDevice(ctx, providerId, routerId, device, asker);
  const taken = refuse("conflict", "line_device_taken", { mac }).at("device.mac");
  return { kind: "device", login: mac, password: "", taken, ...place };
}

async function nameWay(ctx: Context, db: TenantDb, id: string, input: AddLine): Promise<Way> {
  const { routerId, login, password } = input;
  if (login === undefined) throw refuse("invalid", "line_login").at("login");
  if (password === undefined) throw refuse("invalid", "line_password").at("password");
  const taken = refuse("conflict", "line_login_taken", { login }).at("login");
  const known = await db.first(
    sql`SELECT 1 FROM lines WHERE router_id = ${routerId} AND login_small = ${login.toLowerCase()}
      AND closed_at IS NULL`,
  );
  if (known) throw taken;
  const sealed = ctx.keys.seal(password, sealedPlace("lines", id));
  return { kind: "pppoe", login, password: sealed, network: null, address: null, closes: null, taken };
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
  const { name, language = null, email = "" } = customer;
  return addCustomer(ctx, providerId, lineId, { name, phone, language, email });
}

/** @throws AppError not_found where the router is another's, refused where no bridge can drive a line there */
export async function expectBridge(ctx: Context, providerId: string, routerId: string): Promise<void> {
  const router = await ctx.lookup.routerById(routerId);
  if (router?.providerId !== providerId) throw refuse("not_found", "no_such_router").at("routerId");
  if (!router.bridgeId) throw refuse("refused", "line_router_without_bridge").at("routerId");
  const answer = await ctx.env.BRIDGE.getByName(router.bridgeId).canKeepLines();
  if (answer === "outdated") throw refuse("refused", "line_bridge_old").at("routerId");
}
