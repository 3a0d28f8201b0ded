import * as z from "zod";
import { Advertisement } from "./ads.ts";
import { SettingsForVisitors, type Theme } from "./branding.ts";
import { endpoint } from "./endpoint.ts";
import type { PaymentReason, PaymentStatus, Service } from "./payments.ts";
import type { PlanForVisitors } from "./plans.ts";
import type { Language, TextKey } from "./texts.ts";

// The visitor's page: what the worker hands to the renderer, and the plain forms that work without scripts.

/** The look of a portal: settings with their defaults, and whose host it is. */
export const PortalBrand = SettingsForVisitors.extend({
  /** Null on the main domain. */
  subdomain: z.string().nullable(),
});
export type PortalBrand = z.infer<typeof PortalBrand>;

/** What this device has at this provider right now: only for the cookie that bought it. */
export type DeviceAccess = {
  planName: string;
  access: "connecting" | "waiting_for_device" | "online";
  /** ISO time; null until the router has confirmed the start. */
  expiresAt: string | null;
  speedMbps: number;
  dataLeftBytes: number | null;
  queued: number;
  /** How many devices the plan is for, and how many use it. */
  devices: { bought: number; attached: number };
};

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
export type PurchaseElsewhere = { planName: string; expiresAt: string | null; recoveryCode: string };

/** The ways to pay that the payment form offers. */
export type PayTab = Service | "voucher";

export type PortalScreen =
  | { kind: "home" }
  | {
      kind: "buy";
      planId: string;
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
    }
  | { kind: "success"; transactionId: string; planName: string; status: PaymentStatus }
  | {
      kind: "failure";
      reason: PaymentReason | null;
      error: string | null;
      planId: string | null;
      stillChecking: boolean;
      transactionId: string | null;
      service: Service;
      /** How to pay the same purchase by hand; null where that is not possible, or the asker did not buy it. */
      paybill: PaymentStatus["paybill"];
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
    }
  | { kind: "refused"; title: string; text: string }
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

export type PortalPage = PortalPlace & {
  brand: PortalBrand;
  language: Language;
  plans: PlanForVisitors[];
  /** By what can be paid here now, besides a voucher; M-Pesa first. */
  services: Service[];
  /** Why nothing is sold; null where it is. Without plans sales are closed; with plans the address names a foreign router. */
  noSale: string | null;
  /** What stands in front of the plans on the home screen; empty where this device has seen them. */
  ads: PortalAd[];
  /** Which of them is shown where no script moves them on. */
  adIndex: number;
  /** Websites of advertisements that this device asked for before it was online; in front of the plans, just now. */
  websites: { title: string; url: string }[];
  /** Purchases of this very cookie on other device addresses; phones change theirs. */
  elsewhere: PurchaseElsewhere[];
  device: DeviceAccess | null;
  /** How far the access of the device that the address names is: that much, and no more, is told by the address alone. */
  access: DeviceAccess["access"] | null;
  /** Names of plans that this cookie bought and that have no device yet; empty where the page knows no device to give them. */
  waiting: string[];
  /** A payment of this device that waits for its PIN: its step, seen by address alone, so without its number. */
  pending: { planName: string; amount: number; service: Service } | null;
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
