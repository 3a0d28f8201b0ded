import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";

/**
 * Other providers that collect at the same accounts, by the provider's own gateways: business names. It may be meant, as where one
 * owner has two businesses, so it is said and not refused; a wrong digit sends visitors' money there.
 */
export async function othersAt(
  { platform }: Context,
  providerId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await platform.all(
    sql<{ id: string; name: string }>`SELECT own.id, providers.business_name AS name
      FROM gateways AS own
        JOIN gateways AS other ON other.type = own.type AND other.service IS own.service
          AND other.environment = own.environment AND other.archived_at IS NULL
            AND other.provider_id <> own.provider_id
          AND upper(trim(other.account_number)) = upper(trim(own.account_number))
        JOIN providers ON providers.id = other.provider_id
      WHERE own.provider_id = ${providerId} AND own.archived_at IS NULL
        AND NOT (own.type = 'airtel_money' AND (own.use_auto_api = 1 OR other.use_auto_api = 1))
      ORDER BY other.created_at DESC`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
