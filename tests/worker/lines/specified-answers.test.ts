import { beforeAll, expect, test } from "vitest";
import { endpoints } from "#contract/index";
import { addPackage, listLines, listPackages } from "#contract/lines";
import { sql } from "#worker/db/sql";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { call, hostOf, send } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { credited, customerWithLines } from "./account-world.ts";

// The calls that the portal and the consoles were specified with know nothing of homes and offices: no plan among them is a package, and no
// user a line or a customer.

const specified = {
  visitor: ["plans", "settings", "advertisements", "provider/:subdomain"].map((path) => `/api/${path}`),
  provider: [
    ...["stats", "routers", "routers/:id/stats", "routers/provider/:providerId", "plans", "users"],
    ...["users/active", "transactions/recent", "transactions", "payments/stats", "vouchers"],
    ...["vouchers/stats", "profile/:id"],
  ].map((path) => `/api/admin/${path}`),
  platform: [
    ...["stats", "providers", "providers/:id", "providers/:id/admin", "payment-gateways"],
    ...["providers/:id/payment-gateways", "revenue/providers", "revenue/providers/:id", "routers"],
    ...["routers/:id/revenue", "payment-gateway-switches", "payment-gateway-switch/transactions"],
    ...["provider-billing", "advertisements"],
  ].map((path) => `/api/superadmin/${path}`),
};
const cases = Object.entries(specified).flatMap(([who, paths]) => paths.map((path) => [who, path] as const));
const marked = "Zawadi-of-the-homes";
let seeded: TwoProviders;
let hidden: string[];
let cookies: Record<string, string>;

beforeAll(async () => {
  seeded = await seedBoth();
  const { demo, operator } = seeded;
  cookies = { provider: await signInProvider(demo), platform: await signInOperator(operator) };
  const asOwner = { host: hostOf(demo.subdomain), cookie: cookies.provider ?? "" };
  const made = await call(
    addPackage,
    { body: { name: marked, price: 1_500, period: { months: 1 }, uploadMbps: 5, downloadMbps: 10 } },
    asOwner,
  );
  if (!made.ok) throw new Error(made.text);
  const packageId = made.answer.package.id;
  const customer = await customerWithLines(demo, [{ cents: 150_000, packageId }], { name: marked });
  await credited(demo, customer.id, 150_000);
  const lines = await testContext().tenant(demo.id).all(sql<{ id: string }>`SELECT id FROM lines`);
  hidden = [marked, packageId, customer.id, customer.number, ...lines.map(({ id }) => id)];
});

test.for(cases)("%s: %s", async ([who, path]) => {
  const endpoint = endpoints.find((one) => one.method === "GET" && one.path === path);
  if (!endpoint) throw new Error(`nothing answers ${path}`);
  const { demo } = seeded;
  const id = path.includes("routers/:id")
    ? demo.routers[0]?.id
    : path.includes("profile")
      ? demo.admin.id
      : demo.id;
  const params = { id: id ?? "", providerId: demo.id, subdomain: demo.subdomain };
  const host = who === "platform" ? hostOf() : hostOf(demo.subdomain);
  const cookie = cookies[who];
  const answer = await send(endpoint, { params }, cookie ? { host, cookie } : { host });
  const text = await answer.text();
  expect([answer.status, hidden.filter((one) => text.includes(one))]).toEqual([200, []]);
});

test("their own calls have all of it", async () => {
  const options = { host: hostOf(seeded.demo.subdomain), cookie: cookies.provider ?? "" };
  const said = await Promise.all(
    [listLines, listPackages].map(async (one) => (await send(one, {}, options)).text()),
  );
  const text = said.join();
  expect(hidden.filter((one) => !text.includes(one))).toEqual([]);
});
