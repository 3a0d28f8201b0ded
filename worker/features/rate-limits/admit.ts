import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { dayMs } from "../../contract/values/time.ts";
import { AppError } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { TtlCache } from "../../ttl-cache.ts";
import type { Attempt, Forgotten } from "./attempts.ts";
import { limitFor } from "./limit-for.ts";
import {
  type Act,
  type ActRules,
  actRules,
  browsersOfDevice,
  type Count,
  codeRules,
  phonesAsked,
  quotas,
  strangersPhones,
  strangersPhonesUnasked,
} from "./rules.ts";

export type Acting = {
  providerId: string;
  network: string;
  /** The hash of the buyer's cookie. */
  browser: string | null;
  routerId: string | null;
  subject: Subject | null;
  /** Whether the router lists the device; null while it can't be asked. */
  listed: boolean | null;
};

/** `isOfPhones`: there is room for the act, and none for one more phone. */
export type Admission = { allowed: true } | { allowed: false; retryAfterMs: number; isOfPhones?: boolean };

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
export function deviceOf({ routerId, subject }: Pick<Acting, "routerId" | "subject">): string | null {
  return routerId === null || subject === null ? null : `${routerId} ${subject}`;
}

const browsersKey = "browsers";

/** A phone that a prompt is asked for. @property by its payment */
export type PhoneAsked = { phone: string; by: string };

/** What a listed device's browser is counted by, by the device. @param asked where a prompt is asked for */
export function browserAttempts(act: Act, { browser }: Acting, asked?: PhoneAsked): Attempt[] {
  const name = browser ?? "no cookie";
  const [soon, day] = phonesOfBrowser(browser);
  const phones = asked
    ? [onePhone(soon, asked, phonesAsked.browser.soon), onePhone(day, asked, phonesAsked.browser.day)]
    : [];
  return [
    { key: `${act} by ${name}`, ...actRules[act].browser },
    distinct(browsersKey, name, browsersOfDevice),
    ...phones,
  ];
}

function phonesOfBrowser(browser: string | null): [string, string] {
  const name = browser ?? "no cookie";
  return [`phones of ${name}`, `phones today of ${name}`];
}

/** Only the device has too many browsers: then this one is counted as the network's. */
export function isCrowded(keys: readonly string[]): boolean {
  return keys.length > 0 && keys.every((key) => key === browsersKey);
}

/** Only different phones have no room. */
export function isOfPhones(keys: readonly string[]): boolean {
  return keys.length > 0 && keys.every((key) => key.startsWith("phones "));
}

/** Until when a network has no room for an act: known here for a few seconds, so that a flood is refused without a question. */
const fullUntil = new TtlCache<number>(5_000, 5_000);

const strangerKind = (listed: boolean | null) => (listed === null ? "networkUnasked" : "network");
const phonesOfNetwork = (kind: ReturnType<typeof strangerKind>) => `phones ${kind}`;

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
  asked?: PhoneAsked,
): Promise<Admission> {
  const known = refusedFor(ctx, act, { providerId, network, listed });
  if (known > 0) return { allowed: false, retryAfterMs: known };
  const kind = strangerKind(listed);
  const count = { key: `${act} ${kind}`, ...actRules[act][kind] };
  const phones = asked ? [onePhone(phonesOfNetwork(kind), asked, phonesAsked[kind])] : [];
  const byNetwork = await limitFor(ctx, { providerId, of: { network } }).attempt(count, ...phones);
  const now = ctx.now();
  if (byNetwork.keys.includes(count.key))
    await fullUntil.get(
      `${providerId} ${count.key} ${network}`,
      now,
      async () => now + byNetwork.retryAfterMs,
    );
  if (!byNetwork.allowed) return { ...byNetwork, isOfPhones: isOfPhones(byNetwork.keys) };
  if (routerId === null) return byNetwork;
  const atRouter = { key: `strangers ${act}`, ...actRules[act].router };
  return limitFor(ctx, { providerId, of: { routerId } }).attempt(atRouter);
}

const strangersAtProvider = "phones of strangers";
const strangersAtRouter = (routerId: string) => `phones of strangers at ${routerId}`;

type Stranger = Pick<Acting, "providerId"> & { routerId: string };

/** One more phone that a device asks for which the router does not list: of all networks together, at the router and at its provider. */
export async function admitStrangersPhone(
  ctx: Context,
  { providerId, routerId, listed }: Stranger & Pick<Acting, "listed">,
  asked: PhoneAsked,
): Promise<Admission> {
  const rules = listed === null ? strangersPhonesUnasked : strangersPhones;
  return limitFor(ctx, { providerId }).attempt(
    onePhone(strangersAtRouter(routerId), asked, rules.router),
    onePhone(strangersAtProvider, asked, rules.provider),
  );
}

/** What a phone is counted by that a browser of a listed device asked for, to be forgotten. */
export function browsersPhone(
  browser: string | null,
  { phone, by }: Partial<PhoneAsked> & { phone: string },
): Forgotten {
  return { keys: phonesOfBrowser(browser), value: phone, ...(by === undefined ? {} : { by }) };
}

/** The same of one that a stranger asked for. */
export async function forgetStrangersPhone(
  ctx: Context,
  { providerId, routerId, network }: Stranger & Pick<Acting, "network">,
  counted: Omit<Forgotten, "keys">,
): Promise<void> {
  const ofNetwork = [phonesOfNetwork("network"), phonesOfNetwork("networkUnasked")];
  await limitFor(ctx, { providerId, of: { network } }).forget({ ...counted, keys: ofNetwork });
  const shared = [strangersAtProvider, strangersAtRouter(routerId)];
  await limitFor(ctx, { providerId }).forget({ ...counted, keys: shared });
}

const onePhone = (key: string, { phone, by }: PhoneAsked, count: Count): Attempt => ({
  ...distinct(key, phone, count),
  by,
});

const distinct = (key: string, value: string, count: Count): Attempt => ({ key, value, ...count });

/** `in 40 seconds`, `in 3 minutes`, `in 24 hours`: when a refused caller may try again. */
export function inWords(retryAfterMs: number): Text {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  if (seconds < 90) return say("in_seconds", { count: seconds });
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120
    ? say("in_minutes", { count: minutes })
    : say("in_hours", { count: Math.ceil(minutes / 60) });
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
    { key: "changes of the day", max: perDay, windowMs: dayMs },
  );
  if (!allowed) throw limited(say("changes_limit", { when: inWords(retryAfterMs) }), retryAfterMs);
}

type CodeAsker = Pick<Acting, "providerId" | "network" | "routerId" | "subject">;

/**
 * Who asks that a code is sent: its device, which the router lists, then its network. What one of the two refuses counts with neither:
 * a device that asks on and on leaves the codes of its network to the others.
 * @throws AppError too_many
 */
export async function admitCodeAsker(
  ctx: Context,
  { providerId, network, ...place }: CodeAsker,
): Promise<void> {
  const device = deviceOf(place);
  const ofDevice = device === null ? null : limitFor(ctx, { providerId, of: { device } });
  const value = randomHex(64);
  const byDevice = await ofDevice?.attempt({ key, value, ...codeRules.device });
  if (byDevice && !byDevice.allowed) throw tooManyHere(byDevice.retryAfterMs);
  const byNetwork = await limitFor(ctx, { providerId, of: { network } }).attempt({
    key,
    ...codeRules.network,
  });
  if (byNetwork.allowed) return;
  await ofDevice?.forget({ keys: [key], value });
  throw tooManyHere(byNetwork.retryAfterMs);
}

const key = "codes";

const tooManyHere = (retryAfterMs: number) =>
  limited(say("code_limit_here", { when: inWords(retryAfterMs) }), retryAfterMs);

/** The phone that a code would go to: for all providers together, since it rings whoever asks. @throws AppError too_many */
export async function admitCodeTo(ctx: Context, phone: string): Promise<void> {
  const { soon, day } = codeRules.phone;
  const counted = await limitFor(ctx, { phone }).attempt(
    { key: "codes at once", ...soon },
    { key: "codes", ...day },
  );
  if (counted.allowed) return;
  throw limited(say("code_limit_phone", { when: inWords(counted.retryAfterMs) }), counted.retryAfterMs);
}
