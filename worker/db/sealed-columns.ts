// Every column that holds something sealed: what seals a value names its column here, so none is forgotten when the root
// secret is replaced.

/** Table -> its sealed column. The key of each is one text column, `id` unless told. */
export const sealedColumns = {
  gateways: { column: "secrets", key: "id" },
  payout_accounts: { column: "secrets", key: "id" },
  routers: { column: "secrets", key: "id" },
  router_setups: { column: "secrets", key: "router_id" },
  tunnel_hosts: { column: "private_key", key: "id" },
  vpn_authorities: { column: "private_key", key: "id" },
  operators: { column: "totp_key", key: "id" },
  sms_accounts: { column: "api_key", key: "id" },
} as const;

export type SealedTable = keyof typeof sealedColumns;

/** The same of the tables that each provider has in its own database. */
const sealedOfProviders = {
  admins: { column: "totp_key" },
  lines: { column: "password" },
  message_settings: { column: "api_key" },
} as const;

declare const made: unique symbol;
/** Table, row and column: a sealed value opens nowhere else. */
export type SealedPlace = string & { readonly [made]: true };

export function sealedPlace(table: SealedTable | keyof typeof sealedOfProviders, id: string): SealedPlace {
  const { column } = { ...sealedColumns, ...sealedOfProviders }[table];
  return `${table} ${id} ${column}` as SealedPlace;
}
