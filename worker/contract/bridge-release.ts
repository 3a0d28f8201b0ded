import * as z from "zod";
import { endpoint } from "./endpoint.ts";

const File = z.object({
  /** On the server. */
  address: z.string().regex(/^\/assets\/[A-Za-z0-9._-]+$/),
  /** Hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** What is signed when a version of the bridge is built. */
export const Release = z.object({
  version: z.string().max(40),
  /** When it was signed: an installed bridge takes none that is older than its own. */
  madeAt: z.int().positive(),
  /** Ed25519 public keys, raw, base64: what signs the next one. The second is the one that takes over. */
  keys: z.array(z.base64().length(44)).min(1).max(2),
  /** The bridge as one file. */
  bundle: File,
  /** The shell script that puts it in place. */
  installer: File,
});
export type Release = z.infer<typeof Release>;

export const SignedRelease = z.object({
  /** A `Release` as JSON, byte for byte as it was signed. */
  text: z.string().max(4_000),
  /** Ed25519, base64. */
  signature: z.base64().max(100),
});
export type SignedRelease = z.infer<typeof SignedRelease>;

/** `itself`: told to, it asks its machine's updater. `hand`: by a line in a shell there. `image`: its container's image is replaced. */
export const UpdatedBy = z.enum(["itself", "hand", "image"]);
export type UpdatedBy = z.infer<typeof UpdatedBy>;

/** In the state folder of a bridge: it wishes that its machine's updater replaces it. The updater removes it first. */
export const updateWish = "update-wanted";

export const bridgeRelease = endpoint({
  name: "bridgeRelease",
  summary:
    "The version of the bridge that this server has, with the signature by which an installed one takes it",
  audience: ["bridge"],
  method: "GET",
  path: "/bridge/release",
  answer: SignedRelease,
});
