import { dayMs } from "../../contract/values/time.ts";
import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
import {
  type Prompt,
  type PromptAnswer,
  type PromptOutcome,
  promptAnswer,
  strangers,
} from "./prompt-state.ts";

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
  lane?: string | undefined;
  order: string;
  paymentId: string;
  holdMs: number;
};

/**
 * `unsent`: nothing reached the phone, so nothing counts. `let-go`: no other prompt has to wait for it; it counts as one without an
 * answer, until it has one.
 */
export type PromptEnd = {
  phone: string;
  paymentId: string;
  outcome: PromptOutcome | "unsent" | "let-go";
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
    const { phone, visitor, payers, order, paymentId, holdMs } = request;
    const known = this.known(phone, now);
    const lane = request.lane ?? payers.find((payer) => payer in known.payers) ?? strangers;
    const answer = promptAnswer(known.prompts, { lane, visitor, order }, now);
    if (answer.kind === "granted") {
      const prompt = { lane, visitor, order, paymentId, at: now, until: now + holdMs, outcome: null };
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
      const until = Math.min(one.until, now);
      return outcome === "unsent" ? [] : [{ ...one, until, ...(outcome === "let-go" ? {} : { outcome }) }];
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

  private tidyAfter(phone: string, now: number): void {
    exec(
      this.storage,
      sql`DELETE FROM phones WHERE until <= ${now} AND phone IN (SELECT phone FROM phones
        WHERE phone > ${phone} ORDER BY phone LIMIT ${tidied})`,
    );
  }
}
