import type { Context } from "../../context.ts";
import type { SignUpInput } from "../../contract/sign-up.ts";
import { say, type Text } from "../../contract/texts.ts";
import { subdomainFault, subdomainTexts } from "../../contract/values/host.ts";
import { dayMs, hourMs, minuteMs } from "../../contract/values/time.ts";
import { signUps } from "../../db/schema/platform.ts";
import { among, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import { refuse } from "../../errors.ts";
import { nearOf } from "../../http/network.ts";
import { randomHex } from "../../keys.ts";
import {
  checkCredentials,
  countSignUp,
  countSignUpCode,
  countSubdomainCheck,
  hashPassword,
  isFree,
  squatterOf,
  usernameKeyOf,
} from "../auth/index.ts";
import { bilingual, letterStatement } from "../mail/index.ts";
import { mailHolder } from "./mail-holder.ts";
import { approve, approvesItself, consoleAddress } from "./sign-up-decision.ts";
import { tellOperators } from "./sign-up-digest.ts";
import {
  codeEvent,
  dropSignUps,
  hasCodeLetter,
  makeRoom,
  mayApproveItself,
  mayWait,
  refuseCrowded,
  refuseOverfull,
} from "./sign-up-places.ts";

// What a stranger writes here is one row that is swept, and one letter. Nobody learns by it which addresses have an account: that is
// told to who reads the address's mail.

/** Of a code, since its letter was sent. */
const lifeMs = 30 * minuteMs;
/** For which its letter waits at most. */
const longestWaitMs = 2 * hourMs;
const mostTries = 5;
const keptMs = dayMs;

/** Condition on `sign_ups`. */
const isPast = (now: number) =>
  sql`(expires_at <= ${now} OR ${hasCodeLetter(sql`sent_at <= ${now - lifeMs}`)})`;

const isTaken = (subdomain: string) => sql`(EXISTS (SELECT 1 FROM providers WHERE subdomain = ${subdomain})
  OR EXISTS (SELECT 1 FROM sign_ups WHERE subdomain = ${subdomain} AND state = 'waiting'))`;

async function isSubdomainTaken(ctx: Context, subdomain: string): Promise<boolean> {
  const found = await ctx.platform.first(sql<{ taken: number }>`SELECT ${isTaken(subdomain)} AS taken`);
  return found?.taken === 1;
}

/** @throws AppError too_many */
export async function checkSubdomain(
  ctx: Context,
  { typed, network }: { typed: string; network: string },
): Promise<{ subdomain: string; isFree: boolean; message: Text | "" }> {
  await countSubdomainCheck(ctx, network);
  const subdomain = typed.trim().toLowerCase();
  const fault = subdomainFault(subdomain);
  if (fault) return { subdomain, isFree: false, message: say(subdomainTexts[fault]) };
  return (await isSubdomainTaken(ctx, subdomain))
    ? { subdomain, isFree: false, message: say("subdomain_taken", { subdomain }) }
    : { subdomain, isFree: true, message: "" };
}

/** @throws AppError invalid, conflict for a subdomain that is taken, too_many */
export async function beginSignUp(
  ctx: Context,
  { password, ...given }: SignUpInput & { network: string },
): Promise<{ id: string; email: string; expiresAt: string }> {
  const { email, network, businessName, name, phone, subdomain } = given;
  checkCredentials({ username: email, password, isProved: true });
  await countSignUp(ctx, { email, network });
  if (await isSubdomainTaken(ctx, subdomain))
    throw refuse("conflict", "subdomain_taken", { subdomain }).at("subdomain");
  const id = crypto.randomUUID();
  const code = String(Number.parseInt(randomHex(48), 16) % 1_000_000).padStart(6, "0");
  const expiresAt = ctx.now() + longestWaitMs + lifeMs;
  const near = nearOf(network);
  await ctx.platform.batch([
    ...makeRoom(near, ctx.now()),
    insertInto(signUps, {
      id,
      businessName,
      name,
      email,
      phone,
      subdomain,
      usernameKey: usernameKeyOf(email),
      passwordHash: await hashPassword(password),
      codeHash: ctx.keys.proof("sign-up", `${id} ${code}`),
      near,
      mailHolder: mailHolder(email),
      expiresAt,
      state: "begun",
    }),
    // Nothing that was typed stands in it: letters to strangers carry nobody's message.
    letterStatement(
      ctx,
      {
        ...bilingual(say("letter_code_subject"), say("letter_code", { code })),
        recipient: email,
        event: codeEvent(id),
        asked: { network, isProved: false },
      },
      sql`true`,
    ),
  ]);
  return { id, email, expiresAt: new Date(expiresAt).toISOString() };
}

type Begun = {
  state: "begun" | "waiting" | "approved" | "refused";
  codeHash: string;
  email: string;
  businessName: string;
  subdomain: string;
  usernameKey: string;
  mailHolder: string;
};

type Proved = { state: "waiting" | "approved"; address: string | null; message: Text };

/**
 * A try is counted before it is looked at. Told twice it answers the same. @throws AppError invalid for a wrong code, refused
 * for one that ended, conflict where the subdomain or the address was given away meanwhile, too_many
 */
export async function proveSignUp(
  ctx: Context,
  { id, code, network }: { id: string; code: string; network: string },
): Promise<Proved> {
  await countSignUpCode(ctx, network);
  const [found] = await ctx.platform.all(
    sql<Begun>`UPDATE sign_ups SET tries = tries + 1
      WHERE id = ${id} AND tries < ${mostTries} AND NOT ${isPast(ctx.now())}
      RETURNING state, code_hash AS codeHash, email, business_name AS businessName, subdomain,
        username_key AS usernameKey, mail_holder AS mailHolder`,
  );
  if (!found) throw refuse("refused", (await isThere(ctx, id)) ? "sign_up_ended" : "sign_up_gone");
  if (found.state === "refused") throw refuse("refused", "sign_up_ended");
  if (!ctx.keys.isProof("sign-up", `${id} ${code}`, found.codeHash))
    throw refuse("invalid", "sign_up_code_wrong").at("code");
  if (found.state === "begun") await beginWaiting(ctx, id, found);
  const isByItself = async () => (await approvesItself(ctx)) && mayApproveItself(ctx, found.mailHolder);
  if (found.state !== "approved" && !(await isByItself())) return waitingAnswer(found);
  const { subdomain, businessName: name, email } = found;
  await approve(ctx, id, { actor: "system", actorId: null, providerId: null, network });
  const address = consoleAddress(ctx, subdomain);
  return { state: "approved", address, message: say("sign_up_approved", { name, email }) };
}

/** Otherwise it ran out, or was deleted to make room. */
async function isThere(ctx: Context, id: string): Promise<boolean> {
  return (await ctx.platform.first(sql`SELECT 1 FROM sign_ups WHERE id = ${id}`)) !== undefined;
}

const waitingAnswer = ({ email }: Begun): Proved => ({
  state: "waiting",
  address: null,
  message: say("sign_up_waiting", { email }),
});

async function beginWaiting(ctx: Context, id: string, { subdomain, usernameKey, mailHolder: holder }: Begun) {
  const squatter = await squatterOf(ctx, usernameKey);
  const [waits] = await ctx.platform.batch([
    sql`UPDATE sign_ups SET state = 'waiting', proved_at = ${ctx.now()}
      WHERE id = ${id} AND state = 'begun' AND ${isFree(usernameKey, squatter)} AND NOT ${isTaken(subdomain)}
        AND NOT EXISTS (SELECT 1 FROM sign_ups WHERE username_key = ${usernameKey} AND state = 'waiting')
        AND ${mayWait(holder)}
      RETURNING 1`,
  ]);
  if (waits.length > 0) return refuseOverfull(ctx);
  const now = await ctx.platform.first(sql<{ state: string }>`SELECT state FROM sign_ups WHERE id = ${id}`);
  // The same code came twice at once.
  if (now?.state !== "begun") return;
  if (await isSubdomainTaken(ctx, subdomain))
    throw refuse("conflict", "subdomain_taken", { subdomain }).at("subdomain");
  await refuseCrowded(ctx, holder);
  throw refuse("conflict", "sign_up_email_taken").at("email");
}

/** What nobody proved, with its letter, and what was decided a day ago. */
export async function sweepSignUps(ctx: Context): Promise<void> {
  const now = ctx.now();
  const isOver = sql`SELECT id FROM sign_ups WHERE state = 'begun' AND ${isPast(now)}
    UNION ALL SELECT id FROM sign_ups WHERE state IN ('approved', 'refused') AND decided_at < ${now - keptMs}`;
  // Found first: with its letter a row would lose what it is known by.
  const over = await ctx.platform.all(sql<{ id: string }>`${isOver}`);
  if (over.length > 0) await ctx.platform.batch(dropSignUps(among(over.map(({ id }) => id))));
  await tellOperators(ctx);
}
