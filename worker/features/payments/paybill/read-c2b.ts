import * as z from "zod";
import { sha256 } from "../../../keys.ts";
import { readStrictJson } from "../gateways/wire.ts";

const text = z.union([z.string(), z.number()]).transform((value) => String(value).trim());

const C2b = z.object({
  TransID: text,
  TransAmount: text,
  TransTime: text.optional(),
  BusinessShortCode: text.optional(),
  BillRefNumber: text.nullish(),
  MSISDN: text.nullish(),
  FirstName: text.nullish(),
});

/** What Daraja says of a payment that somebody typed, before it moves and after. */
export type PaybillReading = {
  receipt: string;
  cents: number;
  /** Null where the body does not say. */
  shortCode: string | null;
  /** As typed. */
  account: string;
  /** Masked number or first name. */
  payer: string | null;
  /** UTC ms; null where the body does not say. */
  paidAt: number | null;
  /** Why nobody can say what this money is for. */
  fault: string | null;
};

const longest = 100;

/** Null when the body is no C2B message at all. */
export function readC2b(body: string): PaybillReading | null {
  const parsed = C2b.safeParse(readStrictJson(body));
  if (!parsed.success) return null;
  const { TransID, TransAmount, TransTime, BusinessShortCode, BillRefNumber, MSISDN, FirstName } =
    parsed.data;
  const cents = Math.round(Number(TransAmount) * 100);
  if (!/^[A-Za-z0-9]{1,40}$/.test(TransID) || !Number.isSafeInteger(cents) || cents <= 0) return null;
  const payer = [MSISDN, FirstName].filter(Boolean).join(" ");
  return {
    receipt: TransID.toUpperCase(),
    cents,
    shortCode: BusinessShortCode || null,
    account: (BillRefNumber ?? "").slice(0, longest),
    payer: payer === "" ? null : payer.slice(0, longest),
    paidAt: TransTime ? momentOf(TransTime) : null,
    fault: null,
  };
}

/** Money must not be lost for a form that nobody knows yet: a person gets the whole body to see. */
export function unreadable(body: string): PaybillReading {
  return {
    receipt: `unreadable-${sha256(body).slice(0, 20)}`,
    cents: 0,
    shortCode: null,
    account: "",
    payer: null,
    paidAt: null,
    fault: `This report could not be read: ${body}`,
  };
}

/** `yyyyMMddHHmmss` in East African Time. */
function momentOf(time: string): number | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(time) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`);
  return Number.isNaN(at) ? null : at;
}
