import type { Language } from "../../contract/texts.ts";
import type { MessageKind, OwnerMessageKind } from "../../contract/values/message-templates.ts";
import { hourMs } from "../../contract/values/time.ts";
import type { messages } from "../../db/schema/tenant.ts";
import { names, type Sql, sql } from "../../db/sql.ts";
import { goesOut } from "./settings.ts";

export type StoredMessage = typeof messages.$inferSelect;

type Raised = {
  kind: MessageKind;
  /** The event that it tells of; told again it is the same message. */
  id: Sql;
  phone: Sql;
  /** In which it was bought; null: the provider's. */
  language: Sql;
  /** JSON of what its text is made of. */
  given: Sql;
  /** Of no use from then on, UTC ms. */
  until: Sql;
  /** JOIN and conditions, by which the others are found. */
  from?: Sql;
  where?: Sql;
};

/** Joins the batch of what it tells of; writes nothing where its provider has no messages of this kind. */
export function raiseStatement(now: number, raised: Raised): Sql {
  const { kind, id, phone, language, given, until, from = sql``, where = sql`true` } = raised;
  return sql`INSERT INTO messages (id, kind, phone, language, given, state, created_at, next_at, until)
    SELECT ${id}, ${kind}, ${phone}, coalesce(${language}, s.language), ${given}, 'waiting', ${now}, ${now}, ${until}
    FROM message_settings s ${from}
    WHERE s.id = 'own' AND ${names(`s.${kind}`)} AND ${goesOut}
      AND ${phone} GLOB '254[17][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]' AND ${where}
    ON CONFLICT DO NOTHING`;
}

/** @property until of no use from then on, UTC ms */
type ToOwner = {
  kind: OwnerMessageKind;
  id: string;
  phone: string;
  language: Language;
  text: string;
  until: number;
};

/** To the provider's own phone; joins the batch of what it tells of. @param fact judged inside the batch */
export function ownerMessageStatement(now: number, message: ToOwner, fact: Sql): Sql {
  const { id, kind, phone, language, text, until } = message;
  return sql`INSERT INTO messages (id, kind, phone, language, given, state, created_at, next_at, until)
    SELECT ${id}, ${kind}, ${phone}, ${language}, ${JSON.stringify({ text })}, 'waiting', ${now}, ${now}, ${until}
    WHERE ${fact} ON CONFLICT DO NOTHING`;
}

/** A receipt that comes later is of no use; and a payment that is written anew long after tells of itself no more. */
const receiptMs = 6 * hourMs;

/** A top-up that came too late has made a purchase by then, which its receipt names and links to like any other. */
function givenOf(
  given: string,
  { topUpBytes, entitlementId }: Pick<Paid, "topUpBytes" | "entitlementId">,
): Sql {
  if (topUpBytes === undefined) return sql`${given}`;
  return sql`iif(EXISTS (SELECT 1 FROM entitlements WHERE id = ${entitlementId}), json_remove(${given}, '$.topUpBytes'), ${given})`;
}

/** @property topUpBytes of more data for a purchase that goes on @property completedAt UTC ms */
type Paid = {
  paymentId: string;
  entitlementId: string;
  phone: string;
  planName: string;
  amountCents: number;
  receipt: string | null;
  language: Language | null;
  topUpBytes?: number | undefined;
  completedAt: number;
};

/** In the batch that writes what was bought, after it. Nothing where it was paid long ago. */
export function receiptStatements(now: number, paid: Paid): Sql[] {
  const { paymentId, phone, completedAt } = paid;
  const until = completedAt + receiptMs;
  if (until <= now) return [];
  const given = {
    entitlementId: paid.entitlementId,
    plan: paid.planName,
    cents: paid.amountCents,
    receipt: paid.receipt ?? "",
    ...(paid.topUpBytes === undefined ? {} : { topUpBytes: paid.topUpBytes }),
  };
  return [
    raiseStatement(now, {
      kind: "receipt",
      id: sql`${`receipt.${paymentId}`}`,
      phone: sql`${phone}`,
      language: sql`${paid.language}`,
      given: givenOf(JSON.stringify(given), paid),
      until: sql`${until}`,
    }),
  ];
}
