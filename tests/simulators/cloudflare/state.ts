import { randomUUID } from "node:crypto";

/** Rights of an API token, one for each group of addresses. */
export const rights = [
  "zone:read",
  "zone-settings:read",
  "bots:read",
  "config-rules:edit",
  "waf:read",
  "dns:edit",
  "ssl:edit",
  "routes:edit",
  "scripts:edit",
  "d1:edit",
  "queues:edit",
] as const;
export type Right = (typeof rights)[number];

export type ConfigRule = { id: string; action: string; expression: string; enabled: boolean } & Record<
  string,
  unknown
>;
export type FirewallRule = {
  id: string;
  action: "block" | "challenge" | "managed_challenge" | "js_challenge" | "log" | "skip";
  expression: string;
  enabled?: boolean;
  description?: string;
  action_parameters?: object;
};
export type Zone = {
  id: string;
  name: string;
  status: "active" | "pending";
  /** Browser Integrity Check: on at every new zone. */
  browserCheck?: "on" | "off";
  /** "medium" at every new zone. */
  securityLevel?: "off" | "essentially_off" | "low" | "medium" | "high" | "under_attack";
  /** As `/bot_management` answers it; of the free plan unless told. */
  bots?: Record<string, unknown>;
  /** Absent before the first one is made. */
  configRules?: { id: string; rules: ConfigRule[] };
  /** WAF custom rules and rate limiting rules, as a person made them; absent before the first one. */
  firewall?: FirewallRule[];
  rateLimits?: FirewallRule[];
};
export type DnsRecord = {
  id: string;
  zoneId: string;
  type: string;
  name: string;
  content: string;
  proxied: boolean;
  ttl: number;
};
export type CertificatePack = { id: string; zoneId: string; hosts: string[]; status: string; type: string };
export type Database = { uuid: string; name: string; location: string };
export type ConsumerSettings = {
  batch_size?: number;
  max_wait_time_ms?: number;
  max_retries?: number;
  retry_delay?: number;
};
export type Consumer = {
  id: string;
  script: string;
  settings: ConsumerSettings;
  deadLetterQueue: string | undefined;
};
export type Queue = { id: string; name: string; consumers: Consumer[]; producers: string[] };
export type Module = { name: string; type: string; contents: string };
export type Binding = { name: string; type: string } & Record<string, unknown>;
export type Version = {
  id: string;
  createdAt: string;
  message: string;
  tag: string;
  mainModule: string;
  modules: Module[];
  bindings: Binding[];
  secrets: Record<string, string>;
  compatibilityDate: string;
  compatibilityFlags: string[];
  limits: Record<string, unknown>;
  /** Address of a file -> hash of its contents. */
  assets: Record<string, string>;
};
/** `versionId`: the version with the greatest share. */
export type Deployment = {
  id: string;
  createdAt: string;
  versionId: string;
  shares: { versionId: string; percentage: number }[];
  message: string;
};
export type Script = {
  name: string;
  versions: Version[];
  deployments: Deployment[];
  migrationTag: string | undefined;
  crons: string[];
};
export type Route = { id: string; zoneId: string; pattern: string; script: string };

/** One account as the API shows it. */
export type Account = {
  id: string;
  token: string;
  /** Whose the token is: a person's unless told. */
  tokenOf?: "person" | "account";
  rights: Set<Right>;
  hasAdvancedCertificates: boolean;
  zones: Zone[];
  records: DnsRecord[];
  packs: CertificatePack[];
  databases: Database[];
  queues: Queue[];
  scripts: Script[];
  routes: Route[];
  /** Hash of a file -> its contents, base64. */
  files: Record<string, string>;
  /** Uploads of files that were begun: address of each file -> its hash. */
  uploads: Record<string, Record<string, string>>;
};

let made = 0;
/** 32 hex digits, as Cloudflare's ids are. */
export function newId(): string {
  made += 1;
  return made.toString(16).padStart(32, "0");
}

export function newUuid(): string {
  return randomUUID();
}
