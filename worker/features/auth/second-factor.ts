import type { Context } from "../../context.ts";
import type { SecondFactor } from "../../contract/second-factor.ts";
import { say } from "../../contract/texts.ts";
import {
  formatRecoveryCode,
  parseRecoveryCode,
  recoveryCodeFrom,
} from "../../contract/values/recovery-code.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import type { Caller } from "../../http/session.ts";
import { type Keys, randomHex } from "../../keys.ts";
import { actorOf, record, recordStatement } from "../audit/index.ts";
import { countCodeAttempt } from "./log-in-limits.ts";
import { operatorRules } from "./operator-rules.ts";
import { checkCurrentPassword } from "./own-password.ts";
import { revokeOtherSessions } from "./store.ts";
import { newTotpKey, totpAddress, totpStep } from "./totp.ts";

type Operator = Extract<Caller, { kind: "platform" }>;

const wrongCode = say("code_wrong");
const place = (adminId: string) => sealedPlace("operators", adminId);

type Kept = { key: string | null; since: number | null; recovery: string | null; demanded: number };

async function kept(ctx: Context, adminId: string): Promise<Kept> {
  const row = await ctx.platform.first(
    sql<Kept>`SELECT totp_key AS key, totp_since AS since, recovery_hashes AS recovery,
        second_factor_demanded AS demanded
      FROM operators WHERE id = ${adminId}`,
  );
  if (!row) throw new Error("a second factor of nobody");
  return row;
}

const hashesIn = ({ recovery }: Kept): string[] => (recovery ? JSON.parse(recovery) : []);

export async function secondFactorOf(ctx: Context, { adminId }: Operator): Promise<SecondFactor> {
  const [found, rules] = await Promise.all([kept(ctx, adminId), operatorRules(ctx)]);
  return {
    isOn: found.since !== null,
    recoveryCodes: found.since === null ? 0 : hashesIn(found).length,
    isRequired: found.demanded === 1 || rules.secondFactorRequired,
  };
}

/** A new key, which counts once a code of it was given. @throws AppError refused when it is on already, invalid, too_many */
export async function beginSecondFactor(
  ctx: Context,
  operator: Operator,
  currentPassword: string,
): Promise<{ address: string; key: string }> {
  await checkCurrentPassword(ctx, operator, currentPassword);
  const key = newTotpKey();
  const { adminId, session } = operator;
  const written = await ctx.platform.run(
    sql`UPDATE operators SET totp_key = ${ctx.keys.seal(key, place(adminId))}
      WHERE id = ${adminId} AND totp_since IS NULL`,
  );
  if (written === 0) throw refuse("refused", "second_factor_on");
  return { address: totpAddress(key, session.username), key };
}

/** Turns it on and ends the other sessions. @returns the recovery codes @throws AppError refused, invalid, too_many */
export async function confirmSecondFactor(
  ctx: Context,
  operator: Operator,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const { adminId, session } = operator;
  const { key, since } = await kept(ctx, adminId);
  if (key === null || since !== null) throw refuse("refused", "second_factor_no_key");
  await countCodeAttempt(ctx, adminId);
  const step = totpStep(ctx.keys.unseal(key, place(adminId)), code, ctx.now());
  if (step === undefined) throw new AppError("invalid", wrongCode);
  const { shown, hashes } = newRecoveryCodes(ctx.keys, adminId);
  const { platform } = ctx;
  const [on] = await platform.batch([
    sql`UPDATE operators SET totp_since = ${ctx.now()}, totp_step = ${step},
        recovery_hashes = ${JSON.stringify(hashes)}
      WHERE id = ${adminId} AND totp_key = ${key} AND totp_since IS NULL RETURNING id`,
    revokeOtherSessions(ctx, adminId, session.tokenHash),
    recordStatement(ctx, { ...actorOf(operator), action: "admin.second_factor_on", subject: adminId }),
  ]);
  // Two browsers confirmed at once: only the codes of the one that came first count.
  if (on?.length !== 1) throw refuse("refused", "second_factor_no_key");
  return { recoveryCodes: shown };
}

/** @throws AppError invalid for a wrong password or, where it is on, a missing or wrong code; too_many */
export async function endSecondFactor(
  ctx: Context,
  operator: Operator,
  given: { currentPassword: string; code: string | undefined },
): Promise<void> {
  const { adminId, network } = operator;
  await checkCurrentPassword(ctx, operator, given.currentPassword);
  const { since } = await kept(ctx, adminId);
  if (since !== null) {
    if (!given.code) throw refuse("invalid", "code_or_recovery");
    await takeCode(ctx, { adminId, network, code: given.code }, "invalid");
  }
  const { platform } = ctx;
  await platform.batch([
    sql`UPDATE operators SET totp_key = NULL, totp_since = NULL, totp_step = NULL, recovery_hashes = NULL
      WHERE id = ${adminId}`,
    recordStatement(ctx, { ...actorOf(operator), action: "admin.second_factor_off", subject: adminId }),
  ]);
}

/** Uses up one code of the app or one recovery code; of two parallel uses one wins. @throws AppError of `refusal`; too_many */
export async function takeCode(
  ctx: Context,
  given: { adminId: string; network: string; code: string },
  refusal: "invalid" | "second_factor_needed",
): Promise<void> {
  const { adminId, network, code } = given;
  await countCodeAttempt(ctx, adminId);
  const found = await kept(ctx, adminId);
  const { platform } = ctx;
  const step =
    found.key === null ? undefined : totpStep(ctx.keys.unseal(found.key, place(adminId)), code, ctx.now());
  if (step !== undefined) {
    const used = await platform.run(
      sql`UPDATE operators SET totp_step = ${step}
        WHERE id = ${adminId} AND (totp_step IS NULL OR totp_step < ${step})`,
    );
    if (used === 1) return;
  }
  const left = withoutCode(ctx.keys, adminId, code, hashesIn(found));
  if (left) {
    const used = await platform.run(
      sql`UPDATE operators SET recovery_hashes = ${JSON.stringify(left)}
        WHERE id = ${adminId} AND recovery_hashes = ${found.recovery}`,
    );
    if (used === 1) {
      const actor = { actor: "platform", actorId: adminId, providerId: null, network } as const;
      const detail = { left: left.length };
      await record(ctx, { ...actor, action: "admin.recovery_code_used", subject: adminId, detail });
      return;
    }
  }
  throw new AppError(refusal, wrongCode);
}

const howMany = 10;

/** Ten codes of 60 bits: the texts to show once, and what is kept of them. */
function newRecoveryCodes(keys: Keys, adminId: string): { shown: string[]; hashes: string[] } {
  const codes = Array.from({ length: howMany }, () => recoveryCodeFrom(randomHex(64).slice(0, 15)));
  return {
    shown: codes.map(formatRecoveryCode),
    hashes: codes.map((code) => hashOf(keys, adminId, code)),
  };
}

/** What is left once this code was used, or undefined when it is none of them. */
function withoutCode(
  keys: Keys,
  adminId: string,
  typed: string,
  hashes: readonly string[],
): string[] | undefined {
  const code = parseRecoveryCode(typed);
  if (!code) return undefined;
  const hash = hashOf(keys, adminId, code);
  return hashes.includes(hash) ? hashes.filter((other) => other !== hash) : undefined;
}

/** Keyed, so that a copy of the database alone cannot be searched for them. */
function hashOf(keys: Keys, adminId: string, code: string): string {
  return keys.tag("admin-recovery", `second factor of ${adminId}: ${code}`);
}
