import * as z from "zod";
import type { Context } from "../../context.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { among, sql } from "../../db/sql.ts";
import { ownWalletTypes, platformMpesa } from "../gateways/index.ts";

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
 * Whether the platform ever collected for this provider in the other environment: the books do not tell sandbox money, of
 * which there is none, from the rest.
 */
export async function collectedElsewhere(
  ctx: Context,
  providerId: string,
  environment: PayoutAccount["environment"],
): Promise<boolean> {
  const rows = await ctx.platform.all(
    sql<{
      id: string;
    }>`SELECT id FROM gateways WHERE provider_id = ${providerId} AND environment <> ${environment}
      AND (collected IS NOT NULL OR type IN ${among(ownWalletTypes)} AND use_auto_api = 1)`,
  );
  if (rows.length === 0) return false;
  const sold = await ctx.tenant(providerId).first(
    sql<{ id: string }>`SELECT id FROM payments WHERE status = 'completed' AND settlement = 'collected'
      AND gateway_id IN ${among(rows.map(({ id }) => id))} LIMIT 1`,
  );
  return sold !== undefined;
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
