import type { Context } from "../../context.ts";
import { type Language, say, textIn } from "../../contract/texts.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { minuteMs } from "../../contract/values/time.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { refuse } from "../../errors.ts";
import type { Tenant } from "../../http/tenant.ts";
import { deliver, deliverNew, recoveryHashFor } from "../entitlements/index.ts";
import { isOneTimeCode, parseOneTimeCode } from "../messages/index.ts";
import { entitlementIdOf } from "../payments/index.ts";
import { admitOrRefuse } from "../rate-limits/index.ts";
import { routerForSale, visitorIsListed } from "../routers/index.ts";
import { transactionIdOf } from "../vouchers/index.ts";
import { countedSince, type StoredTrial, storedTrial } from "./settings.ts";
import {
  type ClaimRow,
  claimStatements,
  codeMs,
  countTry,
  mostTries,
  type TrialRow,
  trialById,
  trialPlanId,
} from "./store.ts";

type CodeProof = {
  url: URL;
  tenant: Tenant;
  id: string;
  input: { code: string; macAddress?: string | undefined; routerId?: string | undefined };
  buyerHash: string | null;
  network: string;
  language: Language;
  waitUntil(promise: Promise<unknown>): void;
};

/** Null for an id that nobody was given, or for another device or router than the one that asked. */
export async function knownAsk(
  ctx: Context,
  { providerId, routerId, subject }: { providerId: string; routerId: string; subject: Subject },
  id: string,
): Promise<(TrialRow & { minutes: number }) | null> {
  if (!/^[0-9a-f]{32}$/.test(id)) return null;
  const db = ctx.tenant(providerId);
  const [row, { minutes }] = await Promise.all([db.first(trialById(id)), storedTrial(db)]);
  return row && row.subject === subject && row.routerId === routerId ? { ...row, minutes } : null;
}

/** The phone is at hand: the device that asked gets the trial. Told again it is the same one. @returns its transaction id */
export async function proveCode(ctx: Context, proof: CodeProof): Promise<string> {
  const code = parseOneTimeCode(proof.input.code);
  if (code === undefined) throw refuse("invalid", "trial_code_needed");
  const sale = await routerForSale(ctx, proof.url, proof.tenant, proof.input);
  const { providerId, router, subject } = sale;
  if (!subject) throw refuse("invalid", "join_wifi_with_device");
  const place = { providerId, routerId: router.id, subject };
  const { network, buyerHash } = proof;
  const listed = await visitorIsListed(ctx, sale, network);
  await admitOrRefuse(ctx, "redeem", { ...place, network, browser: buyerHash, listed });
  const { id } = proof;
  const asked = await knownAsk(ctx, place, id);
  if (!asked) throw refuse("not_found", "trial_unknown");
  const transactionId = transactionIdOf(ctx, providerId, id);
  const entitlementId = entitlementIdOf(transactionId);
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const counted = await db.first(countTry(id, now));
  if (!counted) {
    // Given before, perhaps a moment ago by the same press.
    const given = (await knownAsk(ctx, place, id))?.givenAt != null;
    if (!given || !isOneTimeCode(ctx, id, code)) {
      const isLate = !given && asked.askedAt <= now - codeMs;
      throw refuse("refused", isLate ? "trial_code_late" : "trial_code_ended");
    }
    proof.waitUntil(deliver(ctx, providerId, entitlementId));
    return transactionId;
  }
  if (!isOneTimeCode(ctx, id, code)) {
    const left = mostTries - counted.tries;
    throw left > 0 ? refuse("refused", "trial_code_wrong", { left }) : refuse("refused", "trial_code_ended");
  }
  const trial = await storedTrial(db);
  const terms = termsOf(trial, proof.language);
  const claim = {
    id,
    entitlementId,
    transactionId,
    buyerHash,
    terms,
    routerId: router.id,
    now,
    recoveryHash: recoveryHashFor(ctx, entitlementId),
    day: nairobiDay(now),
    perDay: trial.perDay,
    since: countedSince(trial, now),
  };
  const row = (await db.batch(claimStatements(claim))).at(-1)?.[0] as ClaimRow | undefined;
  if (row?.givenAt == null) throw refuse("refused", whyNot(row, trial));
  const made = { id: entitlementId, providerId, routerId: router.id, subject, terms, createdAt: now };
  proof.waitUntil(
    row.givenAt === now && router.bridgeId !== null
      ? deliverNew(ctx, made, router.bridgeId)
      : deliver(ctx, providerId, entitlementId),
  );
  return transactionId;
}

function termsOf({ minutes, upKbps, downKbps }: StoredTrial, language: Language): Terms {
  return {
    planId: trialPlanId,
    planName: textIn(language, say("trial_name")),
    priceCents: 0,
    durationMs: minutes * minuteMs,
    upKbps,
    downKbps,
    dataBytes: null,
    devices: 1,
  };
}

function whyNot(row: ClaimRow | undefined, { perDay }: StoredTrial) {
  if (!row?.isOn) return "trial_not_offered";
  if (row.phoneHad) return "trial_had_phone";
  if (row.deviceHad) return "trial_had_device";
  if (row.bought) return "trial_bought";
  if (row.hasPlan) return "trial_has_plan";
  return row.given >= perDay ? "trial_used_up" : "trial_not_offered";
}
