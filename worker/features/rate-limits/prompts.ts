import { type Prompt, type PromptAnswer, type PromptOutcome, promptAnswer, strangers } from "./prompt.ts";

const dayMs = 86_400_000;
/** A cookie is kept as long. */
const payerMs = 400 * dayMs;

/**
 * @property visitor the browser or device that asks
 * @property payers names under which it may have paid with this phone before, the surest first
 */
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
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    sql.exec(
      `CREATE TABLE IF NOT EXISTS prompts (
        phone TEXT NOT NULL, lane TEXT NOT NULL, visitor TEXT NOT NULL, purchase TEXT NOT NULL,
        payment_id TEXT NOT NULL, at INTEGER NOT NULL, until INTEGER NOT NULL, outcome TEXT);
      CREATE INDEX IF NOT EXISTS prompts_phone ON prompts (phone, at);
      CREATE INDEX IF NOT EXISTS prompts_at ON prompts (at);
      CREATE TABLE IF NOT EXISTS payers (
        phone TEXT NOT NULL, payer TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (phone, payer));
      CREATE INDEX IF NOT EXISTS payers_at ON payers (at);`,
    );
  }

  ask(request: PromptRequest, now: number): PromptAnswer {
    const { phone, visitor, payers, purchase, paymentId, holdMs } = request;
    const known = payers.find((payer) => this.hasPaid(phone, payer));
    const lane = request.lane ?? known ?? strangers;
    const answer = promptAnswer(this.ofPhone(phone, now), { lane, visitor, purchase }, now);
    if (answer.kind === "granted")
      this.sql.exec(
        "INSERT INTO prompts VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, NULL)",
        ...[phone, lane, visitor, purchase, paymentId, now, now + holdMs],
      );
    return answer;
  }

  /** Repeatable; a payment that was called failed may still end paid. */
  end({ phone, paymentId, outcome, payers }: PromptEnd, now: number): void {
    if (outcome === "unsent") {
      this.sql.exec("DELETE FROM prompts WHERE phone = ?1 AND payment_id = ?2", phone, paymentId);
      return;
    }
    this.sql.exec(
      "UPDATE prompts SET outcome = ?3, until = min(until, ?4) WHERE phone = ?1 AND payment_id = ?2",
      ...[phone, paymentId, outcome, now],
    );
    if (outcome !== "paid") return;
    for (const payer of payers)
      this.sql.exec(
        "INSERT INTO payers VALUES (?1, ?2, ?3) ON CONFLICT (phone, payer) DO UPDATE SET at = excluded.at",
        ...[phone, payer, now],
      );
  }

  tidy(now: number): void {
    this.sql.exec("DELETE FROM prompts WHERE at <= ?1", now - dayMs);
    this.sql.exec("DELETE FROM payers WHERE at <= ?1", now - payerMs);
  }

  private hasPaid(phone: string, payer: string): boolean {
    const sql = "SELECT 1 FROM payers WHERE phone = ?1 AND payer = ?2";
    return this.sql.exec(sql, phone, payer).toArray().length > 0;
  }

  private ofPhone(phone: string, now: number): Prompt[] {
    return this.sql
      .exec<Prompt>(
        `SELECT lane, visitor, purchase, payment_id AS paymentId, at, until, outcome FROM prompts
        WHERE phone = ?1 AND at > ?2 ORDER BY at DESC LIMIT 200`,
        phone,
        now - dayMs,
      )
      .toArray();
  }
}
