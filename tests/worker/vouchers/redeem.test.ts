import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { paymentStatus } from "#contract/payments";
import { deviceSubject } from "#contract/values/subject";
import { parseVoucherCode } from "#contract/values/voucher-code";
import { redeemVoucher } from "#contract/vouchers";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { generateVouchers } from "#worker/features/vouchers/generate-vouchers";
import type { SeededProvider, TwoProviders } from "../../seed/two-providers.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { abortBatches, type Fault, failStatements } from "../../support/database-faults.ts";
import { closeAllLinks, FakeBridge } from "../../support/fake-bridge.ts";
import { giveRouter } from "../../support/give-router.ts";
import { newMac, sell } from "../../support/sell.ts";
import { sleepsSince } from "../../support/short-sleeps.ts";
import { rowsOfAllTenants, tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let fault: Fault | undefined;

beforeAll(async () => {
  seeded = await seedBoth();
});

beforeEach(async () => {
  await env.DB.batch([
    env.DB.prepare("UPDATE providers SET status = 'active'"),
    env.DB.prepare("UPDATE routers SET status = 'active'"),
  ]);
});

afterEach(async () => {
  fault?.heal();
  fault = undefined;
  vi.restoreAllMocks();
  vi.useRealTimers();
  await closeAllLinks();
});

/** As printed, with its dash. */
async function newCode(provider: SeededProvider = seeded.demo, plan = 1): Promise<string> {
  const planId = provider.plans[plan]?.id ?? "";
  const [voucher] = await generateVouchers(testContext(), provider.id, { planId, quantity: 1 }, null);
  return voucher?.code ?? "";
}

type Redeem = {
  code: string;
  mac?: string | null;
  router?: string;
  provider?: SeededProvider;
  key?: string;
  /** A line of its own unless told. */
  network?: string;
};
let lines = 0;

function redeem({ code, mac = newMac(), router, provider = seeded.demo, key, network }: Redeem) {
  const routerId = router ?? provider.routers[0]?.id;
  lines += 1;
  const headers: Record<string, string> = {
    ...(key === undefined ? {} : { "idempotency-key": key }),
    "cf-connecting-ip": network ?? `10.7.${lines >> 8}.${lines & 255}`,
  };
  const body = { voucherCode: code, macAddress: mac, routerId };
  return call(redeemVoucher, { body }, { host: hostOf(provider.subdomain), headers });
}

async function voucherRow(code: string) {
  type Row = { redemption_id: string | null; used_at: number | null; used_by: string; router_id: string };
  const [row] = await rowsOfAllTenants<Row>(
    "SELECT redemption_id, used_at, used_by, router_id FROM vouchers WHERE code = ?1",
    parseVoucherCode(code) ?? "",
  );
  return row;
}
const isUsed = async (code: string) => (await voucherRow(code))?.used_at !== null;
const count = (table: string, where = "1 = 1", ...values: string[]) =>
  tenantDatabase(seeded.demo.id)
    .prepare(`SELECT count(*) AS count FROM ${table} WHERE ${where}`)
    .bind(...values)
    .first<number>("count");

describe("a voucher", () => {
  test("opens what it was made for, on this device, and is used from then on", async () => {
    const code = await newCode();
    const mac = newMac();
    const answer = await redeem({ code, mac });
    expect(answer.ok && answer.answer).toEqual({
      success: true,
      transactionId: expect.stringMatching(/^[0-9a-f]{80}$/),
      // Nothing has said yet that the router is there.
      message: "Voucher redeemed. It is paid, and this device is let in as soon as the router answers.",
      planName: "3 Hours",
      durationHours: 3,
    });
    expect(await voucherRow(code)).toMatchObject({
      used_by: deviceSubject(mac),
      router_id: seeded.demo.routers[0]?.id,
    });
    const entitlement = await tenantDatabase(seeded.demo.id)
      .prepare(
        "SELECT state, source, rev, created_at, json_extract(terms, '$.planName') AS plan FROM entitlements WHERE subject = 'device:' || ?1",
      )
      .bind(mac)
      .first();
    const { used_at } = (await voucherRow(code)) ?? {};
    expect(entitlement).toEqual({
      state: "waiting",
      source: "voucher",
      rev: 1,
      created_at: used_at,
      plan: "3 Hours",
    });
    expect(await count("devices", "subject = 'device:' || ?1", mac)).toBe(1);
    expect(await count("hotspot_users", "subject = 'device:' || ?1", mac)).toBe(1);
  });

  test("reaches the router's bridge at once, and is followed like a payment", async () => {
    const owner = { providerId: seeded.demo.id, adminId: null };
    const bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
    const link = await bridge.connect();
    const mac = newMac();
    const answer = await redeem({ code: await newCode(), mac });
    const id = answer.ok ? answer.answer.transactionId : "";
    const desired = await link.until(
      () => link.desiredEntitlements.find(({ spec }) => spec.subjects.includes(deviceSubject(mac))),
      "desired",
    );
    const status = () => call(paymentStatus, { params: { id } }, { host: hostOf("demo") });
    const before = await status();
    expect(before.ok && before.answer).toMatchObject({
      status: "completed",
      error: null,
      reason: null,
      access: "connecting",
      expiresAt: null,
    });
    const about = { routerId: desired.routerId, entitlementId: desired.id, rev: 1, ageMs: 0 };
    await link.report({ ...about, kind: "started" }, { ...about, kind: "applied", state: "online" });
    const after = await status();
    expect(after.ok && after.answer.access).toBe("online");
    const left = after.ok ? Date.parse(after.answer.expiresAt ?? "") - Date.now() : 0;
    expect(Math.round(left / 60_000)).toBe(180);
  });

  test("may be typed in any case, without its dash, with O for 0 and I or L for 1", async () => {
    const makeTyped: ((code: string) => string)[] = [
      (code) => code.toLowerCase(),
      (code) => code.replace("-", ""),
      (code) => ` ${code.replace("-", " ")} `,
      (code) => code.replaceAll("0", "O").replaceAll("1", "I"),
      (code) => code.replaceAll("0", "o").replaceAll("1", "l"),
    ];
    for (const typed of makeTyped) {
      // One that has both, so that the test means something.
      const code = await newCode();
      await tenantDatabase(seeded.demo.id)
        .prepare("UPDATE vouchers SET code = '01' || substr(code, 3) WHERE code = ?1")
        .bind(parseVoucherCode(code) ?? "")
        .run();
      const answer = await redeem({ code: typed(`01${code.slice(2)}`) });
      expect(answer.status, typed(code)).toBe(200);
      await tenantDatabase(seeded.demo.id)
        .prepare("DELETE FROM vouchers WHERE code = '01' || ?1")
        .bind(code.slice(2).replace("-", ""))
        .run();
    }
  });

  test("adds nothing to revenue", async () => {
    const leaveOut = ["vouchers", "voucher_daily", "entitlements", "devices", "hotspot_users"];
    const before = await databaseChecksum({ leaveOut });
    const code = await newCode();
    expect((await redeem({ code })).status).toBe(200);
    expect(await databaseChecksum({ leaveOut })).toBe(before);
    expect(await count("ledger")).toBe(0);
    expect(await count("sales_daily")).toBe(0);
    expect(await count("payments")).toBe(0);
  });

  test("keeps the terms it was made with, though the plan has changed or gone", async () => {
    const code = await newCode(seeded.demo, 0);
    await tenantDatabase(seeded.demo.id)
      .prepare("UPDATE plans SET name = 'Dearer', duration_minutes = 540, archived_at = 5 WHERE id = ?1")
      .bind(seeded.demo.plans[0]?.id)
      .run();
    const answer = await redeem({ code });
    expect(answer.ok && answer.answer).toMatchObject({ planName: "1 Hour", durationHours: 1 });
  });

  test("is redeemed at a provider with one router without naming it", async () => {
    const body = { voucherCode: await newCode(seeded.savanna), macAddress: newMac() };
    const host = hostOf("savanna");
    expect((await call(redeemVoucher, { body }, { host })).status).toBe(200);
    const other = { voucherCode: await newCode(), macAddress: newMac() };
    const two = await call(redeemVoucher, { body: other }, { host: hostOf("demo") });
    expect(two.status).toBe(404);
    expect(!two.ok && two.refusal?.reason).toBe("join_wifi");
    expect(await isUsed(other.voucherCode)).toBe(false);
  });
});

describe("one code tried by a hundred devices at once", () => {
  test("has exactly one winner, one entitlement and one device, and the winner's retry wins again", async () => {
    const code = await newCode();
    const macs = Array.from({ length: 100 }, () => newMac());
    const entitlements = (await count("entitlements")) ?? 0;
    const devices = (await count("devices")) ?? 0;
    const answers = await Promise.all(
      macs.map((mac, index) => redeem({ code, mac, router: seeded.demo.routers[index % 2]?.id ?? "" })),
    );
    vi.restoreAllMocks();
    const winners = answers.filter(({ ok }) => ok);
    expect(winners).toHaveLength(1);
    for (const answer of answers) if (!answer.ok) expect(answer.text).toContain("already been used");
    expect(await count("entitlements")).toBe(entitlements + 1);
    expect(await count("devices")).toBe(devices + 1);
    const winner = answers.findIndex(({ ok }) => ok);
    const mac = macs[winner] ?? "";
    expect(await voucherRow(code)).toMatchObject({ used_by: deviceSubject(mac) });

    const again = await redeem({ code, mac, router: seeded.demo.routers[winner % 2]?.id ?? "" });
    const first = answers[winner];
    expect(again.ok && again.answer).toEqual(first?.ok && first.answer);
    expect(await count("entitlements")).toBe(entitlements + 1);
  });

  test("sent by one device twenty times is one redemption", async () => {
    const code = await newCode();
    const mac = newMac();
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem({ code, mac })));
    const ids = answers.map((answer) => answer.ok && answer.answer.transactionId);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^[0-9a-f]{80}$/);
    expect(await count("entitlements", "subject = 'device:' || ?1", mac)).toBe(1);
  });
});

describe("the winner's retry", () => {
  test("succeeds even after the voucher's expiry, but does not push a newer purchase aside", async () => {
    const planId = seeded.demo.plans[1]?.id ?? "";
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const [voucher] = await generateVouchers(
      testContext(),
      seeded.demo.id,
      { planId, quantity: 1, expiresAt },
      null,
    );
    const code = voucher?.code ?? "";
    const mac = newMac();
    const first = await redeem({ code, mac });
    vi.setSystemTime(Date.now() + 120_000);
    const newer = await sell(seeded.demo, { mac, plan: 1 });
    const again = await redeem({ code, mac });
    expect(again.ok && again.answer).toEqual(first.ok && first.answer);
    const user = await tenantDatabase(seeded.demo.id)
      .prepare("SELECT entitlement_id FROM hotspot_users WHERE subject = 'device:' || ?1")
      .bind(mac)
      .first();
    expect(user).toEqual({ entitlement_id: newer.id });
  });

  test("from another device, or at another router, is no retry", async () => {
    const code = await newCode();
    const mac = newMac();
    await redeem({ code, mac });
    expect((await redeem({ code })).status).toBe(409);
    const elsewhere = await redeem({ code, mac, router: seeded.demo.routers[1]?.id ?? "" });
    expect(elsewhere.text).toContain("already been used");
  });

  test("with the Idempotency-Key of another code is refused, and that code stays unused", async () => {
    const [one, two] = [await newCode(), await newCode()];
    const [mac, key, network] = [newMac(), crypto.randomUUID(), "10.8.0.1"];
    expect((await redeem({ code: one, mac, key, network })).status).toBe(200);
    expect((await redeem({ code: one, mac, key, network })).status).toBe(200);
    const other = await redeem({ code: two, mac, key, network });
    expect(other.status).toBe(409);
    expect(!other.ok && other.refusal?.code).toBe("conflict");
    expect(await isUsed(two)).toBe(false);
  });
});

describe("refused, each with its sentence, and unused afterwards", () => {
  async function expectRefused(answer: Awaited<ReturnType<typeof redeem>>, status: number, sentence: string) {
    expect(answer.status).toBe(status);
    expect(!answer.ok && answer.refusal?.message).toContain(sentence);
    expect(!answer.ok && answer.refusal?.success).toBe(false);
  }

  test("a code that nobody made, or that is none", async () => {
    const before = await databaseChecksum();
    await expectRefused(await redeem({ code: "ABCDE-12345" }), 404, "not known here");
    await expectRefused(await redeem({ code: "short" }), 409, "not a voucher code");
    await expectRefused(await redeem({ code: "ABCDE-1234U" }), 409, "not a voucher code");
    await expectRefused(await redeem({ code: "  " }), 400, "Please enter your voucher code");
    expect(await databaseChecksum()).toBe(before);
  });

  test("an expired one", async () => {
    const code = await newCode();
    await tenantDatabase(seeded.demo.id)
      .prepare("UPDATE vouchers SET expires_at = ?2 WHERE code = ?1")
      .bind(parseVoucherCode(code) ?? "", Date.now())
      .run();
    await expectRefused(await redeem({ code }), 409, "This voucher has expired.");
    expect(await isUsed(code)).toBe(false);
  });

  test("a revoked one", async () => {
    const code = await newCode();
    await tenantDatabase(seeded.demo.id)
      .prepare("UPDATE vouchers SET revoked_at = 5 WHERE code = ?1")
      .bind(parseVoucherCode(code) ?? "")
      .run();
    await expectRefused(await redeem({ code }), 409, "was revoked");
    expect(await isUsed(code)).toBe(false);
  });

  test("another provider's, which is as unknown as one that nobody made", async () => {
    const code = await newCode(seeded.savanna);
    await expectRefused(await redeem({ code }), 404, "not known here");
    expect(await isUsed(code)).toBe(false);
    const foreignRouter = seeded.demo.routers[0]?.id ?? "";
    const answer = await redeem({ code, provider: seeded.savanna, router: foreignRouter });
    await expectRefused(answer, 404, "does not belong to this provider");
    expect(await isUsed(code)).toBe(false);
  });

  test("at a suspended provider or router", async () => {
    const code = await newCode();
    await env.DB.prepare("UPDATE providers SET status = 'suspended' WHERE id = ?1")
      .bind(seeded.demo.id)
      .run();
    await expectRefused(await redeem({ code }), 409, "This provider does not sell access");
    await env.DB.prepare("UPDATE providers SET status = 'active'").run();
    await env.DB.prepare("UPDATE routers SET status = 'suspended'").run();
    await expectRefused(await redeem({ code }), 409, "This hotspot does not sell access");
    await env.DB.prepare("UPDATE routers SET status = 'active'").run();
    expect(await isUsed(code)).toBe(false);
    expect((await redeem({ code })).status).toBe(200);
  });

  test("at a router that was unassigned or archived", async () => {
    const code = await newCode(seeded.savanna);
    const routerId = seeded.savanna.routers[0]?.id ?? "";
    const archived = (at: number | null) =>
      env.DB.prepare("UPDATE routers SET archived_at = ?2 WHERE id = ?1").bind(routerId, at).run();
    await giveRouter(routerId, null);
    expect((await redeem({ code, provider: seeded.savanna })).status).toBe(404);
    await giveRouter(routerId, seeded.savanna.id);
    await archived(5);
    expect((await redeem({ code, provider: seeded.savanna })).status).toBe(404);
    await archived(null);
    expect(await isUsed(code)).toBe(false);
  });

  test("without a device, or with what is none", async () => {
    const code = await newCode();
    for (const mac of [null, ""])
      await expectRefused(await redeem({ code, mac }), 400, "Join the WiFi first");
    const body = { voucherCode: code, routerId: seeded.demo.routers[0]?.id };
    const absent = await call(redeemVoucher, { body }, { host: hostOf("demo") });
    await expectRefused(absent, 400, "Join the WiFi first");
    for (const mac of ["$(mac)", "02-00", "FF:FF:FF:FF:FF:FF", "device-12345", "01:00:5E:00:00:01"])
      await expectRefused(await redeem({ code, mac }), 400, "not a device address");
    expect(await isUsed(code)).toBe(false);
  });

  test("when the database gives up halfway through the claim", async () => {
    const code = await newCode();
    const mac = newMac();
    const before = await databaseChecksum();
    fault = abortBatches(/UPDATE vouchers/);
    const answer = await redeem({ code, mac });
    fault.heal();
    expect(fault.count).toBe(1);
    expect(answer.status).toBe(500);
    expect(await databaseChecksum()).toBe(before);
    expect((await redeem({ code, mac })).status).toBe(200);
  });
});

describe("guessing", () => {
  /** Behind the site's one address. */
  const site = "197.248.10.77";

  test("is slowed down from a listed device's sixth wrong code on, while a right one works at once", async () => {
    vi.setSystemTime(Date.now() + 3_600_000);
    const [mac, neighbour] = [newMac(), newMac()];
    const owner = { providerId: seeded.demo.id, adminId: null };
    const bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
    (await bridge.connect()).hosts = () => [mac, neighbour];
    const guess = () => redeem({ code: "00000-00000", mac, network: site });
    for (let tries = 0; tries < 5; tries++) expect((await guess()).status).toBe(404);
    const code = await newCode();
    sleepsSince();
    const guessing = guess();
    expect((await redeem({ code, mac, network: site })).status).toBe(200);
    expect((await redeem({ code: "00000-00000", mac: neighbour, network: site })).status).toBe(404);
    const sixth = await guessing;
    // One of the three waited.
    expect(sleepsSince()).toEqual([3_000]);
    expect(sixth.status).toBe(429);
    expect(sixth.headers.get("retry-after")).toBe("600");
    expect(!sixth.ok && sixth.refusal?.message).toContain("A right code still works at once.");
    vi.setSystemTime(Date.now() + 601_000);
    expect((await guess()).status).toBe(404);
    await env.DB.prepare("UPDATE routers SET bridge_id = NULL").run();
  });

  test("by ever new devices is slowed down by the network's count, and no other network's", async () => {
    vi.setSystemTime(Date.now() + 3 * 3_600_000);
    const guess = (network: string) => redeem({ code: "00000-00000", network });
    const answers = await Promise.all(Array.from({ length: 60 }, () => guess(site)));
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(404));
    expect((await guess(site)).status).toBe(429);
    expect((await guess("197.248.10.78")).status).toBe(404);
  });
});

describe("the status of a redemption", () => {
  const ask = (id: string) => call(paymentStatus, { params: { id } }, { host: hostOf("demo") });

  test("is unknown for an id that was made up or changed, which is not even looked for", async () => {
    const answer = await redeem({ code: await newCode() });
    const id = answer.ok ? answer.answer.transactionId : "";
    expect((await ask(id)).status).toBe(200);
    fault = failStatements(/FROM entitlements/);
    const last = id.at(-1) === "0" ? "1" : "0";
    for (const wrong of [
      id.slice(0, -1) + last,
      `${id[0] === "0" ? "1" : "0"}${id.slice(1)}`,
      id.slice(0, 48),
      "x",
      "0".repeat(80),
    ])
      expect((await ask(wrong)).status, wrong).toBe(404);
    expect(fault.count).toBe(0);
  });
});
