import type { MessageSettings } from "#contract/messages";
import type { Outage } from "#contract/outages";
import type { Balance } from "#contract/payouts";
import type { Faked } from "../support/site/console-walk.ts";
import {
  campaign,
  campaignOutlook,
  guardNow,
  leak,
  lentVouchers,
  message,
  messageSettings,
  moneyCandidate,
  ownRefundOffer,
  pastImport,
  router,
  smsAccount,
  someone,
  unknownMoney,
} from "../ui/support/provider-rows.ts";
import { balance } from "./console-screens.ts";

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

const guard = guardNow([
  leak("l1"),
  leak("l2", { kind: "user", name: "boss", macAddress: null }),
  leak("l3", { kind: "secret", name: "uncle", macAddress: null }),
  leak("l4", { name: "02:00:00:00:00:78", allowed: { note: "The hall", by: "Amina", at } }),
]);

const byOwnAccount: MessageSettings = {
  ...messageSettings,
  account: { ...smsAccount, triedAt: at },
  receipt: true,
};

const offered: Balance = { ...balance, collection: "offered", destination: null };

export const answered = (path: string, json: unknown): Faked => ({
  call: new RegExp(`/api/admin/${path}(\\?|$)`),
  json,
});

export const byTunnel = answered("routers/tunnel", { isOffered: true });
export const vouchersLent = answered("vouchers/offline", [{ ...lentVouchers, isConnected: true }]);
export const refunds = {
  byGateway: answered("transactions/[^/]+/refund", ownRefundOffer),
  byOperator: answered("transactions/[^/]+/refund", { ...ownRefundOffer, by: "operator", why: "collected" }),
};
export const moneyWithoutPurchase = [
  answered("paybill-payments", [unknownMoney]),
  answered("paybill-payments/[^/]+/candidates", [moneyCandidate]),
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
  [
    "people",
    answered("people", [
      someone("Amina", { role: "owner", isMe: true }),
      someone("Baraka", { freeMinutes: 60, hasSecondFactor: true }),
    ]),
  ],
  [
    "people",
    answered("people", [
      someone("Amina", { role: "owner", isMe: true }),
      someone("Chebet", { disabledAt: at }),
    ]),
  ],
  ["guard", answered("guard", guard)],
  ["import", answered("imports", [pastImport()])],
  [
    "messages?tab=campaigns",
    answered("campaigns/outlook", campaignOutlook),
    answered("campaigns", [campaign()]),
  ],
  ["messages?tab=settings", answered("messages/settings", byOwnAccount)],
  ["billing?tab=balance", answered("balance", balance)],
  ["billing?tab=balance", answered("balance", offered)],
  ["profile", answered("second-factor", { isOn: true, isRequired: false, recoveryCodes: 8 })],
];
