// Its build for Node takes digests of the runtime: the one for browsers brings its own, and is three times as large.
import { Secret, TOTP } from "otpauth/dist/otpauth.node.mjs";

// Codes of authenticator apps (RFC 6238) as every app makes them: SHA-1, six digits, 30 seconds.

const stepMs = 30_000;

/** 160 random bits in base32, as RFC 4226 4 recommends. */
export function newTotpKey(): string {
  return new Secret({ size: 20 }).base32;
}

/** `otpauth://totp/…`, what an authenticator app reads from a QR code. */
export function totpAddress(key: string, username: string): string {
  return totp(key, username).toString();
}

/** For clocks that are up to one step apart. @param typed six digits; spaces are fine @param now UTC ms */
export function totpStep(key: string, typed: string, now: number): number | undefined {
  const token = typed.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const drift = totp(key, "").validate({ token, timestamp: now, window: 1 });
  return drift === null ? undefined : Math.floor(now / stepMs) + drift;
}

function totp(key: string, label: string): TOTP {
  return new TOTP({ issuer: "Mlango", label, secret: Secret.fromBase32(key), period: stepMs / 1_000 });
}
