import type * as z from "zod";
import type { saveSettings } from "#contract/branding";
import { settingsDefaults } from "#contract/branding";
import type { AssignedRouter } from "#contract/routers";
import type { Transaction } from "#contract/transactions";
import { ago } from "./clock.ts";

// Rows that more than one page of the provider console reads.

export { plan } from "../../support/plan-row.ts";

export const router = (name: string, changes: Partial<AssignedRouter> = {}): AssignedRouter => ({
  id: name,
  name,
  host: "10.0.0.7",
  port: 8728,
  username: `api-${name}`,
  isActive: true,
  isOnline: true,
  lastSeen: ago(5),
  location: null,
  connectionType: "direct",
  ovpnTunnelIp: null,
  ovpnServerHost: null,
  providerId: "p1",
  bridgeId: "b",
  state: "connected",
  statusText: "",
  findings: null,
  ...changes,
});

export const transaction = (id: string, changes: Partial<Transaction> = {}): Transaction => ({
  id,
  type: "payment",
  status: "completed",
  phoneNumber: "254712345678",
  amount: 1_250,
  createdAt: ago(0),
  planName: "3 Hours",
  routerName: "Main Gate",
  macAddress: null,
  method: "mpesa",
  receipt: null,
  detail: null,
  activation: "done",
  entitlementId: null,
  divertedTo: null,
  refunded: 0,
  topUpMegabytes: null,
  ...changes,
});

export const settings: z.infer<typeof saveSettings.answer> = {
  settings: { ...settingsDefaults, companyName: "Demo WiFi" },
  provider: { businessName: "Demo WiFi", subdomain: "demo" },
};
