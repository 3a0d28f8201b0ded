import * as z from "zod";
import { wireguardKey } from "#contract/values/tunnel-network";

// What the bridge may ask of the helper, one JSON line each way over a socket of the machine. There is no more to it on
// purpose: the helper runs with the right to change the machine's network, the bridge does not.

const PublicKey = z.string().regex(wireguardKey);
const Address = z.string().max(15);

export const HelperRequest = z.discriminatedUnion("op", [
  /** This key may send from this one address, and packets to it go to that key. */
  z.strictObject({ op: z.literal("add"), publicKey: PublicKey, address: Address }),
  z.strictObject({ op: z.literal("remove"), publicKey: PublicKey }),
  z.strictObject({ op: z.literal("list") }),
]);
export type HelperRequest = z.infer<typeof HelperRequest>;

export const HeldPeer = z.object({
  publicKey: PublicKey,
  address: Address,
  /** Since its last handshake; null: none since the interface was made. */
  handshakeAgeMs: z.int().min(0).nullable(),
});
export type HeldPeer = z.infer<typeof HeldPeer>;

export const HelperAnswer = z.union([
  z.object({ ok: z.literal(true), peers: z.array(HeldPeer).optional() }),
  z.object({ ok: z.literal(false), why: z.string() }),
]);
export type HelperAnswer = z.infer<typeof HelperAnswer>;

/** Longest line of a request. */
export const longestRequest = 300;
