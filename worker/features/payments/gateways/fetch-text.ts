import { GatewayTimeout } from "./wire-faults.ts";

/** Gateways that do not answer within this are given up on; the result is found by other ways. */
export const gatewayTimeoutMs = 8_000;

/** The timer ends with the call, or it would keep its object awake. @throws GatewayTimeout, or what fetch throws */
export async function fetchText(
  fetcher: typeof fetch,
  url: string,
  init: RequestInit,
): Promise<{ ok: boolean; status: number; text: string }> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), gatewayTimeoutMs);
  try {
    const response = await fetcher(url, { ...init, signal: controller.signal });
    return { ok: response.ok, status: response.status, text: await response.text() };
  } catch (cause) {
    throw controller.signal.aborted ? new GatewayTimeout(`no answer in ${gatewayTimeoutMs} ms`) : cause;
  } finally {
    clearTimeout(timer);
  }
}

/** Neither JSON nor nothing: what a machine in front of the gateway shows to people. */
export function isPage(text: string): boolean {
  return text.trim() !== "" && readJson(text) === undefined;
}

/** Undefined where the answer is no JSON, as a proxy's 504 is not. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
