import { hourMs } from "../../contract/values/time.ts";
import type { Sql } from "../../db/sql.ts";
import { sql } from "../../db/sql.ts";
import { raiseStatement } from "../messages/index.ts";
import { letterRaised } from "./customer-letters.ts";

/** A receipt that comes later is of no use. */
const receiptMs = 6 * hourMs;

type Received = {
  /** Names the event: told again it is the same message. */
  id: string;
  customerId: string;
  cents: number;
  /** By which it is found again, as a value inside of the batch. */
  receipt: Sql;
  /** UTC ms. */
  at: number;
};

/**
 * To the customer, also of another's payment, in the customer's language, by SMS and e-mail; where its provider sends receipts.
 * @param where judged inside the batch
 */
export function receivedStatements(now: number, received: Received, where: Sql = sql`true`): Sql[] {
  const { id, customerId, cents, receipt, at } = received;
  if (at + receiptMs <= now) return [];
  const told = {
    kind: "receipt",
    id: sql`${`receipt.${id}`}`,
    given: sql`json_object('line', 'paid', 'account', a.number, 'cents', ${cents}, 'receipt', ${receipt})`,
    until: sql`${at + receiptMs}`,
    from: sql`JOIN customer_accounts a ON a.id = ${customerId}`,
    where,
  } as const;
  return [
    raiseStatement(now, { ...told, phone: sql`a.phone`, language: sql`a.language` }),
    letterRaised(now, told),
  ];
}
