import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

// Everything secret derives from one root secret, one key per purpose, so that no two uses share a key.

export type Keys = {
  /** HMAC-SHA256 in lower-case hex, cut to `bits`. */
  tag(purpose: Purpose, text: string, bits?: number): string;
  /** Constant-time comparison with what `tag` gives. */
  isTag(purpose: Purpose, text: string, candidate: string, bits?: number): boolean;
  /** @param place table, owner, row and field: a sealed value opens nowhere else */
  seal(plain: string, place: string): string;
  unseal(sealed: string, place: string): string;
};

type Purpose =
  | "payment-id"
  | "callback"
  | "short-address"
  | "paybill"
  | "refund-result"
  | "gateway-object"
  | "airtel-app"
  | "airtel-callback"
  | "redemption"
  | "lent-voucher"
  | "recovery"
  | "limit-shard"
  | "idempotency";

export function makeKeys(rootSecret: string): Keys {
  const derived = new Map<string, Buffer>();
  const key = (purpose: string): Buffer => {
    let found = derived.get(purpose);
    if (!found) {
      found = createHmac("sha256", Buffer.from(rootSecret, "hex")).update(`mlango ${purpose}`).digest();
      derived.set(purpose, found);
    }
    return found;
  };
  const tag = (purpose: Purpose, text: string, bits = 256) =>
    createHmac("sha256", key(purpose))
      .update(text)
      .digest("hex")
      .slice(0, bits / 4);
  return {
    tag,
    isTag(purpose, text, candidate, bits = 256) {
      const expected = Buffer.from(tag(purpose, text, bits));
      const given = Buffer.from(candidate);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
    seal(plain, place) {
      const recordKey = randomBytes(32);
      return [
        "1",
        encrypt(key("seal-1"), recordKey, place),
        encrypt(recordKey, Buffer.from(plain), place),
      ].join(".");
    },
    unseal(sealed, place) {
      const [version, wrappedKey, body] = sealed.split(".");
      if (version !== "1" || !wrappedKey || !body) throw new Error("a sealed record has an unknown form");
      return decrypt(decrypt(key("seal-1"), wrappedKey, place), body, place).toString();
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

/** `bits` random bits in lower-case hex. */
export function randomHex(bits: number): string {
  return randomBytes(bits / 8).toString("hex");
}
