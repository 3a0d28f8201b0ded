/** The text as a JSON object; undefined when it is none. */
export function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isJson(request: Request): boolean {
  return /^application\/json\b/i.test(request.headers.get("content-type") ?? "");
}

/** Key and secret of Basic authentication. */
export function basicCredentials(request: Request): { key: string; secret: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(request.headers.get("authorization") ?? "")?.[1];
  if (encoded === undefined || encoded.length % 4 !== 0) return undefined;
  const text = atob(encoded);
  const colon = text.indexOf(":");
  return colon < 0 ? undefined : { key: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** What a proxy on the way says when no answer came back: neither JSON nor any word about the payment. */
export function lostAnswer(): Response {
  const page =
    "<html><head><title>504 Gateway Time-out</title></head><body>504 Gateway Time-out</body></html>";
  return new Response(page, { status: 504, headers: { "Content-Type": "text/html" } });
}

const FIREWALL_STATUS = { forbidden: 403, unavailable: 503, page: 200 } as const;

/** What a web firewall in front of the gateway shows instead of its answer, as clients met it; the gateway hears nothing. */
export function firewallPage(setting: "none" | keyof typeof FIREWALL_STATUS): Response | undefined {
  if (setting === "none") return undefined;
  const page =
    '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"></head><body style="margin:0px;height:100%"><iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=9" frameborder=0 width="100%" height="100%">Request unsuccessful. Incapsula incident ID: 1220001130094251338-97134527236409606</iframe></body></html>';
  return new Response(page, { status: FIREWALL_STATUS[setting], headers: { "Content-Type": "text/html" } });
}
