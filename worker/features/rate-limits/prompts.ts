import { dayMs } from "../../contract/values/time.ts";
import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
import { promptRules } from "./rules.ts";

/** As long as the cookie is kept. */
const payerMs = 400 * dayMs;
/** Of a phone, the newest. */
const keptPrompts = 200;
const keptPayers = 100;
/** A prompt removes what is over of so many phones after its own: an index for that would be written with each. */
const tidied = 20;

/** @property visitor the browser or device that asks @property payers names it may have paid under, the surest first */
export type PromptRequest = {
  phone: string;
  visitor: string;
  payers: string[];
  /** Counted by itself under this name, whoever has paid. */
  lane?: string;
  purchase: string;
  paymentId: string;
  holdMs: number;
};

/** `unsent`: nothing reached the phone, so nothing counts. */
export type PromptEnd = {
  phone: string;
  paymentId: string;
  outcome: PromptOutcome | "unsent";
  payers: string[];
};

/** `prompts`: of a day, newest first. `payers`: who has paid with this phone, and when last. */
type Phone = { prompts: Prompt[]; payers: Record<string, number> };

/** Prompts of a day, and who has paid with which phone, in one object's storage: a row for each phone. */
export class Prompts {
  private readonly storage: SqlStorage;

  constructor(storage: SqlStorage) {
    this.storage = storage;
    exec(
      storage,
      sql`CREATE TABLE IF NOT EXISTS phones (
        phone TEXT PRIMARY KEY, body TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID`,
    );
  }

  ask(request: PromptRequest, now: number): PromptAnswer {
    const { phone, visitor, payers, purchase, paymentId, holdMs } = request;
    const known = this.known(phone, now);
    const lane = request.lane ?? payers.find((payer) => payer in known.payers) ?? strangers;
    const answer = promptAnswer(known.prompts, { lane, visitor, purchase }, now);
    if (answer.kind === "granted") {
      const prompt = { lane, visitor, purchase, paymentId, at: now, until: now + holdMs, outcome: null };
      const others = known.prompts.filter((one) => one.paymentId !== paymentId || one.at !== now);
      this.keep(phone, { ...known, prompts: [prompt, ...others] }, now);
      this.tidyAfter(phone, now);
    }
    const goesOn = answer.kind === "granted" || answer.kind === "same";
    return goesOn ? { ...answer, isPayer: lane !== strangers } : answer;
  }

  /** Repeatable; a payment that was called failed may still end paid. */
  end({ phone, paymentId, outcome, payers }: PromptEnd, now: number): void {
    const known = this.known(phone, now);
    if (known.prompts.length === 0 && outcome !== "paid") return;
    const ended = (one: Prompt): Prompt[] => {
      if (one.paymentId !== paymentId) return [one];
      return outcome === "unsent" ? [] : [{ ...one, outcome, until: Math.min(one.until, now) }];
    };
    const paid = outcome === "paid" ? payers.map((payer) => [payer, now] as const) : [];
    this.keep(
      phone,
      {
        prompts: known.prompts.flatMap(ended),
        payers: { ...known.payers, ...Object.fromEntries(paid) },
      },
      now,
    );
  }

  private known(phone: string, now: number): Phone {
    const [row] = exec(
      this.storage,
      sql<{ body: string }>`SELECT body FROM phones WHERE phone = ${phone}`,
    ).toArray();
    const { prompts, payers }: Phone = row ? JSON.parse(row.body) : { prompts: [], payers: {} };
    const still = Object.entries(payers).filter(([, at]) => at > now - payerMs);
    return {
      prompts: prompts.filter(({ at }) => at > now - dayMs),
      payers: Object.fromEntries(still),
    };
  }

  private keep(phone: string, { prompts, payers }: Phone, now: number): void {
    const newest = Object.entries(payers).sort(([, one], [, other]) => other - one);
    const kept: Phone = {
      prompts: prompts.slice(0, keptPrompts),
      payers: Object.fromEntries(newest.slice(0, keptPayers)),
    };
    const body = JSON.stringify(kept);
    const until = now + (newest.length > 0 ? payerMs : dayMs);
    exec(
      this.storage,
      sql`INSERT INTO phones (phone, body, until) SELECT ${phone}, ${body}, ${until}
        WHERE true ON CONFLICT (phone) DO UPDATE SET body = excluded.body, until = excluded.until
          WHERE body <> excluded.body`,
    );
  }

  /** No other prompt has to wait for it. It counts as one without an answer, until it has one. */
  letGo(phone: string, paymentId: string, now: number): void {
    const known = this.known(phone, now);
    const prompts = known.prompts.map((one) =>
      one.paymentId === paymentId ? { ...one, until: Math.min(one.until, now) } : one,
    );
    this.keep(phone, { ...known, prompts }, now);
  }

  private tidyAfter(phone: string, now: number): void {
    exec(
      this.storage,
      sql`DELETE FROM phones WHERE until <= ${now} AND phone IN (SELECT phone FROM phones
        WHERE phone > ${phone} ORDER BY phone LIMIT ${tidied})`,
    );
  }
}

// Pure rules of prompts: who may have one sent to a phone.

/** `unpaid`: cancelled, or not answered. `answered`: a PIN was entered, and no money came. Null: nothing definite. */
export type PromptOutcome = "paid" | "unpaid" | "answered";

export type Prompt = {
  /** Whose count it is in: `strangers`, or one that has paid with this phone before. */
  lane: string;
  /** The browser or device that asked for it. */
  visitor: string;
  /** What is bought: router, device and plan. */
  purchase: string;
  paymentId: string;
  at: number;
  /** No other prompt is sent before this, unless the outcome is known. */
  until: number;
  outcome: PromptOutcome | null;
};

export type PromptAsk = Pick<Prompt, "lane" | "visitor" | "purchase">;

export type PromptAnswer =
  /** `unsettled`: a payment without a result, to be asked for before anything is sent. `isPayer`: who asks has paid with this phone. */
  | { kind: "granted"; unsettled: string | null; isPayer?: boolean }
  /** The same purchase is already under way. */
  | { kind: "same"; paymentId: string; isPayer?: boolean }
  /** Another one is open on this phone, or just was. */
  | { kind: "busy"; retryAfterMs: number }
  | { kind: "limited"; retryAfterMs: number }
  /** `paymentId`: the last one that was left without an answer. */
  | { kind: "unanswered"; paymentId: string; retryAfterMs: number };

export const strangers = "strangers";

/** @param prompts of this phone within a day, newest first */
export function promptAnswer(prompts: readonly Prompt[], ask: PromptAsk, now: number): PromptAnswer {
  const open = prompts.filter((one) => one.outcome === null && one.until > now);
  const same = open.find(({ purchase }) => purchase === ask.purchase);
  if (same) return { kind: "same", paymentId: same.paymentId };
  const busyUntil = Math.max(0, ...open.map((one) => blocksUntil(one, ask)));
  if (busyUntil > now) return { kind: "busy", retryAfterMs: busyUntil - now };

  const own = prompts.filter(({ lane }) => lane === ask.lane);
  const { quietMs, most, unpaid, waitsMs, freeRetries } = promptRules;
  const missed = own.filter(({ outcome, at }) => isMissed(outcome) && at > now - unpaid.windowMs);
  const [last] = missed;
  if (last && missed.length >= unpaid.max) {
    const wait = waitsMs[Math.min(missed.length - unpaid.max, waitsMs.length - 1)] ?? 0;
    const until = last.at + wait;
    if (until > now) return { kind: "unanswered", paymentId: last.paymentId, retryAfterMs: until - now };
  }
  // Who asked for the one that was cancelled may have meant another plan; for others the phone is left alone.
  const isFree = last?.outcome === "unpaid" && last.visitor === ask.visitor && missed.length <= freeRetries;
  if (last && !isFree && last.at + quietMs > now)
    return { kind: "busy", retryAfterMs: last.at + quietMs - now };
  const oldest = own.filter(({ at }) => at > now - most.windowMs)[most.max - 1];
  if (oldest) return { kind: "limited", retryAfterMs: oldest.at + most.windowMs - now };
  const unsettled = prompts.find(({ outcome }) => outcome === null);
  return { kind: "granted", unsettled: unsettled?.paymentId ?? null };
}

const isMissed = (outcome: PromptOutcome | null) => outcome === null || outcome === "unpaid";

/** Who has paid with this phone waits for a stranger's prompt only as long as the gateway would refuse another one. */
function blocksUntil({ lane, at, until }: Prompt, ask: PromptAsk): number {
  return ask.lane !== strangers && lane !== ask.lane ? at + promptRules.quietMs : until;
}
