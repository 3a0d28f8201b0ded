/** What a page of ours may use of a device: nothing of this is asked for anywhere. */
const unused = [
  ...["accelerometer", "camera", "display-capture", "geolocation", "gyroscope"],
  ...["magnetometer", "microphone", "midi", "payment", "usb"],
];

/** The same on every answer, whatever it carries: also on files that never reach the worker (`vite.config.ts`). */
export const securityDefaults = {
  "content-security-policy":
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  // For browsers that do not read frame-ancestors: no page of ours stands in a frame.
  "x-frame-options": "DENY",
  "permissions-policy": unused.map((name) => `${name}=()`).join(", "),
  "cross-origin-opener-policy": "same-origin",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
} as const;

/** What every answer carries. A page sets its own, wider Content-Security-Policy before; it is kept. */
export function securityHeaders(headers: Headers): void {
  const own = headers.get("content-security-policy") ?? "";
  for (const [name, value] of Object.entries({ ...securityDefaults, "cache-control": "private, no-store" })) {
    // A browser refuses to open a sandboxed document that asks for a window group of its own.
    if (name === "cross-origin-opener-policy" && /\bsandbox\b/.test(own)) continue;
    if (!headers.has(name)) headers.set(name, value);
  }
}
