import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { Said, says } from "./said.ts";
import { Day, ListQuery } from "./transactions.ts";

export const DifferenceKind = z.enum([
  ...(["denied", "amount", "phone", "receipt", "lost", "dead-letter"] as const),
  ...(["double", "unknown-receipt", "not-in-statement", "projection"] as const),
  ...(["unserved", "statement"] as const),
]);
export type DifferenceKind = z.infer<typeof DifferenceKind>;

export const Difference = z.object({
  id: z.string(),
  /** `platformBooks` where it is no provider's. */
  providerId: z.string(),
  provider: z.string(),
  at: Moment,
  kind: DifferenceKind,
  /** The transaction that it is about; null where there is none. */
  transactionId: z.string().nullable(),
  /** What is known: receipt, amounts in cents, the gateway's words. Never a callback's whole body. */
  detail: z.record(z.string(), z.unknown()),
  /** A stored callback can be handed to its payment again. */
  replayable: z.boolean(),
  /** Money that can be given back from here: a payment's, or what was typed at a pay bill; null = none, or it is resolved. */
  giveBack: z.object({ kind: z.enum(["payment", "paybill"]), id: z.string() }).nullable(),
  resolvedAt: Moment.nullable(),
  resolvedBy: z.string().nullable(),
  resolution: z.string().nullable(),
});
export type Difference = z.infer<typeof Difference>;

export const listDifferences = endpoint({
  name: "listDifferences",
  summary: "What does not agree, over all providers, newest first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/reconciliation/differences",
  /** Open ones unless told. */
  query: ListQuery.extend({
    state: optional(z.enum(["open", "resolved"])),
    kind: optional(DifferenceKind),
    providerId: optional(z.string().max(64)),
  }),
  answer: z.array(Difference),
});

/** Open differences that came of one cause. */
export const DifferenceGroup = z.object({
  kind: DifferenceKind,
  /** `platformBooks` where they are no provider's. */
  providerId: z.string(),
  provider: z.string(),
  /** The pay bill, till or central account that they are about; empty where they name none. */
  account: z.string(),
  count: z.int(),
  /** Of the first and the last one. */
  since: Moment,
  until: Moment,
  /** KES that we asked for or count, and that the gateway or the switch shows; null where none of them says it. */
  asked: z.number().nullable(),
  reported: z.number().nullable(),
});
export type DifferenceGroup = z.infer<typeof DifferenceGroup>;

export const listDifferenceGroups = endpoint({
  name: "listDifferenceGroups",
  summary: "Open differences counted by kind, provider and account, most first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/reconciliation/difference-groups",
  answer: z.array(DifferenceGroup),
});

/** A difference as the provider sees it whose money it is about: none of the operator's words, and nothing to do. */
export const OwnDifference = z.object({
  id: z.string(),
  at: Moment,
  kind: DifferenceKind.exclude(["statement"]),
  /** The transaction that it is about; null = money that no transaction is known for. */
  transactionId: z.string().nullable(),
  receipt: z.string().nullable(),
  /** KES; null where no amount is known. */
  amount: z.number().nullable(),
  /** When the operator closed it; null = he is looking at it. */
  settledAt: Moment.nullable(),
});
export type OwnDifference = z.infer<typeof OwnDifference>;

export const listOwnDifferences = endpoint({
  name: "listOwnDifferences",
  summary: "What does not agree about the signed-in provider's own payments: open ones first, newest first",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/differences",
  query: z.object({ page: ListQuery.shape.page, pageSize: ListQuery.shape.pageSize }),
  answer: z.array(OwnDifference),
});

const Note = z
  .string(says("difference_say"))
  .trim()
  .min(3, says("difference_say"))
  .max(500, says("at_most_500"));
const DifferenceParams = z.object({ providerId: z.string().max(64), id: z.string().max(200) });
const Done = z.object({ success: z.boolean(), message: Said });

export const resolveDifference = endpoint({
  name: "resolveDifference",
  summary: "Close a difference with a note of what was done",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/reconciliation/differences/:providerId/:id/resolve",
  params: DifferenceParams,
  body: z.strictObject({
    note: Note,
    /** A second payment for one purchase stays with whoever received it, as the payer's credit: that is booked. */
    credit: optional(z.boolean()),
  }),
  answer: Done,
  hasSuccess: true,
});

export const replayDeadLetter = endpoint({
  name: "replayDeadLetter",
  summary: "Hand a stored callback to its payment again; however often, it counts once",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/reconciliation/differences/:providerId/:id/replay",
  params: DifferenceParams,
  answer: Done,
  hasSuccess: true,
});

export const resolveDifferences = endpoint({
  name: "resolveDifferences",
  summary:
    "Close those of a cause with one note, as far as they were there at a moment; some hundreds at once",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/reconciliation/difference-groups/resolve",
  body: z.strictObject({
    kind: DifferenceKind,
    providerId: z.string().max(64),
    account: z.string().max(40),
    until: Moment,
    note: Note,
  }),
  /** `left`: of those, still open. */
  answer: Done.extend({ resolved: z.int(), left: z.int() }),
  hasSuccess: true,
});

const Step = z.enum(["pushes", "payments", "statements", "switches", "again"]);

export const ReconciliationRun = z.object({
  /** The Nairobi day that was compared. */
  day: Day,
  startedAt: Moment,
  finishedAt: Moment.nullable(),
  /** `interrupted`: a later night has begun since, after which this one goes on; `given-up`: it was not done within a week. */
  state: z.enum(["comparing", "interrupted", "done", "given-up"]),
  /** Where it is, or stood when it was given up; null = it came to its end. */
  step: Step.nullable(),
  /** paidCents by the payments, bookedCents by the ledger, receivedCents by the statements, in cents; `learned`: receipts. */
  counts: z.record(z.string(), z.int()),
  /** The step that it is at, where that fails again and again; null = it goes on. */
  broken: z
    .object({
      step: Step,
      tries: z.int(),
      nextAt: Moment,
    })
    .nullable(),
  /** Statements that could not be had, and why: one for all accounts of a provider, or of the platform, that lack the same. */
  faults: z.array(
    z.object({
      providerId: z.string(),
      provider: z.string(),
      shortCodes: z.array(z.string()),
      fault: z.string(),
      /** When it is asked for again; null = no more for this day. */
      nextAt: Moment.nullable(),
    }),
  ),
  /** Providers that did not answer, of whom something is left to compare. */
  silent: z.array(z.object({ providerId: z.string(), provider: z.string(), nextAt: Moment })),
});
export type ReconciliationRun = z.infer<typeof ReconciliationRun>;

export const listRuns = endpoint({
  name: "listRuns",
  summary: "The nights' comparisons, newest first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/reconciliation/runs",
  query: ListQuery,
  answer: z.array(ReconciliationRun),
});

export const compareNow = endpoint({
  name: "compareNow",
  summary: "Compare a day that is over now, from its beginning or on from where it waits",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/reconciliation/runs/:day/compare",
  params: z.object({ day: Day }),
  answer: Done,
  hasSuccess: true,
});

export const RefundLine = z.object({
  id: z.string(),
  providerId: z.string(),
  provider: z.string(),
  /** The payment that goes back; null = money that paid no purchase. */
  transactionId: z.string().nullable(),
  /** Receipt of the money that came in; null where it was never told. */
  paidReceipt: z.string().nullable(),
  /** Where it was typed, if it paid no purchase. */
  paybill: z.string().nullable(),
  amount: z.number(),
  status: z.enum(["requested", "submitting", "pending", "done", "failed", "unknown"]),
  reason: z.string(),
  detail: z.string().nullable(),
  receipt: z.string().nullable(),
  createdAt: Moment,
  updatedAt: Moment,
});
export type RefundLine = z.infer<typeof RefundLine>;

export const listRefunds = endpoint({
  name: "listRefunds",
  summary: "Money that goes back to payers, over all providers, newest first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/reconciliation/refunds",
  query: ListQuery.extend({
    status: optional(RefundLine.shape.status),
    providerId: optional(z.string().max(64)),
  }),
  answer: z.array(RefundLine),
});

export const reconciliationCounts = endpoint({
  name: "reconciliationCounts",
  summary: "How much waits for a person",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/reconciliation/counts",
  answer: z.object({
    differences: z.int(),
    /** Money at a pay bill that no purchase is known for. */
    paybill: z.int(),
    /** Refunds whose outcome nobody knows. */
    refunds: z.int(),
    /** Payments that providers reported and that are neither verified nor rejected. */
    confirmations: z.int(),
    /** Nights whose comparison was cut off, or fails again and again. */
    nights: z.int(),
    /** Payments that providers ask to be given back. */
    appeals: z.int(),
  }),
});
