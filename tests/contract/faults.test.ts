import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Endpoint } from "#contract/endpoint";
import { portalBuyPage, portalHome } from "#contract/portal";
import { health } from "#contract/system";
import { redeemVoucher } from "#contract/vouchers";
import { makeContext } from "#worker/context";
import type { Env } from "#worker/env";
import { refuse } from "#worker/errors";
import { newApp, route } from "#worker/http/route";
import { refusalPage } from "#worker/pages/refusal";
import { testContext } from "../support/worker-context.ts";

let logged: string[] = [];

beforeEach(() => {
  logged = [];
  vi.spyOn(console, "error").mockImplementation((line: string) => logged.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Mounts the endpoint with a handler that breaks, and calls it. */
async function breakIn(
  endpoint: Endpoint,
  cause: unknown,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const app = newApp();
  route(app, endpoint, () => Promise.reject(cause));
  const init = { headers: { "content-type": "application/json", ...headers }, ...(body ? { body } : {}) };
  const request = new Request(`${env.MAIN_ORIGIN}${endpoint.path}`, { method: endpoint.method, ...init });
  return app.entry.fetch(request, testContext(), createExecutionContext());
}

const internal = "D1_ERROR: no such column: secret_column at worker/db/store.ts:12:3";
const sentence = "Something went wrong on our side. Please try again in a moment.";
const requestId = expect.stringMatching(/^[0-9a-f]{16}$/);

describe("what nobody foresaw", () => {
  test.each([new Error(internal), internal, { stack: internal }, undefined])(
    "is told as one sentence (%#)",
    async (cause) => {
      const response = await breakIn(health, cause);
      const text = await response.text();
      expect(response.status).toBe(500);
      expect(JSON.parse(text)).toEqual({
        code: "internal",
        message: sentence,
        error: sentence,
        reason: "unforeseen",
        params: {},
        requestId: response.headers.get("x-request-id"),
      });
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    },
  );

  test("says `success: false` where the answer has `success`", async () => {
    const response = await breakIn(redeemVoucher, new Error(internal), '{"voucherCode":"A"}');
    expect(await response.json()).toEqual({
      code: "internal",
      message: sentence,
      error: sentence,
      requestId,
      reason: "unforeseen",
      params: {},
      success: false,
    });
  });

  test("reaches the log as one line, in full, under the id of its answer", async () => {
    const response = await breakIn(health, new Error(internal));
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? "")).toEqual({
      level: "error",
      event: "unforeseen",
      requestId: response.headers.get("x-request-id"),
      error: expect.stringContaining(internal),
    });
  });

  test("reaches the log without phone numbers, devices and secrets", async () => {
    const secrets = [
      "0712345678",
      "+254112345678",
      "4C:5E:0C:A1:00:01",
      "ab".repeat(16),
      `Bearer${"x1".repeat(20)}`,
    ];
    await breakIn(health, new Error(secrets.join(" "), { cause: new Error(secrets.join("/")) }));
    for (const secret of secrets) expect(logged.join("\n")).not.toContain(secret);
  });

  test("is never called by an id that its caller chose", async () => {
    for (const chosen of ["mine", "0123456789abcdef\u00e4", "x".repeat(500), "0123456789ABCDEF-NBO"]) {
      const headers = { "x-request-id": "chosen", "cf-ray": chosen };
      const response = await breakIn(health, new Error(internal), undefined, headers);
      expect(response.headers.get("x-request-id")).toEqual(requestId);
    }
    const onCloudflare = { "cf-ray": "0123456789abcdef-NBO" };
    const response = await breakIn(health, new Error(internal), undefined, onCloudflare);
    expect(response.headers.get("x-request-id")).toBe("0123456789abcdef-NBO");
  });
});

test("a page that breaks shows the id that its visitor can quote, a page that is not there shows none", async () => {
  const app = newApp();
  const pages: [Endpoint, Error][] = [
    [portalHome, new Error(internal)],
    [portalBuyPage, refuse("not_found", "plan_not_sold")],
  ];
  for (const [page, cause] of pages) route(app, page, () => Promise.reject(cause), { refuse: refusalPage });
  const get = (path: string) =>
    app.entry.fetch(new Request(`${env.MAIN_ORIGIN}${path}`), testContext(), createExecutionContext());
  const broken = await get(portalHome.path);
  expect(broken.status).toBe(500);
  expect(await broken.text()).toContain(`Reference: ${broken.headers.get("x-request-id")}`);
  const missing = await get(portalBuyPage.path);
  expect(missing.status).toBe(404);
  expect(await missing.text()).not.toContain("Reference: ");
});

test("a worker whose database does not answer says so to its monitor", async () => {
  const { mountSystem } = await import("#worker/pages/system-routes");
  const app = newApp();
  mountSystem(app);
  const prepare = () => {
    throw new Error(internal);
  };
  const broken = makeContext({ ...env, DB: { prepare } as unknown as D1Database } as unknown as Env);
  const response = await app.entry.fetch(
    new Request(`${env.MAIN_ORIGIN}/api/health`),
    broken,
    createExecutionContext(),
  );
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ ok: false, database: false });
});
