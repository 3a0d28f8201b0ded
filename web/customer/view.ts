import type { lineCauses } from "#contract/line-life";
import type { LineStanding } from "#contract/lines";
import type { Language } from "#contract/texts";
import type { GatewayType } from "#contract/values/gateway-types";

// What the page of a customer shows, as plain data: everything is looked up and decided before.

export type CustomerLine = {
  id: string;
  packageName: string;
  /** KES for one period. */
  price: number;
  period: { days: number } | { months: number };
  standing: LineStanding;
  /** UTC ms; null while nothing was paid. */
  paidUntil: number | null;
  /** Blocked from then on, UTC ms; null = never by itself. */
  blocksAt: number | null;
  /** It is on, and its device is not dialled in; a fixed one moves nothing. */
  isSilent: boolean;
  /** Why it has no internet now; null = not asked. */
  why: (typeof lineCauses)[number] | null;
  /** A fixed device, and no name that dials in. */
  isDevice: boolean;
  /** KES from which a part buys whole days once it has ended; null = whole periods alone. */
  daysFrom: number | null;
  /** Bytes of its period so far, of how many it goes on at that speed, and whether it does; null = it never slows down. */
  fairUse: { used: number; after: number; mbps: number; isSlow: boolean } | null;
  /** Bytes that went through it this month; null = none were counted of late. */
  used: number | null;
  /** The same of the last days, newest first; null = not asked. */
  usedByDay: readonly UsedDay[] | null;
  /** What it is on from the next payment, or from the end of what is paid; null = the same. */
  next: { packageName: string; price: number; period: CustomerLine["period"] } | null;
  /** Another package may be chosen for it. */
  canChange: boolean;
};

/** @property day YYYY-MM-DD in Nairobi */
export type UsedDay = { day: string; bytes: number };

/** What was paid, or went back; `receipt` of cash is its number. */
export type CustomerPaid = {
  /** UTC ms */
  at: number;
  kind: "payment" | "taken-back" | "cash" | "cash-undone" | "refund" | "refund-failed";
  /** KES; below zero: it went out of the account. */
  amount: number;
  method: GatewayType | null;
  receipt: string;
};

export type CustomerView = {
  language: Language;
  /** Chosen by hand: it stays in the page's addresses, as there are no cookies. Null where the customer's own or the browser's counts. */
  chosen: Language | null;
  /** Of the address `/my/<link>`. */
  link: string;
  brand: {
    companyName: string;
    headerColor: string;
    primaryColor: string;
    /** An address of this host; null for none. */
    logo: string | null;
    /** The provider's, for questions; null where it has none. */
    phone: string | null;
  };
  firstName: string;
  /** Eight digits. */
  number: string;
  /** KES that were paid and not used yet. */
  balance: number;
  /** The pay bill at which the number may be typed by hand; null = what is typed is not reported. */
  paybill: string | null;
  /** Those that were given up are not shown. */
  lines: readonly CustomerLine[];
  /** Newest first. */
  paid: readonly CustomerPaid[];
  /** The form with what stands in its fields, or the sentence why nothing can be paid now. */
  pay: PayForm | { why: string };
  /** The payment that the page's address names. */
  state: "idle" | PaymentShown;
  /** What is wrong with what was typed, as a sentence. */
  problem: string | null;
};

export type PayForm = {
  amount: string;
  phone: string;
  /** Different in every form: one that is sent twice pays once. */
  once: string;
};

export type PaymentShown =
  | { kind: "waiting"; id: string; amount: number }
  | { kind: "paid"; id: string; amount: number }
  | { kind: "failed"; id: string; sentence: string };
