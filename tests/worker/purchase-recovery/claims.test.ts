import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { paymentStatus } from "#contract/payments";
import { type ClaimPurchase, claimPurchase } from "#contract/purchase-recovery";
import { formatRecoveryCode } from "#contract/values/recovery-code";
import { redeemVoucher } from "#contract/vouchers";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { recoveryCodeOf } from "#worker/features/entitlements/recovery-code";
import { entitlementIdOf } from "#worker/features/payments/index";
import { generateVouchers } from "#worker/features/vouchers/generate-vouchers";
import { sha256 } from "#worker/keys";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { abortBatches, type Fault } from "../../support/database-faults.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { entitlementRow, sell, setEntitlement } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { type Buyer, openWorld, type PaymentWorld } from "../payments/payment-world.ts";

let world: PaymentWorld;
let link: FakeLink;
let fault: Fault | undefined;
/** Null: the router can't be asked. */
let listed: boolean | null = true;

beforeAll(async () => {
  world = await openWorld();
  const owner = { providerId: world.seeded.demo.id, adminId: null };
  const bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
  link = await bridge.connect();
});
beforeEach(async () => {
  listed = true;
  link.hosts = () => [...claimants];
  await world.renew();
  // A router is asked every two seconds at most.
  await world.advance(3_000);
});
afterEach(() => {
  fault?.heal();
  fault = undefined;
});
afterAll(async () => {
  await closeAllLinks();
  await world.close();
});

type Ask = Partial<ClaimPurchase> & { code: string };
type Options = { key?: string; cookie?: string; host?: string };

/** On the WiFi, and of nobody who pays. */
const newMac = () => {
  const mac = `0A:00:00:00:00:${(claimants.size + 1).toString(16).padStart(2, "0")}`.toUpperCase();
  claimants.add(mac);
  return mac;
};
const claimants = new Set<string>();

const gate = () => world.seeded.demo.routers[0]?.id ?? "";

async function claim(ask: Ask, { key, cookie, host }: Options = {}) {
  const body = { macAddress: newMac(), routerId: gate(), ...ask };
  // A new device is on the next list, and its claim comes then.
  await world.advance(3_000);
  if (listed === null) link.hosts = null;
  return call(
    claimPurchase,
    { body },
    {
      host: host ?? world.buyer().host,
      ...(cookie ? { cookie } : {}),
      headers: {
        "cf-connecting-ip": "197.248.10.77",
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
    },
  );
}

async function paidBy(buyer: Buyer) {
  const { transactionId } = await buyer.start();
  await buyer.answer("paid");
  const [prompt] = await buyer.prompts();
  const receipt = String(prompt?.receipt);
  return {
    transactionId,
    receipt,
    sold: { id: entitlementIdOf(transactionId), providerId: buyer.provider.id },
  };
}

const notFound = {
  status: 404,
  message: "We do not find a purchase for this here. Check the code, and the phone number that paid.",
};
const refusalOf = async (answer: ReturnType<typeof claim>) => {
  const { status, text, ...rest } = await answer;
  return { status, message: rest.ok ? text : rest.refusal?.message };
};

describe("a purchase is brought to this device", () => {
  test("by its recovery code, as shown or as typed, and its cookie becomes the buyer's", async () => {
    const sold = await sell(world.seeded.demo, { buyerHash: "buyer" });
    const code = formatRecoveryCode(recoveryCodeOf(testContext(), sold.id)).toLowerCase();
    const macAddress = newMac();
    const token = "f".repeat(32);
    const answer = await claim({ code, macAddress }, { cookie: `__Host-p=${token}` });
    expect(answer.ok && answer.answer).toEqual({
      success: true,
      outcome: "moved",
      message: "Your purchase is on this device now. You are being connected.",
      givesWay: null,
    });
    const row = await entitlementRow(sold);
    expect(row).toMatchObject({ mac: macAddress, rev: 2 });
    expect(row.buyer_hash).toBe(sha256(token));
  });

  test("by the M-Pesa message and the full paying number, spelled as people do", async () => {
    const buyer = world.buyer();
    const { receipt, sold } = await paidBy(buyer);
    const macAddress = newMac();
    const message = `${receipt} Confirmed. Ksh10.00 sent to MLANGO on 4/3/31 at 9:00 AM.`;
    const answer = await claim({
      code: message.toLowerCase(),
      macAddress,
      phoneNumber: `+254 ${buyer.phone.slice(3, 6)} ${buyer.phone.slice(6)}`,
    });
    expect(answer.ok && answer.answer.outcome).toBe("moved");
    expect((await entitlementRow(sold)).mac).toBe(macAddress);
    const { results } = await tenantDatabase(sold.providerId)
      .prepare(`SELECT "by" FROM moves WHERE entitlement_id = ?1`)
      .bind(sold.id)
      .all();
    expect(results).toEqual([{ by: "receipt" }]);
  });

  test("by the voucher that bought it; one that nobody used is to be entered under Voucher", async () => {
    const { demo } = world.seeded;
    const planId = demo.plans[0]?.id ?? "";
    const [used, unused] = await generateVouchers(testContext(), demo.id, { planId, quantity: 2 }, null);
    const first = newMac();
    const body = { voucherCode: used?.code, macAddress: first, routerId: gate() };
    expect((await call(redeemVoucher, { body }, { host: world.buyer().host })).status).toBe(200);
    const macAddress = newMac();
    const answer = await claim({ code: used?.code ?? "", macAddress });
    expect(answer.ok && answer.answer.outcome).toBe("moved");
    const here = await claim({ code: used?.code ?? "", macAddress });
    expect(here.ok && here.answer.outcome).toBe("here");
    expect(await refusalOf(claim({ code: unused?.code ?? "" }))).toEqual({
      status: 409,
      message: "This voucher has not been used yet. Enter it under Voucher to go online with it.",
    });
  });

  test("and its recovery code is told to the one who claimed it, and no longer to the one who paid or redeemed", async () => {
    const { demo } = world.seeded;
    const [payer, claimant] = ["a", "b"].map((letter) => `__Host-p=${letter.repeat(32)}`);
    const shown = async (id: string, cookie = "") => {
      const answer = await call(paymentStatus, { params: { id } }, { host: world.buyer().host, cookie });
      return answer.ok ? answer.answer.recoveryCode : answer.text;
    };
    const buyer = world.buyer();
    const paid = await buyer.start({}, { cookie: payer ?? "" });
    await buyer.answer("paid");
    const planId = demo.plans[0]?.id ?? "";
    const [voucher] = await generateVouchers(testContext(), demo.id, { planId, quantity: 1 }, null);
    const redeemed = await call(
      redeemVoucher,
      { body: { voucherCode: voucher?.code, macAddress: newMac(), routerId: gate() } },
      { host: buyer.host, cookie: payer ?? "" },
    );
    const ids = [paid.transactionId, redeemed.ok ? redeemed.answer.transactionId : "none"];
    for (const id of ids) {
      const code = formatRecoveryCode(recoveryCodeOf(testContext(), entitlementIdOf(id)));
      expect([await shown(id, payer), await shown(id, claimant), await shown(id)]).toEqual([
        code,
        null,
        null,
      ]);
      // The second claim is of another router: the purchase goes on under another id.
      for (const routerId of [gate(), demo.routers[1]?.id ?? ""])
        expect((await claim({ code, routerId }, { cookie: claimant ?? "" })).ok).toBe(true);
      expect([await shown(id, payer), await shown(id, claimant), await shown(id)]).toEqual([
        null,
        code,
        null,
      ]);
    }
  });

  test("at a provider and a router that sell nothing at the moment: what was paid for is served", async () => {
    const { demo } = world.seeded;
    const sold = await sell(demo);
    const suspend = (status: string) =>
      env.DB.batch([
        env.DB.prepare("UPDATE providers SET status = ?1 WHERE id = ?2").bind(status, demo.id),
        env.DB.prepare("UPDATE routers SET status = ?1 WHERE id = ?2").bind(status, gate()),
      ]);
    await suspend("suspended");
    const answer = await claim({ code: recoveryCodeOf(testContext(), sold.id) });
    await suspend("active");
    expect(answer.ok && answer.answer.outcome).toBe("moved");
  });

  test("beside the first where its plan is for two, which stays its buyer's", async () => {
    const sold = await sell(world.seeded.demo, { plan: 3, buyerHash: "buyer" });
    const answer = await claim({ code: recoveryCodeOf(testContext(), sold.id) });
    expect(answer.ok && answer.answer).toMatchObject({ success: true, outcome: "attached" });
    expect(await entitlementRow(sold)).toMatchObject({ mac: sold.mac, buyer_hash: "buyer" });
  });
});

describe("a receipt", () => {
  test("proves nothing with another phone, and is answered as an unknown one is", async () => {
    const { receipt, sold } = await paidBy(world.buyer());
    const stranger = world.buyer();
    const before = await databaseChecksum();
    for (const [code, phoneNumber] of [
      [receipt, stranger.phone],
      ["TKL4ZZZZZZ", stranger.phone],
      ["TKL4ZZZZZZ", world.buyer().phone],
    ] as const)
      expect(await refusalOf(claim({ code, phoneNumber }))).toEqual(notFound);
    expect(await databaseChecksum()).toBe(before);
    expect((await entitlementRow(sold)).rev).toBe(1);
  });

  test("needs a full phone number", async () => {
    const { receipt } = await paidBy(world.buyer());
    expect(await refusalOf(claim({ code: receipt }))).toEqual({
      status: 400,
      message: "Please enter the phone number that paid, too.",
    });
    expect(await refusalOf(claim({ code: receipt, phoneNumber: "0712 34" }))).toEqual({
      status: 400,
      message: "Please enter a valid Kenyan phone number",
    });
  });

  test("that no payment has yet is asked from the gateway now, and answered as being checked", async () => {
    await world.daraja.set({ callbacks: "lost" });
    const buyer = world.buyer();
    const { transactionId } = await buyer.start();
    await buyer.answer("paid");
    const [prompt] = await buyer.prompts();
    const ask = { code: String(prompt?.receipt), phoneNumber: buyer.phone, macAddress: newMac() };
    const answer = await claim(ask, { key: "the same" });
    expect(answer.ok && answer.answer).toEqual({
      success: false,
      outcome: "checking",
      message: "We are still checking this payment. Please try again in a minute.",
      givesWay: null,
    });
    // Asked now: the payment is known to be paid, though its receipt is not.
    expect((await buyer.status(transactionId)).status).toBe("completed");
  });

  test("that came meanwhile is taken when the same request is sent again", async () => {
    const buyer = world.buyer();
    await world.daraja.set({ callbacks: "lost" });
    const { transactionId } = await buyer.start();
    await buyer.answer("paid");
    const [prompt] = await buyer.prompts();
    const ask = { code: String(prompt?.receipt), phoneNumber: buyer.phone, macAddress: newMac() };
    expect((await claim(ask, { key: "again" })).ok).toBe(true);
    await tenantDatabase(buyer.provider.id)
      .prepare("UPDATE payments SET receipt = ?2 WHERE id = ?1")
      .bind(transactionId, String(prompt?.receipt))
      .run();
    const answer = await claim(ask, { key: "again" });
    expect(answer.ok && answer.answer.outcome).toBe("moved");
  });

  test("is not asked for where nothing of this phone is open: no gateway hears of it", async () => {
    const buyer = world.buyer();
    await paidBy(buyer);
    const before = await world.daraja.counts();
    expect(await refusalOf(claim({ code: "TKL4ZZZZZZ", phoneNumber: buyer.phone }))).toEqual(notFound);
    expect(await world.daraja.counts()).toEqual(before);
  });
});

describe("another provider's", () => {
  test("recovery code, voucher and receipt are unknown here, exactly as made-up ones", async () => {
    const { savanna } = world.seeded;
    const sold = await sell(savanna);
    const planId = savanna.plans[0]?.id ?? "";
    const [voucher] = await generateVouchers(testContext(), savanna.id, { planId, quantity: 1 }, null);
    const buyer = world.buyer("savanna");
    const { receipt } = await paidBy(buyer);
    const before = await databaseChecksum();
    for (const code of [recoveryCodeOf(testContext(), sold.id), "ABCD-EFGH-JKMN"])
      expect(await refusalOf(claim({ code }))).toEqual(notFound);
    for (const code of [voucher?.code ?? "", "00000-00000"])
      expect(await refusalOf(claim({ code, phoneNumber: "0712345678" }))).toEqual(notFound);
    expect(await refusalOf(claim({ code: receipt, phoneNumber: buyer.phone }))).toEqual(notFound);
    expect(await databaseChecksum()).toBe(before);
  });
});

describe("nothing is looked up or changed", () => {
  test("without a device, a router, or a code", async () => {
    const sold = await sell(world.seeded.demo);
    const code = recoveryCodeOf(testContext(), sold.id);
    expect((await refusalOf(claim({ code, macAddress: "" }))).message).toMatch(/^Join the WiFi first/);
    expect((await refusalOf(claim({ code, routerId: crypto.randomUUID() }))).status).toBe(404);
    expect((await refusalOf(claim({ code: "  " }))).status).toBe(400);
    expect(await refusalOf(claim({ code: "hello" }))).toEqual({
      status: 409,
      message: "This is neither a payment message nor a code of ours. Check it and try again.",
    });
    expect((await entitlementRow(sold)).rev).toBe(1);
  });

  test("for a device that the router does not see, or while nobody can say", async () => {
    const sold = await sell(world.seeded.demo);
    const code = recoveryCodeOf(testContext(), sold.id);
    const before = await databaseChecksum();
    expect(await refusalOf(claim({ code, macAddress: "0A:0A:0A:0A:0A:0A" }))).toEqual({
      status: 409,
      message: "Connect this phone to the WiFi first, then try again.",
    });
    listed = null;
    expect(await refusalOf(claim({ code }))).toEqual({
      status: 503,
      message: "The hotspot does not answer right now. Please try again in a minute.",
    });
    expect(await databaseChecksum()).toBe(before);
  });

  test("of a purchase that is cut off or over, which is said to whoever proves it", async () => {
    const cut = await sell(world.seeded.demo);
    await setEntitlement(cut, { state: "cut_off" });
    const answer = await refusalOf(claim({ code: recoveryCodeOf(testContext(), cut.id) }));
    expect(answer).toEqual({
      status: 409,
      message: "The provider has stopped this purchase. Please ask at the counter.",
    });
  });

  test("when the database gives up halfway: the same claim works afterwards", async () => {
    const sold = await sell(world.seeded.demo);
    const ask = { code: recoveryCodeOf(testContext(), sold.id), macAddress: newMac() };
    const before = await databaseChecksum();
    fault = abortBatches(/INTO moves/);
    expect((await refusalOf(claim(ask, { key: "halfway" }))).status).toBe(500);
    fault.heal();
    expect(await databaseChecksum()).toBe(before);
    const answer = await claim(ask, { key: "halfway" });
    expect(answer.ok && answer.answer.outcome).toBe("moved");
  });
});

describe("five tries in ten minutes", () => {
  test("are a device's at a router; the sixth is told when to come again, and then may", async () => {
    const macAddress = newMac();
    for (let index = 0; index < 5; index += 1)
      expect((await claim({ code: `ABCD-EFGH-JK0${index}`, macAddress })).status).toBe(404);
    const sold = await sell(world.seeded.demo);
    const code = recoveryCodeOf(testContext(), sold.id);
    const refused = await claim({ code, macAddress });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(500);
    expect(refused.ok || refused.refusal?.message).toMatch(/^Too many tries from this device.*in 10 minutes/);
    expect((await entitlementRow(sold)).rev).toBe(1);
    await world.advance(600_001);
    expect((await claim({ code, macAddress })).status).toBe(200);
  });

  test("count a repeated request once, but one that was refused counts again", async () => {
    const macAddress = newMac();
    const code = "ABCD-EFGH-JKMN";
    for (let index = 0; index < 12; index += 1)
      expect((await claim({ code, macAddress }, { key: "one" })).status).toBe(404);
    for (let index = 0; index < 4; index += 1)
      expect((await claim({ code: `ABCD-EFGH-JK0${index}`, macAddress })).status).toBe(404);
    const next = { code: "ABCD-EFGH-JK09", macAddress };
    expect((await claim(next, { key: "two" })).status).toBe(429);
    expect((await claim(next, { key: "two" })).status).toBe(429);
    expect((await claim({ code: "ABCD-EFGH-JK08", macAddress }, { key: "one" })).status).toBe(409);
  });
});
