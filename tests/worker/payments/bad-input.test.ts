import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { paymentStatus } from "#contract/payments";
import { randomHex } from "#worker/keys";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { moneyRows } from "./money-rows.ts";
import { type Buyer, openWorld, type PaymentWorld } from "./payment-world.ts";

let world: PaymentWorld;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.renew());
afterAll(() => world.close());

/** Refused with this status and sentence; no row changes, no prompt goes out, and a right request works at once. */
async function refuses(
  buyer: Buyer,
  over: Record<string, unknown>,
  status: number,
  sentence: RegExp,
): Promise<void> {
  const before = await databaseChecksum();
  const answer = await buyer.initiate(over, {});
  expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(sentence)]);
  expect(JSON.parse(answer.text)).toMatchObject({ success: false });
  expect(await databaseChecksum()).toBe(before);
  expect(await world.daraja.counts()).toMatchObject({ pushesAccepted: 0, pushesRefused: 0 });
}

const emptyPhone = /Please enter your M-Pesa phone number/;
const wrongPhone = /Please enter a valid Kenyan phone number/;
/** A number in its form, and not of a mobile. */
const notMobile = /Please enter a mobile number, like 0712.345.678/;

test.each<[string, string, RegExp]>([
  ["nothing", "", emptyPhone],
  ["spaces", "   ", emptyPhone],
  ["8 digits", "07123456", wrongPhone],
  ["13 digits", "0254712345678", wrongPhone],
  ["letters", "0712ABC678", wrongPhone],
  ["a landline", "0201234567", notMobile],
  ["a landline in full", "+254 20 123 4567", notMobile],
  ["10 digits after 254", "2547123456789", wrongPhone],
  ["8 digits after 254", "25471234567", notMobile],
  ["a foreign number", "+255712345678", notMobile],
  ["254 twice", "254254712345", notMobile],
  ["digits of another script", "٠٧١٢٣٤٥٦٧٨", wrongPhone],
])("a phone number of %s", async (_name, phoneNumber, sentence) => {
  await refuses(world.buyer(), { phoneNumber }, 400, sentence);
});

test.each(["0712 345 601", "712345602", "+254712345603", "254712345604", "0112345605", " (0712) 345-606 "])(
  "the phone number %s is understood",
  async (phoneNumber) => {
    const buyer = world.buyer();
    await buyer.start({ phoneNumber });
    const [prompt] = await world.daraja.prompts();
    expect(prompt?.phoneNumber).toBe(`254${phoneNumber.replace(/\D/g, "").slice(-9)}`);
  },
);

test.each(["aa-bb", "01:00:5E:00:00:01", "ZZ:00:00:00:00:01", "$(mac)", "00:00:00:00:00:00", "fp-1a2b3c4d"])(
  "the device address %s",
  async (macAddress) => {
    await refuses(world.buyer(), { macAddress }, 400, /This is not a device address/);
  },
);

test("a device address in any spelling is one device", async () => {
  const buyer = world.buyer();
  const first = await buyer.start({ macAddress: buyer.mac.toLowerCase().replaceAll(":", "-") });
  expect((await buyer.start()).transactionId).toBe(first.transactionId);
});

test("a plan that does not exist, is not sold any more, or is another provider's", async () => {
  const buyer = world.buyer();
  const sentence = /This plan is not sold any more/;
  await refuses(buyer, { planId: crypto.randomUUID() }, 404, sentence);
  await refuses(buyer, { planId: "" }, 404, sentence);
  await refuses(buyer, { planId: world.seeded.savanna.plans[0]?.id }, 404, sentence);
  const plan = buyer.provider.plans[4];
  await tenantDatabase(buyer.provider.id)
    .prepare("UPDATE plans SET is_active = 0 WHERE id = ?1")
    .bind(plan?.id)
    .run();
  await refuses(buyer, { planId: plan?.id }, 404, sentence);
  await tenantDatabase(buyer.provider.id)
    .prepare("UPDATE plans SET is_active = 1, archived_at = 1 WHERE id = ?1")
    .bind(plan?.id)
    .run();
  await refuses(buyer, { planId: plan?.id }, 404, sentence);
});

test("a router that does not exist, is no router id, or is another provider's", async () => {
  const buyer = world.buyer();
  await refuses(buyer, { routerId: crypto.randomUUID() }, 404, /does not belong to this provider/);
  await refuses(buyer, { routerId: "router-1" }, 404, /does not belong to this provider/);
  await refuses(
    buyer,
    { routerId: world.seeded.savanna.routers[0]?.id },
    404,
    /does not belong to this provider/,
  );
});

test("no router where the provider has several is refused; where it has one, that is the one", async () => {
  for (const routerId of [undefined, null, ""]) {
    await refuses(world.buyer("demo"), { routerId }, 404, /Join the WiFi first/);
    await world.buyer("savanna").start({ routerId });
    await world.renew();
  }
});

test("a suspended provider or router sells nothing, and sells again afterwards", async () => {
  const buyer = world.buyer();
  const set = (table: string, id: string | undefined, status: string) =>
    env.DB.prepare(`UPDATE ${table} SET status = ?2 WHERE id = ?1`).bind(id, status).run();
  await set("providers", buyer.provider.id, "suspended");
  await refuses(buyer, {}, 409, /This provider does not sell access at the moment/);
  await set("providers", buyer.provider.id, "active");
  await set("routers", buyer.provider.routers[0]?.id, "suspended");
  await refuses(buyer, {}, 409, /This hotspot does not sell access at the moment/);
  await set("routers", buyer.provider.routers[0]?.id, "active");
  await buyer.start();
});

test("a service that nothing collects here sends no prompt, and the try is kept with its fault", async () => {
  const buyer = world.buyer();
  const tried = await buyer.initiate({ service: "airtel_money" });
  if (!tried.ok) throw new Error(tried.text);
  expect(tried.answer.success).toBe(false);
  expect((await moneyRows(tried.answer.transactionId)).payment).toMatchObject({
    status: "failed",
    method: "airtel_money",
    detail: "no active Airtel Money gateway is configured for this router",
  });
  expect(await buyer.prompts()).toEqual([]);
  await refuses(buyer, { service: "cash" }, 400, /Please check what you entered/);
});

test("on the main domain the router id selects the provider, and without one nothing is sold", async () => {
  const buyer = world.buyer();
  const host = hostOf();
  const started = await buyer.start({}, { host });
  expect(started.amount).toBe(10);
  const nowhere = world.buyer();
  const refused = await nowhere.initiate({ routerId: undefined }, { host });
  expect([refused.status, refused.text]).toEqual([404, expect.stringMatching(/Join the WiFi first/)]);
  const label = `${nowhere.provider.routers[0]?.id}.${host}`;
  await nowhere.start({ routerId: undefined }, { host: label });
});

test("a provider without an M-Pesa gateway is told so in its list, and the visitor that M-Pesa is not available", async () => {
  const buyer = world.buyer("savanna");
  const set = (active: number) =>
    env.DB.prepare("UPDATE gateways SET is_active = ?2 WHERE provider_id = ?1")
      .bind(buyer.provider.id, active)
      .run();
  await set(0);
  const refused = await buyer.initiate();
  expect(refused.ok && refused.answer).toMatchObject({
    success: false,
    message: expect.stringMatching(/M-Pesa is not available/),
  });
  const { results } = await tenantDatabase(buyer.provider.id)
    .prepare("SELECT status, detail FROM payments WHERE phone = ?1")
    .bind(buyer.phone)
    .all();
  expect(results).toEqual([
    { status: "failed", detail: "no active M-Pesa gateway is configured for this router" },
  ]);
  await set(1);
  await buyer.start();
});

test("a status is asked by the exact id only", async () => {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  for (const id of [
    randomHex(192),
    transactionId.toUpperCase(),
    `${transactionId.slice(0, -1)}g`,
    "1",
    "a".repeat(81),
  ]) {
    const answer = await call(paymentStatus, { params: { id } }, { host: buyer.host });
    expect([400, 404]).toContain(answer.status);
  }
});
