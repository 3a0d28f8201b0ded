import type { Settings } from "../../../env.ts";

/** Airtel and banks answer known addresses only: by the relay every call goes to `<relay>/<host>/<path>`, with its token. */
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
