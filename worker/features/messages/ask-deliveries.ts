import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { log } from "../../log.ts";
import { stopRefusedStatement } from "./campaign-messages.ts";
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
  const askedBy = await accountsOf(ctx, db, new Set(due.map(({ accountId }) => accountId)));
  const left = due.values();
  const lane = async () => {
    for (const sent of left) {
      if (ctx.now() > now + sweepMs) return;
      await ask(ctx, db, askedBy.get(sent.accountId) ?? "gone", sent);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** `shut`: not tried, or its key cannot be opened now. What is not among them is gone: there is no account left to ask. */
async function accountsOf(
  ctx: Context,
  db: TenantDb,
  ids: ReadonlySet<string>,
): Promise<Map<string, OpenAccount | "shut">> {
  const settings = await settingsOf(db);
  const accounts = new Map<string, OpenAccount | "shut">();
  for (const id of ids) {
    if (id !== platformSender && id !== settings.accountId) continue;
    try {
      const open =
        id === platformSender ? await openPlatformAccount(ctx) : openOwnAccount(ctx, db.providerId, settings);
      accounts.set(id, open ?? "shut");
    } catch (cause) {
      log("error", "message deliveries", cause, { provider: db.providerId });
      accounts.set(id, "shut");
    }
  }
  return accounts;
}

async function ask(
  ctx: Context,
  db: TenantDb,
  account: OpenAccount | "shut" | "gone",
  sent: Sent,
): Promise<void> {
  const { id, ref, phone, accountId, sentAt } = sent;
  const told = await deliveryOf(ctx, account, sent);
  const now = ctx.now();
  const askAt = told.state === "later" ? nextAskAt(sentAt, now) : null;
  await db.batch([
    ...(told.state === "delivered" || told.state === "failed"
      ? [reportStatement({ ref, phone, outcome: told }, accountId, now)]
      : []),
    ...(told.state === "failed" && told.reason === "sender_id" ? [stopRefusedStatement(id, now)] : []),
    sql`UPDATE messages SET ask_at = ${askAt} WHERE id = ${id} AND ref = ${ref}`,
  ]);
}

async function deliveryOf(
  ctx: Context,
  account: OpenAccount | "shut" | "gone",
  sent: Sent,
): Promise<Delivery> {
  if (account === "gone") return { state: "over" };
  if (account === "shut") return { state: "later" };
  return (await account.driver.askDelivery?.(ctx, account.account, sent)) ?? { state: "over" };
}
