import * as z from "zod";
import { endpoint } from "./endpoint.ts";

const Row = z.record(z.string(), z.unknown());
/** Of a backup: empty = the platform's own rows. */
const ProviderId = z.string().max(64);
const Night = z.string().regex(/^\d{4}-\d\d-\d\d$/);

/** One step of a load. Each may be repeated. */
const LoadStep = z.discriminatedUnion("step", [
  z.strictObject({
    step: z.literal("begin"),
    night: Night,
    providerId: ProviderId,
    /** Of the backup: it is loaded by what has the same. */
    schema: z.strictObject({ platform: z.string(), provider: z.number() }),
    rootSecret: z.string(),
    nameSecret: z.string(),
    /** What stands here of it is removed. */
    replaces: z.boolean(),
  }),
  z.strictObject({
    step: z.literal("platform"),
    night: Night,
    /** Empty = all of the platform's rows; else those of one provider. */
    providerId: ProviderId,
    pages: z.array(z.strictObject({ table: z.string(), rows: z.array(Row) })),
  }),
  z.strictObject({
    step: z.literal("payments"),
    providerId: ProviderId,
    objects: z.array(z.strictObject({ id: z.string(), whole: z.string() })),
  }),
  z.strictObject({
    step: z.literal("rows"),
    providerId: ProviderId,
    pages: z.array(z.strictObject({ table: z.string(), rows: z.array(Row) })),
  }),
  z.strictObject({
    step: z.literal("end"),
    night: Night,
    providerId: ProviderId,
    /** The moment of which the rows are, UTC ms. */
    at: z.number(),
  }),
  z.strictObject({
    step: z.literal("resume"),
    providerId: ProviderId,
    payments: z.array(z.string()),
  }),
  /** A payout went out after the backup: it is booked, and nothing is sent. While what goes out is held. */
  z.strictObject({
    step: z.literal("paid_out"),
    providerId: ProviderId,
    shillings: z.int().min(1),
    receipt: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9]{6,20}$/),
  }),
  /** Payouts and refunds go out again: somebody has compared what went out since the backup. Empty = of all that are held. */
  z.strictObject({ step: z.literal("release"), providerId: ProviderId }),
]);
export type LoadStep = z.infer<typeof LoadStep>;

export const loadBackup = endpoint({
  name: "loadBackup",
  summary:
    "One step of loading a backup into this platform; for the command that loads it, by a token that it put into the platform's database",
  audience: ["visitor"],
  method: "POST",
  path: "/api/deployment/load-backup",
  body: LoadStep,
  mostBytes: 2 * 1024 * 1024,
  answer: z.object({
    /**
     * `done`: it was loaded before. The others refuse, and nothing was changed: this platform has something else there, has other
     * tables, or other secrets.
     */
    state: z.enum(["ok", "done", "other_data", "other_schema", "other_secret"]),
    /** How many this step was about. */
    count: z.int().min(0),
  }),
  atEntry: true,
});
