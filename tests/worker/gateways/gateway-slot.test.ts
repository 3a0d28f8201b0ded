import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import * as contract from "#contract/gateways";
import type { Context } from "#worker/context";
import { editGateway } from "#worker/features/gateways/edit-gateway";
import { endVerification, gatewayFor, paybillRegistered } from "#worker/features/gateways/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let operator: CallOptions;

beforeAll(async () => {
  seeded = await seedBoth();
  operator = { host: hostOf(), cookie: await signInOperator(seeded.operator) };
});
beforeEach(async () => {
  await env.DB.prepare("DELETE FROM gateways").run();
  await clearAudit();
});

const own = (accountNumber: string, over: object = {}) => ({
  gatewayId: "mpesa",
  environment: "production" as const,
  useAutoApi: false,
  accountNumber,
  configuration: { consumerKey: "key", consumerSecret: "secret", passkey: "pass" },
  ...over,
});
const params = () => ({ id: seeded.demo.id });

async function create(body: ReturnType<typeof own>) {
  const answer = await call(contract.createProviderGateway, { params: params(), body }, operator);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
async function edit(configId: string, over: object = {}) {
  const { gatewayId: _kind, ...form } = own("600200");
  const answer = await call(
    contract.updateProviderGateway,
    { params: { ...params(), configId }, body: { ...form, ...over } },
    operator,
  );
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
async function remove(configId: string) {
  const answer = await call(contract.deleteProviderGateway, { params: { ...params(), configId } }, operator);
  if (!answer.ok) throw new Error(answer.text);
}
async function listed() {
  const answer = await call(contract.listProviderGateways, { params: params() }, operator);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.map(({ id, isActive, status }) => ({ id, isActive, status }));
}
/** KSh 1 arrived by this one. */
async function proven(gatewayId: string) {
  const paymentId = `kes-1 ${gatewayId}`;
  await env.DB.prepare("UPDATE gateways SET verification_payment_id = ?2 WHERE id = ?1")
    .bind(gatewayId, paymentId)
    .run();
  await endVerification(testContext(), { gatewayId, paymentId, verifiedAt: 7, fault: null });
}
const collecting = async () => {
  const router = { providerId: seeded.demo.id, routerId: seeded.demo.routers[0]?.id ?? "" };
  return (await gatewayFor(testContext(), router, "mpesa"))?.gateway.id;
};
async function working(accountNumber = "600200") {
  const { id } = await create(own(accountNumber));
  await proven(id);
  return id;
}
const waits = (id: string) => ({ id, isActive: false, status: "needs_verification" });
const collects = (id: string) => ({ id, isActive: true, status: "collects" });

test("a new production gateway waits beside the one that works, and takes over when KSh 1 has arrived by it", async () => {
  const old = await working();
  const next = await create(own("600300"));
  expect(next.isActive).toBe(false);
  expect(await listed()).toEqual([waits(next.id), collects(old)]);
  expect(await collecting()).toBe(old);
  await proven(next.id);
  expect(await listed()).toEqual([collects(next.id)]);
  expect(await collecting()).toBe(next.id);
  const took = await env.DB.prepare(
    "SELECT subject, actor FROM audit WHERE action = 'gateway.take_over'",
  ).all();
  expect(took.results).toEqual([{ subject: next.id, actor: "system" }]);
});

test("an edited one likewise; what changes nothing of collecting takes the place at once, and lets the other one wait on", async () => {
  const old = await working();
  const next = await edit(old, { accountNumber: "600300" });
  expect(await listed()).toEqual([waits(next.id), collects(old)]);
  const refunding = await edit(old, {
    configuration: { initiatorName: "refunds", securityCredential: "sealed" },
  });
  expect((await listed()).map(({ id }) => id).sort()).toEqual([refunding.id, next.id].sort());
  expect(await collecting()).toBe(refunding.id);
  await proven(next.id);
  expect(await listed()).toEqual([collects(next.id)]);
});

test("a KSh 1 that is under way proves what refund and callback keys made of its gateway meanwhile, and of nothing else", async () => {
  const old = await working();
  const next = await create(own("600300"));
  await env.DB.prepare("UPDATE gateways SET verification_payment_id = 'kes' WHERE id = ?1")
    .bind(next.id)
    .run();
  const keys = { configuration: { initiatorName: "refunds", securityCredential: "sealed" } };
  const edited = await edit(next.id, { accountNumber: "600300", ...keys });
  expect(edited).toMatchObject({ isActive: false, verification: { status: "pending" } });
  const paid = { gatewayId: next.id, paymentId: "kes", verifiedAt: 7, fault: null };
  await endVerification(testContext(), paid);
  await endVerification(testContext(), paid);
  expect(await listed()).toEqual([collects(edited.id)]);
  expect(await collecting()).toBe(edited.id);
  expect(await listed()).not.toContainEqual(expect.objectContaining({ id: old }));

  const last = await create(own("600400"));
  await env.DB.prepare("UPDATE gateways SET verification_payment_id = 'kes-2' WHERE id = ?1")
    .bind(last.id)
    .run();
  const elsewhere = await edit(last.id, { accountNumber: "600500" });
  await endVerification(testContext(), { ...paid, gatewayId: last.id, paymentId: "kes-2" });
  expect(await listed()).toEqual(expect.arrayContaining([waits(elsewhere.id), collects(edited.id)]));
});

test("of two who change one that collects at once, one is heard and the other is told to look again", async () => {
  const old = await working();
  const { gatewayId: _kind, ...form } = own("600300");
  const ready = Promise.withResolvers<void>();
  let waiting = 0;
  /** Nobody writes before both have read. */
  const met = (): Context => {
    const ctx = testContext();
    const batch: Context["platform"]["batch"] = async (statements) => {
      waiting += 1;
      if (waiting === 2) ready.resolve();
      await ready.promise;
      return ctx.platform.batch(statements);
    };
    return { ...ctx, platform: { ...ctx.platform, batch } };
  };
  const which = { providerId: seeded.demo.id, id: old };
  const actor = { actor: "platform", actorId: seeded.operator.id, providerId: null, network: null } as const;
  const ends = await Promise.allSettled(
    ["600301", "600302"].map((accountNumber) => editGateway(met(), which, { ...form, accountNumber }, actor)),
  );
  const refused = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  expect(refused).toEqual([
    expect.objectContaining({
      code: "conflict",
      text: { say: "gateway_changed" },
    }),
  ]);
  const heard = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value.id] : []));
  const rows = await listed();
  expect(rows).toHaveLength(2);
  expect(rows).toEqual(expect.arrayContaining([collects(old), waits(heard[0] ?? "")]));
});

test("KSh 1 that did not arrive changes nothing of who collects", async () => {
  const old = await working();
  const next = await create(own("600300"));
  await env.DB.prepare("UPDATE gateways SET verification_payment_id = 'p' WHERE id = ?1").bind(next.id).run();
  await endVerification(testContext(), {
    gatewayId: next.id,
    paymentId: "p",
    verifiedAt: null,
    fault: { fault: null, detail: "1032" },
  });
  // Nor does the success of a try that a later one replaced.
  await endVerification(testContext(), { gatewayId: next.id, paymentId: "o", verifiedAt: 7, fault: null });
  expect(await listed()).toEqual([waits(next.id), collects(old)]);
});

test("at most one waits: who configures again, or edits what waits, waits in its stead", async () => {
  const old = await working();
  const first = await create(own("600300"));
  const second = await create(own("600400"));
  expect(await listed()).toEqual([waits(second.id), collects(old)]);
  const third = await edit(second.id, { accountNumber: "600500" });
  expect(await listed()).toEqual([waits(third.id), collects(old)]);
  // Whoever is archived takes over nothing, even if KSh 1 arrives by it.
  await proven(first.id);
  await proven(second.id);
  expect(await listed()).toEqual([waits(third.id), collects(old)]);
});

test("where nothing collects, nobody waits: a broken one is replaced at once", async () => {
  const broken = await create(own("600300"));
  expect(broken.isActive).toBe(true);
  const next = await create(own("600400"));
  expect(await listed()).toEqual([{ ...waits(next.id), isActive: true }]);
});

test("who collects in a sandbox replaces at once; another router's place is another place", async () => {
  const old = await working();
  const atRouter = await create(own("600300", { routerId: seeded.demo.routers[0]?.id }));
  expect((await listed()).find(({ id }) => id === atRouter.id)?.isActive).toBe(true);
  const sandbox = await create({ ...own("600400"), environment: "sandbox" as never });
  expect(await listed()).toEqual(expect.arrayContaining([collects(sandbox.id)]));
  expect((await listed()).map(({ id }) => id)).not.toContain(old);
});

test("the working one is deleted: what waited is in use and says what it lacks; deleting what waits changes nothing else", async () => {
  const old = await working();
  const next = await create(own("600300"));
  await remove(next.id);
  expect(await listed()).toEqual([collects(old)]);
  const again = await create(own("600300"));
  await remove(old);
  expect(await listed()).toEqual([{ ...waits(again.id), isActive: true }]);
});

test("many at once: one is in use, at most one waits", async () => {
  const old = await working();
  const made = await Promise.all(Array.from({ length: 6 }, (_, n) => create(own(`60030${n}`))));
  await Promise.all(made.map(({ id }) => proven(id)));
  const rows = await listed();
  expect(rows.filter(({ isActive }) => isActive)).toHaveLength(1);
  expect(rows.filter(({ isActive }) => !isActive).length).toBeLessThanOrEqual(1);
  expect(await collecting()).not.toBe(old);
});

test("a pay bill that is deleted and comes back to its provider still reports typed payments; another's does not", async () => {
  const first = await create(own("600200"));
  await paybillRegistered(testContext(), first.id, null);
  await remove(first.id);
  const again = await create(own("600200"));
  expect(again.paybillReports).toMatchObject({ possible: true, since: expect.any(String), fault: null });
  const moved = await edit(again.id, { accountNumber: "600300" });
  expect(moved.paybillReports.since).toBeNull();
  expect((await edit(moved.id)).paybillReports.since).toBe(again.paybillReports.since);
  const till = { ...own("600200").configuration, businessShortCode: "600999" };
  expect((await create(own("600200", { configuration: till }))).paybillReports.since).toBeNull();
  const elsewhere = await call(
    contract.createProviderGateway,
    { params: { id: seeded.savanna.id }, body: own("600200") },
    operator,
  );
  expect(elsewhere.ok && elsewhere.answer.paybillReports.since).toBeNull();
});

test("the operator is told what has to be entered in the gateway's own portal", async () => {
  const airtel = await create(
    own("4455", { gatewayId: "airtel_money", configuration: { clientId: "app-1", clientSecret: "secret" } }),
  );
  expect(airtel.portalNeeds).toEqual({
    what: "callback",
    address: expect.stringMatching(/^http:\/\/hotspot\.localhost\/cb\/a\/[0-9a-f]{32}\/[0-9a-f]{32}$/),
  });
  const edited = await call(
    contract.updateProviderGateway,
    {
      params: { ...params(), configId: airtel.id },
      body: {
        environment: "production",
        useAutoApi: false,
        accountNumber: "4456",
        configuration: { clientSecret: "another" },
      },
    },
    operator,
  );
  expect(edited.ok && edited.answer.portalNeeds).toEqual(airtel.portalNeeds);
  const bank = await create(
    own("1234", {
      gatewayId: "bank",
      gatewayProvider: "coop",
      configuration: { gatewayProvider: "coop", apiKey: "key", apiSecret: "secret", merchantId: "M" },
    }),
  );
  expect(bank.portalNeeds).toEqual({ what: "origin", address: "http://hotspot.localhost" });
  expect((await create(own("600200"))).portalNeeds).toBeNull();
});
