/** What an API token of a provider may ask; each call of the contract names the one it takes. */
export const scopes = [
  ...(["read:payments", "read:visitors", "read:reports", "read:plans"] as const),
  ...(["read:lines"] as const),
  ...(["read:vouchers", "write:vouchers"] as const),
] as const;
export type Scope = (typeof scopes)[number];

/** The first part says whose object to ask, and proves nothing. */
export const apiTokenText = (providerId: string, secret: string): string => `mlango_${providerId}_${secret}`;

export function apiTokenParts(text: string): { providerId: string; secret: string } | undefined {
  const [, providerId, secret] = /^mlango_([0-9A-Za-z-]{1,64})_([0-9a-f]{64})$/.exec(text) ?? [];
  return providerId && secret ? { providerId, secret } : undefined;
}
