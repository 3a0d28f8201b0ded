import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as contract from "#contract/gateways";
import { catalogue } from "#worker/features/gateways/catalogue";
import { gatewaySecrets } from "#worker/features/gateways/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { giveRouter } from "../../support/give-router.ts";
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
/** As the dialog of the providers page sends them. */
const auto = () => ({
  providerId: seeded.demo.id,
  gatewayId: "mpesa",
  environment: "sandbox",
  useAutoApi: true,
  accountNumber: "512345",
  configuration: {},
});
const own = () => ({
  ...auto(),
  environment: "production",
  useAutoApi: false,
  accountNumber: "600200",
  configuration: secrets,
});
/** As the profile's dialog sends them. */
const profile = () => ({
  gatewayType: "mobile_money",
  gatewayProvider: "mpesa",
  accountNumber: "512346",
  environment: "production",
  routerId: null,
  customConfiguration: { ...secrets, businessShortCode: "600201" },
});

const airtel = (over: object = {}) => ({
  ...auto(),
  gatewayId: "airtel_money",
  environment: "production",
  useAutoApi: false,
  accountNumber: "MERCH100",
  configuration: { clientId: "client-id-4444", clientSecret: "client-5555" },
  ...over,
});
const bankSecrets = { gatewayProvider: "coop", apiKey: "api-key-of-6666", apiSecret: "api-secret-7777" };
const bank = (over: object = {}) => ({
  ...auto(),
  gatewayId: "bank",
  environment: "production",
  useAutoApi: false,
  accountNumber: "01109123456789",
  configuration: { ...bankSecrets, merchantId: "OPCODE" },
  ...over,
});
/** Through the bank's pay bill, by the platform's M-Pesa. */
const atPaybill = (accountNumber: string) => ({
  gatewayType: "bank",
  gatewayProvider: "equity",
  environment: "sandbox",
  accountNumber,
});

const create = (body: object, id = seeded.demo.id) =>
  call(contract.createProviderGateway, { params: { id }, body }, operator);
const remove = (configId: string, id = seeded.demo.id) =>
  call(contract.deleteProviderGateway, { params: { id, configId } }, operator);

async function made(body: object) {
  const answer = await create(body);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
async function listed(id = seeded.demo.id) {
  const answer = await call(contract.listProviderGateways, { params: { id } }, operator);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
const routerOf = (provider: "demo" | "savanna", place = 0) => seeded[provider].routers[place]?.id ?? "";

const unset = {
  businessShortCode: null,
  bankCode: null,
  merchantId: null,
  merchantCode: null,
  apiKey: null,
  apiSecret: null,
  clientId: null,
  clientSecret: null,
  initiatorName: null,
  securityCredential: null,
  callbackKey: null,
  privateKey: null,
};

describe("the catalogue", () => {
  test("offers M-Pesa by the platform's own app, and nothing that the platform could not collect", async () => {
    const answer = await call(contract.listPaymentGateways, {}, operator);
    const without = { hasAutoApi: false, autoApiEnvironment: null };
    expect(answer.ok && answer.answer).toEqual([
      { id: "mpesa", name: "M-Pesa", type: "mpesa", hasAutoApi: true, autoApiEnvironment: "sandbox" },
      { id: "airtel_money", name: "Airtel Money", type: "airtel_money", ...without },
      { id: "bank", name: "Bank", type: "bank", hasAutoApi: true, autoApiEnvironment: "sandbox" },
    ]);
  });

  test("has no auto API where the platform has no app", async () => {
    const ctx = testContext();
    const settings = { ...ctx.settings, PLATFORM_MPESA_PASSKEY: undefined };
    expect(catalogue({ ...ctx, settings })[0]).toMatchObject({ hasAutoApi: false, autoApiEnvironment: null });
  });
});

describe("a gateway", () => {
  test("of the platform's own app is answered and listed with every field", async () => {
    const gateway = await made(auto());
    expect(gateway).toEqual({
      id: expect.any(String),
      paymentGatewayId: "mpesa",
      routerId: null,
      isActive: true,
      accountNumber: "512345",
      environment: "sandbox",
      useAutoApi: true,
      service: "mpesa",
      status: "collects",
      fault: null,
      verification: { status: "none", at: null, fault: null },
      paybillReports: { possible: false, since: null, fault: null },
      portalNeeds: null,
      sharedWith: null,
      suspendedAt: null,
      paidAs: null,
      configuration: {
        ...unset,
        accountNumber: "512345",
        environment: "sandbox",
        gatewayType: "mobile_money",
        gatewayProvider: "mpesa",
        isProviderSpecific: false,
        consumerKey: null,
        consumerSecret: null,
        passkey: null,
      },
    });
    expect(await listed()).toEqual([gateway]);
    expect(await listed(seeded.savanna.id)).toEqual([]);
  });

  test("with the provider's own credentials is what visitors pay by; of them only the ends are read back", async () => {
    const { id, configuration, useAutoApi } = await made(own());
    expect(useAutoApi).toBe(false);
    expect(configuration).toEqual({
      ...unset,
      accountNumber: "600200",
      environment: "production",
      gatewayType: "mobile_money",
      gatewayProvider: "mpesa",
      isProviderSpecific: true,
      consumerKey: "•••• 1111",
      consumerSecret: "•••• 2222",
      passkey: "•••• 3333",
    });
    const ctx = testContext();
    expect(await activeGateway(ctx, seeded.demo.id, routerOf("demo"), "mpesa")).toMatchObject({ id });
    expect(await gatewaySecrets(ctx, id)).toEqual(secrets);
  });

  test("comes from the profile's dialog as well, with a short code of its own", async () => {
    const { id, configuration } = await made(profile());
    expect(configuration).toMatchObject({ businessShortCode: "600201", gatewayProvider: "mpesa" });
    expect(await gatewaySecrets(testContext(), id)).toEqual({ ...secrets, businessShortCode: "600201" });
    const { customConfiguration: _, ...plain } = profile();
    expect(await made({ ...plain, environment: "sandbox" })).toMatchObject({ useAutoApi: true });
  });

  test("of a short secret shows nothing of it", async () => {
    const { configuration } = await made({ ...own(), configuration: { ...secrets, passkey: "short" } });
    expect(configuration.passkey).toBe("••••");
  });

  test("of one router beats the one of all; another router keeps that", async () => {
    const all = await made(auto());
    const one = await made({ ...profile(), routerId: routerOf("demo") });
    const paysBy = async (place: number) =>
      (await activeGateway(testContext(), seeded.demo.id, routerOf("demo", place), "mpesa"))?.id;
    expect([await paysBy(0), await paysBy(1)]).toEqual([one.id, all.id]);
    expect((await listed()).map(({ routerId }) => routerId).sort()).toEqual([routerOf("demo"), null].sort());
  });

  test("takes the place of the former one: of any number saved at once one is in use", async () => {
    const first = await made(auto());
    await Promise.all(Array.from({ length: 5 }, (_, n) => made({ ...auto(), accountNumber: `51234${n}` })));
    const list = await listed();
    expect(list.length).toBe(1);
    expect(list[0]?.id).not.toBe(first.id);
    const used = await env.DB.prepare(
      "SELECT count(*) AS n FROM gateways WHERE is_active = 1 OR archived_at IS NULL",
    ).first("n");
    expect(used).toBe(1);
  });

  test("that is deleted takes no more money; what began with it finds its credentials", async () => {
    const { id } = await made(own());
    const answer = await remove(id);
    expect(answer.ok && answer.answer).toEqual({ success: true });
    expect(await listed()).toEqual([]);
    expect(await activeGateway(testContext(), seeded.demo.id, routerOf("demo"), "mpesa")).toBeNull();
    expect(await gatewaySecrets(testContext(), id)).toEqual(secrets);
    expect((await remove(id)).status).toBe(409);
  });

  test("leaves no secret in an answer, in a line of the audit, or unsealed in the database", async () => {
    const { id } = await made(own());
    const answers = [
      (await create(profile())).text,
      JSON.stringify(await listed()),
      (await remove(id)).text,
      (await create({ ...own(), accountNumber: "not a number" })).text,
    ];
    const audit = (await env.DB.prepare("SELECT * FROM audit").all()).results;
    const stored = (await env.DB.prepare("SELECT * FROM gateways").all()).results;
    expect(audit.length).toBe(2);
    for (const secret of Object.values(secrets))
      for (const text of [...answers, JSON.stringify(audit), JSON.stringify(stored)])
        expect(text).not.toContain(secret);
  });

  test("leaves a line when it is made and when it is deleted", async () => {
    const { id } = await made(auto());
    await remove(id);
    const { results } = await env.DB.prepare(
      "SELECT actor, actor_id, provider_id, action, subject, detail FROM audit ORDER BY rowid",
    ).all();
    const line = {
      actor: "platform",
      actor_id: seeded.operator.id,
      provider_id: seeded.demo.id,
      subject: id,
    };
    expect(results).toEqual([
      {
        ...line,
        action: "gateway.create",
        detail:
          '{"type":"mpesa","routerId":null,"account":"****2345","environment":"sandbox","useAutoApi":true,"service":null}',
      },
      {
        ...line,
        action: "gateway.delete",
        detail:
          '{"type":"mpesa","routerId":null,"account":"****2345","environment":"sandbox","useAutoApi":true,"service":null}',
      },
    ]);
  });
});

describe("Airtel Money and banks", () => {
  test("Airtel's own credentials are kept sealed, and named by their ends", async () => {
    const { id, configuration, service, status } = await made(
      airtel({
        configuration: {
          clientId: "client-id-4444",
          clientSecret: "client-5555",
          callbackKey: "k".repeat(12),
        },
      }),
    );
    expect({ service, status }).toEqual({ service: "airtel_money", status: "needs_verification" });
    expect(configuration).toMatchObject({
      gatewayType: "mobile_money",
      gatewayProvider: "airtel_money",
      clientId: "•••• 4444",
      clientSecret: "•••• 5555",
      callbackKey: "•••• kkkk",
    });
    expect(await gatewaySecrets(testContext(), id)).toMatchObject({ clientId: "client-id-4444" });
  });

  test("a bank's account is paid through the bank's pay bill by the platform's app", async () => {
    const { service, status, useAutoApi, configuration } = await made(atPaybill("0123456789"));
    expect({ service, status, useAutoApi }).toEqual({
      service: "equity",
      status: "collects",
      useAutoApi: true,
    });
    expect(configuration).toMatchObject({ gatewayType: "bank", gatewayProvider: "equity" });
  });

  test("what a bank cannot collect by is saved, and says what is missing", async () => {
    const own = (gatewayProvider: string | undefined) =>
      made(bank({ configuration: { ...bankSecrets, gatewayProvider, merchantId: "1" } }));
    expect(await own("equity")).toMatchObject({
      status: "cannot_collect",
      fault: "Equity signs every call: the private key is missing.",
    });
    expect(await own("absa")).toMatchObject({ status: "cannot_collect", service: "absa" });
    expect(await own(undefined)).toMatchObject({ fault: "No bank is named: choose one.", service: null });
    expect(await own("coop")).toMatchObject({ status: "needs_verification", fault: null });
  });

  test("stand beside M-Pesa: each type has one of its own", async () => {
    await made(auto());
    await made(airtel());
    await made(atPaybill("0123456789"));
    await made(bank());
    // The pay bill of the bank goes on collecting: the bank's own API waits for its KSh 1.
    const inUse = (await listed()).filter(({ isActive }) => isActive);
    expect(inUse.map(({ paymentGatewayId }) => paymentGatewayId).sort()).toEqual([
      ...["airtel_money", "bank", "mpesa"],
    ]);
    expect((await listed()).filter(({ isActive }) => !isActive)).toMatchObject([
      { paymentGatewayId: "bank", useAutoApi: false },
    ]);
  });
});

type Change = () => object;
const refusals: [Change, string][] = [
  [() => ({ ...auto(), accountNumber: "" }), "Account number is required"],
  [() => ({ ...auto(), accountNumber: "1234567890123" }), "An account number has at most 12 characters."],
  [
    () => ({ ...auto(), accountNumber: "till 5123" }),
    "Enter the till or pay bill number: digits only, at least five.",
  ],
  [() => ({ ...auto(), gatewayId: "" }), "Gateway type is required"],
  [() => ({ ...profile(), gatewayProvider: "" }), "Gateway provider is required"],
  [() => ({ ...auto(), gatewayId: "paypal" }), "This payment gateway does not exist."],
  [
    () => ({ ...profile(), gatewayProvider: "telkom_tpesa" }),
    "T-Kash cannot be collected: it has no interface for prompts.",
  ],
  [() => ({ ...profile(), gatewayType: "bank" }), "This bank is not in the list."],
  [() => ({ ...own(), configuration: { ...secrets, consumerKey: "" } }), "Consumer key is required"],
  [
    () => ({ ...own(), configuration: { ...secrets, consumerSecret: undefined } }),
    "Consumer secret is required",
  ],
  [() => ({ ...own(), configuration: { ...secrets, passkey: " " } }), "Passkey is required"],
  [() => ({ ...profile(), customConfiguration: secrets }), "Business short code is required"],
  [
    () => ({ ...profile(), customConfiguration: { ...secrets, businessShortCode: "12" } }),
    "A business short code has 5 to 7 digits.",
  ],
  [
    () => ({ ...own(), accountNumber: "174379" }),
    "174379 is the sandbox's number: it cannot collect in production.",
  ],
  [
    () => ({ ...auto(), environment: "production" }),
    "The platform's own M-Pesa app is for sandbox only. Choose sandbox, or enter the provider's credentials.",
  ],
  [
    () => ({ ...own(), configuration: { ...secrets, initiatorName: "refunds" } }),
    "Refunds need both the initiator name and the security credential.",
  ],
  [
    () => ({ ...own(), configuration: { ...secrets, businessShortCode: "174379" } }),
    "174379 is the sandbox's number: it cannot collect in production.",
  ],
  [
    () => airtel({ useAutoApi: true }),
    "The platform has no Airtel Money app of its own. Enter the provider's credentials.",
  ],
  [() => airtel({ configuration: { clientSecret: "x" } }), "Client ID is required"],
  [() => airtel({ configuration: { clientId: "x" } }), "Client secret is required"],
  [() => airtel({ accountNumber: "12 34" }), "Enter the merchant code: 3 to 20 letters and digits."],
  [() => bank({ configuration: { gatewayProvider: "kcb", apiSecret: "x" } }), "API key is required"],
  [() => bank({ configuration: { gatewayProvider: "kcb", apiKey: "x" } }), "API secret is required"],
  [
    () => bank({ configuration: { ...bankSecrets, privateKey: "not a key" } }),
    "The private key is not an RSA key in PEM form: paste the whole file.",
  ],
  [
    () => bank({ accountNumber: "0110 9123" }),
    "Enter the account number: letters and digits, without spaces.",
  ],
  [
    () => bank({ useAutoApi: true, environment: "sandbox", configuration: {} }),
    "Choose the bank whose pay bill is paid.",
  ],
  [
    () => atPaybill("01109123456789"),
    "A pay bill takes account numbers of at most 12 characters, and this one has 14. It is never cut: enter the bank's own credentials instead.",
  ],
  [() => atPaybill("0110-9123"), "A pay bill takes account numbers of letters and digits only."],
  [
    () => ({ ...atPaybill("01109123"), environment: "production" }),
    "The platform's own M-Pesa app is for sandbox only. Choose sandbox, or enter the provider's credentials.",
  ],
  [() => ({ ...auto(), environment: "live" }), "Choose sandbox or production"],
  [
    () => ({ ...auto(), routerId: routerOf("savanna") }),
    "Invalid Router Selection: Selected router is not assigned to this provider",
  ],
  [
    () => ({ ...auto(), routerId: "no-such-router" }),
    "Invalid Router Selection: Selected router is not assigned to this provider",
  ],
  [() => ({ ...auto(), secret: "x" }), "This call does not take secret."],
];
const named = refusals.map(([body, sentence]) => [sentence, body] as const);
test.each(named)("refused, and nothing is changed: %s", async (sentence, body) => {
  await made(auto());
  const before = await databaseChecksum();
  const answer = await create(body());
  expect([answer.status, !answer.ok && answer.refusal?.message]).toEqual([400, sentence]);
  expect(await databaseChecksum()).toBe(before);
});

test("a router that the provider has no more is none of its own", async () => {
  const routerId = routerOf("demo", 1);
  await giveRouter(routerId, null);
  expect((await create({ ...auto(), routerId })).status).toBe(400);
  await giveRouter(routerId, seeded.demo.id);
  expect((await create({ ...auto(), routerId })).status).toBe(200);
});

describe("nobody but the platform", () => {
  test("and the platform none of another provider or under another id", async () => {
    const { id } = await made(own());
    const before = await databaseChecksum();
    const nobody = "00000000-0000-4000-8000-000000000000";
    expect((await remove(id, seeded.savanna.id)).status).toBe(404);
    expect((await remove(nobody)).status).toBe(404);
    expect((await create(auto(), nobody)).status).toBe(404);
    expect((await call(contract.listProviderGateways, { params: { id: nobody } }, operator)).status).toBe(
      404,
    );
    expect(await databaseChecksum()).toBe(before);
  });
});
