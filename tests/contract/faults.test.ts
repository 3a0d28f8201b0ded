import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Endpoint } from "#contract/endpoint";
import { health } from "#contract/system";
import { redeemVoucher } from "#contract/vouchers";
import { newApp, route } from "#worker/http/route";

let logged: unknown[][] = [];

beforeEach(() => {
  logged = [];
  vi.spyOn(console, "error").mockImplementation((...parts) => logged.push(parts));
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Mounts the endpoint with a handler that breaks, and calls it. */
async function breakIn(endpoint: Endpoint, cause: unknown, body?: string): Promise<Response> {
  const app = newApp();
  route(app, endpoint, () => Promise.reject(cause));
  const init = body === undefined ? {} : { body, headers: { "content-type": "application/json" } };
  const request = new Request(`${env.MAIN_ORIGIN}${endpoint.path}`, { method: endpoint.method, ...init });
  return app.fetch(request, env, createExecutionContext());
}

const internal = "D1_ERROR: no such column: secret_column at worker/db/store.ts:12:3";
const sentence = "Something went wrong on our side. Please try again in a moment.";

describe("what nobody foresaw", () => {
  test.each([new Error(internal), internal, { stack: internal }, undefined])(
    "is told as one sentence (%#)",
    async (cause) => {
      const response = await breakIn(health, cause);
      const text = await response.text();
      expect(response.status).toBe(500);
      expect(JSON.parse(text)).toEqual({ code: "internal", message: sentence, error: sentence });
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    },
  );

  test("says `success: false` where the answer has `success`", async () => {
    const response = await breakIn(redeemVoucher, new Error(internal), '{"voucherCode":"A"}');
    expect(await response.json()).toEqual({
      code: "internal",
      message: sentence,
      error: sentence,
      success: false,
    });
  });

  test("reaches the log in full", async () => {
    const cause = new Error(internal);
    await breakIn(health, cause);
    expect(logged).toEqual([["unforeseen", cause]]);
  });
});

test("a worker whose database does not answer says so to its monitor", async () => {
  const { mountSystem } = await import("#worker/http/system-routes");
  const app = newApp();
  mountSystem(app);
  const prepare = () => {
    throw new Error(internal);
  };
  const broken = { ...env, DB: { prepare } as unknown as D1Database };
  const response = await app.fetch(
    new Request(`${env.MAIN_ORIGIN}/api/health`),
    broken,
    createExecutionContext(),
  );
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ ok: false, database: false });
});
