import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import * as gateways from "#contract/gateways";
import * as contract from "#contract/own-gateways";
import { endVerification } from "#worker/features/gateways/index";
import { addGateway } from "#worker/features/gateways/store";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let demo: CallOptions;
let savanna: CallOptions;

beforeAll(async () => {
  seeded = await seedBoth();
  demo = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
  savanna = { host: hostOf("savanna"), cookie: await signInProvider(seeded.savanna) };
});
beforeEach(() => env.DB.prepare("DELETE FROM gateways").run());

const secrets = { consumerKey: "key-1111", consumerSecret: "secret-2222", passkey: "pass-3333" };
async function add(over: object, own: Record<string, string> | null = secrets) {
  const ctx = testContext();
  const gateway = {
    id: crypto.randomUUID(),
    providerId: seeded.demo.id,
    routerId: null,
    type: "mpesa",
    isActive: true,
    environment: "production",
    useAutoApi: own === null,
    accountNumber: "600123",
    createdAt: ctx.now(),
    ...over,
  } as Parameters<typeof addGateway>[1];
  await ctx.platform.run(addGateway(ctx, gateway, own));
}
async function shown(as = demo) {
  const answer = await call(contract.listOwnGateways, {}, as);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

test("a provider sees where its money goes, and no credential nor whole account", async () => {
  const router = seeded.demo.routers[0];
  await add({ verifiedAt: 5, paybillSince: 6 });
  await add({ routerId: router?.id, environment: "sandbox", accountNumber: "512399" }, null);
  const list = await shown();
  expect(list).toHaveLength(2);
  expect(list).toEqual(
    expect.arrayContaining([
      {
        id: expect.any(String),
        type: "mpesa",
        service: "mpesa",
        accountEnd: "0123",
        routerName: null,
        environment: "production",
        status: "collects",
        credentials: "own",
        settlement: "direct",
        verification: { status: "verified", at: new Date(5).toISOString(), fault: null },
        fault: null,
        paybillSince: new Date(6).toISOString(),
        paidAs: null,
        suspendedAt: null,
        suspendedFor: null,
      },
      expect.objectContaining({
        accountEnd: "2399",
        routerName: router?.name,
        environment: "sandbox",
        status: "collects",
        credentials: "platform",
        settlement: "direct",
      }),
    ]),
  );
  const text = JSON.stringify(list);
  for (const hidden of ["1111", "2222", "3333", "600123", "512399"]) expect(text).not.toContain(hidden);
});

test("what is not ready says what is missing: of the provider's own credentials by name, of the platform's app nothing", async () => {
  await add({});
  await add({ isActive: false, accountNumber: "600124" });
  await add({ type: "bank", service: "kcb" }, { apiKey: "k", apiSecret: "s" });
  await add({ type: "airtel_money", accountNumber: "4455" }, null);
  const list = await shown();
  const of = (type: string, status: string) =>
    list.find((one) => one.type === type && one.status === status) ?? list;
  expect(of("mpesa", "needs_verification")).toMatchObject({ fault: null, accountEnd: "0123" });
  expect(of("mpesa", "waits")).toMatchObject({ fault: null, accountEnd: "0124" });
  expect(of("bank", "cannot_collect")).toMatchObject({
    service: "kcb",
    fault: "KCB needs the till as Merchant ID.",
  });
  expect(of("airtel_money", "cannot_collect")).toMatchObject({ settlement: "collected", fault: null });
});

test("nobody sees another's, nor what is deleted; a suspended provider sees its own", async () => {
  await add({});
  await add({ archivedAt: 5, accountNumber: "600999" });
  expect(await shown(savanna)).toEqual([]);
  await env.DB.prepare("UPDATE providers SET status = 'suspended' WHERE id = ?1").bind(seeded.demo.id).run();
  expect((await shown()).map(({ accountEnd }) => accountEnd)).toEqual(["0123"]);
  await env.DB.prepare("UPDATE providers SET status = 'active' WHERE id = ?1").bind(seeded.demo.id).run();
});

test("a bank beside an M-Pesa account of the same routers stands by: it is paid nothing as long as that one collects", async () => {
  const router = seeded.demo.routers[0]?.id;
  const bank = { type: "bank", service: "equity", environment: "sandbox" };
  await add({ ...bank, accountNumber: "0100000001" }, null);
  await add({ ...bank, accountNumber: "0100000002", routerId: router }, null);
  const operator = { host: hostOf(), cookie: await signInOperator(seeded.operator) };
  const { id } = seeded.demo;
  const both = async () => {
    const own = (await shown()).map(({ accountEnd, status }) => `${accountEnd} ${status}`);
    const answer = await call(gateways.listProviderGateways, { params: { id } }, operator);
    if (!answer.ok) throw new Error(answer.text);
    const seen = answer.answer.map(({ accountNumber, status }) => `${accountNumber.slice(-4)} ${status}`);
    expect(seen.sort()).toEqual(own.sort());
    return own;
  };
  expect(await both()).toEqual(["0001 collects", "0002 collects"]);
  await add({ environment: "sandbox", accountNumber: "600123" }, null);
  // That of the one router is nearer than the M-Pesa account of all routers.
  expect(await both()).toEqual(["0001 stands_by", "0002 collects", "0123 collects"]);
  await env.DB.prepare("UPDATE gateways SET suspended_at = 1 WHERE type = 'mpesa'").run();
  expect(await both()).toEqual(["0001 collects", "0002 collects", "0123 needs_verification"]);
});

test("an account that a provider enters itself replaces none that collects before its KSh 1, in the sandbox, too: deleted, the former is there", async () => {
  const operator = { host: hostOf(), cookie: await signInOperator(seeded.operator) };
  const sandbox = { environment: "sandbox" };
  await add({ ...sandbox, accountNumber: "600123" }, null);
  const enter = async (accountNumber: string) => {
    const answer = await call(contract.addOwnGateway, { body: { type: "mpesa", accountNumber } }, demo);
    if (!answer.ok) throw new Error(answer.text);
    return answer.answer.id;
  };
  const now = async () => (await shown()).map(({ accountEnd, status }) => `${accountEnd} ${status}`);
  const mistyped = await enter("880100");
  expect(await now()).toEqual(["0123 collects", "0100 waits"]);
  const params = { id: seeded.demo.id, configId: mistyped };
  expect((await call(gateways.deleteProviderGateway, { params }, operator)).status).toBe(200);
  expect(await now()).toEqual(["0123 collects"]);
  const right = await enter("880200");
  const proven = { gatewayId: right, paymentId: "kes-1", verifiedAt: 7, fault: null };
  await env.DB.prepare("UPDATE gateways SET verification_payment_id = 'kes-1' WHERE id = ?1")
    .bind(right)
    .run();
  await endVerification(testContext(), proven);
  expect(await now()).toEqual(["0200 collects"]);
  // Where nothing collects, one that needs no proof has nobody to wait for.
  await env.DB.prepare("DELETE FROM gateways").run();
  await enter("880300");
  expect(await now()).toEqual(["0300 collects"]);
});

test("an account that was mistyped is taken away by who entered it; what collects, is proven or is another provider's stays", async () => {
  await add({ environment: "sandbox", accountNumber: "600123" }, null);
  const entered = await call(
    contract.addOwnGateway,
    { body: { type: "mpesa", accountNumber: "880100" } },
    demo,
  );
  if (!entered.ok) throw new Error(entered.text);
  const remove = (id: string, by = demo) => call(contract.removeOwnGateway, { params: { id } }, by);
  const [collecting] = (await shown()).filter(({ status }) => status === "collects");
  const stays = { status: 409, refusal: { reason: "own_gateway_stays" } };
  expect(await remove(collecting?.id ?? "")).toMatchObject(stays);
  const savanna = { host: hostOf("savanna"), cookie: await signInProvider(seeded.savanna) };
  expect(await remove(entered.answer.id, savanna)).toMatchObject({ status: 404 });
  await env.DB.prepare("UPDATE gateways SET verified_at = 7 WHERE id = ?1").bind(entered.answer.id).run();
  expect(await remove(entered.answer.id)).toMatchObject(stays);
  await env.DB.prepare("UPDATE gateways SET verified_at = NULL WHERE id = ?1").bind(entered.answer.id).run();
  expect(await remove(entered.answer.id)).toMatchObject({ status: 200 });
  expect((await shown()).map(({ accountEnd, status }) => `${accountEnd} ${status}`)).toEqual([
    "0123 collects",
  ]);
  expect(await remove(entered.answer.id)).toMatchObject({ status: 409 });
  const told = await env.DB.prepare(
    "SELECT count(*) AS n FROM audit WHERE action = 'gateway.delete' AND subject = ?1",
  )
    .bind(entered.answer.id)
    .first<number>("n");
  expect(told).toBe(1);
});
