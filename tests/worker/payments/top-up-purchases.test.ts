import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { redeemVoucher } from "#contract/vouchers";
import { paidByReceipt } from "#worker/features/payments/paid-by-receipt";
import { generateVouchers } from "#worker/features/vouchers/generate-vouchers";
import { closeAllLinks, type FakeLink } from "../../support/fake-bridge.ts";
import { visit } from "../../support/portal-page.ts";
import { newMac, subjectsOf } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallOptions, call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { attachedTo, give } from "../entitlements/move-world.ts";
import { moneyRows } from "./money-rows.ts";
import { type Buyer, openWorld, type PaymentWorld } from "./payment-world.ts";
import {
  bridgeAt,
  cap,
  capped,
  more,
  purchaseRow,
  run,
  running,
  runs,
  servedBy,
  toppedUp,
  usedUp,
} from "./top-up-world.ts";

// More data for purchases that a voucher bought, and for those of several devices.

let world: PaymentWorld;

beforeAll(async () => {
  world = await openWorld();
  await capped(world);
});
beforeEach(() => world.renew());
afterEach(closeAllLinks);
afterAll(() => world.close());

const planOf = ({ provider }: Buyer) => provider.plans[0]?.id ?? "";

describe("a purchase by a voucher", () => {
  async function newCode(buyer: Buyer): Promise<string> {
    const wanted = { planId: planOf(buyer), quantity: 1 };
    const [voucher] = await generateVouchers(testContext(), buyer.provider.id, wanted, null);
    return voucher?.code ?? "";
  }

  /** It runs since now. */
  async function redeemed(buyer: Buyer, voucherCode: string, options?: CallOptions): Promise<string> {
    const body = { voucherCode, macAddress: buyer.mac, routerId: buyer.provider.routers[0]?.id };
    const answer = await call(redeemVoucher, { body }, { host: buyer.host, ...options });
    if (!answer.ok) throw new Error(answer.text);
    const id = await tenantDatabase(buyer.provider.id)
      .prepare("SELECT entitlement_id FROM devices WHERE subject = 'device:' || ?1")
      .bind(buyer.mac)
      .first<string>("entitlement_id");
    return runs(buyer, id ?? "");
  }

  test("goes on with more data, as the voucher was made; the sale is the top-up's alone", async () => {
    const buyer = world.buyer();
    const code = await newCode(buyer);
    await run(
      buyer.provider.id,
      "UPDATE plans SET top_up_bytes = 1, top_up_price_cents = 99900 WHERE id = ?1",
      planOf(buyer),
    );
    try {
      const id = await redeemed(buyer, code);
      await usedUp(buyer, id);
      const started = await buyer.start({ topUp: true });
      expect(started.amount).toBe(5);
      await buyer.answer("paid");
      expect(await purchaseRow(buyer, id)).toMatchObject({ state: "running", top_up_bytes: more });
      const { payment, ledger, entitlements } = await moneyRows(started.transactionId);
      expect(payment).toMatchObject({ status: "completed", entitlement_id: id, top_up_of: id });
      expect(ledger.map(({ cents }) => cents)).toEqual([500, -500]);
      expect(entitlements).toEqual([]);
    } finally {
      await capped(world);
    }
  });

  test("is offered it by the cookie that redeemed it, with no number in the form; its receipt claims nothing", async () => {
    const buyer = world.buyer();
    const place = `mac=${encodeURIComponent(buyer.mac)}&routerId=${buyer.provider.routers[0]?.id}`;
    const cookie = (await visit(`/?${place}`)).cookie ?? "";
    const id = await redeemed(buyer, await newCode(buyer), { cookie });
    await usedUp(buyer, id);
    const home = await visit(`/?${place}`, { cookie });
    expect(home.data.ended).toMatchObject({ phoneNumber: null, topUp: { bytes: more, amount: 5 } });
    const { payment } = await moneyRows(await toppedUp(buyer, { cookie }));
    const claim = { providerId: buyer.provider.id, receipt: payment?.receipt ?? "", phone: buyer.phone };
    expect(payment?.receipt).not.toBeNull();
    expect(await paidByReceipt(testContext(), claim)).toBe(null);
  });
});

describe("a purchase of two devices", () => {
  let link: FakeLink;

  beforeAll(() => run(world.seeded.demo.id, "UPDATE plans SET devices = 2"));
  beforeEach(async () => {
    link = await bridgeAt(world);
    link.hosts = () => [];
  });

  const givenTo = (buyer: Buyer, id: string, mac: string) =>
    give({ id, providerId: buyer.provider.id, routerId: buyer.provider.routers[0]?.id ?? "" }, { mac });
  const serves = (id: string, dataBytes: number, macs: string[]) =>
    link.until(
      () =>
        link.desiredEntitlements.find(
          ({ id: told, spec }) =>
            told === id &&
            spec.kind === "serve" &&
            spec.dataBytes === dataBytes &&
            spec.subjects.join() === subjectsOf(...macs).join(),
        ),
      `${dataBytes} bytes for ${macs.join()}`,
    );

  test("has more data on both, whichever of them buys it", async () => {
    const buyer = world.buyer();
    const second = newMac();
    const id = await running(buyer);
    expect(await givenTo(buyer, id, second)).toBe("attached");
    await usedUp(buyer, id);
    await buyer.start({ topUp: true, macAddress: second });
    await buyer.answer("paid");
    expect(await purchaseRow(buyer, id)).toMatchObject({ state: "running", top_up_bytes: more });
    await serves(id, cap + more, [buyer.mac, second]);
  });

  test("has it for a device that comes after the top-up, too, and for one that comes between prompt and payment", async () => {
    const buyer = world.buyer();
    const [second, third] = [newMac(), newMac()];
    const id = await running(buyer);
    await buyer.start({ topUp: true });
    expect(await givenTo(buyer, id, second)).toBe("attached");
    await buyer.answer("paid");
    await serves(id, cap + more, [buyer.mac, second]);
    await run(
      buyer.provider.id,
      "UPDATE devices SET detached_at = 1 WHERE subject = 'device:' || ?1",
      second,
    );
    expect(await givenTo(buyer, id, third)).toBe("attached");
    await serves(id, cap + more, [buyer.mac, third]);
    expect((await purchaseRow(buyer, id))?.top_up_bytes).toBe(more);
  });

  test("keeps what a device asked for that left before it was paid, and that one may ask for nothing more", async () => {
    const buyer = world.buyer();
    const second = newMac();
    const id = await running(buyer);
    await givenTo(buyer, id, second);
    await buyer.start({ topUp: true, macAddress: second });
    await run(
      buyer.provider.id,
      "UPDATE devices SET detached_at = 1 WHERE subject = 'device:' || ?1",
      second,
    );
    await buyer.answer("paid");
    await serves(id, cap + more, [buyer.mac]);
    const answer = await buyer.initiate({ topUp: true, macAddress: second });
    expect([answer.status, JSON.parse(answer.text).reason]).toEqual([404, "top_up_nothing"]);
  });

  test("that is over once the money comes: the data is a purchase of the device that asked, with room for two", async () => {
    const buyer = world.buyer();
    const second = newMac();
    const id = await running(buyer);
    await givenTo(buyer, id, second);
    const { transactionId } = await buyer.start({ topUp: true, macAddress: second });
    await run(buyer.provider.id, "UPDATE entitlements SET ends_at = 1 WHERE id = ?1", id);
    await buyer.answer("paid");
    const own = (await servedBy(buyer, transactionId)) ?? "";
    expect(own).not.toBe(id);
    expect(await attachedTo(own)).toEqual([second]);
    expect(JSON.parse((await purchaseRow(buyer, own))?.terms ?? "{}")).toMatchObject({
      devices: 2,
      dataBytes: more,
    });
    expect(await attachedTo(id)).toEqual([buyer.mac, second]);
  });
});
