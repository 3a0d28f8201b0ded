import { beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "#worker/db/sql";
import { noteOutcome, type Outcome } from "#worker/features/breakers/index";
import { endVerification, gatewayFor, healthNow } from "#worker/features/gateways/index";
import { seedGateways, type TwoProviders } from "../../seed/two-providers.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
const ctx = testContext();
const refused = {
  fault: { code: "payee-refused" },
  detail: "2028 The request is not permitted according to product assignment.",
} as const;
let count = 0;

beforeAll(async () => {
  seeded = await seedBoth();
  await seedGateways(ctx, seeded);
});
beforeEach(async () => {
  await Promise.all(
    [
      sql`DELETE FROM gateway_faults`,
      sql`DELETE FROM gateway_breakers`,
      sql`UPDATE gateways SET suspended_at = NULL`,
    ].map((statement) => ctx.platform.run(statement)),
  );
});

async function gatewayId(): Promise<string> {
  const found = await gatewayFor(ctx, { providerId: seeded.demo.id, routerId: null }, "mpesa");
  if (!found) throw new Error("the demonstration's provider has no M-Pesa gateway");
  return found.gateway.id;
}

async function collects(providerId = seeded.demo.id): Promise<boolean> {
  const found = await gatewayFor(ctx, { providerId, routerId: null }, "mpesa");
  return found?.readiness.status === "collects";
}

async function note(
  over: Partial<Omit<Outcome, "route">> & { route?: Partial<Outcome["route"]> },
): Promise<void> {
  count += 1;
  await noteOutcome(ctx, {
    failure: refused,
    paymentId: `payment ${count}`,
    at: count,
    ...over,
    route: {
      type: "mpesa",
      gatewayId: await gatewayId(),
      environment: "sandbox",
      credentials: "provider",
      switchId: null,
      ...over.route,
    },
  });
}

async function letters(): Promise<string[]> {
  const rows = await ctx.platform.all(
    sql<{ recipient: string; subject: string }>`SELECT recipient, subject FROM mail ORDER BY recipient`,
  );
  return rows.map(({ recipient, subject }) => `${recipient}: ${subject}`);
}

test("three refusals in a row stop a configuration, once, and both are written to; KSh 1 starts it again", async () => {
  await note({});
  await note({});
  expect(await collects()).toBe(true);
  await note({});
  expect(await collects()).toBe(false);
  const written = await letters();
  expect(
    written.filter((one) => one.startsWith("amina@demo.example: M-Pesa is not collecting")),
  ).toHaveLength(1);
  await note({});
  expect(await letters()).toEqual(written);
  const paymentId = "a verification";
  const id = await gatewayId();
  await ctx.platform.run(sql`UPDATE gateways SET verification_payment_id = ${paymentId} WHERE id = ${id}`);
  await endVerification(ctx, {
    gatewayId: id,
    paymentId,
    verifiedAt: null,
    fault: { fault: null, detail: "1032" },
  });
  expect(await collects()).toBe(false);
  await endVerification(ctx, { gatewayId: id, paymentId, verifiedAt: Date.now(), fault: null });
  expect(await collects()).toBe(true);
  await note({});
  expect(await collects()).toBe(true);
});

test("one payment counts once, however often it is told", async () => {
  for (let told = 0; told < 5; told += 1) await note({ paymentId: "the same" });
  expect(await collects()).toBe(true);
});

test("what works in between sets the count back; what worked before the faults does not", async () => {
  await note({});
  await note({});
  await note({ failure: null });
  await note({});
  await note({});
  await note({ failure: null, at: 0 });
  expect(await collects()).toBe(true);
  await note({});
  expect(await collects()).toBe(false);
});

test("refused credentials of the platform's app stop it for whom it collects, and nobody else", async () => {
  const failure = { fault: { code: "token-refused" }, detail: "no access token (HTTP 400)" } as const;
  for (let told = 0; told < 3; told += 1) await note({ failure, route: { credentials: "platform" } });
  expect([...(await healthNow(ctx.platform)).keys()]).toEqual(["app mpesa sandbox"]);
  expect(await collects()).toBe(false);
  expect(await collects(seeded.savanna.id)).toBe(true);
});

test("what a provider's account refuses never counts against the platform's app", async () => {
  for (let told = 0; told < 9; told += 1) await note({ route: { credentials: "platform" } });
  expect((await healthNow(ctx.platform)).size).toBe(0);
});

test("busy answers stop nothing", async () => {
  for (let told = 0; told < 9; told += 1)
    await note({
      failure: { fault: { code: "busy" }, detail: "500.003.02 System is busy" },
      route: { credentials: "platform" },
    });
  expect((await healthNow(ctx.platform)).size).toBe(0);
  expect(await collects()).toBe(true);
});
