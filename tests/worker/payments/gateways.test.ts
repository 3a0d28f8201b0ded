import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { parseAccountCode } from "#contract/values/account-code";
import type { Context } from "#worker/context";
import { gatewayFor, gatewaySecrets } from "#worker/features/gateways/index";
import { addGateway } from "#worker/features/gateways/store";
import { chooseRoute } from "#worker/features/payments/choose-route";
import type { Intent } from "#worker/features/payments/core/payment-state";
import { withAccountCode } from "#worker/features/payments/paybill/account-codes";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let ctx: Context;
let seeded: TwoProviders;

beforeAll(async () => {
  ctx = testContext();
  seeded = await seedBoth();
});

const secrets = { consumerKey: "own-key", consumerSecret: "own-secret-xyz", passkey: "own-passkey" };

const bankKeys = { apiKey: "bank-key", apiSecret: "bank-secret" };

type NewGateway = Parameters<typeof addGateway>[1];

/** Adds one and makes every other of this provider inactive. */
async function only(
  over: Partial<NewGateway>,
  own: Record<string, string> | null = null,
): Promise<NewGateway> {
  const gateway: NewGateway = {
    id: crypto.randomUUID(),
    providerId: seeded.demo.id,
    routerId: null,
    type: "mpesa",
    isActive: true,
    environment: "sandbox",
    useAutoApi: own === null,
    accountNumber: "512345",
    createdAt: 1,
    ...over,
  };
  await env.DB.prepare("UPDATE gateways SET is_active = 0 WHERE provider_id = ?1")
    .bind(gateway.providerId)
    .run();
  await ctx.platform.run(addGateway(ctx, gateway, own));
  return gateway;
}

const intent = () =>
  ({
    id: "0123456789abcdef0123456789abcdef0123456789abcdef",
    providerId: seeded.demo.id,
    routerId: seeded.demo.routers[0]?.id,
    service: "mpesa",
    purpose: { kind: "purchase" },
    amountCents: 2_000,
  }) as Intent;
const route = () => chooseRoute(ctx, intent());

test("a till is bought goods from, by the platform's short code", async () => {
  const gateway = await only({});
  expect(await route()).toEqual({
    route: {
      type: "mpesa",
      gatewayId: gateway.id,
      environment: "sandbox",
      credentials: "platform",
      shortCode: "600100",
      partyB: "512345",
      transactionType: "CustomerBuyGoodsOnline",
      accountReference: "0123456789",
      settlement: "direct",
      switchId: null,
      centralAccount: null,
    },
  });
});

test("own credentials pay the account itself, or a till behind their own store number", async () => {
  await only({ accountNumber: "600200" }, secrets);
  const own = { credentials: "provider", shortCode: "600200", partyB: "600200" };
  expect(await route()).toMatchObject({ route: { ...own, transactionType: "CustomerPayBillOnline" } });
  await only({ accountNumber: "600200" }, { ...secrets, businessShortCode: "" });
  expect(await route()).toMatchObject({ route: own });
  await only({ accountNumber: "512345" }, { ...secrets, businessShortCode: "600300" });
  expect(await route()).toMatchObject({
    route: { shortCode: "600300", partyB: "512345", transactionType: "CustomerBuyGoodsOnline" },
  });
});

test("at an own pay bill each purchase has an account code of its own, which is bound before the prompt goes out", async () => {
  const gateway = await only({ accountNumber: "600200" }, secrets);
  const bind = async () => {
    const choice = await route();
    if ("fault" in choice) throw new Error(choice.fault);
    return (await withAccountCode(ctx, choice.route, intent())).accountReference;
  };
  const codes = [await bind(), await bind()];
  expect(codes.map(parseAccountCode)).toEqual(codes);
  expect(new Set(codes).size).toBe(2);
  const bound = await env.DB.prepare("SELECT * FROM account_codes WHERE short_code = '600200' AND code = ?1")
    .bind(codes[0])
    .first();
  expect(bound).toMatchObject({
    gateway_id: gateway.id,
    provider_id: seeded.demo.id,
    payment_id: intent().id,
    cents: 2_000,
  });
  await only({ accountNumber: "600200", paybillSince: 1 }, secrets);
  expect(await route()).toMatchObject({ route: { paybill: true } });
});

test("what cannot collect is a fault with its sentence", async () => {
  await only({ isActive: false });
  expect(await route()).toEqual({ fault: "no active M-Pesa gateway is configured for this router" });
  await only({ archivedAt: 5 });
  expect(await route()).toEqual({ fault: "no active M-Pesa gateway is configured for this router" });
  await only({ routerId: seeded.demo.routers[1]?.id ?? "" });
  expect(await route()).toEqual({ fault: "no active M-Pesa gateway is configured for this router" });
  await only({ type: "airtel_money" }, { clientId: "own-id", clientSecret: "own-secret" });
  expect(await route()).toEqual({ fault: "no active M-Pesa gateway is configured for this router" });
  await only({ environment: "production" });
  expect(await route()).toEqual({ fault: "The platform's own M-Pesa app is for sandbox only." });
  await only({ environment: "production", accountNumber: "174379" }, secrets);
  expect(await route()).toEqual({
    fault: "174379 is the sandbox's number: it cannot collect in production.",
  });
  await only({}, { consumerKey: "own-key" });
  expect(await route()).toEqual({ fault: "Its credentials are incomplete." });
  await only({ environment: "production" }, secrets);
  expect(await route()).toEqual({
    fault: "the gateway is not verified: it collects once its test push of KSh 1 was paid",
  });
  await only({ environment: "production", verifiedAt: 5 }, secrets);
  expect(await route()).toMatchObject({ route: { environment: "production", credentials: "provider" } });
});

test("a bank's account is paid through the bank's pay bill, and its number is never cut", async () => {
  await only({ type: "bank", service: "equity", accountNumber: "123456789012" });
  expect(await route()).toMatchObject({
    route: {
      type: "mpesa",
      credentials: "platform",
      shortCode: "600100",
      settlement: "direct",
      partyB: "247247",
      transactionType: "CustomerPayBillOnline",
      accountReference: "123456789012",
    },
  });
  await only({ type: "bank", service: "equity", accountNumber: "1234567890123" });
  expect(await route()).toEqual({
    fault: "This account number has more than the 12 characters that a pay bill takes.",
  });
});

test.each([
  ["kcb", { merchantId: "7890" }],
  ["coop", { merchantId: "OPERATOR" }],
  ["equity", { merchantId: "0123", privateKey: "a key" }],
])("own credentials of %s collect by its own push, in the provider's name", async (bank, more) => {
  const account = "12345678901234";
  await only({ type: "bank", service: bank, accountNumber: account }, { ...bankKeys, ...more });
  expect(await route()).toMatchObject({
    route: { type: "bank", bank, account, payee: "Demo WiFi", settlement: "direct" },
  });
});

test("a bank that lacks something is saved and cannot collect", async () => {
  await only({ type: "bank", service: "equity" }, { ...bankKeys, merchantId: "0123" });
  expect(await route()).toEqual({ fault: "Equity signs every call: the private key is missing." });
  await only({ type: "bank", service: "absa" }, { ...bankKeys, merchantId: "0123" });
  expect(await route()).toMatchObject({ fault: expect.stringContaining("sends no prompts of its own") });
});

test("Airtel Money by own credentials is direct; by the platform's app it is collected for the provider", async () => {
  const byAirtel = () => chooseRoute(ctx, { ...intent(), service: "airtel_money" });
  await only({});
  expect(await byAirtel()).toEqual({ fault: "no active Airtel Money gateway is configured for this router" });
  await only({ type: "airtel_money", accountNumber: "4455" }, { clientId: "own-id", clientSecret: "own" });
  expect(await byAirtel()).toMatchObject({
    route: { type: "airtel_money", credentials: "provider", settlement: "direct", merchantCode: "4455" },
  });
  await only({ type: "airtel_money", accountNumber: "4455" });
  expect(await byAirtel()).toEqual({ fault: "The platform has no Airtel Money app of its own." });
  const platform: Context["settings"] = {
    ...ctx.settings,
    PLATFORM_AIRTEL_ENVIRONMENT: "sandbox",
    PLATFORM_AIRTEL_CLIENT_ID: "platform-id",
    PLATFORM_AIRTEL_CLIENT_SECRET: "platform",
    PLATFORM_AIRTEL_MERCHANT_CODE: "9900",
  };
  const auto = await chooseRoute({ ...ctx, settings: platform }, { ...intent(), service: "airtel_money" });
  expect(auto).toMatchObject({
    route: { credentials: "platform", settlement: "collected", merchantCode: "9900" },
  });
});

test("the router's own gateway comes before the provider's, the newest before older ones", async () => {
  const routerId = seeded.demo.routers[0]?.id ?? "";
  const [wide, old, own] = [
    await only({ createdAt: 9 }),
    await only({ routerId, createdAt: 2 }),
    await only({ routerId, createdAt: 3 }),
  ];
  await env.DB.prepare("UPDATE gateways SET is_active = 1 WHERE id IN (?1, ?2)").bind(wide.id, old.id).run();
  expect((await gatewayFor(ctx, { providerId: seeded.demo.id, routerId }, "mpesa"))?.gateway.id).toBe(own.id);
  const second = { providerId: seeded.demo.id, routerId: seeded.demo.routers[1]?.id ?? "" };
  expect((await gatewayFor(ctx, second, "mpesa"))?.gateway.id).toBe(wide.id);
  expect(await gatewayFor(ctx, { providerId: seeded.savanna.id, routerId }, "mpesa")).toBeNull();
});

test("credentials are sealed in the row, open for their own gateway only, and are in no listing", async () => {
  const [first, second] = [await only({}, secrets), await only({}, { ...secrets, passkey: "other" })];
  const rows = await env.DB.prepare("SELECT * FROM gateways").all();
  expect(JSON.stringify(rows.results)).not.toMatch(/own-secret-xyz|own-passkey/);
  expect(await gatewaySecrets(ctx, first.id)).toEqual(secrets);
  await env.DB.prepare(
    "UPDATE gateways SET secrets = (SELECT secrets FROM gateways WHERE id = ?1) WHERE id = ?2",
  )
    .bind(first.id, second.id)
    .run();
  await expect(gatewaySecrets(ctx, second.id)).rejects.toThrow();
  expect(await gatewaySecrets(ctx, crypto.randomUUID())).toBeNull();
  await only({}, secrets);
  const listed = await gatewayFor(ctx, { providerId: seeded.demo.id, routerId: null }, "mpesa");
  expect(JSON.stringify(listed)).not.toContain("secrets");
});
