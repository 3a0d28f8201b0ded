import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { oneLine } from "./one-line.ts";
import { says } from "./said.ts";
import { Day } from "./transactions.ts";
import { scopes } from "./values/api-token.ts";

// Programs of a provider call by a token in place of a session: `Authorization: Bearer mlango_…`.

const Scope = z.enum(scopes, says("token_scopes"));

export const ApiToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(Scope),
  /** Name of the owner who made it; the username of one without a name. */
  madeBy: z.string(),
  createdAt: Moment,
  /** null = it has no end. */
  expiresAt: Moment.nullable(),
  /** To the hour; null = never. */
  lastUsedAt: Moment.nullable(),
  /** It is not past its end, and who made it is an owner who can sign in. */
  isLive: z.boolean(),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const listApiTokens = endpoint({
  name: "listApiTokens",
  summary: "The provider's API tokens that were not revoked, newest first",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/api-tokens",
  answer: z.array(ApiToken),
});

const name = says("token_name");

export const makeApiToken = endpoint({
  name: "makeApiToken",
  summary: "A token for a program of the provider; it is told this once",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/api-tokens",
  body: z.strictObject({
    name: oneLine(z.string(name).trim().min(1, name).max(100, name), "field_name"),
    scopes: z.array(Scope, says("token_scopes")).min(1, says("token_scopes")).max(scopes.length),
    /** The last day on which it works, in Africa/Nairobi; none = until it is revoked. */
    lastDay: optional(Day),
  }),
  fresh: true,
  answer: z.object({ token: ApiToken, secret: z.string() }),
});

export const revokeApiToken = endpoint({
  name: "revokeApiToken",
  summary: "The token opens nothing from now on",
  audience: ["provider"],
  roles: ["owner"],
  method: "DELETE",
  path: "/api/admin/api-tokens/:id",
  params: z.object({ id: z.string().max(64) }),
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
});
