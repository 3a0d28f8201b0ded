import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { sha256 } from "../../keys.ts";
import { inWords, limited } from "./admit.ts";
import { limitFor } from "./limit-for.ts";
import { type Count, customerRules } from "./rules.ts";

// What is sent to the phones of customers with lines on request.

const counted = (key: string, rules: Readonly<Record<string, Count>>) =>
  Object.entries(rules).map(([name, count]) => ({ key: `${key} ${name}`, ...count }));

/** Counts askers for links by their network: the same customer again counts once. @param who as it was typed @throws AppError too_many */
export async function admitLinkAsker(
  ctx: Context,
  { providerId, network, who }: { providerId: string; network: string; who: string },
): Promise<void> {
  const value = sha256(who).slice(0, 16);
  const { allowed, retryAfterMs } = await limitFor(ctx, { providerId, of: { network } }).attempt({
    key: "links",
    value,
    ...customerRules.asked,
  });
  if (!allowed) throw limited(say("my_links_limit", { when: inWords(retryAfterMs) }), retryAfterMs);
}

/** Whether one more link may go to this customer. Who asks is not told. */
export async function admitLinkTo(ctx: Context, providerId: string, customer: string): Promise<boolean> {
  const limit = limitFor(ctx, { providerId, of: { customer } });
  return (await limit.attempt(...counted("links", customerRules.links))).allowed;
}

/** One more code to this customer. @throws AppError too_many */
export async function admitCustomerCode(ctx: Context, providerId: string, customer: string): Promise<void> {
  const limit = limitFor(ctx, { providerId, of: { customer } });
  const { allowed, retryAfterMs } = await limit.attempt(...counted("codes", customerRules.codes));
  if (!allowed) throw limited(say("my_change_codes_limit", { when: inWords(retryAfterMs) }), retryAfterMs);
}
