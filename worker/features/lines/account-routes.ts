import type { Context } from "../../context.ts";
import * as contract from "../../contract/customer-accounts.ts";
import { type Made, say } from "../../contract/texts.ts";
import { formatShillings, shillings } from "../../contract/values/money.ts";
import { type App, route } from "../../http/route.ts";
import { type Caller, providerOf } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import { claimIdempotencyKey } from "../rate-limits/index.ts";
import { receiptOf } from "./account-entries.ts";
import { accountStatement } from "./account-statement.ts";
import { type CashDone, giveCashBack, type Hand, takeCash, undoCash } from "./cash.ts";
import { customerAccount } from "./customer-account.ts";

const success = true as const;

export function mountAccounts(app: App): void {
  route(app, contract.customerAccount, ({ ctx, caller, params }) =>
    customerAccount(ctx, providerOf(caller).providerId, params.id),
  );

  route(app, contract.customerStatement, ({ ctx, caller, params }) =>
    accountStatement(ctx, providerOf(caller).providerId, params.id),
  );

  route(app, contract.takeCash, async ({ ctx, caller, params, body, idempotencyKey }) => {
    const { providerId } = providerOf(caller);
    const id = await cashIdOf(ctx, providerId, idempotencyKey, ["take", params.id, body]);
    const done = await takeCash(ctx, providerId, { id, customerId: params.id, ...body }, handOf(caller));
    if (done.isNew) await noted(ctx, caller, "cash.take", done);
    return answerOf(done, "cash_taken");
  });

  route(app, contract.giveCashBack, async ({ ctx, caller, params, body, idempotencyKey }) => {
    const { providerId } = providerOf(caller);
    const id = await cashIdOf(ctx, providerId, idempotencyKey, ["give", params.id, body]);
    const done = await giveCashBack(ctx, providerId, { id, customerId: params.id, ...body }, handOf(caller));
    if (done.isNew) await noted(ctx, caller, "cash.give_back", done);
    return answerOf(done, "cash_given_back");
  });

  route(app, contract.undoCash, async ({ ctx, caller, params, body }) => {
    const { providerId } = providerOf(caller);
    const done = await undoCash(ctx, providerId, { id: params.id, ...body }, handOf(caller));
    await noted(ctx, caller, "cash.undo", done, body.reason);
    return answerOf(done, "cash_undone");
  });
}

/** The same for a repeat: it takes nothing twice. */
async function cashIdOf(
  ctx: Context,
  providerId: string,
  key: string | null,
  asked: unknown,
): Promise<string> {
  return (await claimIdempotencyKey(ctx, { providerId }, key, asked, crypto.randomUUID())).result;
}

/** The name stands on the receipt, also once the person is gone. */
function handOf(caller: Caller): Hand {
  const { adminId, session } = providerOf(caller);
  const { actingAs, actingName, name, username, role } = session;
  return { id: actingAs ?? adminId, name: actingName ?? (name || username), role };
}

async function noted(
  ctx: Context,
  caller: Caller,
  action: "cash.take" | "cash.give_back" | "cash.undo",
  { cash, customer }: CashDone,
  reason = cash.note,
): Promise<void> {
  const amount = formatShillings(Math.abs(cash.cents));
  const detail = { name: customer.name, number: cash.number, amount, reason };
  await record(ctx, { ...actorOf(caller), action, subject: cash.id, detail });
}

function answerOf(
  { cash, customer }: CashDone,
  key: "cash_taken" | "cash_given_back" | "cash_undone",
): Made<typeof contract.takeCash.answer> {
  const { number } = cash;
  const amount = formatShillings(Math.abs(cash.cents));
  const message =
    key === "cash_undone" ? say(key, { number }) : say(key, { amount, name: customer.name, number });
  return { success, message, receipt: receiptOf(cash), balance: shillings(customer.balanceCents) };
}
