import type { Context } from "../../context.ts";
import { say, textIn } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import { bilingual, letterStatement } from "../mail/index.ts";
import { consoleOf } from "./person-invitations.ts";

// Letters that tell a person of a change to their sign-in, so that they learn of one that they did not make. A letter holds nothing that
// was typed, as an unproved address may be a stranger's.

type Person = { providerId: string; adminId: string };

type Facts = { username: string; when: { at: number }; link: string };

const letters = {
  password: {
    subject: say("letter_password_subject"),
    text: (facts: Facts) => say("letter_password", facts),
  },
  token: { subject: say("letter_token_subject"), text: (facts: Facts) => say("letter_token", facts) },
  factor_on: {
    subject: say("letter_factor_on_subject"),
    text: (facts: Facts) => say("letter_factor_on", facts),
  },
  factor_off: {
    subject: say("letter_factor_off_subject"),
    text: (facts: Facts) => say("letter_factor_ended", facts),
  },
  factor_lost: {
    subject: say("letter_factor_off_subject"),
    text: ({ username }: Facts) => say("letter_factor_off", { username }),
  },
  codes: { subject: say("letter_codes_subject"), text: (facts: Facts) => say("letter_codes", facts) },
  email: { subject: say("letter_email_subject"), text: (facts: Facts) => say("letter_email", facts) },
  joined: { subject: say("letter_joined_subject"), text: (facts: Facts) => say("letter_joined", facts) },
} as const;

type Change = keyof typeof letters;

const ofOperators = {
  password: (facts: Facts) => say("letter_operator_password", facts),
  factor_on: (facts: Facts) => say("letter_operator_factor_on", facts),
  factor_off: (facts: Facts) => say("letter_operator_factor_off", facts),
  codes: (facts: Facts) => say("letter_operator_codes", facts),
} as const;

/**
 * To the address that they proved and, where it is another one, to that of their profile; that a profile names another address now goes to
 * the proved one alone. @param network from which it was done
 */
export async function tellPerson(
  ctx: Context,
  { providerId, adminId }: Person,
  change: Change,
  network: string,
): Promise<void> {
  const row = await ctx.tenant(providerId).first(
    sql<{ username: string; email: string; confirmed: string | null }>`SELECT username, email,
        confirmed_email AS confirmed
      FROM admins WHERE id = ${adminId}`,
  );
  if (!row) return;
  const proved = row.confirmed ?? "";
  const to = change === "email" ? [proved] : [...new Set([proved, row.email])];
  const facts = { username: row.username, when: { at: ctx.now() }, link: await consoleOf(ctx, providerId) };
  const letter = {
    ...bilingual(letters[change].subject, letters[change].text(facts)),
    event: `${change} of ${adminId} ${ctx.now()}`,
  };
  const told = to
    .filter((recipient) => recipient.includes("@"))
    .map((recipient) =>
      letterStatement(
        ctx,
        { ...letter, recipient, asked: { network, isProved: recipient === proved } },
        sql`true`,
      ),
    );
  if (told.length > 0) await ctx.platform.batch(told);
}

/** The same to a super admin, in the language of their console. */
export async function tellOperator(
  ctx: Context,
  operatorId: string,
  change: keyof typeof ofOperators,
): Promise<void> {
  const row = await ctx.platform.first(
    sql<{ username: string; email: string }>`SELECT username, email FROM operators WHERE id = ${operatorId}`,
  );
  if (!row?.email.includes("@")) return;
  const { username, email: recipient } = row;
  const link = new URL("/superadmin", ctx.settings.MAIN_ORIGIN).href;
  const facts = { username, when: { at: ctx.now() }, link };
  const letter = {
    subject: textIn("en", letters[change].subject),
    text: textIn("en", ofOperators[change](facts)),
    recipient,
    event: `${change} of ${operatorId} ${ctx.now()}`,
  };
  await ctx.platform.run(letterStatement(ctx, letter, sql`true`));
}
