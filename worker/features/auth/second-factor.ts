import type { Context } from "../../context.ts";
import type { SecondFactor } from "../../contract/second-factor.ts";
import { say } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import type { Caller } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import {
  changeFactor,
  endOtherSessions,
  type Holder,
  hashesIn,
  holdersTable,
  keptFactor,
  placeOf,
  storeOf,
  withoutFactor,
} from "./factor-store.ts";
import { countCodeAttempt } from "./log-in-limits.ts";
import { operatorRules } from "./operator-rules.ts";
import { checkCurrentPassword } from "./own-password.ts";
import { peopleRules } from "./people-rules.ts";
import { newRecoveryCodes, withoutCode } from "./recovery-codes.ts";
import { tellOperator, tellPerson } from "./tell-person.ts";
import { newTotpKey, totpAddress, totpStep } from "./totp.ts";

// One's own second factor, of super admins and of a provider's people alike.

type SignedIn = Extract<Caller, { kind: "platform" | "provider" }>;

const wrongCode = say("code_wrong");

/** Who acts for a provider has their own in the super admin console. @throws AppError forbidden */
function holderOf(caller: SignedIn): Holder {
  const { adminId } = caller;
  if (caller.kind === "platform") return { adminId, providerId: null };
  if (caller.session.actingAs !== null) throw refuse("forbidden", "acting_only");
  return { adminId, providerId: caller.providerId };
}

async function isRequired(ctx: Context, { adminId, providerId }: Holder): Promise<boolean> {
  if (providerId !== null) return (await peopleRules(ctx, providerId)).secondFactorRequired;
  const [rules, own] = await Promise.all([
    operatorRules(ctx),
    ctx.platform.first(
      sql<{
        demanded: number;
      }>`SELECT second_factor_demanded AS demanded FROM operators WHERE id = ${adminId}`,
    ),
  ]);
  return rules.secondFactorRequired || own?.demanded === 1;
}

/** @throws AppError forbidden */
export async function secondFactorOf(ctx: Context, caller: SignedIn): Promise<SecondFactor> {
  const who = holderOf(caller);
  const [found, required] = await Promise.all([keptFactor(ctx, who), isRequired(ctx, who)]);
  const isOn = found.since !== null;
  return { isOn, recoveryCodes: isOn ? hashesIn(found).length : 0, isRequired: required };
}

/** A new key, which counts once a code of it was given. @throws AppError refused when it is on already, invalid, too_many, forbidden */
export async function beginSecondFactor(
  ctx: Context,
  caller: SignedIn,
  currentPassword: string,
): Promise<{ address: string; key: string }> {
  const who = holderOf(caller);
  await checkCurrentPassword(ctx, caller, currentPassword);
  const key = newTotpKey();
  const written = await storeOf(ctx, who).run(
    sql`UPDATE ${holdersTable(who)} SET totp_key = ${ctx.keys.seal(key, placeOf(who))}
      WHERE id = ${who.adminId} AND totp_since IS NULL`,
  );
  if (written === 0) throw refuse("refused", "second_factor_on");
  return { address: totpAddress(key, caller.session.username), key };
}

/** Turns it on and ends the other sessions. @returns the recovery codes @throws AppError refused, invalid, too_many, forbidden */
export async function confirmSecondFactor(
  ctx: Context,
  caller: SignedIn,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const who = holderOf(caller);
  const { adminId } = who;
  const { key, since } = await keptFactor(ctx, who);
  if (key === null || since !== null) throw refuse("refused", "second_factor_no_key");
  await countCodeAttempt(ctx, adminId);
  const step = totpStep(ctx.keys.unseal(key, placeOf(who)), code, ctx.now());
  if (step === undefined) throw new AppError("invalid", wrongCode);
  const { shown, hashes } = newRecoveryCodes(ctx.keys, adminId);
  const isOn = await changeFactor(ctx, who, {
    update: sql`UPDATE ${holdersTable(who)} SET totp_since = ${ctx.now()}, totp_step = ${step},
        recovery_hashes = ${JSON.stringify(hashes)}
      WHERE id = ${adminId} AND totp_key = ${key} AND totp_since IS NULL RETURNING id`,
    after: [endOtherSessions(ctx, who, caller.session.tokenHash)],
    line: { ...actorOf(caller), action: "admin.second_factor_on", subject: adminId },
  });
  // Two browsers confirmed at once: only the codes of the one that came first count.
  if (!isOn) throw refuse("refused", "second_factor_no_key");
  await tell(ctx, caller, "factor_on");
  return { recoveryCodes: shown };
}

/** By letter. */
function tell(ctx: Context, caller: SignedIn, change: "factor_on" | "factor_off" | "codes"): Promise<void> {
  const { adminId, providerId } = holderOf(caller);
  return providerId === null
    ? tellOperator(ctx, adminId, change)
    : tellPerson(ctx, { providerId, adminId }, change, caller.network);
}

type Proof = { currentPassword: string; code: string | undefined };

/** @throws AppError invalid for a wrong password or, where it is on, a missing or wrong code; too_many, forbidden */
export async function endSecondFactor(ctx: Context, caller: SignedIn, proof: Proof): Promise<void> {
  const who = holderOf(caller);
  await prove(ctx, caller, proof);
  const wasOn = (await keptFactor(ctx, who)).since !== null;
  await changeFactor(ctx, who, {
    update: sql`UPDATE ${holdersTable(who)} SET ${withoutFactor} WHERE id = ${who.adminId} RETURNING id`,
    line: { ...actorOf(caller), action: "admin.second_factor_off", subject: who.adminId },
  });
  if (wasOn) await tell(ctx, caller, "factor_off");
}

/** Ten new ones; the earlier ones are worth nothing. @throws AppError refused where it is off; invalid, too_many, forbidden */
export async function renewRecoveryCodes(
  ctx: Context,
  caller: SignedIn,
  proof: Proof,
): Promise<{ recoveryCodes: string[] }> {
  const who = holderOf(caller);
  await prove(ctx, caller, proof);
  const { shown, hashes } = newRecoveryCodes(ctx.keys, who.adminId);
  const isRenewed = await changeFactor(ctx, who, {
    update: sql`UPDATE ${holdersTable(who)} SET recovery_hashes = ${JSON.stringify(hashes)}
      WHERE id = ${who.adminId} AND totp_since IS NOT NULL RETURNING id`,
    line: { ...actorOf(caller), action: "admin.recovery_codes_renewed", subject: who.adminId },
  });
  if (!isRenewed) throw refuse("refused", "second_factor_off");
  await tell(ctx, caller, "codes");
  return { recoveryCodes: shown };
}

/** The password and, where it is on, a code. @throws AppError invalid, too_many */
async function prove(ctx: Context, caller: SignedIn, { currentPassword, code }: Proof): Promise<void> {
  const who = holderOf(caller);
  await checkCurrentPassword(ctx, caller, currentPassword);
  if ((await keptFactor(ctx, who)).since === null) return;
  if (!code) throw refuse("invalid", "code_or_recovery");
  await takeCode(ctx, { ...who, network: caller.network, code }, "invalid");
}

/** Uses up one code of the app or one recovery code; of two parallel uses one wins. @throws AppError of `refusal`; too_many */
export async function takeCode(
  ctx: Context,
  given: Holder & { network: string; code: string },
  refusal: "invalid" | "second_factor_needed",
): Promise<void> {
  const { adminId, providerId, network, code } = given;
  await countCodeAttempt(ctx, adminId);
  const found = await keptFactor(ctx, given);
  const store = storeOf(ctx, given);
  const step =
    found.key === null ? undefined : totpStep(ctx.keys.unseal(found.key, placeOf(given)), code, ctx.now());
  if (step !== undefined) {
    const used = await store.run(
      sql`UPDATE ${holdersTable(given)} SET totp_step = ${step}
        WHERE id = ${adminId} AND (totp_step IS NULL OR totp_step < ${step})`,
    );
    if (used === 1) return;
  }
  const left = withoutCode(ctx.keys, adminId, code, hashesIn(found));
  if (left) {
    const used = await store.run(
      sql`UPDATE ${holdersTable(given)} SET recovery_hashes = ${JSON.stringify(left)}
        WHERE id = ${adminId} AND recovery_hashes = ${found.recovery}`,
    );
    if (used === 1) {
      const actor = providerId === null ? "platform" : "provider";
      const line = { actor, actorId: adminId, providerId, network, subject: adminId } as const;
      await record(ctx, { ...line, action: "admin.recovery_code_used", detail: { left: left.length } });
      return;
    }
  }
  throw new AppError(refusal, wrongCode);
}
