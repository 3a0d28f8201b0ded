import * as z from "zod";
import { certificatePrint, wireguardKey } from "#contract/values/tunnel-network";

// What the bridge may ask of the helper, one JSON line each way over a socket of the machine. There is no more to it on
// purpose: the helper runs with the right to change the machine's network, the bridge does not.

const PublicKey = z.string().regex(wireguardKey);
const Certificate = z.string().regex(certificatePrint);
const Address = z.string().max(15);

export const HelperRequest = z.discriminatedUnion("op", [
  /** This key may send from this one address, and packets to it go to that key. */
  z.strictObject({ op: z.literal("add"), publicKey: PublicKey, address: Address }),
  z.strictObject({ op: z.literal("remove"), publicKey: PublicKey }),
  /** The same by OpenVPN: the router with this certificate has this one address. */
  z.strictObject({ op: z.literal("add_openvpn"), certificate: Certificate, address: Address }),
  /** Its connection ends at once. */
  z.strictObject({ op: z.literal("remove_openvpn"), certificate: Certificate }),
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

export const HeldOpenvpnPeer = z.object({
  certificate: Certificate,
  address: Address,
  /** Since it connected; null: it is not connected. */
  connectedForMs: z.int().min(0).nullable(),
});
export type HeldOpenvpnPeer = z.infer<typeof HeldOpenvpnPeer>;

export const HelperAnswer = z.union([
  z.object({
    ok: z.literal(true),
    peers: z.array(HeldPeer).optional(),
    /** Absent on a host without OpenVPN. */
    openvpn: z.array(HeldOpenvpnPeer).optional(),
  }),
  z.object({ ok: z.literal(false), why: z.string() }),
]);
export type HelperAnswer = z.infer<typeof HelperAnswer>;

/** Longest line of a request. */
export const longestRequest = 300;
