import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
import { type Prompt, type PromptAnswer, type PromptOutcome, promptAnswer, strangers } from "./prompt.ts";

const dayMs = 86_400_000;
/** As long as the cookie is kept. */
const payerMs = 400 * dayMs;

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

/** Prompts of a day, and who has paid with which phone, in one object's storage. */
export class Prompts {
  private readonly storage: SqlStorage;

  constructor(storage: SqlStorage) {
    this.storage = storage;
    exec(
      storage,
      sql`CREATE TABLE IF NOT EXISTS prompts (
        phone TEXT NOT NULL, lane TEXT NOT NULL, visitor TEXT NOT NULL, purchase TEXT NOT NULL,
        payment_id TEXT NOT NULL, at INTEGER NOT NULL, until INTEGER NOT NULL, outcome TEXT,
        PRIMARY KEY (phone, at, payment_id)) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS payers (
        phone TEXT NOT NULL, payer TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (phone, payer)) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS payers_at ON payers (at);`,
    );
  }

  ask(request: PromptRequest, now: number): PromptAnswer {
    const { phone, visitor, payers, purchase, paymentId, holdMs } = request;
    const known = payers.find((payer) => this.hasPaid(phone, payer));
    const lane = request.lane ?? known ?? strangers;
    const answer = promptAnswer(this.ofPhone(phone, now), { lane, visitor, purchase }, now);
    if (answer.kind === "granted")
      exec(
        this.storage,
        sql`INSERT OR REPLACE INTO prompts VALUES (${phone}, ${lane}, ${visitor}, ${purchase}, ${paymentId}, ${now},
          ${now + holdMs}, NULL)`,
      );
    return answer;
  }

  /** Repeatable; a payment that was called failed may still end paid. */
  end({ phone, paymentId, outcome, payers }: PromptEnd, now: number): void {
    if (outcome === "unsent") {
      exec(this.storage, sql`DELETE FROM prompts WHERE phone = ${phone} AND payment_id = ${paymentId}`);
      return;
    }
    exec(
      this.storage,
      sql`UPDATE prompts SET outcome = ${outcome}, until = min(until, ${now})
        WHERE phone = ${phone} AND payment_id = ${paymentId}`,
    );
    if (outcome !== "paid") return;
    for (const payer of payers)
      exec(
        this.storage,
        sql`INSERT INTO payers VALUES (${phone}, ${payer}, ${now}) ON CONFLICT (phone, payer) DO UPDATE
          SET at = excluded.at`,
      );
  }

  /** No other prompt has to wait for it. It counts as one without an answer, until it has one. */
  letGo(phone: string, paymentId: string, now: number): void {
    exec(
      this.storage,
      sql`UPDATE prompts SET until = min(until, ${now}) WHERE phone = ${phone} AND payment_id = ${paymentId}`,
    );
  }

  tidy(now: number): void {
    exec(this.storage, sql`DELETE FROM prompts WHERE at <= ${now - dayMs}`);
    exec(this.storage, sql`DELETE FROM payers WHERE at <= ${now - payerMs}`);
  }

  private hasPaid(phone: string, payer: string): boolean {
    const paid = sql`SELECT 1 FROM payers WHERE phone = ${phone} AND payer = ${payer}`;
    return exec(this.storage, paid).toArray().length > 0;
  }

  private ofPhone(phone: string, now: number): Prompt[] {
    return exec(
      this.storage,
      sql<Prompt>`SELECT lane, visitor, purchase, payment_id AS paymentId, at, until, outcome FROM prompts
        WHERE phone = ${phone} AND at > ${now - dayMs} ORDER BY at DESC LIMIT 200`,
    ).toArray();
  }
}
