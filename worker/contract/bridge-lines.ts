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
      /** Open for so long from now on, then blocked. 0 = blocked. */
      openMs: Count,
    }),
    /** Given up: the name that we made dials in no more. */
    z.object({ kind: z.literal("close"), login: z.string().max(100) }),
  ]),
});
export type DesiredLine = z.infer<typeof DesiredLine>;
