import type { Context } from "../../context.ts";
import type { AdoptableSecret } from "../../contract/adoption.ts";
import { type RouterSecret, RouterSecrets } from "../../contract/router-secrets.ts";
import { type Made, say, type Text } from "../../contract/texts.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import { bridgeAway, routerNames } from "../routers/index.ts";

/** Three lists of a far router. */
const patienceMs = 20_000;

export type ReadSecrets = {
  routerName: string;
  left: number;
  secrets: (RouterSecret & { hindrance: Text | null })[];
};

/** As the router says now, with passwords. @throws AppError not_found; refused, unavailable: it cannot be asked, and why */
export async function secretsOf(ctx: Context, providerId: string, routerId: string): Promise<ReadSecrets> {
  const router = await ctx.lookup.routerById(routerId);
  if (router?.providerId !== providerId) throw refuse("not_found", "no_such_router");
  if (!router.bridgeId) throw refuse("refused", "line_router_without_bridge");
  const bridge = ctx.env.BRIDGE.getByName(router.bridgeId);
  if ((await bridge.canKeepLines()) === "outdated") throw refuse("refused", "line_bridge_old");
  const answer = await bridge.request({ kind: "secrets", routerId }, patienceMs);
  if (answer.kind !== "answered") throw new AppError("unavailable", bridgeAway[answer.kind]);
  if (!answer.ok) throw new AppError("unavailable", answer.message);
  const read = RouterSecrets.safeParse(JSON.parse(answer.result));
  if (!read.success) throw refuse("unavailable", "of_newer_bridge");
  const taken = await ctx.tenant(providerId).all(
    sql<{ login: string }>`SELECT login_small AS login FROM lines
      WHERE router_id = ${routerId} AND closed_at IS NULL`,
  );
  const logins = new Set(taken.map(({ login }) => login));
  const counts = new Map<string, number>();
  const { secrets, left } = read.data;
  for (const { name } of secrets) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  const hindranceOf = ({ name, isLine, password, isMisspelled }: RouterSecret): Text | null => {
    const small = name.toLowerCase();
    if (isMisspelled) return say("secret_misspelled");
    if ((counts.get(small) ?? 0) > 1) return say("secret_twice");
    if (isLine) return say("secret_is_line");
    if (logins.has(small)) return say("line_login_taken", { login: name });
    return password === null ? say("secret_without_password") : null;
  };
  const judged = secrets.map((one) => ({ ...one, hindrance: hindranceOf(one) }));
  const routerName = (await routerNames(ctx, providerId)).get(routerId) ?? "";
  return { routerName, left, secrets: judged };
}

/** Without its password. */
export function shownSecret(secret: ReadSecrets["secrets"][number]): Made<typeof AdoptableSecret> {
  const { name, profile, comment, speed, isOff, isDialled, hindrance } = secret;
  return {
    name,
    profile,
    comment,
    uploadMbps: speed && speed.upKbps / 1_000,
    downloadMbps: speed && speed.downKbps / 1_000,
    isOff,
    isDialled,
    customer: customerSaid(name, comment),
    hindrance,
  };
}

const phoneIn = /(?:\+?254|0)[ -]?[17](?:[ -]?\d){8}(?!\d)/;

/** People write who it is, and the phone, into the comment, or make the name of it. */
export function customerSaid(login: string, comment: string): AdoptableSecret["customer"] {
  const [written = ""] = phoneIn.exec(comment) ?? phoneIn.exec(login) ?? [];
  const name = comment
    .replace(written, " ")
    .replace(/\p{Cc}/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s,;:/|-]+|[\s,;:/|-]+$/g, "")
    .slice(0, 80);
  return { name: name || login.slice(0, 80), phoneNumber: parseKenyanMobile(written) ?? null };
}
