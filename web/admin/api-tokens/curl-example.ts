import type { Scope } from "#contract/values/api-token";

/** One call that each scope opens; what only reads goes before what makes something. */
const examples: readonly (readonly [Scope, string])[] = [
  ["read:plans", "/api/admin/plans"],
  ["read:vouchers", "/api/admin/vouchers?pageSize=10"],
  ["read:payments", "/api/admin/transactions?pageSize=10"],
  ["read:visitors", "/api/admin/users?pageSize=10"],
  ["read:lines", "/api/admin/lines"],
  ["read:reports", "/api/admin/stats"],
];

/** A command that works as it is, but for the plan where vouchers are made. @param origin of the provider's own host */
export function curlExample(origin: string, secret: string, scopes: readonly Scope[]): string {
  const asked = `curl -H "Authorization: Bearer ${secret}"`;
  const read = examples.find(([scope]) => scopes.includes(scope));
  if (read) return `${asked} \\\n  "${origin}${read[1]}"`;
  const body = `-H "Content-Type: application/json" -d '{"planId":"PLAN","quantity":10}'`;
  return `${asked} \\\n  ${body} \\\n  "${origin}/api/admin/vouchers/generate"`;
}
