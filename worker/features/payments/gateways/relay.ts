import type { Settings } from "../../../env.ts";

/**
 * Airtel and banks answer known addresses only, and a worker has none of its own: with a relay set, every call goes to
 * `<relay>/<host of the gateway>/<path>`, with the relay's own token beside the gateway's headers.
 */
export function throughRelay(
  { GATEWAY_RELAY_URL: relay, GATEWAY_RELAY_TOKEN: token }: Settings,
  url: string,
  init: RequestInit,
): { url: string; init: RequestInit } {
  if (!relay) return { url, init };
  const { host, pathname, search } = new URL(url);
  const headers = {
    ...(init.headers as Record<string, string>),
    ...(token ? { "x-relay-token": token } : {}),
  };
  return { url: `${relay}/${host}${pathname}${search}`, init: { ...init, headers } };
}
