import * as z from "zod";
import type { Context } from "../../context.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { sql } from "../../db/sql.ts";
import { platformMpesa } from "../gateways/index.ts";

export const PayoutSecrets = z.object({
  initiatorName: z.string().min(1),
  securityCredential: z.string().min(1),
  /** Of the app of that short code; absent: the platform's own app. */
  consumerKey: z.string().min(1).optional(),
  consumerSecret: z.string().min(1).optional(),
});
export type PayoutSecrets = z.infer<typeof PayoutSecrets>;

export const accountId = "mpesa";
export const accountPlace = () => sealedPlace("payout_accounts", accountId);

export type PayoutAccount = {
  shortCode: string;
  environment: "sandbox" | "production";
  secrets: PayoutSecrets;
  /** Whose token the calls carry. */
  app: { consumerKey: string; consumerSecret: string };
};

/**
 * Whether the platform ever collected for this provider in the other environment: the books do not tell sandbox money, of which there
 * is none, from the rest.
 */
export async function collectedElsewhere(
  ctx: Context,
  providerId: string,
  environment: PayoutAccount["environment"],
): Promise<boolean> {
  const row = await ctx.platform.first(
    sql<{ id: string }>`SELECT id FROM gateways WHERE provider_id = ${providerId} AND collected IS NOT NULL
      AND environment <> ${environment} LIMIT 1`,
  );
  return row !== undefined;
}

/** From which the platform pays out, opened; null where it cannot. */
export async function payoutAccount(ctx: Context): Promise<PayoutAccount | null> {
  const platform = platformMpesa(ctx);
  const row = await ctx.platform.first(
    sql<{ shortCode: string; secrets: string }>`SELECT short_code AS shortCode, secrets
      FROM payout_accounts WHERE id = ${accountId}`,
  );
  if (!row || !platform) return null;
  const secrets = PayoutSecrets.parse(JSON.parse(ctx.keys.unseal(row.secrets, accountPlace())));
  const { consumerKey = platform.consumerKey, consumerSecret = platform.consumerSecret } = secrets;
  const { environment } = platform;
  return { shortCode: row.shortCode, environment, secrets, app: { consumerKey, consumerSecret } };
}
