import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { adminLogIn } from "#contract/auth";
import { changeProviderPassword, createProvider } from "#contract/providers";
import { AppError } from "#worker/errors";
import { deliverAdmins } from "#worker/features/auth/index";
import { createAdmin } from "../../seed/create-admin.ts";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { type Fault, failStatements } from "../../support/database-faults.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// A username is given out in D1 and its admin is written in the provider's object: what is cut off in between is finished.

let seeded: TwoProviders;
let cookie: string;
let fault: Fault | undefined;

beforeAll(async () => {
  seeded = await seedBoth();
  cookie = await signInOperator(seeded.operator);
});
afterEach(() => {
  fault?.heal();
  vi.restoreAllMocks();
});

const password = "a long password";
const create = (subdomain: string, username = subdomain) =>
  call(
    createProvider,
    {
      body: {
        businessName: "Coast",
        contactName: "Ali",
        email: "a@b.example",
        phone: "254700000009",
        subdomain,
        adminCredentials: { username, password, name: "Ali", email: "a@b.example" },
      },
    },
    { cookie },
  );
const logIn = async (subdomain: string, given = password, host = hostOf(subdomain)) =>
  (await call(adminLogIn, { body: { username: subdomain, password: given } }, { host })).status;
const idOf = (answer: Awaited<ReturnType<typeof create>>) => {
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.id;
};
const admins = (providerId: string) =>
  tenantDatabase(providerId).prepare("SELECT count(*) AS n FROM admins").first<number>("n");
const hashesInD1 = () =>
  env.DB.prepare("SELECT count(*) AS n FROM admin_names WHERE pending IS NOT NULL").first<number>("n");

describe("an admin whose making was cut off", () => {
  test("before the provider's object had it is made by the next sweep, and the name is not given out again", async () => {
    fault = failStatements(/INSERT INTO admins/);
    const answer = await create("before");
    expect([answer.status, await hashesInD1(), await logIn("before")]).toEqual([200, 1, 401]);
    expect((await create("elsewhere", "BEFORE")).status).toBe(409);
    fault.heal();
    await deliverAdmins(testContext());
    expect([await logIn("before"), await logIn("before", password, hostOf())]).toEqual([200, 200]);
    expect([await admins(idOf(answer)), await hashesInD1()]).toEqual([1, 0]);
  });

  test("before D1 knew that the object had it signs in, and a later sweep undoes nothing", async () => {
    fault = failStatements(/UPDATE admin_names SET pending/);
    const id = idOf(await create("between"));
    expect([await logIn("between"), await hashesInD1()]).toEqual([200, 1]);
    const body = { newPassword: "chosen by the operator" };
    expect((await call(changeProviderPassword, { params: { id }, body }, { cookie })).status).toBe(200);
    fault.heal();
    await Promise.all([1, 2, 3].map(() => deliverAdmins(testContext())));
    expect([await admins(id), await hashesInD1()]).toEqual([1, 0]);
    expect([await logIn("between"), await logIn("between", body.newPassword)]).toEqual([401, 200]);
  });

  test("does not hold up another provider's", async () => {
    fault = failStatements(/INSERT INTO admins/);
    const [first, second] = [idOf(await create("first")), idOf(await create("second"))];
    fault.heal();
    await env.DB.prepare("UPDATE admin_names SET pending = '{' WHERE provider_id = ?1").bind(first).run();
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await deliverAdmins(testContext());
    expect([await admins(first), await admins(second)]).toEqual([0, 1]);
    await env.DB.prepare("DELETE FROM admin_names WHERE provider_id = ?1").bind(first).run();
  });

  test("at the very beginning leaves neither provider nor name", async () => {
    fault = failStatements(/INSERT INTO admin_names/);
    expect((await create("nothing")).status).toBe(500);
    fault.heal();
    const left = await env.DB.prepare(
      "SELECT (SELECT count(*) FROM providers WHERE subdomain = 'nothing') + (SELECT count(*) FROM admin_names WHERE username_key = 'nothing') AS n",
    ).first("n");
    expect(left).toBe(0);
    expect((await create("nothing")).status).toBe(200);
  });
});

test("of a super admin and the admins of two providers who want one name at once, one gets it", async () => {
  const about = { username: "Wanted", name: "W", email: "w@b.example", password };
  const homes = [null, seeded.demo.id, seeded.savanna.id, seeded.demo.id, null];
  const made = await Promise.all(
    homes.map((providerId) =>
      createAdmin(testContext(), { ...about, providerId }).then(
        () => "made",
        (cause: unknown) => (cause instanceof AppError ? cause.code : String(cause)),
      ),
    ),
  );
  expect(made.sort()).toEqual(["conflict", "conflict", "conflict", "conflict", "made"]);
  const inAll = await env.DB.prepare(
    "SELECT (SELECT count(*) FROM operators WHERE username_key = 'wanted') + (SELECT count(*) FROM admin_names WHERE username_key = 'wanted') AS n",
  ).first("n");
  expect(inAll).toBe(1);
  expect([await admins(seeded.demo.id), await admins(seeded.savanna.id)]).toContain(1);
});
