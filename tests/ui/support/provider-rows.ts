import type * as z from "zod";
import type { saveSettings } from "#contract/branding";
import { settingsDefaults } from "#contract/branding";
import type { OwnBridge } from "#contract/bridges";
import type { Campaign, CampaignGroup, CampaignOutlook } from "#contract/campaigns";
import type { Import } from "#contract/imports";
import type { Guard, Leak } from "#contract/leaks";
import type { Message, MessageSettings } from "#contract/messages";
import type { OwnGateway } from "#contract/own-gateways";
import type { OwnRefund } from "#contract/own-refunds";
import type { PaybillCandidate, PaybillPayment } from "#contract/paybill";
import type { Person } from "#contract/people";
import type { AssignedRouter } from "#contract/routers";
import type { CashBook, PaymentStats, Transaction } from "#contract/transactions";
import type { HotspotUser } from "#contract/users";
import { defaultTemplates, messageKinds } from "#contract/values/message-templates";
import type { Voucher } from "#contract/vouchers";
import { planOfVoucher } from "../../support/plan-row.ts";
import { ago } from "./clock.ts";

// Rows that more than one page of the provider console reads.

export { plan, planOfVoucher } from "../../support/plan-row.ts";

const longAgo = "2026-11-24T07:00:00.000Z";

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

/** No cash for lines. */
export const noCash: CashBook = { amount: 0, total: 0, moves: [] };

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

/** A cashier. */
export const someone = (name: string, more: Partial<Person> = {}): Person => ({
  id: name,
  username: name.toLowerCase(),
  name,
  email: "",
  role: "cashier",
  createdAt: longAgo,
  disabledAt: null,
  lastSeenAt: null,
  isMe: false,
  freeMinutes: 0,
  givenMinutes: 0,
  hasSecondFactor: false,
  ...more,
});

/** A receipt that arrived. */
export const message = (id: string, more: Partial<Message> = {}): Message => ({
  id,
  kind: "receipt",
  phoneNumber: "254712345678",
  language: "en",
  text: `Receipt ${id}`,
  segments: 1,
  price: 0.8,
  state: "delivered",
  reason: null,
  createdAt: longAgo,
  nextAt: null,
  sentAt: longAgo,
  ...more,
});

export const pastImport = (changes: Partial<Import> = {}): Import => ({
  id: "i1",
  fileName: "old.csv",
  rows: 2,
  reachedRow: 3,
  isComplete: true,
  vouchers: 2,
  usedVouchers: 0,
  devices: 0,
  madeBy: "demo",
  createdAt: longAgo,
  undoneAt: null,
  ...changes,
});

const group = (audience: CampaignGroup["audience"], people: number): CampaignGroup => {
  return { audience, routerId: null, routerName: null, people };
};
export const campaignOutlook: CampaignOutlook = {
  asks: true,
  agreed: 212,
  groups: [
    group("all", 212),
    group("ended", 40),
    group("unseen", 0),
    { audience: "router", routerId: "r2", routerName: "Market", people: 17 },
  ],
  hindrance: null,
  segmentPrice: 0.8,
  purse: { kind: "credits", left: 100 },
  startsAt: null,
  business: "Demo WiFi",
  ending: "\nStop: demo.mlango.test/stop/xxxxxxxxxxxx",
};

export const campaign = (more: Partial<Campaign> = {}): Campaign => ({
  id: "c1",
  audience: "ended",
  routerName: null,
  text: "Demo WiFi: half price tonight",
  createdAt: longAgo,
  stoppedAt: null,
  people: 40,
  segments: 1,
  price: 32,
  spent: 16,
  states: { waiting: 20, sent: 0, delivered: 18, failed: 1, unclear: 1, held: 0 },
  resumable: 0,
  resumePrice: 0,
  returned: { people: 0, amount: 0 },
  ...more,
});

export const unknownMoney: PaybillPayment = {
  id: "600100-SGA1B2C3D4",
  providerId: "p1",
  provider: null,
  paybill: "600100",
  receipt: "SGA1B2C3D4",
  amount: 20,
  asked: null,
  account: "my house",
  payer: "ASHA",
  paidAt: ago(10),
  receivedAt: ago(10),
  status: "unmatched",
  transactionId: null,
  note: null,
  resolvedAt: null,
};

export const moneyCandidate: PaybillCandidate = {
  transactionId: "t9",
  status: "failed",
  phoneNumber: "254700000009",
  amount: 20,
  macAddress: "4C:5E:0C:0C:0A:09",
  planName: "3 Hours",
  createdAt: ago(15),
};

/** At a router whose bridge is away. */
export const lentVouchers = {
  routerId: "Main Gate",
  routerName: "Main Gate",
  plan: { id: "3-hours", name: "3 Hours" },
  waiting: 1,
  assigned: 2,
  comingBack: 3,
  usedThere: 4,
  isConnected: false,
};

/** Not tried yet. */
export const smsAccount: NonNullable<MessageSettings["account"]> = {
  service: "africastalking",
  username: "amina",
  senderId: null,
  apiKey: "•••• 1234",
  triedAt: null,
  fault: null,
  pausedUntil: null,
  reportsTo: "https://hotspot.test/cb/m/p1.africastalking.a1/secret",
};

/** Without an account. */
export const messageSettings: MessageSettings = {
  sender: "own",
  platform: null,
  account: null,
  receipt: false,
  ending: false,
  outage: false,
  language: "en" as const,
  segmentPrice: 0.8,
  budget: 500,
  spent: 120,
  quietFrom: "21:00",
  quietTo: "07:00",
  templates: messageKinds.flatMap((kind) =>
    (["en", "sw"] as const).map((language) => {
      return { kind, language, text: defaultTemplates[kind][language], isOwn: false };
    }),
  ),
  business: "Demo WiFi",
  page: "https://demo.hotspot.test",
};

/** Let past by a binding. */
export const tv = "02:00:00:00:00:77";
export const leak = (id: string, changes: Partial<Leak> = {}): Leak => ({
  id,
  kind: "pass",
  routerId: "r1",
  routerName: "Gate",
  name: tv,
  macAddress: tv,
  about: "tv",
  isOnline: true,
  amount: null,
  foundAt: "2026-11-28T01:00:00.000Z",
  canEnd: true,
  allowed: null,
  ...changes,
});

export const guardLook: NonNullable<Guard["look"]> = {
  at: "2026-11-29T01:00:00.000Z",
  sentence: "KSh 0 lost of 41,230 yesterday; 2 devices online that nobody pays for.",
  moneyOf: "2026-11-28",
  taken: 41_230,
  lost: 0,
  unpaidOnline: 2,
  statement: "agrees",
};

export const guardNow = (leaks: Leak[] = [], changes: Partial<Guard> = {}): Guard => ({
  look: guardLook,
  leaks,
  routers: [{ id: "r1", name: "Gate", at: guardLook.at, hindrance: "", left: 0 }],
  nights: [{ day: "2026-11-29", taken: 41_230, lost: 0, found: leaks.length, unpaidOnline: 2, unlooked: 0 }],
  ...changes,
});
