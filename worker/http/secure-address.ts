import type { MiddlewareHandler } from "hono";
import { makeContext } from "../context.ts";
import type { Env } from "../env.ts";

/** Where the platform is reached by https, plain requests go there unread. 308 keeps method and body. */
export const secureAddress: MiddlewareHandler<{ Bindings: Env }> = async (c, next) => {
  const { settings } = makeContext(c.env);
  const url = new URL(c.req.url);
  const name = url.hostname.replace(/\.$/, "");
  const isOurs = name === settings.mainHost || name.endsWith(`.${settings.mainHost}`);
  const asked = c.req.header("x-forwarded-proto") ?? url.protocol.replace(":", "");
  if (!settings.MAIN_ORIGIN.startsWith("https:") || !isOurs || asked !== "http") return next();
  url.protocol = "https:";
  url.hostname = name;
  return new Response(null, { status: 308, headers: { location: url.href } });
};
