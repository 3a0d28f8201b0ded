import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as contract from "#contract/gateways";
import { textIn } from "#contract/texts";
import { banks } from "#contract/values/banks";
import { mobileMoney, serviceById } from "#contract/values/mobile-money";
import type { Service } from "#contract/values/services";
import type { Context } from "#worker/context";
import type { Settings } from "#worker/env";
import {
  AirtelSecrets,
  BankSecrets,
  gatewayFor,
  platformAirtel,
  servicesOf,
} from "#worker/features/gateways/index";
import { addGateway } from "#worker/features/gateways/store";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let ctx: Context;

beforeAll(async () => {
  seeded = await seedBoth();
  const plain = testContext();
  const airtel: Partial<Settings> = {
    PLATFORM_AIRTEL_ENVIRONMENT: "sandbox",
    PLATFORM_AIRTEL_CLIENT_ID: "platform-id",
    PLATFORM_AIRTEL_CLIENT_SECRET: "platform-secret",
    PLATFORM_AIRTEL_MERCHANT_CODE: "100200",
  };
  ctx = { ...plain, settings: { ...plain.settings, ...airtel } };
});
beforeEach(async () => {
  await env.DB.prepare("DELETE FROM gateways").run();
});

type New = Parameters<typeof addGateway>[1];
let made = 0;

async function add(
  over: Partial<New>,
  secrets: Record<string, string | undefined> | null = null,
): Promise<string> {
  made += 1;
  const id = `g${made}`;
  const row: New = {
    id,
    providerId: seeded.demo.id,
    routerId: null,
    type: "mpesa",
    isActive: true,
    environment: "sandbox",
    useAutoApi: secrets === null,
    accountNumber: "512345",
    createdAt: made,
    ...over,
  };
  await ctx.platform.run(addGateway(ctx, row, secrets));
  return id;
}

const routerOf = (place: number) => seeded.demo.routers[place]?.id ?? "";
const pays = (service: Service, place = 0) =>
  gatewayFor(ctx, { providerId: seeded.demo.id, routerId: routerOf(place) }, service);
const offered = (place = 0) => servicesOf(ctx, seeded.demo.id, routerOf(place));

const mpesa = { consumerKey: "k", consumerSecret: "s", passkey: "p" };
const airtel: AirtelSecrets = AirtelSecrets.parse({ clientId: "c", clientSecret: "d" });
const bank: BankSecrets = BankSecrets.parse({ apiKey: "a", apiSecret: "b" });

test("a provider without a gateway offers nothing", async () => {
  expect([await pays("mpesa"), await pays("airtel_money"), await offered()]).toEqual([null, null, []]);
});

test("each service is offered by its own gateway; a bank's account is paid by M-Pesa", async () => {
  const atBank = await add({ type: "bank", service: "kcb", accountNumber: "1234567890" });
  expect(await offered()).toEqual(["mpesa"]);
  await add({ type: "airtel_money" });
  expect(await offered()).toEqual(["mpesa", "airtel_money"]);
  expect((await pays("mpesa"))?.gateway.id).toBe(atBank);
  const till = await add({});
  expect((await pays("mpesa"))?.gateway.id).toBe(till);
});

test("a router's own gateway beats that of all, a bank there beats M-Pesa of all", async () => {
  const all = await add({});
  const own = await add({
    type: "bank",
    service: "equity",
    accountNumber: "0123456789",
    routerId: routerOf(0),
  });
  expect([(await pays("mpesa"))?.gateway.id, (await pays("mpesa", 1))?.gateway.id]).toEqual([own, all]);
});

test("of a router's own, one that collects is taken; none of them falls back to that of all", async () => {
  await add({});
  const routerId = routerOf(0);
  const waiting = await add({ environment: "production", routerId }, mpesa);
  expect((await pays("mpesa"))?.gateway.id).toBe(waiting);
  expect(await offered()).toEqual([]);
  const atBank = await add({ type: "bank", service: "coop", accountNumber: "112233", routerId });
  expect((await pays("mpesa"))?.gateway.id).toBe(atBank);
  expect(await offered()).toEqual(["mpesa"]);
  expect(await offered(1)).toEqual(["mpesa"]);
});

type Case = [string, Partial<New>, Record<string, string | undefined> | null, Service, string | null];
const cases: Case[] = [
  ["M-Pesa in production before KSh 1", { environment: "production" }, mpesa, "mpesa", "needs_verification"],
  ["the same afterwards", { environment: "production", verifiedAt: 5 }, mpesa, "mpesa", null],
  ["M-Pesa without a pass key", {}, { consumerKey: "k" }, "mpesa", "Its credentials are incomplete."],
  [
    "the sandbox's number in production",
    { environment: "production", accountNumber: "174379", verifiedAt: 5 },
    mpesa,
    "mpesa",
    "174379 is the sandbox's number: it cannot collect in production.",
  ],
  [
    "auto API for the other environment",
    { environment: "production", verifiedAt: 5 },
    null,
    "mpesa",
    "The platform's own M-Pesa app is for sandbox only.",
  ],
  ["Airtel's own credentials", { type: "airtel_money" }, airtel, "airtel_money", null],
  [
    "auto Airtel in production",
    { type: "airtel_money", environment: "production" },
    null,
    "airtel_money",
    "The platform's own Airtel Money app is for sandbox only.",
  ],
  ["a bank that is not named", { type: "bank" }, null, "mpesa", "No bank is named: choose one."],
  [
    "a bank's account that no pay bill takes",
    { type: "bank", service: "coop", accountNumber: "01109123456789" },
    null,
    "mpesa",
    "This account number has more than the 12 characters that a pay bill takes.",
  ],
  [
    "a bank without an interface",
    { type: "bank", service: "absa" },
    bank,
    "mpesa",
    "Absa Bank sends no prompts of its own: use Auto API, which pays by the bank's pay bill.",
  ],
  [
    "Equity without its key",
    { type: "bank", service: "equity" },
    { ...bank, merchantId: "1" },
    "mpesa",
    "Equity signs every call: the private key is missing.",
  ],
  [
    "Equity without its merchant code",
    { type: "bank", service: "equity" },
    { ...bank, privateKey: "PEM" },
    "mpesa",
    "Equity needs the merchant code as Merchant ID.",
  ],
  [
    "KCB without a till",
    { type: "bank", service: "kcb" },
    bank,
    "mpesa",
    "KCB needs the till as Merchant ID.",
  ],
  [
    "Co-op without an operator code",
    { type: "bank", service: "coop" },
    bank,
    "mpesa",
    "Co-operative Bank needs the operator code as Merchant ID.",
  ],
  ["KCB with everything", { type: "bank", service: "kcb" }, { ...bank, merchantId: "1" }, "mpesa", null],
];
test.each(cases)("what %s can do is said", async (_name, over, secrets, service, expected) => {
  await add(over, secrets);
  const { readiness } = (await pays(service)) ?? {};
  const said = readiness?.status === "cannot_collect" ? textIn("en", readiness.fault) : readiness?.status;
  expect(said).toBe(expected ?? "collects");
  expect(await offered()).toEqual(expected === null ? [service] : []);
});

test("the platform's Airtel app exists only when it is whole", () => {
  expect(platformAirtel(ctx)).toMatchObject({ clientId: "platform-id", merchantCode: "100200" });
  const settings = { ...ctx.settings, PLATFORM_AIRTEL_CLIENT_SECRET: undefined };
  expect(platformAirtel({ ...ctx, settings })).toBeNull();
});

describe("the lists", () => {
  test("are the same as a call and as a file, with the numbers of docs/behaviour", async () => {
    const operator = { host: hostOf(), cookie: await signInOperator(seeded.operator) };
    const [byCall, file] = [
      await call(contract.listBanks, {}, operator),
      await call(contract.banksFile, {}, { host: hostOf() }),
    ];
    expect(byCall.ok && byCall.answer).toEqual(banks);
    expect(file.ok && file.answer).toEqual(banks);
    expect(banks.map(({ id, paybill }) => `${id} ${paybill}`)).toEqual([
      ...["equity 247247", "kcb 522522", "coop 400200", "stanchart 329329", "absa 303030"],
    ]);
    const services = await call(contract.listMobileMoney, {}, operator);
    expect(services.ok && services.answer).toEqual(mobileMoney);
    const servicesFile = await call(contract.mobileMoneyFile, {}, { host: hostOf() });
    expect(servicesFile.ok && servicesFile.answer).toEqual(mobileMoney);
    expect(mobileMoney.map(({ id, paybill }) => `${id} ${paybill}`)).toEqual([
      ...["mpesa 174379", "airtel_money 100100", "telkom_tpesa 220220"],
    ]);
  });

  test("name T-Kash as what cannot be collected", () => {
    expect(serviceById("telkom_tpesa")).toMatchObject({
      name: "T-Kash",
      isActive: false,
      collectable: false,
    });
  });
});
