import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { AppError } from "../../errors.ts";
import { TtlCache } from "../../ttl-cache.ts";
import type { Attempt } from "./attempts.ts";
import { limitFor } from "./limit-for.ts";
import { quotas } from "./quotas.ts";
import { type Act, type ActRules, actRules, browsersOfDevice, type Count, phonesAsked } from "./rules.ts";

export type Acting = {
  providerId: string;
  network: string;
  /** The hash of the buyer's cookie. */
  browser: string | null;
  routerId: string | null;
  mac: string | null;
  /** Whether the router lists the device; null while it can't be asked. */
  listed: boolean | null;
};

export type Admission = { allowed: true } | { allowed: false; retryAfterMs: number };

/** Counts one act under the rules of whoever does it. */
export async function admit(ctx: Context, act: Act, who: Acting): Promise<Admission> {
  const device = deviceOf(who);
  if (device !== null && who.listed) {
    const counted = await limitFor(ctx, { providerId: who.providerId, of: { device } }).attempt(
      ...browserAttempts(act, who),
    );
    if (counted.allowed || !isCrowded(counted.keys)) return counted;
  }
  return admitByNetwork(ctx, act, who);
}

/** @throws AppError too_many, in the words of the act */
export async function admitOrRefuse(ctx: Context, act: Act, who: Acting): Promise<void> {
  const admission = await admit(ctx, act, who);
  if (!admission.allowed) throw tooMany(act, admission.retryAfterMs);
}

export function tooMany(act: Act, retryAfterMs: number, about?: Text): AppError {
  const { refusal }: ActRules = actRules[act];
  return limited(refusal(inWords(retryAfterMs), about), retryAfterMs);
}

/** Also tells the browser after how long to come back. */
export function limited(sentence: Text, retryAfterMs: number): AppError {
  return new AppError("too_many", sentence, { retryAfter: retryAfterMs / 1_000 });
}

/** What limits are kept for where a device is: its address alone may be used at several routers. */
export function deviceOf({ routerId, mac }: Pick<Acting, "routerId" | "mac">): string | null {
  return routerId === null || mac === null ? null : `${routerId} ${mac}`;
}

const browsersKey = "browsers";

/** What a listed device's browser is counted by, by the device. @param phone where a prompt is asked for */
export function browserAttempts(act: Act, { browser }: Acting, phone?: string): Attempt[] {
  const name = browser ?? "no cookie";
  const phones = phone === undefined ? [] : [distinct(`phones of ${name}`, phone, phonesAsked.browser)];
  return [
    { key: `${act} by ${name}`, ...actRules[act].browser },
    distinct(browsersKey, name, browsersOfDevice),
    ...phones,
  ];
}

/** Only the device has too many browsers: then this one is counted as the network's. */
export function isCrowded(keys: readonly string[]): boolean {
  return keys.length > 0 && keys.every((key) => key === browsersKey);
}

/** Until when a network has no room for an act: known here for a few seconds, so that a flood is refused without a question. */
const fullUntil = new TtlCache<number>(5_000, 5_000);

const strangerKind = (listed: boolean | null) => (listed === null ? "networkUnasked" : "network");

/** For how long a stranger of this network will be refused, as far as is known without asking; 0 = not known. */
export function refusedFor(
  ctx: Context,
  act: Act,
  { providerId, network, listed }: Pick<Acting, "providerId" | "network" | "listed">,
): number {
  const now = ctx.now();
  const until = fullUntil.known(`${providerId} ${act} ${strangerKind(listed)} ${network}`, now);
  return Math.max(0, (until ?? 0) - now);
}

/** As a stranger: first of its network, then of all networks at this router. */
export async function admitByNetwork(
  ctx: Context,
  act: Act,
  { providerId, network, routerId, listed }: Acting,
  phone?: string,
): Promise<Admission> {
  const known = refusedFor(ctx, act, { providerId, network, listed });
  if (known > 0) return { allowed: false, retryAfterMs: known };
  const kind = strangerKind(listed);
  const count = { key: `${act} ${kind}`, ...actRules[act][kind] };
  const phones = phone === undefined ? [] : [distinct(`phones ${kind}`, phone, phonesAsked[kind])];
  const byNetwork = await limitFor(ctx, { providerId, of: { network } }).attempt(count, ...phones);
  const now = ctx.now();
  if (byNetwork.keys.includes(count.key))
    await fullUntil.get(
      `${providerId} ${count.key} ${network}`,
      now,
      async () => now + byNetwork.retryAfterMs,
    );
  if (!byNetwork.allowed || routerId === null) return byNetwork;
  const atRouter = { key: `strangers ${act}`, ...actRules[act].router };
  return limitFor(ctx, { providerId, of: { routerId } }).attempt(atRouter);
}

const distinct = (key: string, value: string, count: Count): Attempt => ({ key, value, ...count });

/** `in 40 seconds`, `in 3 minutes`: when a refused caller may try again. */
export function inWords(retryAfterMs: number): Text {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  if (seconds < 90) return say("in_seconds", { count: seconds });
  const minutes = Math.ceil(seconds / 60);
  return say("in_minutes", { count: minutes });
}

/** What a program may ask by one token. @throws AppError too_many */
export async function admitTokenCall(ctx: Context, providerId: string, token: string): Promise<void> {
  const { perMinute } = quotas.tokenCalls;
  const limit = limitFor(ctx, { providerId, of: { token } });
  const { allowed, retryAfterMs } = await limit.attempt({ key: "calls", max: perMinute, windowMs: 60_000 });
  if (!allowed) throw limited(say("token_limit", { when: inWords(retryAfterMs) }), retryAfterMs);
}

/** Each person has an own count, and each token. @throws AppError too_many */
export async function admitChange(
  ctx: Context,
  { providerId, adminId, token }: { providerId: string; adminId: string; token: { id: string } | null },
): Promise<void> {
  const { perTenMinutes, perDay } = quotas.changes;
  const limit = limitFor(ctx, { providerId, of: token ? { token: token.id } : { adminId } });
  const { allowed, retryAfterMs } = await limit.attempt(
    { key: "changes", max: perTenMinutes, windowMs: 600_000 },
    { key: "changes of the day", max: perDay, windowMs: 86_400_000 },
  );
  if (!allowed) throw limited(say("changes_limit", { when: inWords(retryAfterMs) }), retryAfterMs);
}
