import type { Context } from "../../context.ts";
import { bankById } from "../../contract/values/banks.ts";
import { serviceNames } from "../../contract/values/services.ts";
import { nairobiMs } from "../../contract/values/time.ts";
import type { Sql } from "../../db/sql.ts";
import type { Actor } from "../audit/index.ts";
import { operatorName } from "../auth/index.ts";
import { notifyProviderStatement } from "../mail/index.ts";
import type { Gateway } from "./store.ts";

// Where a provider's money goes is changed by an operator or in its own console. The provider gets a letter, so that a change
// that was not asked for is noticed before money is missing.

type Account = Pick<Gateway, "type" | "service" | "accountNumber" | "environment" | "useAutoApi"> &
  Partial<Pick<Gateway, "collected">>;

/** `****5678`: enough for the owner of an account to know it, and of no use to whoever else reads the letter. */
function maskedAccount(accountNumber: string): string {
  return `****${accountNumber.slice(accountNumber.length > 4 ? -4 : -1)}`;
}

function accountInWords({
  type,
  service,
  accountNumber,
  environment,
  useAutoApi,
  collected,
}: Account): string {
  const name = type === "bank" ? (bankById(service)?.name ?? "bank") : serviceNames[type];
  if (collected) return `collected by the platform at its own pay bill, and paid out to you, ${environment}`;
  const by = useAutoApi ? "collected through the platform's own app" : "collected by your own credentials";
  return `${name}, account ${maskedAccount(accountNumber)}, ${environment}, ${by}`;
}

/** What the audit says of an account: never the whole of its number. */
export function auditOf({ accountNumber, environment, useAutoApi, service }: Account) {
  return { account: maskedAccount(accountNumber), environment, useAutoApi, service };
}

const titles = {
  created: "A way to be paid was added",
  changed: "A way to be paid was changed",
  deleted: "A way to be paid was removed",
} as const;

/** For the batch that changes a gateway. @param change `id` names the letter, written once @param fact judged inside the batch */
export async function notifyOfChangeStatement(
  ctx: Context,
  change: {
    providerId: string;
    id: string;
    kind: keyof typeof titles;
    before: Account | null;
    after: Account | null;
    /** Some of the credentials are others now. */
    otherCredentials?: boolean;
  },
  actor: Actor,
  fact: Sql,
): Promise<Sql> {
  const { before, after } = change;
  const by = await whoOf(ctx, actor);
  const at = new Date(ctx.now() + nairobiMs).toISOString().slice(0, 16).replace("T", " ");
  const lines = [
    `${titles[change.kind]} on ${at} (Nairobi time) by ${by}.`,
    ...(before ? [`Before: ${accountInWords(before)}`] : []),
    ...(after ? [`Now: ${accountInWords(after)}`] : []),
    ...(change.otherCredentials ? ["The credentials are others now."] : []),
    "If you did not ask for this, call the platform's support at once: what visitors pay may go to somebody else. Your console shows under Billing how you are paid.",
  ];
  return notifyProviderStatement(
    ctx,
    change.providerId,
    { subject: titles[change.kind], text: lines.join("\n\n"), event: `gateway ${change.id} ${change.kind}` },
    fact,
  );
}

/** In a letter about money: who did it. */
export async function whoOf(ctx: Context, { actor, actorId }: Actor): Promise<string> {
  if (actor === "provider") return "somebody who is signed in to your console as an owner";
  return actorId === null ? "the platform" : `the platform's operator ${await operatorName(ctx, actorId)}`;
}
