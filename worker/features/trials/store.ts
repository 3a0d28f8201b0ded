import type { Subject } from "../../contract/values/subject.ts";
import { hourMs, minuteMs } from "../../contract/values/time.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { hotspotUserUpdate } from "../entitlements/index.ts";

/** The plan that the terms of a free trial name: there is no such plan. */
export const trialPlanId = "trial";
export const codeMs = 10 * minuteMs;
/** Codes that may be typed for one that was sent. */
export const mostTries = 5;
/** The same phone on the same device gets no second code so soon: it is the same press again. */
const sameAskMs = 60_000;
/** What was never proven is of no use. */
const keptMs = 48 * hourMs;

type Place = { routerId: string; day: string };

const ofDay = ({ routerId, day }: Place): Sql => sql`day = ${day} AND router_id = ${routerId}`;

/** Whether the device had one. */
export const hadByDevice = (subject: Subject, since: number): Sql =>
  sql`EXISTS (SELECT 1 FROM trials WHERE subject = ${subject} AND given_at IS NOT NULL AND given_at > ${since})`;

/** How much of its day a router has used; no row where nothing of it. */
export const usedOf = (place: Place): Sql<{ codes: number; given: number }> =>
  sql<{ codes: number; given: number }>`SELECT codes, given FROM trial_days WHERE ${ofDay(place)}`;

export const openAsk = (
  phone: string,
  subject: Subject,
  routerId: string,
  now: number,
): Sql<{ id: string }> =>
  sql<{ id: string }>`SELECT id FROM trials WHERE given_at IS NULL AND asked_at > ${now - sameAskMs}
    AND phone = ${phone} AND subject = ${subject} AND router_id = ${routerId} AND tries < ${mostTries}
    ORDER BY asked_at DESC LIMIT 1`;

type Ask = { id: string; phone: string; subject: Subject; routerId: string; now: number };

/** One more of the router's codes, if the day has one left and this phone and device have no ask; the last statement answers what holds. */
export function askStatements(ask: Ask, day: string, most: { codes: number; given: number }): Sql[] {
  const { id, phone, subject, routerId, now } = ask;
  const place = { routerId, day };
  return [
    sql`DELETE FROM trials WHERE given_at IS NULL AND asked_at < ${now - keptMs}`,
    sql`INSERT INTO trial_days (day, router_id) VALUES (${day}, ${routerId}) ON CONFLICT DO NOTHING`,
    sql`INSERT INTO trials (id, phone, subject, router_id, asked_at)
      SELECT ${id}, ${phone}, ${subject}, ${routerId}, ${now} FROM trial_days
      WHERE ${ofDay(place)} AND codes < ${most.codes} AND given < ${most.given}
        AND NOT EXISTS (${openAsk(phone, subject, routerId, now)})`,
    sql`UPDATE trial_days SET codes = codes + 1 WHERE ${ofDay(place)} AND changes() > 0`,
    openAsk(phone, subject, routerId, now),
  ];
}

/** No SMS went out: the code counts for nothing. */
export const takeBackStatements = (id: string, place: Place): Sql[] => [
  sql`DELETE FROM trials WHERE id = ${id} AND given_at IS NULL`,
  sql`UPDATE trial_days SET codes = codes - 1 WHERE ${ofDay(place)} AND codes > 0 AND changes() > 0`,
];

export type TrialRow = {
  phone: string;
  subject: Subject;
  routerId: string;
  askedAt: number;
  tries: number;
  givenAt: number | null;
};

export const trialById = (id: string): Sql<TrialRow> =>
  sql<TrialRow>`SELECT phone, subject, router_id AS routerId, asked_at AS askedAt, tries, given_at AS givenAt
    FROM trials WHERE id = ${id}`;

/** Counted before the code is compared, so that codes typed at the same time are no more tries. One row where there was one left. */
export const countTry = (id: string, now: number): Sql<{ tries: number }> =>
  sql<{ tries: number }>`UPDATE trials SET tries = tries + 1
    WHERE id = ${id} AND given_at IS NULL AND tries < ${mostTries} AND asked_at > ${now - codeMs}
    RETURNING tries`;

type Claim = {
  id: string;
  entitlementId: string;
  transactionId: string;
  buyerHash: string | null;
  recoveryHash: string;
  terms: Terms;
  routerId: string;
  day: string;
  perDay: number;
  since: number;
  now: number;
};

export type ClaimRow = {
  givenAt: number | null;
  phoneHad: number;
  deviceHad: number;
  bought: number;
  hasPlan: number;
  given: number;
  isOn: number;
};

const other = (column: Sql, since: number): Sql =>
  sql`EXISTS (SELECT 1 FROM trials AS earlier WHERE earlier.${column} = trials.${column}
    AND earlier.given_at IS NOT NULL AND earlier.given_at > ${since} AND earlier.id <> trials.id)`;
const bought = sql`EXISTS (SELECT 1 FROM customers WHERE customers.phone = trials.phone)`;
/** One that was cut off, too: whom the provider stopped does not come back by a trial. */
const hasPlan = sql`EXISTS (SELECT 1 FROM devices JOIN entitlements ON entitlements.id = devices.entitlement_id
  WHERE devices.subject = trials.subject AND devices.detached_at IS NULL
    AND entitlements.state IN ('waiting', 'running', 'cut_off'))`;
const isOn = sql`EXISTS (SELECT 1 FROM trial_settings WHERE trial_settings.id = 'own' AND is_on)`;

/** One conditional update decides, the others act for it alone, and the last says what holds. Of two claims of a phone one wins. */
export function claimStatements(claim: Claim): Sql[] {
  const { id, entitlementId, transactionId, routerId, day, now, since, buyerHash, recoveryHash } = claim;
  const place = { routerId, day };
  const given = sql`coalesce((SELECT given FROM trial_days WHERE ${ofDay(place)}), 0)`;
  const won = sql`FROM trials WHERE trials.id = ${id} AND given_at IS NOT NULL`;
  return [
    sql`INSERT INTO trial_days (day, router_id) VALUES (${day}, ${routerId}) ON CONFLICT DO NOTHING`,
    sql`UPDATE trials SET given_at = ${now} WHERE id = ${id} AND given_at IS NULL
      AND ${isOn} AND ${given} < ${claim.perDay} AND NOT ${bought} AND NOT ${hasPlan}
      AND NOT ${other(sql`phone`, since)} AND NOT ${other(sql`subject`, since)}`,
    sql`UPDATE trial_days SET given = given + 1 WHERE ${ofDay(place)} AND changes() > 0`,
    sql`INSERT OR IGNORE INTO entitlements (id, rev, router_id, subject, source, source_id, terms,
        state, created_at, updated_at, buyer_hash, recovery_hash)
      SELECT ${entitlementId}, 1, router_id, subject, 'trial', ${transactionId}, ${JSON.stringify(claim.terms)},
        'waiting', given_at, given_at, ${buyerHash}, ${recoveryHash} ${won}`,
    sql`INSERT OR IGNORE INTO devices (entitlement_id, subject, attached_at)
      SELECT ${entitlementId}, subject, given_at ${won}`,
    sql`INSERT INTO hotspot_users (subject, router_id, phone, entitlement_id, first_seen_at, last_seen_at)
      SELECT subject, router_id, phone, ${entitlementId}, given_at, given_at ${won} ${hotspotUserUpdate}`,
    sql<ClaimRow>`SELECT given_at AS givenAt, ${other(sql`phone`, since)} AS phoneHad,
        ${other(sql`subject`, since)} AS deviceHad, ${bought} AS bought, ${hasPlan} AS hasPlan, ${given} AS given,
        ${isOn} AS isOn
      FROM trials WHERE trials.id = ${id}`,
  ];
}
