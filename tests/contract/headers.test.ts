import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { securityHeaders } from "#worker/http/security-headers";
import { securityHeaders as expected } from "../support/security-headers.ts";

// The security headers of each kind of answer, byte for byte.

/** What an answer with these headers of its own carries. */
async function carried(own: Record<string, string>, status = 200) {
  const answer = () => new Response(null, { status, headers: own });
  const { headers } = await new Hono().use(securityHeaders).get(answer).request("/");
  return Object.fromEntries(headers);
}

describe("an answer carries", () => {
  test("everything, where it sets nothing", async () => {
    expect(await carried({})).toEqual({ ...expected, "cache-control": "private, no-store" });
  });

  test("its own policy and its own caching", async () => {
    const own = { "content-security-policy": "default-src 'self'", "cache-control": "public, max-age=1" };
    expect(await carried(own)).toEqual({ ...expected, ...own });
  });

  test("no window group of its own where it is sandboxed: browsers refuse to open such a document", async () => {
    const own = { "content-security-policy": "default-src 'none'; sandbox" };
    const { "cross-origin-opener-policy": _none, ...rest } = expected;
    expect(await carried(own)).toEqual({ ...rest, ...own, "cache-control": "private, no-store" });
  });

  test("nothing, where it opens a socket", async () => {
    const app = new Hono().use(securityHeaders).get(() => {
      const [client, server] = Object.values(new WebSocketPair());
      server?.accept();
      return new Response(null, { status: 101, webSocket: client ?? null });
    });
    const { status, headers } = await app.request("/");
    expect([status, Object.fromEntries(headers)]).toEqual([101, {}]);
  });
});
