import { names, type Sql, sql } from "../../db/sql.ts";

type Letter = {
  /** The switch of the messages that tell of the same. */
  kind: "receipt" | "ending";
  /** The event that it tells of; told again it is the same letter. */
  id: Sql;
  /** JSON of what its text is made of. */
  given: Sql;
  /** Of no use from then on, UTC ms. */
  until: Sql;
  /** JOINs, of which `a` is the customer's account. */
  from: Sql;
  where: Sql;
};

/**
 * The same as a message tells, by e-mail, to a customer who has an address: under the same switch, and not to who wants no messages. Joins
 * the batch of what it tells of.
 */
export function letterRaised(now: number, { kind, id, given, until, from, where }: Letter): Sql {
  return sql`INSERT INTO customer_letters (id, customer_id, language, given, created_at, next_at, until)
    SELECT ${id}, a.id, coalesce(a.language, s.language), ${given}, ${now}, ${now}, ${until}
    FROM message_settings s ${from}
    WHERE s.id = 'own' AND ${names(`s.${kind}`)} AND a.email <> ''
      AND NOT EXISTS (SELECT 1 FROM message_opt_outs o WHERE o.phone = a.phone) AND ${where}
    ON CONFLICT DO NOTHING`;
}

/** How the event of each begins in the platform's outbox. */
export const letterEvents = (providerId: string): string => `customer ${providerId} `;

/** The provider's letters there. */
export const lettersOf = (providerId: string): Sql =>
  sql`event >= ${`customer ${providerId} `} AND event < ${`customer ${providerId}!`}`;
