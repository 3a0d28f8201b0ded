import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, vi } from "vitest";
import { adoptDevices } from "#contract/adoption";
import { type Audience, type Endpoint, Refusal } from "#contract/endpoint";
import { endpoints } from "#contract/index";
import { replaceDevice } from "#contract/line-devices";
import { setLinePassword } from "#contract/line-life";
import { savePackage } from "#contract/lines";
import type { TwoProviders } from "../seed/two-providers.ts";
import { databaseChecksum } from "../support/database-checksum.ts";
import { bodySchema, exampleOf, wordsOfParam } from "../support/example.ts";
import { signInOperator, signInProvider } from "../support/sign-in.ts";
import { tenantDatabase } from "../support/tenant-rows.ts";
import { type CallInput, type CallOptions, hostOf, send } from "../support/worker-call.ts";
import { seedBoth } from "../support/worker-context.ts";

/** Endpoints as `test.each` wants them: named in the test's title. */
export function each(wanted: (endpoint: Endpoint) => boolean): [string, Endpoint][] {
  return endpoints.filter(wanted).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]);
}

export const isFor = (endpoint: Endpoint, ...audience: Audience[]) =>
  audience.some((who) => endpoint.audience.includes(who));

/** Only for people who are signed in. */
export const isGuarded = (endpoint: Endpoint) =>
  isFor(endpoint, "provider", "platform") && !isFor(endpoint, "visitor", "gateway", "bridge");

/** Sockets and gateways have rules of their own: no browser calls them. */
export const isForBrowsers = ({ kind }: Endpoint) => kind !== "callback" && kind !== "socket";
export const isUnsafe = ({ method }: Endpoint) => method !== "GET";
export const takesJson = (endpoint: Endpoint) => isUnsafe(endpoint) && endpoint.kind === "json";
/** A sign-in that is refused still leaves its line in the audit trail. */
const leavesLine = (endpoint: Endpoint) =>
  endpoint.path.endsWith("/login") || endpoint.path === "/api/admin/handoff";

export type Callers = { demo: string; savanna: string; operator: string };

/** Two providers and an operator for one file, all signed in; whatever would leave the machine fails. */
export function inhabited(): { seeded(): TwoProviders; callers(): Callers } {
  let there: { seeded: TwoProviders; callers: Callers } | undefined;
  beforeAll(async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new Error("no test of the contract leaves the machine")));
    const seeded = await seedBoth();
    there = { seeded, callers: await signInAll(seeded) };
  });
  const found = () => {
    if (!there) throw new Error("nobody lives here yet");
    return there;
  };
  return { seeded: () => found().seeded, callers: () => found().callers };
}

async function signInAll({ demo, savanna, operator }: TwoProviders): Promise<Callers> {
  return {
    demo: await signInProvider(demo),
    savanna: await signInProvider(savanna),
    operator: await signInOperator(operator),
  };
}

/** The most powerful caller that an endpoint is meant for, on the host where they are at home. */
export function rightfulCaller(endpoint: Endpoint, callers: Callers): CallOptions {
  if (isFor(endpoint, "provider")) return { host: hostOf("demo"), cookie: callers.demo };
  if (isFor(endpoint, "platform")) return { host: hostOf(), cookie: callers.operator };
  return { host: /^(accept)?platform/i.test(endpoint.name) ? hostOf() : hostOf("demo") };
}

const countedAnew = new Map<string, { asked: number; at: number }>();

/**
 * Walks make more changes as one person in two minutes than a provider's console may in ten, and last longer than a given password counts.
 * Now and then is enough, and each time all rows are read anew (`databaseChecksum`).
 */
export async function countChangesAnew(providerId: string): Promise<void> {
  const { asked, at } = countedAnew.get(providerId) ?? { asked: Number.POSITIVE_INFINITY, at: 0 };
  if (asked < 20 && Date.now() - at < 60_000) {
    countedAnew.set(providerId, { asked: asked + 1, at });
    return;
  }
  countedAnew.set(providerId, { asked: 0, at: Date.now() });
  const confirmed = "UPDATE %s SET confirmed_at = ?1";
  await env.DB.prepare(confirmed.replace("%s", "operator_sessions")).bind(Date.now()).run();
  await tenantDatabase(providerId).prepare(confirmed.replace("%s", "sessions")).bind(Date.now()).run();
  const object = env.PROVIDER.getByName(providerId);
  await runInDurableObject(object, (_object, { storage: { sql } }) => {
    const [made] = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'subjects'");
    if (made) sql.exec("DELETE FROM subjects");
  });
}

/** Path parameters that fit and name nothing. */
export function someParams(endpoint: Endpoint, value?: string): Record<string, string> {
  const usual = (name: string) =>
    String(
      wordsOfParam(endpoint, name)?.[0] ??
        (name === "day" ? "2000-01-01" : "00000000-0000-4000-8000-000000000000"),
    );
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  return Object.fromEntries(names.map((name) => [name, value ?? usual(name)]));
}

/** The endpoint's place among all, for `shareOf`. */
export const turnOf = (endpoint: Endpoint): number => endpoints.indexOf(endpoint);

/** A body that this endpoint takes, naming the demo provider's own plan and router. */
export function someBody(endpoint: Endpoint, { demo }: TwoProviders): Record<string, unknown> {
  const named = {
    planId: demo.plans[0]?.id,
    routerId: demo.routers[0]?.id,
    currentPassword: demo.admin.password,
  };
  const body = exampleOf(bodySchema(endpoint), named) as Record<string, unknown>;
  // A plan's price may be typed as a text, a package's not; and a part that buys days is no more than it.
  if (endpoint === savePackage) body.price = 1_500;
  // What a device dials with has no spaces.
  if (endpoint === setLinePassword) body.password = "fibre4you";
  if (endpoint === replaceDevice) body.mac = "02:00:00:00:00:77";
  if (endpoint === adoptDevices)
    for (const device of body.devices as { mac: string }[]) device.mac = "02:00:00:00:00:77";
  return body;
}

export type Probe = { status: number; headers: Headers; text: string };

/**
 * One call, held to what every answer promises: a clear refusal in the one shape or a success, no internal text, all
 * security headers, and nothing changed in the database by what was refused.
 */
export async function probe(endpoint: Endpoint, input: CallInput, options: CallOptions): Promise<Probe> {
  const leaveOut = leavesLine(endpoint) ? ["audit"] : [];
  const before = await databaseChecksum({ leaveOut });
  const response = await send(endpoint, input, options);
  const text = await response.text();
  const { status, headers } = response;
  const about = `${endpoint.method} ${endpoint.path} -> ${status} ${text.slice(0, 500)}`;
  expectHeaders(headers, about);
  expect(text, about).not.toMatch(/\bat \S+ \(?\S+:\d+:\d+|node_modules|D1_ERROR|SQLITE_|ZodError/);
  expect(status === 503 || status < 500, about).toBe(true);
  if (status >= 400) {
    if (endpoint.kind === "json") expectRefusal(endpoint, { status, headers, text }, about);
    expect(await databaseChecksum({ leaveOut }), `${about} changed the database`).toBe(before);
  }
  return { status, headers, text };
}

function expectHeaders(headers: Headers, about: string): void {
  expect(headers.get("x-request-id"), about).toMatch(/^[0-9a-f]{16}$/);
  expect(headers.get("content-security-policy"), about).toMatch(/default-src 'none'/);
  expect(headers.get("content-security-policy"), about).toMatch(/frame-ancestors 'none'/);
  expect(headers.get("content-security-policy"), about).toMatch(/base-uri 'none'/);
  expect(headers.get("x-content-type-options"), about).toBe("nosniff");
  expect(headers.get("x-frame-options"), about).toBe("DENY");
  expect(headers.get("permissions-policy"), about).toContain("camera=(), ");
  expect(headers.get("cross-origin-opener-policy"), about).toBe("same-origin");
  expect(headers.get("referrer-policy"), about).toBe("same-origin");
  expect(headers.get("strict-transport-security"), about).toMatch(/^max-age=\d{8,}/);
  expect(headers.get("cache-control"), about).toBeTruthy();
  expect(headers.get("access-control-allow-origin"), about).toBeNull();
}

function expectRefusal(endpoint: Endpoint, { headers, text }: Probe, about: string): void {
  expect(headers.get("content-type"), about).toMatch(/^application\/json/);
  const refusal = Refusal.strict().parse(JSON.parse(text));
  expect(refusal.error, about).toBe(refusal.message);
  expect(refusal.requestId, about).toBe(headers.get("x-request-id"));
  expect(refusal.message, about).toMatch(/^[A-Z].*\S$/s);
  expect(refusal.success, about).toBe(endpoint.hasSuccess ? false : undefined);
}
