import type * as z from "zod";
import type { saveSettings } from "#contract/branding";
import { settingsDefaults } from "#contract/branding";
import type { OwnBridge } from "#contract/bridges";
import type { OwnGateway } from "#contract/own-gateways";
import type { OwnRefund } from "#contract/own-refunds";
import type { AssignedRouter } from "#contract/routers";
import type { PaymentStats, Transaction } from "#contract/transactions";
import type { HotspotUser } from "#contract/users";
import type { Voucher } from "#contract/vouchers";
import { planOfVoucher } from "../../support/plan-row.ts";
import { ago } from "./clock.ts";

// Rows that more than one page of the provider console reads.

export { plan, planOfVoucher } from "../../support/plan-row.ts";

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

/** Through which the routers above are reached. */
export const ownBridge: OwnBridge = {
  id: "b",
  name: "Gate box",
  isOnline: true,
  lastSeen: ago(0),
  enrolledAt: ago(9_000),
  routers: [],
  version: "1.2.3",
  updateCommand: null,
  isOld: false,
  updatedBy: "itself",
  isUpdating: false,
  updateFailure: null,
};

/** M-Pesa by the platform's app, which collects and was not proven by KSh 1. */
export const ownGateway = (changes: Partial<OwnGateway> = {}): OwnGateway => ({
  id: "g",
  type: "mpesa",
  service: null,
  paidAs: null,
  accountEnd: "0100",
  routerName: null,
  fault: null,
  environment: "production",
  status: "collects",
  credentials: "platform",
  settlement: "direct",
  verification: { status: "none", at: null, fault: null },
  paybillSince: null,
  suspendedAt: null,
  suspendedFor: null,
  ...changes,
});

/** Of who has sold, though not of late: no newcomer. */
export const quietSales: PaymentStats = {
  totalRevenue: 0,
  todaySales: 0,
  totalTransactions: 5,
  sold: 5,
  successRate: 100,
  voucherSales: 0,
  notActivated: 0,
};

/** A payment that the provider's own till received and can give back. */
export const ownRefundOffer: OwnRefund = {
  amount: 20,
  refunded: 0,
  left: 20,
  account: { kind: "till", number: "4455", reference: null },
  partial: true,
  endsAccess: true,
  by: "gateway",
  why: null,
  appeal: null,
};

export const voucher = (place: number, changes: Partial<Voucher> = {}): Voucher => ({
  id: `v${place}`,
  code: `AAAA${place}-BBBBB`,
  plan: planOfVoucher,
  batchId: "b1",
  isUsed: false,
  isRevoked: false,
  isOffline: false,
  status: "active",
  usedBy: null,
  usedAt: null,
  expiresAt: null,
  createdAt: ago(1_440),
  ...changes,
});

/** Of the device whose address ends so; away, and without a time that runs. */
export const user = (last: string, changes: Partial<HotspotUser> = {}): HotspotUser => {
  const macAddress = `4C:5E:0C:0C:0A:${last}`;
  return {
    id: macAddress,
    macAddress,
    username: null,
    phoneNumber: null,
    isActive: false,
    isOnline: false,
    router: { id: "r", name: "Main Gate", host: "10.0.0.7", port: 8728 },
    plan: { name: "3 Hours", speedMbps: 5, durationHours: 3 },
    isTrial: false,
    status: "inactive",
    expiresAt: null,
    bytesUploaded: 0,
    bytesDownloaded: 0,
    sessionTime: 0,
    offline: { cause: "device_away", at: null, macAddress: null, transactionId: null },
    dataLeftBytes: null,
    entitlementId: "e",
    firstSeen: ago(1_440),
    lastSeen: ago(1),
    ...changes,
  };
};

/** What a business types that signs up. */
export const signUpForm = {
  "Business Name": "Lakeside WiFi",
  "Address of your page": "lakeside",
  "Your name": "Achieng",
  Phone: "0712 345 678",
  "Email address": "achieng@lakeside.example",
  "New password": "a sentence of hers",
  "Confirm new password": "a sentence of hers",
};

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
