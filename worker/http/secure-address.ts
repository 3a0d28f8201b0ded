import { makeContext } from "../context.ts";
import type { Env } from "../env.ts";
import { securityHeaders } from "./security-headers.ts";

/**
 * Where the platform is reached by https, a plain request to it or to a provider's host goes there, before anything is read
 * of it. 308 keeps method and body. What stands before the worker says by which scheme it was asked.
 */
export function secureAddress(env: Env, request: Request): Response | null {
  const { settings } = makeContext(env);
  const url = new URL(request.url);
  const isOurs = url.hostname === settings.mainHost || url.hostname.endsWith(`.${settings.mainHost}`);
  const asked = request.headers.get("x-forwarded-proto") ?? url.protocol.replace(":", "");
  if (!settings.MAIN_ORIGIN.startsWith("https:") || !isOurs || asked !== "http") return null;
  url.protocol = "https:";
  const response = new Response(null, { status: 308, headers: { location: url.href } });
  securityHeaders(response.headers);
  return response;
}
