import { describe, expect, test } from "vitest";
import { endpoints } from "#contract/index";
import { openapi } from "#contract/system";
import { app, loadedLater } from "#worker/app";
import { consoleApp } from "#worker/console-app";
import { openApiDocument } from "#worker/pages/api-docs/openapi";
import { call } from "../support/worker-call.ts";
import { each } from "./walk.ts";

type File = Record<string, unknown>;
const files = import.meta.glob<File>("../../worker/contract/*.ts", { eager: true });

describe("the list of endpoints", () => {
  test("holds what every file of the contract declares", () => {
    const declared = Object.values(files)
      .flatMap((file) => Object.values(file))
      .filter((value) => typeof value === "object" && value !== null && "audience" in value);
    expect(declared.length).toBeGreaterThan(20);
    expect(declared.filter((value) => !endpoints.some((endpoint) => endpoint === value))).toEqual([]);
  });

  test("names each once, and gives no address twice", () => {
    const names = endpoints.map(({ name }) => name);
    const addresses = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test("is what the worker mounts: nothing missing, and nothing beside it", () => {
    const calls = [app, consoleApp]
      .flatMap(({ entry }) => entry.routes)
      .filter(({ method }) => method !== "ALL");
    const mounted = calls.map(({ method, path }) => `${method} ${path}`);
    const declared = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(mounted)].sort()).toEqual(declared.sort());
  });

  test("is found where it comes later: each path leads there, and none that was mounted at the start stands before it", () => {
    const later = consoleApp.entry.routes.filter(({ method }) => method !== "ALL");
    expect(later.filter(({ path }) => !loadedLater.test(path)).map(({ path }) => path)).toEqual([]);
    const atStart = app.entry.routes.filter(({ method }) => method !== "ALL");
    const patterns = atStart.map(({ method, path }) => ({
      method,
      is: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`),
    }));
    const hidden = later.filter(({ method, path }) =>
      patterns.some((one) => one.method === method && one.is.test(path)),
    );
    expect(hidden).toEqual([]);
  });
});

test.each(each(() => true))("%s says who may call it and what it is for", (_name, endpoint) => {
  expect(endpoint.audience.length).toBeGreaterThan(0);
  expect(endpoint.summary).toMatch(/^[A-Z].{10,}$/);
  expect(endpoint.path).toMatch(/^\/[\w/.:-]*$/);
});

/** By a password, by the one-time code of a super admin, or by a link; and who has forgotten the password. */
const waysIn = [
  ...["/api/admin/login", "/api/admin/handoff"],
  ...["/api/admin/invitation", "/api/admin/invitation/accept"],
  ...["/api/admin/password/forgotten", "/api/admin/password/reset", "/api/admin/password/reset/ways-in"],
  "/api/admin/email/confirm",
];

test.each(each(({ path }) => path.startsWith("/api/admin/") && !waysIn.includes(path)))(
  "%s is for people who are signed in",
  (_name, { audience }) => {
    expect(audience.filter((who) => who !== "provider" && who !== "platform")).toEqual([]);
  },
);

/** By a password, or by an invitation of a super admin. */
const operatorsWaysIn = [
  "/api/superadmin/login",
  "/api/superadmin/invitation",
  "/api/superadmin/invitation/accept",
];

test.each(each(({ path }) => path.startsWith("/api/superadmin/") && !operatorsWaysIn.includes(path)))(
  "%s is for super admins alone",
  (_name, { audience }) => {
    expect(audience).toEqual(["platform"]);
  },
);

describe("the description of the API", () => {
  test("is served, and names every endpoint with its address, its callers and its refusals", async () => {
    const answer = await call(openapi);
    const document = answer.ok ? (answer.answer as ReturnType<typeof openApiDocument>) : undefined;
    expect(document?.openapi).toBe("3.1.0");
    for (const endpoint of endpoints) {
      const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
      const operation = document?.paths[path]?.[endpoint.method.toLowerCase()];
      expect(operation, path).toMatchObject({
        operationId: endpoint.name,
        tags: endpoint.audience,
        responses: { default: { $ref: "#/components/responses/Refusal" } },
      });
    }
  });

  test("says what a call takes: parameters, body, Idempotency-Key and session", () => {
    const document = openApiDocument(endpoints, { version: "1", origin: "https://example.com" });
    expect(document.paths["/api/admin/vouchers/generate"]?.post).toMatchObject({
      parameters: [{ name: "Idempotency-Key", in: "header" }],
      requestBody: {
        content: {
          "application/json": { schema: { required: ["planId", "quantity"], additionalProperties: false } },
        },
      },
      security: [{ providerSession: [] }, { providerToken: ["write:vouchers"] }],
    });
    expect(document.paths["/api/admin/plans/{id}"]?.delete).toMatchObject({
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "string" } },
        { name: "vouchers", in: "query", required: false },
      ],
    });
    expect(document.paths["/api/admin/plans/{id}"]?.delete).not.toHaveProperty("requestBody");
    expect(document.paths["/api/plans"]?.get).toMatchObject({
      parameters: [
        { name: "routerId", in: "query", required: false },
        { name: "mac", in: "query", required: false },
      ],
      security: [{}],
    });
  });
});
