import type * as z from "zod";
import type { bridgeUpdates } from "#contract/bridges";
import type { GatewayConfiguration, PaymentGateway } from "#contract/gateways";
import type { PlatformStats, ProviderRevenue } from "#contract/platform-figures";
import type { PlatformRouter } from "#contract/platform-routers";
import type { ListedProvider } from "#contract/providers";
import type { reconciliationCounts } from "#contract/reconciliation";
import type { PaidLine, RefundOffer } from "#contract/refunds";
import type { PaymentSwitch } from "#contract/switch";
import { ago } from "./clock.ts";

// Rows that more than one page of the super admin console reads.

export const provider = (place: number, changes: Partial<ListedProvider> = {}): ListedProvider => ({
  id: `p${place}`,
  businessName: `Provider ${place}`,
  contactName: "Ali",
  email: `p${place}@isp.example`,
  phone: `25470000000${place}`,
  address: "Moi Avenue",
  kraPin: null,
  businessLicense: null,
  subdomain: `p${place}`,
  status: "active",
  createdAt: ago(9_000),
  captivePortalSettings: {},
  routerCount: 2,
  routersOnline: 2,
  today: { revenue: 0, count: 0 },
  lastSaleDay: null,
  ...changes,
});
/** Six, the second one suspended. */
export const providers = (): ListedProvider[] =>
  [1, 2, 3, 4, 5, 6].map((place) =>
    provider(place, place === 2 ? { status: "suspended", address: null } : {}),
  );

const kind = (type: PaymentGateway["type"], name: string): PaymentGateway => ({
  id: type,
  name,
  type,
  hasAutoApi: type !== "airtel_money",
  autoApiEnvironment: type === "airtel_money" ? null : "sandbox",
});
export const kinds = [kind("mpesa", "M-Pesa"), kind("airtel_money", "Airtel Money"), kind("bank", "Bank")];

export const gateway = (changes: Partial<GatewayConfiguration> = {}): GatewayConfiguration => ({
  id: "g1",
  paymentGatewayId: "mpesa",
  routerId: null,
  isActive: true,
  accountNumber: "600100",
  environment: "sandbox",
  paidAs: null,
  useAutoApi: true,
  service: "mpesa",
  status: "collects",
  fault: null,
  suspendedAt: null,
  verification: { status: "none", at: null, fault: null },
  paybillReports: { possible: false, since: null, fault: null },
  portalNeeds: null,
  sharedWith: null,
  configuration: {
    accountNumber: "600100",
    environment: "sandbox",
    gatewayType: "mobile_money",
    gatewayProvider: "mpesa",
    isProviderSpecific: false,
    businessShortCode: null,
    bankCode: null,
    merchantId: null,
    merchantCode: null,
    consumerKey: null,
    consumerSecret: null,
    passkey: null,
    apiKey: null,
    apiSecret: null,
    clientId: null,
    clientSecret: null,
    initiatorName: null,
    securityCredential: null,
    callbackKey: null,
    privateKey: null,
  },
  ...changes,
});

export const platformRouter = (name: string, changes: Partial<PlatformRouter> = {}): PlatformRouter => ({
  id: name,
  name,
  host: "192.168.88.1",
  port: 8728,
  username: "api-user",
  routerosVersion: "7.x",
  connectionType: "direct",
  isActive: true,
  status: "active",
  isOnline: true,
  state: "connected",
  statusText: "Connected",
  providerId: "p1",
  lastSeen: ago(0),
  provider: { businessName: "Coast WiFi" },
  location: "Pier",
  bridgeId: "b",
  bridgeName: "Pier box",
  ovpnServerHost: null,
  ovpnServerPort: null,
  ovpnUsername: null,
  ovpnTunnelIp: null,
  ovpnCertificate: null,
  ovpnCaFile: null,
  hasPassword: true,
  hasOvpnPassword: false,
  findings: null,
  sharesLogIn: false,
  isLogInKnown: false,
  ...changes,
});

export const platformFigures: PlatformStats = {
  totalProviders: 12,
  activeProviders: 11,
  totalRouters: 20,
  onlineRouters: 17,
  totalRevenue: 1_234_567.5,
  monthlyRevenue: 89_000,
  today: { revenue: 4_250, transactions: 61, yesterday: 3_900 },
  days: [{ day: "2026-11-20", revenue: 4_250, count: 61 }],
  trends: { newProviders: 3, newRouters: 0, revenue: 12.5, month: -4 },
};

/** Of a provider that has sold nothing. */
export const noSales: ProviderRevenue = {
  today: 0,
  thisMonth: 0,
  allTime: 0,
  refunded: 0,
  settlements: { direct: 0, collected: 0, diverted: 0 },
  balances: { owed: 0, divertedNotSettled: 0, feesOwed: 0 },
  selling: { count: 0, lastAt: null, completed: 0, failed: 0, notActivated: 0, plansOnSale: 0 },
};

/** Of what waits for an operator. */
export const nothingWaits: z.output<typeof reconciliationCounts.answer> = {
  differences: 0,
  paybill: 0,
  refunds: 0,
  confirmations: 0,
  nights: 0,
  appeals: 0,
};

export const paidLine = (changes: Partial<PaidLine> = {}): PaidLine => ({
  id: "t1",
  providerId: "p1",
  provider: "Coast WiFi",
  paidAt: ago(60),
  planName: "3 Hours",
  amount: 20,
  refunded: 0,
  payer: "2547 ***** 126",
  receipt: "SGA1BCDE2F",
  method: "mpesa",
  settlement: "direct",
  notDivertible: null,
  status: "completed",
  why: null,
  macAddress: "AA:BB:CC:00:00:01",
  access: null,
  ...changes,
});

/** What can be given back of that payment. */
export const refundOffered = (changes: Partial<RefundOffer> = {}): RefundOffer => ({
  providerId: "p1",
  provider: "Coast WiFi",
  id: "t1",
  paidAt: ago(60),
  amount: 20,
  refunded: 0,
  payer: "2547 ***** 126",
  receipt: "SGA1BCDE2F",
  method: "mpesa",
  planName: "3 Hours",
  left: 20,
  partial: true,
  endsAccess: true,
  account: { settlement: "direct", kind: "till", number: "4455", reference: null },
  balance: null,
  why: null,
  byHand: false,
  ...changes,
});

export const paymentSwitch = (changes: Partial<PaymentSwitch> = {}): PaymentSwitch => ({
  id: "s1",
  name: "Head office",
  accountType: "mobile_money",
  centralPaymentGatewayId: "mpesa",
  centralName: "M-Pesa",
  centralAccountNumber: "600200",
  targetAmount: 2_500,
  currentAmount: 618.75,
  reservedAmount: 0,
  switchMode: "manual",
  activationMode: "manual",
  configured: true,
  collectable: true,
  isActive: false,
  isRunning: false,
  opensAt: null,
  activatedAt: null,
  lastTargetReached: null,
  isRecurring: false,
  recurringDays: [],
  recurringStartTime: null,
  recurringEndTime: null,
  allowEmergencyDeactivate: true,
  stopReason: null,
  createdAt: "2026-11-18T09:00:00.000Z",
  suspendedAt: null,
  suspendedFor: null,
  revision: 3,
  verification: {
    status: "named",
    isTried: true,
    at: "2026-11-18T10:00:00.000Z",
    payee: "MLANGO LTD",
    fault: null,
  },
  ...changes,
});

/** The answer of `bridgeUpdates` before the first bridge dialled in. */
export const noBridges: z.output<typeof bridgeUpdates.answer> = {
  version: "0.2.0",
  isSigned: true,
  versions: [],
  older: { itself: 0, hand: 0, image: 0 },
  wave: null,
};
