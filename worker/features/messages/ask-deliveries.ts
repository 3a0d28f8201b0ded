import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { log } from "../../log.ts";
import { endRefusedStatement } from "./campaign-messages.ts";
import { nextAskAt } from "./claim-message.ts";
import type { Delivery } from "./drivers/driver.ts";
import { platformSender, reportStatement } from "./platform-account.ts";
import { settingsOf } from "./settings.ts";
import { type OpenAccount, openOwnAccount, openPlatformAccount } from "./sms-account.ts";

/** What is left is due at once: a sweep comes each minute. */
const asksPerSweep = 40;
const atOnce = 4;
/** Questions that did not begin by then are the next sweep's. */
const sweepMs = 20_000;

type Sent = { id: string; ref: string; phone: string; accountId: string; sentAt: number };

/**
 * Asks the account by which a message went out what became of it. An answer moves its state as a report does, and no money; without one it is
 * asked again, a few times within a day.
 */
export async function askDeliveries(ctx: Context, db: TenantDb): Promise<void> {
  const now = ctx.now();
  const due = await db.all(
    sql<Sent>`SELECT id, ref, phone, account_id AS accountId, sent_at AS sentAt FROM messages
      WHERE ask_at IS NOT NULL AND ask_at <= ${now} ORDER BY ask_at LIMIT ${asksPerSweep}`,
  );
  const accounts = await accountsOf(
    ctx,
    db,
    due.map(({ accountId }) => accountId),
  );
  const left = due.values();
  const lane = async () => {
    for (const sent of left) {
      if (ctx.now() > now + sweepMs) return;
      await ask(ctx, db, accounts.get(sent.accountId) ?? null, sent);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** What is not in it is gone, or its key opens no more: nobody can be asked. */
async function accountsOf(
  ctx: Context,
  db: TenantDb,
  ids: readonly string[],
): Promise<Map<string, OpenAccount | null>> {
  const settings = await settingsOf(db);
  const accounts = new Map<string, OpenAccount | null>();
  for (const id of new Set(ids)) {
    try {
      if (id === platformSender) accounts.set(id, await openPlatformAccount(ctx));
      else if (id === settings.accountId) accounts.set(id, openOwnAccount(ctx, db.providerId, settings));
    } catch (cause) {
      log("error", "message deliveries", cause, { provider: db.providerId });
    }
  }
  return accounts;
}

async function ask(ctx: Context, db: TenantDb, account: OpenAccount | null, sent: Sent): Promise<void> {
  const { id, ref, phone, accountId, sentAt } = sent;
  const told: Delivery = (await account?.driver.askDelivery?.(ctx, account.account, sent)) ?? {
    state: "over",
  };
  const now = ctx.now();
  const askAt = told.state === "later" ? nextAskAt(sentAt, now) : null;
  await db.batch([
    ...(told.state === "delivered" || told.state === "failed"
      ? [reportStatement({ ref, phone, outcome: told }, accountId, now)]
      : []),
    ...(told.state === "failed" && told.reason === "sender_id" ? [endRefusedStatement(id, now)] : []),
    sql`UPDATE messages SET ask_at = ${askAt} WHERE id = ${id} AND ref = ${ref}`,
  ]);
}
