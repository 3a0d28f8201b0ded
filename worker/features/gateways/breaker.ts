import type { Context } from "../../context.ts";
import {
  comesBackWords,
  type FaultKind,
  type FaultReport,
  faultWords,
} from "../../contract/values/gateway-faults.ts";
import type { GatewayType } from "../../contract/values/gateway-types.ts";
import { isService, serviceNames } from "../../contract/values/services.ts";
import { dayMs, hourMs } from "../../contract/values/time.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { recordIfStatement } from "../audit/index.ts";
import { notifyOperators, notifyProvider } from "../mail/index.ts";
import { gatewayById } from "./store.ts";

// Breakers around the ways to take money: what refuses three payments in a row for a reason of its own takes no more.

const faultsInARow = 3;
/** A breaker that trips again and again writes once an hour. */
const letterEveryMs = hourMs;

export type Fault = FaultReport & { paymentId: string; kind: FaultKind; at: number };

/** As columns hold it. */
export function storedFault({ fault, detail }: FaultReport): string {
  return JSON.stringify({ fault, detail: detail.slice(0, 500) });
}

export function readFault(stored: string): FaultReport {
  return JSON.parse(stored) as FaultReport;
}

function faultStatement(subject: string, fault: Fault): Sql {
  const { paymentId, kind, at } = fault;
  return sql`INSERT INTO gateway_faults (subject, payment_id, kind, detail, at)
    VALUES (${subject}, ${paymentId}, ${kind}, ${storedFault(fault)}, ${at})
    ON CONFLICT DO NOTHING`;
}

const isTooMany = (subject: string): Sql =>
  sql`(SELECT count(*) FROM gateway_faults WHERE subject = ${subject} AND counted = 1) >= ${faultsInARow}`;

/** Counted for the operator's dashboard alone: nothing is stopped by it. */
export async function noteFault(ctx: Context, subject: string, fault: Fault): Promise<void> {
  await ctx.platform.run(faultStatement(subject, fault));
}

/** What worked sets aside the faults before it. Writes nothing where there were none. */
export async function noteWorked(ctx: Context, subjects: readonly string[], at: number): Promise<void> {
  await ctx.platform.run(
    sql`UPDATE gateway_faults SET counted = 0
      WHERE counted = 1 AND at <= ${at} AND subject IN ${among(subjects)}`,
  );
}

/** A configuration of a provider's refused a payment: after three in a row it collects no more, and both are written to. */
export async function noteGatewayFault(
  ctx: Context,
  gatewayId: string,
  type: GatewayType,
  fault: Fault,
): Promise<void> {
  const subject = gatewaySubject(gatewayId);
  const { detail } = fault;
  const stored = storedFault(fault);
  const now = ctx.now();
  await ctx.platform.batch([
    faultStatement(subject, fault),
    sql`UPDATE gateways SET suspended_at = ${now}, suspended_for = ${stored}, verified_at = NULL,
        verification_fault = ${stored}
      WHERE id = ${gatewayId} AND archived_at IS NULL AND suspended_at IS NULL AND ${isTooMany(subject)}`,
    recordIfStatement(
      ctx,
      {
        actor: "system",
        actorId: null,
        providerId: null,
        action: "gateway.suspend",
        subject: gatewayId,
        detail: { detail },
      },
      sql`EXISTS (SELECT 1 FROM gateways WHERE id = ${gatewayId} AND suspended_at = ${now})`,
    ),
  ]);
  const row = await gatewayById(ctx, gatewayId);
  if (!row || row.suspendedAt === null) return;
  const words = wordsFor(row.suspendedFor ?? fault);
  const event = `gateway suspended ${gatewayId} ${row.suspendedAt}`;
  const name = gatewayName(type);
  await notifyOperators(ctx, {
    subject: `${name} of a provider was stopped: account ${row.accountNumber}`,
    text: `The gateway refused ${faultsInARow} payments in a row by the ${name} configuration ${row.accountNumber}. It collects no more, and the portal does not offer it.\n\n${words.en}\n\nThe gateway's words: ${detail}\n\nPut it right, then verify it with KSh 1: it collects again at once.`,
    event,
  });
  await notifyProvider(ctx, row.providerId, {
    subject: `${name} is not collecting / ${name} haipokei malipo`,
    text: `${name} refused ${faultsInARow} payments in a row for your account ${row.accountNumber}. Visitors are not asked to pay by it until it is put right.\n\n${words.en}\n\n---\n\n${name} imekataa malipo ${faultsInARow} mfululizo ya akaunti yako ${row.accountNumber}. Wageni hawataombwa kulipa kwa njia hiyo hadi irekebishwe.\n\n${words.sw}`,
    event,
  });
}

/** The platform's own app, or its relay, failed a payment: after three in a row nothing is sent by it. */
export async function notePlatformFault(ctx: Context, subject: string, fault: Fault): Promise<void> {
  await ctx.platform.batch([
    faultStatement(subject, fault),
    ...tripStatements(ctx, subject, fault, isTooMany(subject)),
  ]);
  await notifyIfTripped(ctx, subject);
}

/** It was tried just now, apart from any sale, and refused: nothing is sent by it any more. */
export async function tripBreaker(ctx: Context, subject: string, fault: FaultReport): Promise<void> {
  await ctx.platform.batch(tripStatements(ctx, subject, fault, sql`true`));
  await notifyIfTripped(ctx, subject);
}

function tripStatements(ctx: Context, subject: string, fault: FaultReport, when: Sql): Sql[] {
  // Read once: the line is written where the breaker stands since this very moment.
  const now = ctx.now();
  const { detail } = fault;
  return [
    sql`INSERT INTO gateway_breakers (subject, detail, tripped_at)
      SELECT ${subject}, ${storedFault(fault)}, ${now} WHERE ${when} ON CONFLICT DO NOTHING`,
    recordIfStatement(
      ctx,
      {
        actor: "system",
        actorId: null,
        providerId: null,
        action: "breaker.trip",
        subject,
        detail: { detail },
      },
      sql`EXISTS (SELECT 1 FROM gateway_breakers WHERE subject = ${subject} AND tripped_at = ${now})`,
    ),
  ];
}

async function notifyIfTripped(ctx: Context, subject: string): Promise<void> {
  const row = await ctx.platform.first(
    sql<{ detail: string; trippedAt: number }>`SELECT detail, tripped_at AS trippedAt FROM gateway_breakers
      WHERE subject = ${subject}`,
  );
  if (!row) return;
  const what = subjectName(subject);
  const fault = readFault(row.detail);
  await notifyOperators(ctx, {
    subject: `${what} is out of order: nothing is sold by it`,
    text: `${what} fails. Providers that collect by it sell nothing, and their portals do not offer it.\n\n${wordsFor(fault).en}\n\nWhat was said: ${fault.detail}\n\n${comesBackWords(fault.fault)}`,
    event: `breaker ${subject} ${Math.floor(row.trippedAt / letterEveryMs)}`,
  });
}

/** Sales go by it again. @param faults how many of its last ones go on counting: a token does not disprove them */
export async function mendBreaker(ctx: Context, subject: string, faults: number): Promise<void> {
  await ctx.platform.batch([
    recordIfStatement(
      ctx,
      { actor: "system", actorId: null, providerId: null, action: "breaker.mend", subject },
      sql`EXISTS (SELECT 1 FROM gateway_breakers WHERE subject = ${subject})`,
    ),
    sql`DELETE FROM gateway_breakers WHERE subject = ${subject}`,
    sql`UPDATE gateway_faults SET counted = 0
      WHERE counted = 1 AND subject = ${subject} AND payment_id NOT IN (
        SELECT payment_id FROM gateway_faults WHERE subject = ${subject} AND counted = 1 ORDER BY at DESC
        LIMIT ${faults})`,
  ]);
}

/** Faults of one subject that lie in a row, with what was said of one of them. */
export type FaultRow = FaultReport & {
  subject: string;
  count: number;
  kind: FaultKind;
  /** UTC ms. */
  since: number;
  until: number;
};

/** What lies in a row since a moment, by subject and kind. */
export async function countedFaults(ctx: Context, since: number): Promise<FaultRow[]> {
  const rows = await ctx.platform.all(
    sql<
      Omit<FaultRow, "fault">
    >`SELECT subject, kind, count(*) AS count, min(at) AS since, max(at) AS until, detail
      FROM gateway_faults WHERE counted = 1 AND at >= ${since} GROUP BY subject, kind ORDER BY subject, kind`,
  );
  return rows.map((row) => ({ ...row, ...readFault(row.detail) }));
}

type SuspendedGateway = FaultReport & {
  providerId: string;
  name: string;
  type: GatewayType;
  environment: "sandbox" | "production";
  at: number;
};

export async function suspendedGateways(ctx: Context): Promise<SuspendedGateway[]> {
  const rows = await ctx.platform.all(
    sql<
      Omit<SuspendedGateway, "fault">
    >`SELECT g.provider_id AS providerId, p.business_name AS name, g.environment,
        g.suspended_at AS at, iif(g.type = 'bank' AND g.use_auto_api = 1, 'mpesa', g.type) AS type,
        g.suspended_for AS detail
      FROM gateways g JOIN providers p ON p.id = g.provider_id
      WHERE g.suspended_at IS NOT NULL AND g.archived_at IS NULL ORDER BY g.suspended_at DESC LIMIT 100`,
  );
  return rows.map((row) => ({ ...row, ...readFault(row.detail) }));
}

const forgetMs = 7 * dayMs;

export async function forgetFaults(ctx: Context): Promise<void> {
  await ctx.platform.run(sql`DELETE FROM gateway_faults WHERE at < ${ctx.now() - forgetMs}`);
}

/** It was verified anew: what it refused before counts no more. */
export function forgivenStatement(gatewayId: string): Sql {
  return sql`UPDATE gateway_faults SET counted = 0
    WHERE counted = 1 AND subject = ${gatewaySubject(gatewayId)}`;
}

export function gatewaySubject(gatewayId: string): string {
  return `gateway ${gatewayId}`;
}

function wordsFor({ fault }: FaultReport): { en: string; sw: string } {
  return fault
    ? { en: faultWords(fault.code, "en"), sw: faultWords(fault.code, "sw") }
    : {
        en: "Ask the gateway what its words mean.",
        sw: "Uliza mfumo wa malipo maneno yake yanamaanisha nini.",
      };
}

function gatewayName(type: GatewayType): string {
  return type === "bank" ? "The bank" : serviceNames[type];
}

/** `app mpesa production` -> what a person calls it. */
function subjectName(subject: string): string {
  const [kind, service = "", environment] = subject.split(" ");
  if (kind === "relay") return "The platform's relay";
  return `The platform's own ${isService(service) ? serviceNames[service] : service} app (${environment})`;
}
