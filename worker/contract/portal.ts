import * as z from "zod";
import { Advertisement } from "./ads.ts";
import { SettingsForVisitors, type Theme } from "./branding.ts";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { type PaymentReason, type PaymentStatus, Service } from "./payments.ts";
import { HoursForVisitors, type PlanForVisitors } from "./plans.ts";
import { type GivesWay, PlanDevice } from "./purchase-recovery.ts";
import type { Language, TextKey } from "./texts.ts";

// The visitor's page: what the worker hands to the renderer, and the plain forms that work without scripts.

/** The look of a portal: settings with their defaults, and whose host it is. */
export const PortalBrand = SettingsForVisitors.extend({
  /** Null on the main domain. */
  subdomain: z.string().nullable(),
});
export type PortalBrand = z.infer<typeof PortalBrand>;

/** A plan that starts when those before it have ended. Receipt and code are the buyer's alone. */
export const QueuedPlan = z.object({
  planName: z.string(),
  /** Null while the one before it has not started. */
  startsAt: Moment.nullable(),
  receipt: z.string().nullable(),
  recoveryCode: z.string().nullable(),
});
export type QueuedPlan = z.infer<typeof QueuedPlan>;

/** More data for what is used up or nearly so. It ends when it would have ended. */
export const TopUpOffer = z.object({
  planId: z.string(),
  bytes: z.int(),
  /** Whole shillings, as charged. */
  amount: z.int(),
  until: Moment,
});
export type TopUpOffer = z.infer<typeof TopUpOffer>;

const AccessHere = z.enum(["connecting", "waiting_for_device", "online", "closed"]);

/** What this device has at this provider right now: only for the cookie that bought it. */
export const DeviceAccess = z.object({
  planName: z.string(),
  access: AccessHere,
  /** Null until the router has confirmed the start. */
  expiresAt: Moment.nullable(),
  /** When it opens, where it is closed at this hour. */
  opensAt: Moment.nullable(),
  /** It is open in these hours of the day alone; null = day and night. */
  hours: HoursForVisitors.nullable(),
  speedMbps: z.number(),
  dataLeftBytes: z.number().nullable(),
  topUp: TopUpOffer.nullable(),
  queue: z.array(QueuedPlan),
  /** How many devices the plan is for, how many use it, and where it is for several, which. */
  devices: z.object({
    bought: z.number(),
    attached: z.number(),
    list: z.array(PlanDevice.extend({ isThis: z.boolean() })),
  }),
});
export type DeviceAccess = z.infer<typeof DeviceAccess>;

/** What a page carries on in every address, because mini-browsers keep neither storage nor cookies. */
export type PortalPlace = {
  /** The device's address as the router gave it, and the router; null = not on a hotspot we know. */
  mac: string | null;
  routerId: string | null;
  /** Chosen by hand; null where browser and device decide. */
  lang: Language | null;
  theme: Theme | null;
};

/** An advertisement as the portal shows it. */
export const PortalAd = Advertisement.pick({
  id: true,
  title: true,
  description: true,
  content: true,
  imageUrl: true,
  externalUrl: true,
  displayDuration: true,
});
export type PortalAd = z.infer<typeof PortalAd>;

/** A purchase of this cookie that runs or waits on another device address, with what moves it here. */
export const PurchaseElsewhere = z.object({
  planName: z.string(),
  expiresAt: Moment.nullable(),
  recoveryCode: z.string(),
});
export type PurchaseElsewhere = z.infer<typeof PurchaseElsewhere>;

/** The last purchase of this cookie that ran here, where nothing runs after it. */
export const PurchaseEnded = z.object({
  planId: z.string(),
  planName: z.string(),
  why: z.enum(["time", "data"]),
  at: Moment,
  /** That paid for it; null for a voucher. */
  phoneNumber: z.string().nullable(),
  /** With which it goes on; null where its time is over, too. */
  topUp: TopUpOffer.nullable(),
});
export type PurchaseEnded = z.infer<typeof PurchaseEnded>;

/** A payment of this device without a result. */
export const PendingPayment = z.object({
  /** Null where another browser began it: that one is known by the device's address alone. */
  transactionId: z.string().nullable(),
  planName: z.string(),
  amount: z.number(),
  service: Service,
  /** Its prompt is called unanswered, or was let go; the gateway is asked on. */
  isOverdue: z.boolean(),
});
export type PendingPayment = z.infer<typeof PendingPayment>;

/** What the device of a page and the browser that shows it have right now; pages ask for it again and again. */
export const VisitorNow = z.object({
  /** How far the access of the device that the address names is: that much, and no more, is told by the address alone. */
  access: AccessHere.nullable(),
  /** The router of the page can't be reached; where access is `connecting`, the one that it waits for. */
  routerAway: z.boolean(),
  /** Names that access, so that a page knows whether another purchase took over. It tells nothing else. */
  accessId: z.string().nullable(),
  device: DeviceAccess.nullable(),
  ended: PurchaseEnded.nullable(),
  /** Purchases of this very cookie on other device addresses; phones change theirs. */
  elsewhere: z.array(PurchaseElsewhere),
  /** Names of plans that this cookie bought and that have no device yet; empty where the page knows no device to give them. */
  waiting: z.array(z.string()),
  pending: PendingPayment.nullable(),
  /**
   * may: what this cookie bought runs at another hotspot and may come here by itself; came: it did a moment ago; instead: and left
   * another device, so that it can go back.
   */
  roaming: z.enum(["may", "came", "instead"]).nullable(),
});
export type VisitorNow = z.infer<typeof VisitorNow>;

export const visitorNow = endpoint({
  name: "visitorNow",
  summary: "What this device and this browser have now; nothing where it is what the page knows",
  audience: ["visitor"],
  background: true,
  method: "GET",
  path: "/api/visitor/now",
  query: z.strictObject({
    mac: optional(z.string().max(64)),
    routerId: optional(z.string().max(100)),
    /** Of the answer before. */
    mark: optional(z.string().max(64)),
  }),
  answer: z.object({ mark: z.string(), visitor: VisitorNow.nullable(), now: Moment }),
});

/** The ways to pay that the payment form offers. */
export type PayTab = Service | "voucher";

/** A device that waits at the hotspot: by its maker, by the name that it gave itself, or by neither; and the end of its address. */
export type NamedDevice = { device: string; maker: string | null; name: string | null; mark: string };

export type PortalScreen =
  | { kind: "home" }
  | {
      kind: "buy";
      planId: string;
      /** More data for what this device has of this plan. */
      isTopUp?: true | undefined;
      tab: PayTab;
      phoneNumber: string;
      voucherCode: string;
      problem: string | null;
    }
  | {
      kind: "waiting";
      transactionId: string;
      planName: string;
      amount: number;
      service: Service;
      status: PaymentStatus;
      isTopUp?: true | undefined;
    }
  | { kind: "success"; transactionId: string; planName: string; status: PaymentStatus }
  /** The device got online by another payment while this one waited for its PIN. */
  | { kind: "overtaken"; transactionId: string; planName: string; service: Service; status: PaymentStatus }
  | {
      kind: "failure";
      reason: PaymentReason | null;
      error: string | null;
      planId: string | null;
      isTopUp?: true | undefined;
      stillChecking: boolean;
      transactionId: string | null;
      service: Service;
      /** How to pay the same purchase by hand; null where that is not possible, or the asker did not buy it. */
      paybill: PaymentStatus["paybill"];
      /** The number that was asked to pay: for the buyer's own cookie. */
      phoneNumber: string | null;
    }
  | { kind: "connected"; receipt: PurchaseReceipt | null }
  /** "I have paid" and "move to this phone". `checking`: the gateway is being asked about this code. */
  | {
      kind: "claim";
      code: string;
      phoneNumber: string;
      problem: string | null;
      /** Which problem it is. */
      reason: TextKey | null;
      checking: boolean;
      /** The plan is full: who gives way is asked. */
      givesWay: GivesWay | null;
    }
  /** The buyer lets a television or another device in; by the router's own list, or by its address. */
  | {
      kind: "pairing";
      devices: { bought: number; attached: number };
      /** Null: the router cannot be asked now. */
      nearby: (NamedDevice & { idleMinutes: number })[] | null;
      address: string;
      problem: string | null;
      /** Which one is to be confirmed. */
      sure: NamedDevice | null;
      /** Which one was let in. */
      added: NamedDevice | null;
      /** Where another phone joins by one tap, with a free place in a plan for several; as a picture to scan, too. */
      join: { address: string; qr: { size: number; path: string } } | null;
      /** The plan that starts on this device once this one moves away. */
      behind: string | null;
    }
  /** The free trial: without an id the number is asked for, with one the code that was sent to it. */
  | { kind: "trial"; id: string | null; minutes: number; phoneNumber: string; problem: string | null }
  /** The link in a campaign's message. */
  | { kind: "stopOffers"; code: string; phoneNumber: string; isDone: boolean }
  /** `again`: the page that was asked for, where asking again helps. */
  | { kind: "refused"; title: string; text: string; hasHome: boolean; again?: string }
  | { kind: "not-found" };

/** Only for the buyer's own cookie. */
export type PurchaseReceipt = {
  transactionId: string;
  receipt: string | null;
  phoneNumber: string | null;
  amount: number;
  service: Service;
  /** Moves the purchase to another device; shown as it is written down. */
  recoveryCode: string;
};

export type PortalPage = PortalPlace &
  VisitorNow & {
    brand: PortalBrand;
    /** The payment form asks whether the buyer wants to be told of offers by SMS. */
    asksOffers?: true | undefined;
    language: Language;
    plans: PlanForVisitors[];
    /** By what can be paid here now, besides a voucher; M-Pesa first. */
    services: Service[];
    /** Why nothing is sold; null where it is. Without plans sales are closed; with plans the address names a foreign router. */
    noSale: string | null;
    /** Minutes that the home screen gives this device to try; null where it gives none. */
    trialMinutes: number | null;
    /** What stands in front of the plans on the home screen; empty where this device has seen them. */
    ads: PortalAd[];
    /** Which of them is shown where no script moves them on. */
    adIndex: number;
    /** Websites of advertisements that this device asked for before it was online; in front of the plans, just now. */
    websites: { title: string; url: string }[];
    screen: PortalScreen;
    /** Server time, ISO. */
    now: string;
    /** Only where something went wrong on our side: what the visitor can quote to support. */
    requestId?: string;
  };

const PageQuery = z.looseObject({});

export const portalHome = endpoint({
  name: "portalHome",
  summary: "The visitor's page: plans, and what this device has",
  audience: ["visitor"],
  kind: "html",
  method: "GET",
  path: "/",
  query: PageQuery,
  answer: z.string(),
});

export const portalBuyPage = endpoint({
  name: "portalBuyPage",
  summary: "The payment form of one plan, for pages without scripts",
  audience: ["visitor"],
  kind: "html",
  method: "GET",
  path: "/buy",
  query: PageQuery,
  answer: z.string(),
});

export const portalBuy = endpoint({
  name: "portalBuy",
  summary: "Pay by mobile money without scripts",
  audience: ["visitor"],
  kind: "form",
  method: "POST",
  path: "/buy",
  body: z.looseObject({}),
  answer: z.string(),
});

export const portalRedeem = endpoint({
  name: "portalRedeem",
  summary: "Redeem a voucher without scripts",
  audience: ["visitor"],
  kind: "form",
  method: "POST",
  path: "/redeem",
  body: z.looseObject({}),
  answer: z.string(),
});

export const portalPay = endpoint({
  name: "portalPay",
  summary: "Where a payment or redemption stands; reloads itself without scripts",
  audience: ["visitor"],
  kind: "html",
  method: "GET",
  path: "/pay/:id",
  params: z.object({ id: z.string().max(80) }),
  query: PageQuery,
  answer: z.string(),
});

export const portalLetGo = endpoint({
  name: "portalLetGo",
  summary: "Wrong number? The payment form again, while the prompt that went out holds nobody up",
  audience: ["visitor"],
  kind: "form",
  method: "POST",
  path: "/pay/:id/let-go",
  params: z.object({ id: z.string().max(80) }),
  body: z.looseObject({}),
  answer: z.string(),
});

export const portalConnected = endpoint({
  name: "portalConnected",
  summary: "What this device has bought and how much is left",
  audience: ["visitor"],
  kind: "html",
  method: "GET",
  path: "/connected",
  query: PageQuery,
  answer: z.string(),
});

export const portalConnect = endpoint({
  name: "portalConnect",
  summary: "What this cookie bought without a device is for this device",
  audience: ["visitor"],
  kind: "form",
  method: "POST",
  path: "/connect",
  body: z.looseObject({}),
  answer: z.string(),
});

export const portalRoam = endpoint({
  name: "portalRoam",
  summary: "What this cookie bought at another hotspot comes to this one, without scripts",
  audience: ["visitor"],
  kind: "form",
  method: "POST",
  path: "/roam",
  body: z.looseObject({}),
  answer: z.string(),
});

export const portalRoamBack = endpoint({
  name: "portalRoamBack",
  summary: "What came here by itself goes back to the device that it left",
  audience: ["visitor"],
  kind: "form",
  method: "POST",
  path: "/roam/back",
  body: z.looseObject({}),
  answer: z.string(),
});

export const portalRemoveDevice = endpoint({
  name: "portalRemoveDevice",
  summary: "The buyer takes a device off a plan for several",
  audience: ["visitor"],
  kind: "form",
  method: "POST",
  path: "/connected/remove",
  body: z.looseObject({}),
  answer: z.string(),
});

export const portalPairingPage = endpoint({
  name: "portalPairingPage",
  summary: "Which televisions and other devices the buyer may let in",
  audience: ["visitor"],
  kind: "html",
  method: "GET",
  path: "/add-device",
  query: PageQuery,
  answer: z.string(),
});

export const portalPair = endpoint({
  name: "portalPair",
  summary: "The buyer lets a device of the list, or of a typed address, in",
  audience: ["visitor"],
  kind: "form",
  method: "POST",
  path: "/add-device",
  body: z.looseObject({}),
  answer: z.string(),
});

export const portalClaimPage = endpoint({
  name: "portalClaimPage",
  summary: "The form that brings a purchase to this device",
  audience: ["visitor"],
  kind: "html",
  method: "GET",
  path: "/claim",
  query: PageQuery,
  answer: z.string(),
});

/** Of a receipt by SMS, so it is short. */
export const portalReceiptLink = endpoint({
  name: "portalReceiptLink",
  summary: "A receipt's link: the form that brings its purchase to this device, with its code",
  audience: ["visitor"],
  kind: "html",
  method: "GET",
  path: "/r/:code",
  params: z.object({ code: z.string().max(20) }),
  query: PageQuery,
  answer: z.string(),
});

export const portalClaim = endpoint({
  name: "portalClaim",
  summary: "Bring a purchase to this device without scripts",
  audience: ["visitor"],
  kind: "form",
  method: "POST",
  path: "/claim",
  body: z.looseObject({}),
  answer: z.string(),
});

export const portalTrialPage = endpoint({
  name: "portalTrialPage",
  summary: "The free trial: the form for the number that proves itself",
  audience: ["visitor"],
  kind: "html",
  method: "GET",
  path: "/trial",
  query: PageQuery,
  answer: z.string(),
});

export const portalAskTrial = endpoint({
  name: "portalAskTrial",
  summary: "Send the code of a free trial by SMS",
  audience: ["visitor"],
  kind: "form",
  method: "POST",
  path: "/trial",
  body: z.looseObject({}),
  answer: z.string(),
});

const StopParams = z.object({ code: z.string().max(64) });

export const portalStopOffersPage = endpoint({
  name: "portalStopOffersPage",
  summary: "The link in a campaign's message: whether this number wants no more offers",
  audience: ["visitor"],
  kind: "html",
  method: "GET",
  path: "/stop/:code",
  params: StopParams,
  query: PageQuery,
  answer: z.string(),
});

export const portalStopOffers = endpoint({
  name: "portalStopOffers",
  summary: "No more offers to the number of this link",
  audience: ["visitor"],
  kind: "form",
  method: "POST",
  path: "/stop/:code",
  params: StopParams,
  body: z.looseObject({}),
  answer: z.string(),
});

const TrialParams = z.object({ id: z.string().max(64) });

export const portalTrialCodePage = endpoint({
  name: "portalTrialCodePage",
  summary: "The form for the code of a free trial",
  audience: ["visitor"],
  kind: "html",
  method: "GET",
  path: "/trial/:id",
  params: TrialParams,
  query: PageQuery,
  answer: z.string(),
});

export const portalProveTrial = endpoint({
  name: "portalProveTrial",
  summary: "Enter the code of a free trial: this device goes online",
  audience: ["visitor"],
  kind: "form",
  method: "POST",
  path: "/trial/:id",
  params: TrialParams,
  body: z.looseObject({}),
  answer: z.string(),
});
