import type * as z from "zod";
import {
  DesiredEntitlement,
  FromBridge,
  OfflineVoucher,
  RouterAssignment,
  SessionTotals,
  SiteEvent,
  StateOfEntitlement,
  ToBridge,
} from "./bridge.ts";
import { LineTotals } from "./bridge-lines.ts";

// A worker and a bridge are of two versions for hours after each release, and after a roll-back for longer. What the other one says beyond
// what this version knows is left out and named, and takes nothing with it that can be read.

/** A text of the link, as far as this version can read it. */
export type Frame<Message> = {
  /** Undefined: nothing of it can be read. */
  message: Message | undefined;
  /** What was left out: the whole, or items of its list. */
  unread: Unread[];
};

/** @property what its type, or its type and the item's kind, cut to be shown; never a value that it carries */
export type Unread = { what: string; value: unknown };

/** The list in a frame, of which each item stands for itself. `most`: a longer one is no list of ours. */
type Lists = { [type: string]: { name: string; item: z.ZodType; most: number } };

const listsToBridge: Lists = {
  welcome: { name: "routers", item: RouterAssignment, most: 10_000 },
  assign: { name: "routers", item: RouterAssignment, most: 10_000 },
  desired: { name: "desiredEntitlements", item: DesiredEntitlement, most: 10_000 },
  offline_vouchers: { name: "offlineVouchers", item: OfflineVoucher, most: 500 },
};

const listsFromBridge: Lists = {
  events: { name: "events", item: SiteEvent, most: 200 },
  usage: { name: "sessions", item: SessionTotals, most: 500 },
  line_usage: { name: "lines", item: LineTotals, most: 500 },
  state: { name: "entitlements", item: StateOfEntitlement, most: 500 },
};

export const readToBridge = (value: unknown): Frame<ToBridge> => read(ToBridge, listsToBridge, value);

export const readFromBridge = (value: unknown): Frame<FromBridge> => read(FromBridge, listsFromBridge, value);

function read<Message>(schema: z.ZodType<Message>, lists: Lists, value: unknown): Frame<Message> {
  const whole = schema.safeParse(value);
  if (whole.success) return { message: whole.data, unread: [] };
  const nothing = { message: undefined, unread: [{ what: nameOf(value, "type"), value }] };
  if (typeof value !== "object" || value === null) return nothing;
  const fields = value as Record<string, unknown>;
  const list = Object.hasOwn(lists, String(fields.type)) ? lists[String(fields.type)] : undefined;
  const items = list && fields[list.name];
  if (!list || !Array.isArray(items) || items.length > list.most) return nothing;
  const isReadable = (item: unknown) => list.item.safeParse(item).success;
  const { readable = [], unreadable = [] } = Object.groupBy(items, (item) =>
    isReadable(item) ? "readable" : "unreadable",
  );
  const rest = schema.safeParse({ ...fields, [list.name]: readable });
  if (!rest.success) return nothing;
  const unread = unreadable.map((item) => ({
    what: `${nameOf(value, "type")} ${nameOf(item, "kind")}`.trim(),
    value: item,
  }));
  return { message: rest.data, unread };
}

function nameOf(value: unknown, key: "type" | "kind"): string {
  const name =
    typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return typeof name === "string" ? name.replace(/[^\w ]/g, "").slice(0, 40) : "";
}
