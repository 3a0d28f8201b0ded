import * as z from "zod";
import { Count } from "./bridge-requests.ts";

// Names that dial in at a router, as its bridge reads them for a provider who takes them over as lines. Passwords are among them: the worker
// seals those that are taken, and keeps none of the others.

/** More are not told: what a bridge's link bears. */
export const mostSecrets = 1_500;

export const RouterSecret = z.object({
  name: z.string().min(1).max(100),
  /** Null: the router shows the bridge's log-in none, or it has none. */
  password: z.string().min(1).max(100).nullable(),
  profile: z.string().max(100),
  comment: z.string().max(200),
  service: z.string().max(20),
  isOff: z.boolean(),
  /** Of its profile; null: it has no limit, or one that is not two figures. */
  speed: z.object({ upKbps: z.int().positive(), downKbps: z.int().positive() }).nullable(),
  /** It is a line already. */
  isLine: z.boolean(),
  isDialled: z.boolean(),
  /** Its name, or its profile's, holds signs that are lost on the way: the row cannot be found by it again. */
  isMisspelled: z.literal(true).exactOptional(),
});
export type RouterSecret = z.infer<typeof RouterSecret>;

/** The `result` of `secrets`; `left`: how many are not told. */
export const RouterSecrets = z.object({ secrets: z.array(RouterSecret).max(mostSecrets), left: Count });
export type RouterSecrets = z.infer<typeof RouterSecrets>;
