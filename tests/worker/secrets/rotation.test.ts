import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import * as contract from "#contract/secrets";
import { say } from "#contract/texts";
import { deviceSubject } from "#contract/values/subject";
import { hourMs } from "#contract/values/time";
import { type Context, makeContext } from "#worker/context";
import { type SealedTable, sealedColumns, sealedPlace } from "#worker/db/sealed-columns";
import { sql } from "#worker/db/sql";
import type { Env } from "#worker/env";
import { placeOf } from "#worker/features/auth/factor-store";
import { entitlementByRecovery, shownRecoveryCode } from "#worker/features/entitlements/index";
import { recoveryCodeOf } from "#worker/features/entitlements/recovery-code";
import { airtelCallbackUrl } from "#worker/features/gateways/airtel";
import { isAirtelCallback } from "#worker/features/gateways/index";
import {
  callbackUrl,
  isCallbackSecret,
  isPaymentId,
  newPaymentId,
  paymentIdFor,
} from "#worker/features/payments/core/payment-id";
import { resultAt, resultUrl } from "#worker/features/payments/gateways/result-address";
import {
  keepShortAddress,
  paymentAtShortAddress,
  shortCallbackUrl,
} from "#worker/features/payments/gateways/short-address";
import { paybillAddresses, paybillAt } from "#worker/features/payments/paybill/paybill-address";
import { sweepSecrets } from "#worker/features/secrets/index";
import { rootSecrets } from "#worker/features/secrets/root-secrets";
import { changeOf, countAtProviders, recoveryOfOthers } from "#worker/features/secrets/store";
import { redemptionOf } from "#worker/features/vouchers/redemption-id";
import { makeKeys } from "#worker/keys";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { sell } from "../../support/sell.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { tenantPlan, tenantStatements } from "../../support/tenant-statements.ts";
import { call } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";
import { tellAgain, tellNothing } from "../../support/written-by-hand.ts";

const stolen = (env as unknown as Env).ROOT_SECRET ?? "";
const fresh = "ab12".repeat(16);
const later = "cd34".repeat(16);
const start = Date.UTC(2031, 4, 6, 9, 30);

/** The platform as it stands with these root secrets. */
function standing(root: string, previous: string[] = [], now = start): Context {
  const vars = { ROOT_SECRET: root, ROOT_SECRET_PREVIOUS: previous.join(",") };
  return makeContext({ ...(env as unknown as Env), ...vars }, { now: () => now });
}

const before = standing(stolen);
const between = standing(fresh, [stolen]);
const after = standing(fresh);
/** What a thief of the old secret can make, with the names' secret of the same theft. */
const thief = makeContext({ ...(env as unknown as Env), ROOT_SECRET: stolen }, { now: () => start + hourMs });

const last = (url: string) => url.split("/").at(-1) ?? "";

let seeded: TwoProviders;
beforeAll(async () => {
  seeded = await seedBoth();
});

describe("names are the same whatever the root secret, so that nothing is stranded", () => {
  test.each([
    ["a typed payment's id", (ctx: Context) => paymentIdFor(ctx, "typed 600100 TKL1")],
    [
      "a redemption's id",
      (ctx: Context) =>
        redemptionOf(ctx, seeded.demo.id, "ABCDEFGHJK", "r", deviceSubject("m")).transactionId,
    ],
    ["a gateway's object", (ctx: Context) => ctx.keys.tag("gateway-object", "base key")],
    ["a shard of limits", (ctx: Context) => ctx.keys.tag("limit-shard", "network 1", 8)],
    ["the key of a lent voucher", (ctx: Context) => ctx.keys.tag("offline-voucher", "loan")],
    ["an operator's recovery code", (ctx: Context) => ctx.keys.tag("admin-recovery", "code")],
    ["Airtel's app", (ctx: Context) => airtelCallbackUrl(ctx, "sandbox", "client").split("/").at(-2)],
  ])("%s", (_what, nameIn) => {
    expect([nameIn(between), nameIn(after)]).toEqual([nameIn(before), nameIn(before)]);
  });

  test("and a payment id of before is one afterwards", () => {
    const id = newPaymentId(before);
    expect([between, after].map((ctx) => isPaymentId(ctx, id))).toEqual([true, true]);
  });
});

describe("what gateways report to an address of before", () => {
  test("is taken while the payment is open and its secret is set, and afterwards not", async () => {
    const id = newPaymentId(before);
    const secret = last(callbackUrl(before, id));
    await keepShortAddress(before, id);
    const short = last(shortCallbackUrl(before, id));
    const taken = async (ctx: Context) => [
      isCallbackSecret(ctx, id, secret),
      (await paymentAtShortAddress(ctx, short)) === id,
    ];
    expect(await taken(between)).toEqual([true, true]);
    expect(await taken(standing(fresh, [stolen], start + 24 * hourMs))).toEqual([true, true]);
    expect(await taken(standing(fresh, [stolen], start + 25 * hourMs))).toEqual([false, false]);
    expect(await taken(after)).toEqual([false, false]);
    // The current secret's addresses never end: a gateway may be later than its own rules.
    expect(await taken(standing(stolen, [], start + 900 * hourMs))).toEqual([true, true]);
  });

  test("reaches its payment through the worker's door during the change", async () => {
    const id = newPaymentId(before);
    const { default: worker } = await import("#worker/index");
    const post = (ctx: Context, url: string) =>
      worker.fetch(new Request(url, { method: "POST", body: "{}" }) as never, ctx.env, {
        waitUntil: () => undefined,
        passThroughOnException: () => undefined,
      } as never);
    const sent: unknown[] = [];
    const watched = {
      ...between,
      env: { ...between.env, CALLBACKS: { send: async (message: unknown) => sent.push(message) } },
    } as unknown as Context;
    await post(watched, callbackUrl(thief, newPaymentId(between)));
    expect(sent).toEqual([]);
    await post(watched, callbackUrl(before, id));
    expect(sent).toMatchObject([{ paymentId: id }]);
  });

  test("is believed of no payment that began since, from the thief of the old secret", async () => {
    const id = newPaymentId(between);
    const forged = last(callbackUrl(thief, id));
    const byOldKey = thief.keys.proof("callback", id, 128, thief.keys.current);
    for (const secret of [forged, byOldKey]) expect(isCallbackSecret(between, id, secret)).toBe(false);
    expect(isCallbackSecret(between, id, last(callbackUrl(between, id)))).toBe(true);
    expect(isCallbackSecret(after, id, last(callbackUrl(between, id)))).toBe(true);
  });

  test("about a typed payment's id is believed by nobody's secret: it has no prompt", () => {
    const id = paymentIdFor(before, "typed 600100 TKL2");
    expect(isCallbackSecret(before, id, before.keys.proof("callback", id, 128))).toBe(false);
  });

  test("at a pay bill's, an Airtel app's or a refund's address is taken until the old secret is taken out", () => {
    const paybill = { environment: "sandbox", shortCode: "600100" } as const;
    const [id, secret] = paybillAddresses(before, paybill).confirmation.split("/").slice(-2);
    const [app, proof] = airtelCallbackUrl(before, "sandbox", "client").split("/").slice(-2);
    const refund = { objectId: newPaymentId(before), number: 1 };
    const [refundId, refundProof] = resultUrl(before, refund, { kind: "result", ask: 0 })
      .split("/")
      .slice(-2);
    const taken = (ctx: Context) => [
      paybillAt(ctx, id ?? "", secret ?? "") !== null,
      isAirtelCallback(ctx, app ?? "", proof ?? ""),
      resultAt(ctx, refundId ?? "", refundProof ?? "") !== null,
    ];
    expect(taken(between)).toEqual([true, true, true]);
    expect(taken(after)).toEqual([false, false, false]);
  });
});

describe("sealing", () => {
  const place = sealedPlace("gateways", "one");

  test("what A sealed opens with B beside A, not with B alone, and at no other place", () => {
    const sealed = before.keys.seal("secret", place);
    expect(between.keys.unseal(sealed, place)).toBe("secret");
    expect(() => after.keys.unseal(sealed, place)).toThrow("is not set any more");
    expect(() => between.keys.unseal(sealed, sealedPlace("gateways", "two"))).toThrow();
    expect(() => between.keys.unseal(sealed, sealedPlace("routers", "one"))).toThrow();
  });

  test("what B sealed tells which secret did, and nothing of it; A opens nothing of it", () => {
    const sealed = between.keys.seal("secret", place);
    expect(sealed).toMatch(new RegExp(`^2\\.${after.keys.current}\\.`));
    expect(fresh).not.toContain(after.keys.current);
    expect(() => thief.keys.unseal(sealed, place)).toThrow();
    const claimed = sealed.replace(after.keys.current, thief.keys.current);
    expect(() => thief.keys.unseal(claimed, place)).toThrow();
  });
});

describe("after the change of the root secret", () => {
  const rows: Record<SealedTable, [id: string, sql: string]> = {
    gateways: [
      "g1",
      `INSERT INTO gateways (id, provider_id, type, service, is_active, environment, use_auto_api, account_number, secrets, created_at)
      VALUES (?1, (SELECT id FROM providers LIMIT 1), 'mpesa', 'till', 0, 'sandbox', 0, '600111', ?2, 1)`,
    ],
    routers: [
      "r1",
      "INSERT INTO routers (id, name, host, port, username, secrets, created_at) VALUES (?1, 'n', 'h', 8728, 'u', ?2, 1)",
    ],
    sms_accounts: [
      "platform",
      `INSERT INTO sms_accounts (id, driver, username, api_key, segment_cents, gift_cents, updated_at)
      VALUES (?1, 'africastalking', 'u', ?2, 100, 0, 1)`,
    ],
    tunnel_hosts: [
      "1",
      `INSERT INTO tunnel_hosts (id, name, address, public_key, private_key, created_at)
      VALUES (?1, 'n', 'h', 'k', ?2, 1)`,
    ],
    router_setups: [
      "r1",
      `INSERT INTO router_setups (router_id, id, token_hash, routeros_version, interface, bridge_address, secrets, created_at, expires_at)
      VALUES (?1, 's', 't', '7.x', 'i', 'b', ?2, 1, 2)`,
    ],
    payout_accounts: [
      "mpesa",
      "INSERT INTO payout_accounts (id, short_code, secrets, updated_at) VALUES (?1, '600100', ?2, 1)",
    ],
    vpn_authorities: [
      "hosts",
      "INSERT INTO vpn_authorities (id, certificate, private_key, created_at) VALUES (?1, 'c', ?2, 1)",
    ],
    operators: ["", "UPDATE operators SET totp_key = ?2 WHERE id = ?1"],
  };
  const idIn = (table: SealedTable) => (table === "operators" ? seeded.operator.id : rows[table][0]);
  const tables = Object.keys(sealedColumns) as SealedTable[];

  async function sealedNow(): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const table of tables) {
      const { column } = sealedColumns[table];
      const { results } = await env.DB.prepare(
        `SELECT ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL`,
      ).all<{ sealed: string }>();
      found[table] = results.map(({ sealed }) => sealed);
    }
    return found;
  }

  test("everything is sealed anew by itself, recovery codes are made anew, and then A is worth nothing", async () => {
    for (const table of tables) {
      const sealed = before.keys.seal(`of ${table}`, sealedPlace(table, idIn(table)));
      await env.DB.prepare(rows[table][1]).bind(idIn(table), sealed).run();
    }
    const factor = placeOf({ adminId: seeded.demo.admin.id, providerId: seeded.demo.id });
    const ofAdmins = () => tenantDatabase(seeded.demo.id).prepare("SELECT totp_key AS sealed FROM admins");
    await tenantDatabase(seeded.demo.id)
      .prepare("UPDATE admins SET totp_key = ?1")
      .bind(before.keys.seal("of admins", factor))
      .run();
    await sweepSecrets(before);
    const sold = await sell(seeded.demo, {});
    const oldCode = recoveryCodeOf(before, sold.id);
    const held = (ctx: Context, code: string) => entitlementByRecovery(ctx, seeded.demo.id, code);

    // Between: everything opens, and the code that is shown is the one that works.
    expect(await shownRecoveryCode(between, seeded.demo.id, sold.id)).toBe(oldCode);
    expect(await held(between, oldCode)).toBe(sold.id);
    expect(await rootSecrets(between)).toMatchObject({
      canTakeOut: false,
      secrets: [
        { id: after.keys.current, use: "current", sealed: 0 },
        { id: before.keys.current, use: "previous", recoveryCodes: 1 },
      ],
    });

    await sweepSecrets(between);
    for (const [table, sealed] of Object.entries(await sealedNow()))
      for (const one of sealed)
        expect([table, one.startsWith(`2.${after.keys.current}.`)]).toEqual([table, true]);
    expect(opened(after, (await ofAdmins().first<string>("sealed")) ?? "", factor)).toBe("of admins");
    const newCode = await shownRecoveryCode(between, seeded.demo.id, sold.id);
    expect(newCode).not.toBe(oldCode);
    expect([await held(between, newCode), await held(between, oldCode)]).toEqual([sold.id, null]);

    // It can be taken out when what an isolate of before may have written was looked for, and open payments are over.
    expect((await rootSecrets(between)).canTakeOut).toBe(false);
    await sweepSecrets(standing(fresh, [stolen], start + 2 * hourMs));
    expect((await rootSecrets(standing(fresh, [stolen], start + 24 * hourMs))).advice).toMatchObject({
      say: "secret_open",
    });
    expect(await rootSecrets(standing(fresh, [stolen], start + 26 * hourMs))).toMatchObject({
      canTakeOut: true,
    });

    for (const table of tables) {
      const place = sealedPlace(table, idIn(table));
      const sealed = (await sealedNow())[table] ?? [];
      expect(sealed.map((one) => opened(after, one, place))).toContain(`of ${table}`);
      expect(sealed.map((one) => opened(thief, one, place))).not.toContain(`of ${table}`);
    }
    expect(await held(after, newCode)).toBe(sold.id);
    expect(await held(after, recoveryCodeOf(thief, sold.id))).toBeNull();
  });

  test("codes are looked for among live purchases, however long the history is", async () => {
    const all = await tenantStatements(async () => {
      await countAtProviders(before);
      await before.tenant(seeded.demo.id).all(recoveryOfOthers(before, 10));
    });
    const statements = all.filter((sql) => sql.includes("recovery_hash"));
    expect(statements.length).toBeGreaterThan(1);
    for (const sql of statements)
      expect((await tenantPlan(seeded.demo.id, sql)).join("\n")).toContain(
        "SCAN entitlements USING INDEX entitlements_due",
      );
  });

  function opened(ctx: Context, sealed: string, place: ReturnType<typeof sealedPlace>): string | null {
    try {
      return ctx.keys.unseal(sealed, place);
    } catch {
      return null;
    }
  }

  test("a record whose secret was taken out too early is counted and named, and hinders no other", async () => {
    const lost = makeKeys({ root: later, previous: [], name: "00".repeat(32) });
    await env.DB.batch([
      env.DB.prepare("UPDATE gateways SET secrets = ?1 WHERE id = 'g1'").bind(
        lost.seal("lost", sealedPlace("gateways", "g1")),
      ),
    ]);
    await sweepSecrets(after);
    const told = await rootSecrets(after);
    expect(told.secrets).toContainEqual({
      id: lost.current,
      use: "missing",
      sealed: 1,
      recoveryCodes: 0,
      payBills: 0,
    });
    expect(told.advice).toEqual(say("secret_lost", { count: 1, ids: lost.current }));
  });

  test("the operator's call tells how it stands, and no secret", async () => {
    const cookie = await signInOperator(seeded.operator);
    const answer = await call(contract.rootSecrets, {}, { cookie });
    if (!answer.ok) throw new Error(answer.text);
    expect(answer.answer.secrets.map(({ use }) => use)).toContain("current");
    expect(answer.text).not.toContain(stolen);
  });

  test("some providers are asked a minute, each once in a round, and one that does not answer is asked again by name", async () => {
    const silence = vi.spyOn(console, "error").mockReturnValue();
    const most = 200;
    tellNothing();
    await env.DB.prepare(
      `WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
      INSERT INTO providers (id, business_name, contact_name, email, phone, subdomain, created_at, updated_at)
      SELECT 'many-' || i, 'n', 'n', 'e', 'p', 'many-' || i, 1, 1 FROM n`,
    )
      .bind(most + 30)
      .run();
    tellAgain();
    let asked: string[] = [];
    let isAway = true;
    const rotating = (now: number): Context => {
      const ctx = standing(later, [stolen, fresh], now);
      const silent = seeded.savanna.id;
      const tenant = (id: string) => {
        asked.push(id);
        if (id === silent && isAway) throw new Error("away");
        return { batch: async () => [[], [], []] } as never;
      };
      return { ...ctx, tenant };
    };
    const known = await before.platform.all(sql<{ id: string }>`SELECT id FROM providers ORDER BY id`);
    const all = known.map(({ id }) => id);
    const minute = async (now: number) => {
      asked = [];
      await sweepSecrets(rotating(now));
      return asked;
    };
    const first = await minute(start);
    expect(first).toEqual(all.slice(0, most));
    const second = await minute(start + 60_000);
    const waits = first.includes(seeded.savanna.id) ? [seeded.savanna.id] : [];
    expect(second).toEqual([...waits, ...all.slice(most)]);
    // Through but for the one that is away; when former isolates are gone all are asked once more.
    expect(await minute(start + 120_000)).toEqual([seeded.savanna.id]);
    isAway = false;
    expect(await minute(start + 180_000)).toEqual([seeded.savanna.id]);
    expect(await minute(start + 240_000)).toEqual([]);
    await minute(start + hourMs);
    await minute(start + hourMs + 60_000);
    const progress = await changeOf(rotating(start));
    expect(progress?.finishedAt).toBe(start + hourMs + 60_000);
    expect(await minute(start + 2 * hourMs)).toEqual([]);
    silence.mockRestore();
  });
});

describe("a bad environment is refused by name", () => {
  const refusal = (vars: Record<string, string | undefined>) => () =>
    makeContext({ ...(env as unknown as Env), ...vars }, {});
  test.each([
    ["ROOT_SECRET", { ROOT_SECRET: "short" }],
    ["ROOT_SECRET_PREVIOUS", { ROOT_SECRET_PREVIOUS: `${fresh},nonsense` }],
    ["ROOT_SECRET_PREVIOUS", { ROOT_SECRET_PREVIOUS: stolen }],
    ["ROOT_SECRET_PREVIOUS", { ROOT_SECRET_PREVIOUS: `${fresh},${fresh}` }],
    ["NAME_SECRET", { NAME_SECRET: undefined }],
    ["NAME_SECRET", { NAME_SECRET: stolen }],
    ["NAME_SECRET", { NAME_SECRET: fresh, ROOT_SECRET_PREVIOUS: fresh }],
  ])("%s %o", (name, vars) => {
    expect(refusal(vars)).toThrow(name);
  });
});
