import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { Context } from "../context.ts";

const none = ["'none'"];

const defaults = {
  contentSecurityPolicy: { defaultSrc: none, frameAncestors: none, baseUri: none, formAction: none },
  referrerPolicy: "same-origin",
  // For browsers that do not read frame-ancestors: no page of ours stands in a frame.
  xFrameOptions: "DENY",
  strictTransportSecurity: "max-age=31536000; includeSubDomains",
  // What a page may use of a device: nothing of this is asked for anywhere.
  permissionsPolicy: {
    accelerometer: [],
    camera: [],
    displayCapture: [],
    geolocation: [],
    gyroscope: [],
    magnetometer: [],
    microphone: [],
    midi: [],
    payment: [],
    usb: [],
  },
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  // A page sets its own, wider Content-Security-Policy.
  overwrite: false,
};

const onAnswers = secureHeaders(defaults);
// A browser refuses to open a sandboxed document that asks for a window group of its own.
const onSandboxed = secureHeaders({ ...defaults, crossOriginOpenerPolicy: false });

/** What every answer carries. Built files never reach the worker and get the same from `_headers` (`vite.config.ts`). */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  // A socket's 101 answer carries no headers of ours.
  if (c.res.status === 101) return;
  const isSandboxed = /\bsandbox\b/.test(c.res.headers.get("content-security-policy") ?? "");
  await (isSandboxed ? onSandboxed : onAnswers)(c, async () => {});
  if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "private, no-store");
};

/** Where the platform is reached by https, plain requests go there unread. 308 keeps method and body. */
export const secureAddress: MiddlewareHandler<{ Bindings: Context }> = async (c, next) => {
  const { settings } = c.env;
  const url = new URL(c.req.url);
  const name = url.hostname.replace(/\.$/, "");
  const isOurs = name === settings.mainHost || name.endsWith(`.${settings.mainHost}`);
  const asked = c.req.header("x-forwarded-proto") ?? url.protocol.replace(":", "");
  if (!settings.MAIN_ORIGIN.startsWith("https:") || !isOurs || asked !== "http") return next();
  url.protocol = "https:";
  url.hostname = name;
  return new Response(null, { status: 308, headers: { location: url.href } });
};
