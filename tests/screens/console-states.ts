import type { Campaign, CampaignOutlook } from "#contract/campaigns";
import type { Import } from "#contract/imports";
import type { Guard, Leak } from "#contract/leaks";
import type { Message, MessageSettings } from "#contract/messages";
import type { Outage } from "#contract/outages";
import type { OwnRefund } from "#contract/own-refunds";
import type { PaybillCandidate, PaybillPayment } from "#contract/paybill";
import type { Balance } from "#contract/payouts";
import type { Person } from "#contract/people";
import { defaultTemplates, messageKinds } from "#contract/values/message-templates";
import type { Faked } from "../support/site/console-walk.ts";
import { router } from "../ui/support/provider-rows.ts";

// Answers to the provider's console that take long to bring about.

const at = "2026-11-24T07:00:00.000Z";

const outage: Outage = {
  id: "o1",
  routerId: "r1",
  formerName: "Old gate",
  beganAt: at,
  endedAt: "2026-11-24T09:00:00.000Z",
  purchases: 3,
  settled: null,
};

const person = (name: string, more: Partial<Person>): Person => ({
  id: name,
  username: name.toLowerCase(),
  name,
  email: "",
  role: "cashier",
  createdAt: at,
  disabledAt: null,
  lastSeenAt: null,
  isMe: false,
  freeMinutes: 60,
  givenMinutes: 0,
  hasSecondFactor: true,
  ...more,
});

const leak = (id: string, changes: Partial<Leak>): Leak => ({
  id,
  kind: "pass",
  routerId: "r1",
  routerName: "Gate",
  name: "02:00:00:00:00:77",
  macAddress: "02:00:00:00:00:77",
  about: "tv",
  isOnline: true,
  amount: null,
  foundAt: at,
  canEnd: true,
  allowed: null,
  ...changes,
});

const guard: Guard = {
  look: {
    at,
    sentence: "KSh 0 lost of 41,230 yesterday; 2 devices online that nobody pays for.",
    moneyOf: "2026-11-23",
    taken: 41_230,
    lost: 0,
    unpaidOnline: 2,
    statement: "agrees",
  },
  leaks: [
    leak("l1", {}),
    leak("l2", { kind: "user", name: "boss", macAddress: null }),
    leak("l3", { kind: "secret", name: "uncle", macAddress: null }),
    leak("l4", { name: "02:00:00:00:00:78", allowed: { note: "The hall", by: "Amina", at } }),
  ],
  routers: [{ id: "r1", name: "Gate", at, hindrance: "", left: 0 }],
  nights: [{ day: "2026-11-24", taken: 41_230, lost: 0, found: 3, unpaidOnline: 2, unlooked: 0 }],
};

const brought: Import = {
  id: "i1",
  fileName: "old.csv",
  rows: 2,
  reachedRow: 3,
  isComplete: true,
  vouchers: 2,
  usedVouchers: 0,
  devices: 0,
  madeBy: "demo",
  createdAt: at,
  undoneAt: null,
};

const message = (id: string, more: Partial<Message>): Message => ({
  id,
  kind: "receipt",
  phoneNumber: "254712345678",
  language: "en",
  text: `Receipt ${id}`,
  segments: 1,
  price: 0.8,
  state: "delivered",
  reason: null,
  createdAt: at,
  nextAt: null,
  sentAt: at,
  ...more,
});

const byOwnAccount: MessageSettings = {
  sender: "own",
  platform: null,
  account: {
    service: "africastalking",
    username: "amina",
    senderId: null,
    apiKey: "•••• 1234",
    triedAt: at,
    fault: null,
    pausedUntil: null,
    reportsTo: "https://hotspot.test/cb/m/p1.africastalking.a1/secret",
  },
  receipt: true,
  ending: false,
  outage: false,
  language: "en",
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

const outlook: CampaignOutlook = {
  asks: true,
  agreed: 212,
  groups: [
    { audience: "all", routerId: null, routerName: null, people: 212 },
    { audience: "router", routerId: "r2", routerName: "Market", people: 17 },
  ],
  hindrance: null,
  segmentPrice: 0.8,
  purse: { kind: "credits", left: 100 },
  startsAt: null,
  business: "Demo WiFi",
  ending: "\nStop: demo.mlango.test/stop/xxxxxxxxxxxx",
};

const campaign: Campaign = {
  id: "c1",
  audience: "ended",
  routerName: null,
  text: "Demo WiFi: half price tonight",
  createdAt: at,
  stoppedAt: null,
  people: 40,
  segments: 1,
  price: 32,
  spent: 16,
  states: { waiting: 20, sent: 0, delivered: 18, failed: 1, unclear: 1, held: 0 },
  resumable: 0,
  resumePrice: 0,
  returned: { people: 0, amount: 0 },
};

const balance: Balance = {
  collection: "consented",
  paysOut: true,
  owed: 4_310,
  underWay: 0,
  refunding: 0,
  available: 4_300,
  fresh: 0,
  holdHours: 24,
  fee: 10,
  least: 100,
  most: 250_000,
  destination: { kind: "phone", account: "254712345678", reference: null, heldUntil: null },
  payouts: [],
};

const offered: Balance = { ...balance, collection: "offered", destination: null };

const unknownMoney: PaybillPayment = {
  id: "600100-SGA1B2C3D4",
  providerId: "p1",
  provider: null,
  paybill: "600100",
  receipt: "SGA1B2C3D4",
  amount: 20,
  asked: null,
  account: "my house",
  payer: "ASHA",
  paidAt: at,
  receivedAt: at,
  status: "unmatched",
  transactionId: null,
  note: null,
  resolvedAt: null,
};
const candidate: PaybillCandidate = {
  transactionId: "t9",
  status: "failed",
  phoneNumber: "254700000009",
  amount: 20,
  macAddress: "4C:5E:0C:0C:0A:09",
  planName: "3 Hours",
  createdAt: at,
};

const lent = {
  routerId: "r1",
  routerName: "Main Gate",
  plan: { id: "3-hours", name: "3 Hours" },
  waiting: 1,
  assigned: 2,
  comingBack: 3,
  usedThere: 4,
  isConnected: true,
};

const refundByGateway: OwnRefund = {
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

const answered = (path: string, json: unknown): Faked => ({
  call: new RegExp(`/api/admin/${path}(\\?|$)`),
  json,
});

export const byTunnel = answered("routers/tunnel", { isOffered: true });
export const lentVouchers = answered("vouchers/offline", [lent]);
export const refunds = {
  byGateway: answered("transactions/[^/]+/refund", refundByGateway),
  byOperator: answered("transactions/[^/]+/refund", { ...refundByGateway, by: "operator", why: "collected" }),
};
export const moneyWithoutPurchase = [
  answered("paybill-payments", [unknownMoney]),
  answered("paybill-payments/[^/]+/candidates", [candidate]),
];

/** Pages with a list, of whose first row everything is opened. */
export const sheets: readonly (readonly [path: string, ...faked: Faked[]])[] = [
  ["routers"],
  ["routers", answered("routers/provider/[^/]+", [router("Hall", { connectionType: "tunnel" })])],
  ["users?show=active"],
  ["payments?type=payment&status=completed"],
  ["vouchers?status=active"],
  ["lines"],
  ["messages", answered("messages", [message("m1", { state: "unclear" })])],
];

/** Pages in states of their own. */
export const inStates: readonly (readonly [path: string, ...faked: Faked[]])[] = [
  ["routers", answered("outages", [outage])],
  ["people", answered("people", [person("Amina", { role: "owner", isMe: true }), person("Baraka", {})])],
  [
    "people",
    answered("people", [
      person("Amina", { role: "owner", isMe: true }),
      person("Chebet", { disabledAt: at }),
    ]),
  ],
  ["guard", answered("guard", guard)],
  ["import", answered("imports", [brought])],
  ["messages?tab=campaigns", answered("campaigns/outlook", outlook), answered("campaigns", [campaign])],
  ["messages?tab=settings", answered("messages/settings", byOwnAccount)],
  ["billing?tab=balance", answered("balance", balance)],
  ["billing?tab=balance", answered("balance", offered)],
  ["profile", answered("second-factor", { isOn: true, isRequired: false, recoveryCodes: 8 })],
];
