import type { Context } from "../../context.ts";
import { log } from "../../log.ts";
import { type ChangedPayout, changePayout } from "./change-payout.ts";
import { question, readResult, send } from "./mpesa-payout.ts";
import { type PayoutAccount, payoutAccount } from "./payout-account.ts";
import { type Payout, shareMs } from "./payout-state.ts";
import type { About, PayoutName } from "./result-address.ts";
import { payoutById } from "./store.ts";

/** Sends what is reserved, once: of those who want to, the one sends it whose event is written. */
export async function sendPayout(ctx: Context, providerId: string, id: string): Promise<void> {
  const begun = await changePayout(ctx, providerId, id, { type: "sending" });
  if (!begun?.isChanged) return;
  const { payout } = begun;
  let account: PayoutAccount | null;
  try {
    account = await payoutAccount(ctx);
  } catch (cause) {
    log("error", "payout account not read", cause, { provider: providerId, subject: id });
    account = null;
  }
  if (!account || !isFrom(account, payout)) {
    const detail = "the platform's payout account is another now, or could not be read: nothing was sent";
    await changePayout(ctx, providerId, id, { type: "refused", detail });
    return;
  }
  const event = await send(ctx, providerId, payout, account).catch((cause: unknown) => ({
    type: "unclear" as const,
    detail: String(cause),
  }));
  await changePayout(ctx, providerId, id, event);
}

const isFrom = ({ shortCode, environment }: PayoutAccount, payout: Payout) =>
  shortCode === payout.shortCode && environment === payout.environment;

/** Whether it can be asked about at all: its account is still the one that the platform pays out from. */
export async function isFromAccount(ctx: Context, payout: Payout): Promise<boolean> {
  const account = await payoutAccount(ctx);
  return account !== null && isFrom(account, payout);
}

/** Asks the gateway, at most every few seconds. Nothing is ever sent again. */
export async function askAboutPayout(ctx: Context, providerId: string, payout: Payout): Promise<void> {
  if (payout.handle === null || payout.sentAt === null) return;
  if (payout.askedAt !== null && payout.askedAt + shareMs > ctx.now()) return;
  const asked: ChangedPayout | null = await changePayout(ctx, providerId, payout.id, { type: "asked" });
  if (!asked?.isChanged) return;
  try {
    const account = await payoutAccount(ctx);
    if (!account || !isFrom(account, payout)) return;
    const name = await question(ctx, providerId, asked.payout, account);
    if (name !== null)
      await changePayout(ctx, providerId, payout.id, { type: "ask-named", ask: asked.payout.asks, name });
  } catch (cause) {
    log("error", "payout not asked about", cause, { provider: providerId, subject: payout.id });
  }
}

/** What a gateway, or anybody, posted to an address of ours. */
export async function handleResult(
  ctx: Context,
  { providerId, payoutId, about }: PayoutName & { about: About },
  body: string,
): Promise<void> {
  const payout = await payoutById(ctx, providerId, payoutId);
  if (!payout) return;
  const event = readResult(about, body, payout);
  if (event === null) return;
  const changed = event === "ask" ? { payout } : await changePayout(ctx, providerId, payoutId, event);
  if (changed && (event === "ask" || event.type === "told"))
    await askAboutPayout(ctx, providerId, changed.payout);
}
