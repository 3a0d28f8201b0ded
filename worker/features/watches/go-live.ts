import type { Context } from "../../context.ts";
import { type GoLiveStepId, goLiveStepIds } from "../../contract/values/go-live.ts";
import { watchLimits } from "../../contract/values/watches.ts";
import type { GoLive } from "../../contract/watches.ts";
import { sql } from "../../db/sql.ts";
import type { SettingName } from "../../env.ts";
import { type Actor, recordIfStatement } from "../audit/index.ts";
import { reachedGateways } from "../payments/index.ts";

type Seen = GoLive["steps"][number]["seen"];

type Row = {
  deployed: number | null;
  minute: number | null;
  hasAddress: number;
  refunded: number | null;
  typed: number | null;
  other: string | null;
  letter: number | null;
  letterWaits: number | null;
  host: string | null;
  provider: string | null;
  sold: string | null;
  night: string | null;
};

/** Settings that a step wants. */
const wanted: Partial<Record<GoLiveStepId, readonly SettingName[]>> = {
  app: [
    "PLATFORM_MPESA_ENVIRONMENT",
    "PLATFORM_MPESA_CONSUMER_KEY",
    "PLATFORM_MPESA_CONSUMER_SECRET",
    "PLATFORM_MPESA_SHORT_CODE",
    "PLATFORM_MPESA_PASSKEY",
  ],
  initiator: ["PLATFORM_MPESA_INITIATOR_NAME", "PLATFORM_MPESA_SECURITY_CREDENTIAL"],
  letters: ["MAIL_URL"],
};

/** What the platform sees of the way to a real sale, and what operators said of the rest. In the sandbox no money moves: it proves nothing. */
export async function readGoLive(ctx: Context): Promise<GoLive> {
  const [[row], marks] = await ctx.platform.batch([
    sql<Row>`WITH real AS (SELECT provider_id AS id, min(coalesce(verified_at, created_at)) AS since FROM gateways
        WHERE environment = 'production' AND (verified_at IS NOT NULL OR collected = 'on') GROUP BY provider_id)
      SELECT (SELECT updated_at FROM sweep_progress WHERE name = 'deployment-token') AS deployed,
      (SELECT seen_at FROM watches WHERE id = 'minute') AS minute,
      EXISTS (SELECT 1 FROM operators WHERE disabled_at IS NULL AND email LIKE '%_@_%') AS hasAddress,
      (SELECT refunds.updated_at FROM real JOIN provider_refunds AS refunds ON refunds.provider_id = real.id
        WHERE refunds.status = 'done' AND refunds.created_at >= real.since LIMIT 1) AS refunded,
      (SELECT received_at FROM real JOIN paybill_payments ON provider_id = real.id
        WHERE received_at >= real.since LIMIT 1) AS typed,
      (SELECT type FROM gateways WHERE environment = 'production' AND verified_at IS NOT NULL AND type <> 'mpesa'
        LIMIT 1) AS other,
      (SELECT max(sent_at) FROM (SELECT sent_at FROM mail ORDER BY rowid DESC LIMIT 100)) AS letter,
      (SELECT min(created_at) FROM mail WHERE sent_at IS NULL AND lane <> 'stranger') AS letterWaits,
      (SELECT tunnel_hosts.name FROM tunnel_hosts JOIN routers ON routers.bridge_id = tunnel_hosts.bridge_id
        WHERE online_since IS NOT NULL AND archived_at IS NULL LIMIT 1) AS host,
      (SELECT business_name FROM providers JOIN real ON real.id = providers.id
        WHERE EXISTS (SELECT 1 FROM routers WHERE provider_id = providers.id AND online_since IS NOT NULL
          AND archived_at IS NULL) LIMIT 1) AS provider,
      (SELECT day FROM real JOIN provider_sales ON provider_id = real.id
        WHERE day >= date(real.since / 1000 + 10800, 'unixepoch') AND method <> 'voucher' AND count > 0
        LIMIT 1) AS sold,
      (SELECT day FROM reconciliation_runs WHERE finished_at IS NOT NULL AND cursor IS NULL
        AND json_extract(counts, '$.payments') > 0 AND coalesce(json_extract(counts, '$.differences'), 0) = 0
        AND json_extract(counts, '$.faults[0]') IS NULL AND json_extract(counts, '$.left[0]') IS NULL
        ORDER BY day DESC LIMIT 1) AS night`,
    sql<{ step: string; by: string; at: number }>`SELECT step, coalesce(nullif(name, ''), username) AS by, at
      FROM go_live_marks JOIN operators ON operators.id = operator_id`,
  ]);
  const reached = await reachedGateways(ctx);
  const gateways = reached && { at: iso(reached.at), reach: reached.reach };
  const seen = row ? seenIn(ctx, row, gateways) : {};
  return {
    steps: goLiveStepIds.map((id) => {
      const mark = marks.find(({ step }) => step === id);
      const lacks = (wanted[id] ?? []).filter((name) => ctx.settings[name] === undefined);
      return {
        id,
        seen: lacks.length > 0 ? null : (seen[id] ?? null),
        marked: mark ? { by: mark.by, at: iso(mark.at) } : null,
        lacks,
      };
    }),
    gateways,
  };
}

function seenIn(ctx: Context, row: Row, gateways: GoLive["gateways"]): Partial<Record<GoLiveStepId, Seen>> {
  const { settings } = ctx;
  const { typed, host, provider, sold, night } = row;
  const origin = new URL(settings.MAIN_ORIGIN);
  const isServed = origin.protocol === "https:";
  const isReal = settings.PLATFORM_MPESA_ENVIRONMENT === "production";
  const within = (at: number, seconds: number) => ctx.now() - at < seconds * 1_000;
  const works = row.minute !== null && within(row.minute, watchLimits.minute);
  const lettersGo = row.letterWaits === null || within(row.letterWaits, watchLimits.mail);
  const letInAt = gateways?.reach.every(({ state }) => state === "reached") ? gateways.at : null;
  const refunded = since(row.refunded);
  return {
    domain: isServed ? named(origin.host) : null,
    token: since(row.deployed),
    zone: host === null && provider === null ? null : since(typed),
    deploy: isServed && works && row.hasAddress === 1 ? named("") : null,
    app: isReal ? named(settings.PLATFORM_MPESA_SHORT_CODE ?? null) : null,
    initiator: refunded,
    settings: isReal && letInAt !== null ? { about: "", at: letInAt } : null,
    typed: since(typed),
    others: named(row.other),
    letters: lettersGo ? since(row.letter) : null,
    host: named(host),
    provider: named(provider),
    shilling: onDay(sold),
    back: refunded,
    morning: sold !== null && night !== null && night >= sold ? onDay(night) : null,
  };
}

const iso = (at: number) => new Date(at).toISOString();
const since = (at: number | null): Seen => (at === null ? null : { about: "", at: iso(at) });
const named = (about: string | null): Seen => (about === null ? null : { about, at: null });
/** At noon of a day in Nairobi. */
const onDay = (day: string | null): Seen => (day === null ? null : { about: "", at: `${day}T09:00:00.000Z` });

/** Who said it first stays named; what changed nothing leaves no line in the audit. */
export async function markGoLive(
  ctx: Context,
  step: GoLiveStepId,
  isDone: boolean,
  actor: Actor,
): Promise<void> {
  const entry = { ...actor, action: isDone ? "go_live.done" : "go_live.undone", subject: step } as const;
  const isMarked = sql`EXISTS (SELECT 1 FROM go_live_marks WHERE step = ${step})`;
  await ctx.platform.batch([
    recordIfStatement(ctx, entry, isDone ? sql`NOT ${isMarked}` : isMarked),
    isDone
      ? sql`INSERT INTO go_live_marks (step, operator_id, at) VALUES (${step}, ${actor.actorId}, ${ctx.now()})
          ON CONFLICT DO NOTHING`
      : sql`DELETE FROM go_live_marks WHERE step = ${step}`,
  ]);
}
