import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import * as contract from "#contract/gateways";
import { gatewaySecrets } from "#worker/features/gateways/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { activeGateway } from "./active-gateway.ts";

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

const secrets = {
  consumerKey: "key-of-the-provider-1111",
  consumerSecret: "secret-of-the-provider-2222",
  passkey: "passkey-of-the-provider-3333",
};

async function made() {
  const body = {
    gatewayId: "mpesa",
    environment: "production",
    useAutoApi: false,
    accountNumber: "600200",
    configuration: secrets,
  } as const;
  const answer = await call(
    contract.createProviderGateway,
    { params: { id: seeded.demo.id }, body },
    operator,
  );
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

/** As the dialog sends it: what is not typed is empty. */
const form = (id: string, over: object = {}) => ({
  gatewayConfigId: id,
  paymentGatewayId: "mpesa",
  environment: "production",
  useAutoApi: false,
  accountNumber: "600200",
  configuration: { consumerKey: "", consumerSecret: "", passkey: null },
  ...over,
});
const put = (id: string, over: object = {}, provider = seeded.demo.id) =>
  call(
    contract.updateProviderGateway,
    { params: { id: provider, configId: id }, body: form(id, over) },
    operator,
  );
async function changed(id: string, over: object) {
  const answer = await put(id, over);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
const set = (id: string, sets: string) =>
  env.DB.prepare(`UPDATE gateways SET ${sets} WHERE id = ?1`).bind(id).run();
const inUse = async () =>
  (
    await env.DB.prepare("SELECT id FROM gateways WHERE archived_at IS NULL AND is_active = 1").all()
  ).results.map(({ id }) => id);
const routerId = () => seeded.demo.routers[0]?.id ?? "";

test("a form that changes nothing writes nothing", async () => {
  const before = await made();
  const all = await databaseChecksum();
  expect(await changed(before.id, {})).toEqual(before);
  expect(await databaseChecksum()).toBe(all);
});

test("a new pass key keeps the other secrets; a payment that began before finds the old ones", async () => {
  const before = await made();
  const after = await changed(before.id, { configuration: { passkey: "another-passkey-9999" } });
  expect(after.configuration).toMatchObject({ consumerKey: "•••• 1111", passkey: "•••• 9999" });
  const ctx = testContext();
  expect(await gatewaySecrets(ctx, before.id)).toEqual(secrets);
  expect(await gatewaySecrets(ctx, after.id)).toEqual({ ...secrets, passkey: "another-passkey-9999" });
  expect(await inUse()).toEqual([after.id]);
  expect(await activeGateway(ctx, seeded.demo.id, routerId(), "mpesa")).toMatchObject({ id: after.id });
  expect(await put(before.id)).toMatchObject({
    status: 409,
    refusal: { reason: "gateway_replaced" },
  });
});

test("a masked secret that comes back is none", async () => {
  const before = await made();
  const { configuration } = before;
  const { consumerKey, consumerSecret, passkey } = configuration;
  expect(await changed(before.id, { configuration: { consumerKey, consumerSecret, passkey } })).toEqual(
    before,
  );
});

test.each([
  ["account", { accountNumber: "600201" }],
  ["environment", { environment: "sandbox" }],
  ["credentials", { configuration: { consumerSecret: "a-new-secret-8888" } }],
])("after a change of the %s, KSh 1 must arrive again", async (_what, over) => {
  const before = await made();
  await set(before.id, "verified_at = 5, verification_payment_id = 'p'");
  const after = await changed(before.id, over);
  expect(after.verification).toEqual({ status: "none", at: null, fault: null });
});

test("credentials for refunds leave the verification and the reports of typed payments", async () => {
  const before = await made();
  await set(before.id, "verified_at = 5, paybill_since = 6");
  const own = { initiatorName: "refunds-by", securityCredential: "sealed-password-4444" };
  const after = await changed(before.id, { configuration: own });
  expect(after).toMatchObject({
    status: "collects",
    verification: { status: "verified" },
    paybillReports: { possible: true, since: new Date(6).toISOString(), fault: null },
    configuration: { securityCredential: "•••• 4444" },
  });
});

test("typed payments are reported on while the pay bill stays, and no longer", async () => {
  const before = await made();
  await set(before.id, "paybill_since = 6, paybill_fault = 'refused once'");
  const after = await changed(before.id, { configuration: { passkey: "another-passkey-9999" } });
  expect(after.paybillReports).toEqual({
    possible: true,
    since: new Date(6).toISOString(),
    fault: "refused once",
  });
  const moved = await changed(after.id, { accountNumber: "600201" });
  expect(moved.paybillReports).toEqual({ possible: true, since: null, fault: null });
  const till = await changed(moved.id, {
    accountNumber: "600201",
    configuration: { businessShortCode: "600999" },
  });
  expect(till.paybillReports).toEqual({ possible: false, since: null, fault: null });
});

test("the platform's app takes over, and back: then every credential is asked for again", async () => {
  const before = await made();
  const auto = await changed(before.id, { environment: "sandbox", useAutoApi: true, configuration: {} });
  expect(auto).toMatchObject({ useAutoApi: true, configuration: { consumerKey: null } });
  const back = await put(auto.id, { configuration: {} });
  expect([back.status, !back.ok && back.refusal?.message]).toEqual([400, "Consumer key is required"]);
  expect(await inUse()).toEqual([auto.id]);
});

test("of two who change it at once one is told to look again; one is in use", async () => {
  const before = await made();
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, n) => put(before.id, { accountNumber: `60020${n + 1}` })),
  );
  const well = answers.filter(({ ok }) => ok);
  expect(well.length).toBe(1);
  for (const { status } of answers.filter(({ ok }) => !ok)) expect([404, 409]).toContain(status);
  expect((await inUse()).length).toBe(1);
  const lines = await env.DB.prepare("SELECT count(*) AS n FROM audit WHERE action = 'gateway.update'").first(
    "n",
  );
  expect(lines).toBe(1);
});

test("a router's own gateway stays that router's", async () => {
  const before = await made();
  await set(before.id, `router_id = '${routerId()}'`);
  expect(await changed(before.id, { accountNumber: "600201" })).toMatchObject({ routerId: routerId() });
});

test("the line of the audit names what changed and no secret", async () => {
  const before = await made();
  const after = await changed(before.id, { configuration: { passkey: "another-passkey-9999" } });
  const line = await env.DB.prepare("SELECT * FROM audit WHERE action = 'gateway.update'").first();
  expect(line).toMatchObject({ subject: after.id, provider_id: seeded.demo.id, actor: "platform" });
  expect(JSON.parse(String(line?.detail))).toEqual({
    type: "mpesa",
    routerId: null,
    account: "****0200",
    environment: "production",
    service: null,
    useAutoApi: false,
    changes: {},
    changed: ["passkey"],
    former: before.id,
  });
});

test("the line of the audit says old and new account by their ends", async () => {
  const before = await made();
  await changed(before.id, { accountNumber: "777123" });
  const line = await env.DB.prepare("SELECT detail FROM audit WHERE action = 'gateway.update'").first();
  expect(JSON.parse(String(line?.detail))).toMatchObject({
    changes: { account: { from: "****0200", to: "****7123" } },
  });
  expect(String(line?.detail)).not.toContain("777123");
});

test.each([
  [
    "another type",
    { paymentGatewayId: "bank" },
    "A gateway's type stays what it is. Delete this one and configure another one.",
  ],
  ["another router", { routerId: "r" }, "This call does not take routerId."],
  [
    "the sandbox's number",
    { accountNumber: "174379" },
    "174379 is the sandbox's number: it cannot collect in production.",
  ],
])("refused, and nothing is changed: %s", async (_name, over, sentence) => {
  const { id } = await made();
  const before = await databaseChecksum();
  const answer = await put(id, over);
  expect([answer.status, !answer.ok && answer.refusal?.message]).toEqual([400, sentence]);
  expect(await databaseChecksum()).toBe(before);
});

test("nobody changes a gateway of another provider", async () => {
  const { id } = await made();
  expect((await put(id, {}, seeded.savanna.id)).status).toBe(404);
  expect((await put("00000000-0000-4000-8000-000000000000")).status).toBe(404);
});
