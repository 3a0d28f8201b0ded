import * as z from "zod";
import { Count, Id } from "./bridge-requests.ts";

// Lines of homes and offices, as a worker tells a bridge that drives them.

/**
 * A customer's line at a router, by its PPPoE name. The higher `rev` wins. Silence means stays on: what is open stays open until its time is
 * over by the bridge's own clock, and a bridge that does not reach its router changes nothing.
 */
export const DesiredLine = z.object({
  id: Id,
  routerId: Id,
  rev: Count,
  spec: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("serve"),
      /** The name in `/ppp/secret`; another spelling of letters is the same line. */
      login: z.string().max(100),
      password: z.string().max(100),
      upKbps: z.int().positive(),
      downKbps: z.int().positive(),
      /** Open for so long from now on, then blocked: the end of what is paid, with days of grace, and within the hours for blocking. 0 = blocked, null = never blocked by itself. */
      openMs: Count.nullable(),
      /**
       * It was the router's own before: a row of this name without a mark is taken over, and its profile of then says which addresses the
       * line has.
       */
      former: z.string().max(100).optional(),
    }),
    /** Given up: the name that we made dials in no more, or is the router's own again, as it was. */
    z.object({
      kind: z.literal("close"),
      login: z.string().max(100),
      restore: z
        .object({
          profile: z.string().max(100),
          comment: z.string().max(200),
          service: z.string().max(20),
          isOff: z.boolean(),
        })
        .optional(),
    }),
  ]),
});
export type DesiredLine = z.infer<typeof DesiredLine>;
