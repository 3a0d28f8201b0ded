import { dayMs, hourMs, nairobiMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { letterRaised } from "../customers/index.ts";
import { raiseStatement } from "../messages/index.ts";
import { cursor, isPaid, morningOf, type Reminder, reminders } from "./reminders-due.ts";

// Before a line's time is over, and when it is, its customer is told by SMS and e-mail with the pay link: once an event, once a phone and day for
// several lines, and not where the balance covers the next period.

/** A reminder that was due longer ago, as of a provider that was away, is left out. */
const lateMs = 12 * hourMs;
/** A message about an end that is past is dropped after this long. */
const overKeptMs = 3 * dayMs;

/** What is paid for next. */
const terms = sql`coalesce(l.next_terms, l.terms)`;
const daysOf = sql`coalesce(json_extract(l.terms, '$.period.days'), 30 * json_extract(l.terms, '$.period.months'))`;
const price = sql`json_extract(${terms}, '$.priceCents')`;

/** Tells all that is due. Repeatable. */
export async function raiseLineReminders(db: TenantDb, now: number): Promise<void> {
  const since = sql`max(${cursor}, ${now - lateMs})`;
  await db.batch([
    ...reminders.flatMap((one) => {
      const { beforeMs } = one;
      return raised(
        now,
        one,
        sql`l.paid_until > ${since} + ${beforeMs} AND l.paid_until <= ${now + beforeMs}`,
      );
    }),
    ...raised(
      now,
      { name: "d0", news: "today", beforeMs: 0, leastDays: 1 },
      sql`l.paid_until > ${now} AND l.paid_until <= ${now + dayMs}
        AND ${morningOf} > ${since} AND ${morningOf} <= ${now} AND ${morningOf} < l.paid_until`,
    ),
    sql`UPDATE message_settings SET lines_reminded_until = ${now} WHERE id = 'own' AND lines_reminded_until < ${now}`,
  ]);
}

function raised(now: number, { name, news, leastDays }: Reminder, when: Sql): Sql[] {
  const told = {
    kind: "ending",
    id: sql`'line.' || ${name} || '.' || a.id || '.' || date((l.paid_until + ${nairobiMs}) / 1000, 'unixepoch')`,
    given: sql`json_object('line', ${news}, 'account', a.number, 'plan', json_extract(${terms}, '$.packageName'),
      'cents', ${price} - max(a.balance_cents, 0), 'endsAt', l.paid_until)`,
    until: news === "over" ? sql`l.paid_until + ${overKeptMs}` : sql`l.paid_until`,
    from: sql`JOIN lines l ON ${isPaid} AND ${when} JOIN customer_accounts a ON a.id = l.customer_id`,
    where: sql`${daysOf} >= ${leastDays} AND a.balance_cents < ${price}`,
  } as const;
  return [
    raiseStatement(now, { ...told, phone: sql`a.phone`, language: sql`a.language` }),
    letterRaised(now, told),
  ];
}
