/** What every answer carries. A page sets its own, wider Content-Security-Policy before; it is kept. */
export function securityHeaders(headers: Headers): void {
  const defaults = {
    "content-security-policy":
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "strict-transport-security": "max-age=31536000; includeSubDomains",
    "cache-control": "private, no-store",
  };
  for (const [name, value] of Object.entries(defaults)) if (!headers.has(name)) headers.set(name, value);
}
