import { env, exports } from "cloudflare:workers";
import { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { platformLogIn, platformSession } from "#contract/auth";
import { listPlans } from "#contract/plans";
import * as system from "#contract/system";
import { type Context, makeContext } from "#worker/context";
import type { Env } from "#worker/env";
import { secureAddress } from "#worker/http/security-headers";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { call, hostOf, send } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

let seeded: TwoProviders;

beforeAll(async () => {
  seeded = await seedBoth();
});

/** Names by which the worker may be reached, and where operators have no business. */
const elsewhere = [
  ...["evil.example", "127.0.0.1", "localhost", "mlango.workers.dev", `${hostOf()}.evil.example`],
  ...[hostOf("www"), hostOf("admin"), hostOf("x.demo"), hostOf("demo"), hostOf("no-such-provider")],
];

describe.each(elsewhere)("at %s", (host) => {
  test("the super admin console is not found, and its files are not named", async () => {
    for (const page of ["", "dashboard", "operators"]) {
      const response = await (page === ""
        ? send(system.superadminConsole, {}, { host })
        : send(system.superadminConsolePage, { params: { page } }, { host }));
      expect([page, response.status]).toEqual([page, 404]);
      expect(await response.text()).not.toMatch(/superadmin|Super Admin|id="root"/);
    }
  });

  test("nobody signs in as an operator, not even with the right password, and no session of one counts", async () => {
    const { username, password } = seeded.operator;
    const answer = await call(platformLogIn, { body: { username, password } }, { host });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([404, []]);
    const cookie = await signInOperator(seeded.operator);
    expect((await call(platformSession, {}, { host, cookie })).status).toBe(404);
  });
});

test("below a provider's host there is no site: a page says so, whatever is asked for", async () => {
  for (const path of ["/", "/admin", "/admin/plans", "/superadmin", "/connected"]) {
    const response = await exports.default.fetch(`http://${hostOf("x.demo")}${path}`);
    expect([path, response.status]).toEqual([path, 404]);
    const text = await response.text();
    expect(text).toContain("There is no provider at this address.");
    expect(text).not.toMatch(/Demo WiFi|id="root"/);
  }
});

test("a host with the dot of the root behind it is the provider's, too, and its calls are", async () => {
  const host = `${hostOf("demo").replace(/(:\d+)?$/, ".$1")}`;
  const seen = await exports.default.fetch(`http://${host}/`);
  expect(seen.status).toBe(200);
  expect(await seen.text()).toContain("Demo WiFi");
  const plans = await call(listPlans, {}, { host });
  expect(plans.ok && plans.answer.length).toBeGreaterThan(0);
});

/** Where a permanent redirect leads; null for what is answered where it is. */
async function leads(url: string, init: RequestInit, bindings: Env): Promise<string | null> {
  const app = new Hono<{ Bindings: Context }>().use(secureAddress).all((c) => c.text("here"));
  const { status, headers } = await app.request(url, init, makeContext(bindings));
  expect([200, 308]).toContain(status);
  return status === 308 ? headers.get("location") : null;
}

describe("where the platform is reached by https", () => {
  const secure = { ...(env as unknown as Env), MAIN_ORIGIN: "https://mlango.example" };
  const asked = (url: string, init: RequestInit = {}) => leads(url, init, secure);

  test.each([
    ["http://mlango.example/", "https://mlango.example/"],
    ["http://mlango.example/superadmin?a=1", "https://mlango.example/superadmin?a=1"],
    ["http://demo.mlango.example/pay/1?mac=2", "https://demo.mlango.example/pay/1?mac=2"],
    ["http://x.demo.mlango.example/", "https://x.demo.mlango.example/"],
  ])("%s leads to %s, with the method that it had", async (from, to) => {
    for (const method of ["GET", "POST"]) expect(await asked(from, { method })).toBe(to);
  });

  test("https, and what was https before it came to the worker, is answered where it is", async () => {
    expect(await asked("https://mlango.example/")).toBeNull();
    expect(await asked("http://mlango.example/", { headers: { "x-forwarded-proto": "https" } })).toBeNull();
  });

  test("https at the worker that was plain before it leads to https", async () => {
    const headers = { "x-forwarded-proto": "http" };
    expect(await asked("https://mlango.example/", { headers })).toBe("https://mlango.example/");
  });

  test("nobody is sent to another host", async () => {
    for (const host of ["evil.example", "mlango.example.evil.example", "evilmlango.example", "127.0.0.1"])
      expect(await asked(`http://${host}/`)).toBeNull();
  });
});

test("a site without https is answered as it is asked", async () => {
  expect(await leads(`http://${hostOf()}/`, {}, env as unknown as Env)).toBeNull();
});
