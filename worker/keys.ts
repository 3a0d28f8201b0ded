import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import type { SealedPlace } from "./db/sealed-columns.ts";

// Two secrets, one key per purpose of each, so that no two uses share a key.
//
// The root secret proves and seals. It has versions: the current one makes, the previous ones still open and are believed
// until they are taken out, so that a leaked one can be replaced.
//
// The name secret never changes: what it gives finds rows and objects again (payments, redemptions, one gateway's token),
// and nobody gets in, is paid or is believed by knowing it.

/** What is found again by its name. */
type NamePurpose =
  | "payment-id"
  | "payment-index"
  | "gateway-object"
  | "push-list"
  | "airtel-app"
  | "redemption"
  | "offline-voucher"
  | "limit-shard"
  | "access"
  | "plan-device"
  | "page-device"
  | "idempotency"
  | "backup"
  /** Ten random codes of an admin are kept as such tags, and cannot be made anew from the database. */
  | "admin-recovery";

type ProofPurpose =
  | "callback"
  | "short-address"
  | "paybill"
  | "refund-result"
  | "payout-result"
  | "airtel-callback"
  | "message-report"
  | "one-time-code"
  | "known-browser"
  | "sign-up"
  | "backup"
  | "customer-link"
  | "recovery";

export type Keys = {
  /** Which root secret makes what is made now, by its id (8 hex digits): no part of the secret. */
  readonly current: string;
  /** All whose work is accepted, the current one first. */
  readonly accepted: readonly string[];
  /** HMAC-SHA256 by the name secret, in lower-case hex, cut to `bits`. */
  tag(purpose: NamePurpose, text: string, bits?: number): string;
  /** Constant-time comparison with what `tag` gives. */
  isTag(purpose: NamePurpose, text: string, candidate: string, bits?: number): boolean;
  /** The same by a root secret. @param version one of `accepted`; the current one unless told */
  proof(purpose: ProofPurpose, text: string, bits?: number, version?: string): string;
  /** @param versions by which of them it may have been made; all that are accepted unless told */
  isProof(
    purpose: ProofPurpose,
    text: string,
    candidate: string,
    bits?: number,
    versions?: readonly string[],
  ): boolean;
  seal(plain: string, place: SealedPlace): string;
  /** @throws where the secret it was sealed with is none of those that are accepted, or it was sealed for another place */
  unseal(sealed: string, place: SealedPlace): string;
};

type Secrets = { root: string; previous: readonly string[]; name: string };

/** Before the id of the root secret in what is sealed. */
const form = "2";

/** How everything begins that was sealed with this version. */
export const sealedStart = (version: string): string => `${form}.${version}.`;

export function keyId(secret: string): string {
  return derive(secret, "key id").toString("hex").slice(0, 8);
}

function derive(secret: string, purpose: string): Buffer {
  return createHmac("sha256", Buffer.from(secret, "hex")).update(`mlango ${purpose}`).digest();
}

export function makeKeys({ root, previous, name }: Secrets): Keys {
  const roots = new Map([root, ...previous].map((secret) => [keyId(secret), secret]));
  const accepted = [...roots.keys()];
  const current = keyId(root);
  const derived = new Map<string, Buffer>();
  const key = (version: string, purpose: string): Buffer => {
    const secret = version === "name" ? name : roots.get(version);
    if (secret === undefined) throw new Error(`the root secret ${version} is not set any more`);
    const id = `${version} ${purpose}`;
    const found = derived.get(id) ?? derive(secret, purpose);
    derived.set(id, found);
    return found;
  };
  const mac = (version: string, purpose: string, text: string, bits: number) =>
    createHmac("sha256", key(version, purpose))
      .update(text)
      .digest("hex")
      .slice(0, bits / 4);
  const isMac = (version: string, purpose: string, text: string, candidate: string, bits: number) => {
    const expected = Buffer.from(mac(version, purpose, text, bits));
    const given = Buffer.from(candidate);
    return expected.length === given.length && timingSafeEqual(expected, given);
  };
  return {
    current,
    accepted,
    tag: (purpose, text, bits = 256) => mac("name", purpose, text, bits),
    isTag: (purpose, text, candidate, bits = 256) => isMac("name", purpose, text, candidate, bits),
    proof: (purpose, text, bits = 256, version = current) => mac(version, purpose, text, bits),
    isProof: (purpose, text, candidate, bits = 256, versions = accepted) =>
      versions.some((version) => roots.has(version) && isMac(version, purpose, text, candidate, bits)),
    seal(plain, place) {
      const recordKey = randomBytes(32);
      const wrapped = encrypt(key(current, "seal"), recordKey, place);
      return sealedStart(current) + [wrapped, encrypt(recordKey, Buffer.from(plain), place)].join(".");
    },
    unseal(sealed, place) {
      const [written, version, wrappedKey, body] = sealed.split(".");
      if (written !== form || !version || !wrappedKey || !body)
        throw new Error("a sealed record has an unknown form");
      return decrypt(decrypt(key(version, "seal"), wrappedKey, place), body, place).toString();
    },
  };
}

function encrypt(key: Buffer, plain: Buffer, place: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
}

function decrypt(key: Buffer, text: string, place: string): Buffer {
  const all = Buffer.from(text, "base64url");
  const cipher = createDecipheriv("aes-256-gcm", key, all.subarray(0, 12));
  cipher.setAAD(Buffer.from(place));
  cipher.setAuthTag(all.subarray(12, 28));
  return Buffer.concat([cipher.update(all.subarray(28)), cipher.final()]);
}

/** HMAC-SHA256 by a key in hex, for whoever was given that key alone; hex. */
export function hmacBy(key: string, text: string): string {
  return createHmac("sha256", Buffer.from(key, "hex")).update(text).digest("hex");
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function randomHex(bits: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bits / 8))).toString("hex");
}
