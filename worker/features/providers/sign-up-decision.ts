import type { Context } from "../../context.ts";
import type { WaitingSignUp } from "../../contract/sign-up-decisions.ts";
import { say, type Text } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { type Actor, changesOf, recordIfStatement, recordStatement } from "../audit/index.ts";
import {
  adminNameStatement,
  deliverAdmins,
  giveWayStatements,
  isFree,
  isUsernameTaken,
  squatterOf,
  usernameKeyOf,
} from "../auth/index.ts";
import { bilingual, letterStatement } from "../mail/index.ts";

// Yes or no to who signed up. The account is made by the yes: before it there is nobody who could sign in.

const settingName = "sign-ups";
const mostShown = 100;

export async function approvesItself(ctx: Context): Promise<boolean> {
  const row = await ctx.platform.first(
    sql<{ approval: string | null }>`SELECT json_extract(value, '$.approval') AS approval
      FROM platform_settings WHERE name = ${settingName}`,
  );
  return row?.approval === "itself";
}

export async function saveApprovesItself(ctx: Context, wanted: boolean, actor: Actor): Promise<void> {
  const before = { approvesItself: await approvesItself(ctx) };
  const value = JSON.stringify({ approval: wanted ? "itself" : "operator" });
  await ctx.platform.batch([
    sql`INSERT INTO platform_settings (name, value, updated_at) VALUES (${settingName}, ${value}, ${ctx.now()})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
    recordStatement(ctx, {
      ...actor,
      action: "settings.sign_ups",
      subject: settingName,
      detail: changesOf(before, { approvesItself: wanted }),
    }),
  ]);
}

type Row = Omit<WaitingSignUp, "provedAt"> & { provedAt: number };

/**
 * The newest first. Where there are more than are shown, the holders of mailboxes take turns, so that many sign-ups of one
 * domain do not hide the others.
 */
export async function waitingSignUps(ctx: Context): Promise<{ waiting: WaitingSignUp[]; total: number }> {
  const rows = await ctx.platform.all(
    sql<Row & { total: number }>`SELECT id, businessName, name, email, phone, subdomain, provedAt, total FROM
      (SELECT id, business_name AS businessName, name, email, phone, subdomain, proved_at AS provedAt,
          count(*) OVER () AS total,
          row_number() OVER (PARTITION BY mail_holder ORDER BY proved_at DESC, id) AS turn
        FROM sign_ups WHERE state = 'waiting')
      ORDER BY turn, provedAt DESC, id LIMIT ${mostShown}`,
  );
  const newest = rows.toSorted((one, other) => other.provedAt - one.provedAt);
  return {
    waiting: newest.map(({ total: _, ...row }) => ({
      ...row,
      provedAt: new Date(row.provedAt).toISOString(),
    })),
    total: rows[0]?.total ?? 0,
  };
}

export function consoleAddress(ctx: Context, subdomain: string): string {
  const { protocol, host } = new URL(ctx.settings.MAIN_ORIGIN);
  return `${protocol}//${subdomain}.${host}/admin`;
}

type Decided = Row & { state: "begun" | "waiting" | "approved" | "refused"; passwordHash: string };

async function signUpOf(ctx: Context, id: string): Promise<Decided> {
  const row = await ctx.platform.first(
    sql<Decided>`SELECT id, business_name AS businessName, name, email, phone, subdomain, state,
        proved_at AS provedAt, password_hash AS passwordHash
      FROM sign_ups WHERE id = ${id}`,
  );
  if (!row || row.state === "begun") throw refuse("not_found", "no_such_sign_up");
  return row;
}

/**
 * Makes the provider, by the id of its sign-up, with its owner. Repeatable. @returns the sentence to show @throws AppError
 * not_found, refused where it was refused, conflict where subdomain or address were given away meanwhile
 */
export async function approve(ctx: Context, id: string, actor: Actor): Promise<Text> {
  const row = await signUpOf(ctx, id);
  const { businessName, name, email, subdomain, passwordHash } = row;
  if (row.state === "refused") throw refuse("refused", "sign_up_decided");
  if (row.state === "waiting") {
    const [adminId, now] = [randomHex(128), ctx.now()];
    const waits = sql`EXISTS (SELECT 1 FROM sign_ups WHERE id = ${id} AND state = 'waiting')`;
    const isMade = sql`EXISTS (SELECT 1 FROM admin_names WHERE admin_id = ${adminId})`;
    const told = { name, business: businessName, email, link: consoleAddress(ctx, subdomain) };
    const letter = {
      ...bilingual(say("letter_approved_subject"), say("letter_approved", told)),
      recipient: email,
      event: `sign-up approved ${id}`,
    };
    const squatter = await squatterOf(ctx, usernameKeyOf(email));
    const owner = { role: "owner", invitationId: null, isEmailConfirmed: true } as const;
    await ctx.platform.batch([
      ...(squatter === null
        ? []
        : giveWayStatements(
            ctx,
            squatter,
            sql`${waits} AND NOT EXISTS (SELECT 1 FROM providers WHERE subdomain = ${subdomain})`,
          )),
      sql`INSERT INTO providers (id, business_name, contact_name, email, phone, subdomain, status,
          captive_portal_settings, created_at, updated_at)
        SELECT id, business_name, name, email, phone, subdomain, 'active', '{}', ${now}, ${now}
        FROM sign_ups WHERE id = ${id} AND state = 'waiting' AND ${isFree(usernameKeyOf(email))}
        ON CONFLICT DO NOTHING`,
      adminNameStatement(
        { id: adminId, providerId: id, username: email, name, email, passwordHash, createdAt: now, ...owner },
        sql`${waits} AND EXISTS (SELECT 1 FROM providers WHERE id = ${id})
          AND NOT EXISTS (SELECT 1 FROM admin_names WHERE provider_id = ${id})`,
      ),
      letterStatement(ctx, letter, isMade),
      recordIfStatement(
        ctx,
        {
          ...actor,
          providerId: id,
          action: "sign_up.approve",
          subject: id,
          detail: { subdomain, admin: email },
        },
        isMade,
      ),
      sql`UPDATE sign_ups SET state = 'approved', decided_at = ${now}, password_hash = ''
        WHERE id = ${id} AND state = 'waiting' AND ${isMade}`,
    ]);
    const { state } = await signUpOf(ctx, id);
    if (state === "refused") throw refuse("refused", "sign_up_decided");
    if (state === "waiting") {
      if (await isUsernameTaken(ctx, email)) throw refuse("conflict", "sign_up_email_taken");
      throw refuse("conflict", "subdomain_taken", { subdomain });
    }
  }
  // What is not delivered now is delivered by the minute's sweep.
  await deliverAdmins(ctx, id);
  return say("sign_up_approved", { name: businessName, email });
}

/** @returns the sentence to show @throws AppError not_found; refused where it was decided */
export async function refuseSignUp(
  ctx: Context,
  { id, reason }: { id: string; reason: string },
  actor: Actor,
): Promise<Text> {
  const row = await signUpOf(ctx, id);
  const { name, businessName: business, subdomain } = row;
  const waits = sql`EXISTS (SELECT 1 FROM sign_ups WHERE id = ${id} AND state = 'waiting')`;
  const letter = {
    ...bilingual(say("letter_refused_subject"), say("letter_refused", { name, business, reason })),
    recipient: row.email,
    event: `sign-up refused ${id}`,
  };
  const results = await ctx.platform.batch([
    letterStatement(ctx, letter, waits),
    recordIfStatement(
      ctx,
      { ...actor, action: "sign_up.refuse", subject: id, detail: { subdomain, business, reason } },
      waits,
    ),
    sql`UPDATE sign_ups SET state = 'refused', decided_at = ${ctx.now()}, password_hash = ''
      WHERE id = ${id} AND state = 'waiting' RETURNING 1`,
  ]);
  if (results.at(-1)?.length !== 1) throw refuse("refused", "sign_up_decided");
  return say("sign_up_refused", { name: business });
}
