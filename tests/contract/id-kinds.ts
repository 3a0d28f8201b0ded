import type { Endpoint } from "#contract/endpoint";
import { endpoints } from "#contract/index";

const kinds = [
  ...["plan", "router", "provider", "admin", "bridge", "scan", "session", "gateway", "payment"],
  ...["entitlement", "voucher", "device", "paybillPayment", "outage", "person", "invitation"],
  ...["apiToken", "import", "message", "incoming", "leak", "campaign", "customer", "cash", "line", "package"],
  "lineImport",
] as const;
/** What an id of a provider's row names. */
export type Kind = (typeof kinds)[number];

/** What the parameter behind this part of an address names: the last test of isolation finds a row by each, or this table is wrong. */
const named: Record<string, Kind> = {
  plans: "plan",
  routers: "router",
  provider: "provider",
  profile: "admin",
  bridges: "bridge",
  scans: "scan",
  sessions: "session",
  "payment-gateways": "gateway",
  transactions: "payment",
  entitlements: "entitlement",
  users: "device",
  "paybill-payments": "paybillPayment",
  outages: "outage",
  people: "person",
  invitations: "invitation",
  "api-tokens": "apiToken",
  imports: "import",
  "line-imports": "lineImport",
  messages: "message",
  incoming: "incoming",
  leaks: "leak",
  allowed: "leak",
  campaigns: "campaign",
  customers: "customer",
  cash: "cash",
  lines: "line",
  packages: "package",
};

/** What the path's id names. @throws for a path that the table does not know */
export function namedBy({ path }: Endpoint): Kind {
  const before = path.match(/([^/]+)\/:/)?.[1] ?? "";
  const kind = named[before];
  if (!kind) throw new Error(`what does ${path} name? tests/contract/id-kinds.ts does not say`);
  return kind;
}

/** What a body's field refers to; of what the seed has none of, nothing. */
export const referred = (field: string) =>
  kinds.find((kind) => field.toLowerCase().startsWith(kind.toLowerCase()));

/** Two kinds that a call does not speak of, others for each: over all calls each kind is asked where it does not belong. */
export function foreignKinds(endpoint: Endpoint, own: Kind | undefined): Kind[] {
  const others = kinds.filter((kind) => kind !== own);
  const first = endpoints.indexOf(endpoint) % others.length;
  const second = (first + Math.floor(others.length / 2)) % others.length;
  return [others[first], others[second]].filter((kind) => kind !== undefined);
}
