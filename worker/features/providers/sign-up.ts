import type { Context } from "../../context.ts";
import type { SignUpInput } from "../../contract/sign-up.ts";
import { say, type Text } from "../../contract/texts.ts";
import { subdomainFault } from "../../contract/values/host.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import {
  checkCredentials,
  countSignUp,
  countSignUpCode,
  countSubdomainCheck,
  hashPassword,
  isFree,
  usernameKeyOf,
} from "../auth/index.ts";
import { inBoth, letterStatement, notifyOperators } from "../mail/index.ts";
import { readSubdomain, subdomainSentences } from "./create-provider.ts";
import { approve, approvesItself, consoleAddress } from "./sign-up-decision.ts";

// What a stranger writes here is one row that is swept, and one letter. Nobody learns by it which addresses have an account: that is
// told to who reads the address's mail.

const lifeMs = 30 * 60_000;
const mostTries = 5;
const keptMs = 86_400_000;
/** The outbox hands over 20 letters a minute; strangers are left a third of it. */
const mostBegun = 200;

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
  if (fault) return { subdomain, isFree: false, message: subdomainSentences[fault] };
  return (await isSubdomainTaken(ctx, subdomain))
    ? { subdomain, isFree: false, message: say("subdomain_taken", { subdomain }) }
    : { subdomain, isFree: true, message: "" };
}

/** @throws AppError invalid, conflict for a subdomain that is taken, too_many */
export async function beginSignUp(
  ctx: Context,
  { password, ...given }: SignUpInput & { network: string },
): Promise<{ id: string; email: string; expiresAt: string }> {
  const { email, network, businessName, name, phone } = given;
  const subdomain = readSubdomain(given.subdomain);
  checkCredentials({ username: email, password });
  await countSignUp(ctx, { email, network });
  if (await isSubdomainTaken(ctx, subdomain)) throw refuse("conflict", "subdomain_taken", { subdomain });
  const id = crypto.randomUUID();
  const code = String(Number.parseInt(randomHex(48), 16) % 1_000_000).padStart(6, "0");
  const expiresAt = ctx.now() + lifeMs;
  const [made] = await ctx.platform.batch([
    sql`INSERT INTO sign_ups (id, business_name, name, email, phone, subdomain, username_key, password_hash,
        code_hash, expires_at, state)
      SELECT ${id}, ${businessName}, ${name}, ${email}, ${phone}, ${subdomain}, ${usernameKeyOf(email)},
        ${await hashPassword(password)}, ${ctx.keys.proof("sign-up", `${id} ${code}`)}, ${expiresAt}, 'begun'
      WHERE (SELECT count(*) FROM sign_ups WHERE state = 'begun') < ${mostBegun}
      RETURNING 1`,
    // Nothing that was typed stands in it: letters to strangers carry nobody's message.
    letterStatement(
      ctx,
      {
        ...inBoth(say("letter_code_subject"), say("letter_code", { code })),
        ...{ recipient: email, event: codeEvent(id) },
      },
      sql`EXISTS (SELECT 1 FROM sign_ups WHERE id = ${id})`,
    ),
  ]);
  if (made.length === 0) throw refuse("too_many", "sign_up_full");
  return { id, email, expiresAt: new Date(expiresAt).toISOString() };
}

const codeEvent = (id: string) => `sign-up code ${id}`;

type Begun = {
  state: "begun" | "waiting" | "approved" | "refused";
  codeHash: string;
  email: string;
  businessName: string;
  subdomain: string;
  usernameKey: string;
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
      WHERE id = ${id} AND tries < ${mostTries} AND expires_at > ${ctx.now()}
      RETURNING state, code_hash AS codeHash, email, business_name AS businessName, subdomain,
        username_key AS usernameKey`,
  );
  if (!found || found.state === "refused") throw refuse("refused", "sign_up_ended");
  if (!ctx.keys.isProof("sign-up", `${id} ${code}`, found.codeHash))
    throw refuse("invalid", "sign_up_code_wrong");
  if (found.state === "begun") await beginWaiting(ctx, id, found);
  if (found.state !== "approved" && !(await approvesItself(ctx))) return waitingAnswer(found);
  const { subdomain, businessName: name, email } = found;
  await approve(ctx, id, { actor: "system", actorId: null, providerId: null, network });
  const address = consoleAddress(ctx, subdomain);
  return { state: "approved", address, message: say("sign_up_approved", { name, email }) };
}

const waitingAnswer = ({ email }: Begun): Proved => ({
  ...{ state: "waiting", address: null },
  message: say("sign_up_waiting", { email }),
});

async function beginWaiting(ctx: Context, id: string, { subdomain, usernameKey, ...about }: Begun) {
  const [waits] = await ctx.platform.batch([
    sql`UPDATE sign_ups SET state = 'waiting', proved_at = ${ctx.now()}
      WHERE id = ${id} AND state = 'begun' AND ${isFree(usernameKey)} AND NOT ${isTaken(subdomain)}
        AND NOT EXISTS (SELECT 1 FROM sign_ups WHERE username_key = ${usernameKey} AND state = 'waiting')
      RETURNING 1`,
  ]);
  if (waits.length > 0) {
    if (await approvesItself(ctx)) return;
    return notifyOperators(ctx, {
      event: `sign-up ${id}`,
      subject: `${about.businessName} signs up`,
      text: `${about.businessName} (${about.email}, ${subdomain}) proved its address and waits for you: approve or refuse it at ${ctx.settings.MAIN_ORIGIN}/superadmin/providers.`,
    });
  }
  const now = await ctx.platform.first(sql<{ state: string }>`SELECT state FROM sign_ups WHERE id = ${id}`);
  // The same code came twice at once.
  if (now?.state !== "begun") return;
  if (await isSubdomainTaken(ctx, subdomain)) throw refuse("conflict", "subdomain_taken", { subdomain });
  throw refuse("conflict", "sign_up_email_taken");
}

/** What nobody proved, with its letter, and what was decided a day ago. */
export async function sweepSignUps(ctx: Context): Promise<void> {
  const now = ctx.now();
  const isOver = sql`((state = 'begun' AND expires_at < ${now})
    OR (state IN ('approved', 'refused') AND decided_at < ${now - keptMs}))`;
  await ctx.platform.batch([
    sql`DELETE FROM mail WHERE event IN
      (SELECT 'sign-up code ' || id || ' ' || email FROM sign_ups WHERE ${isOver})`,
    sql`DELETE FROM sign_ups WHERE ${isOver}`,
  ]);
}
