import { createHmac, timingSafeEqual } from "node:crypto";
import { readJson } from "./fetch-text.ts";

/**
 * Whether Airtel signed this callback: `hash` = base64(HMAC-SHA256(private key, payload)). One sample signs
 * `{"transaction":{…}}`, another only the inner object, so both are tried over the very bytes that came, and over the
 * compact form that a signer would have made of them.
 * @returns null when the callback carries no hash
 */
export function isAirtelSigned(body: string, key: string): boolean | null {
  const parsed = readJson(body);
  if (typeof parsed !== "object" || parsed === null || !("transaction" in parsed)) return null;
  if (!("hash" in parsed) || typeof parsed.hash !== "string" || parsed.hash === "") return null;
  const given = Buffer.from(parsed.hash, "base64");
  const compact = JSON.stringify(parsed.transaction);
  const inner = [rawTransaction(body), compact].filter((text) => text !== null);
  return inner
    .flatMap((text) => [`{"transaction":${text}}`, text])
    .some((payload) => {
      const expected = createHmac("sha256", key).update(payload).digest();
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
}

/** The bytes of the member `transaction` as they came; null when its braces do not close. */
function rawTransaction(body: string): string | null {
  const start = /"transaction"\s*:\s*(?=\{)/.exec(body);
  if (!start) return null;
  const from = start.index + start[0].length;
  let depth = 0;
  let inText = false;
  for (let at = from; at < body.length; at += 1) {
    const sign = body[at];
    if (inText) {
      if (sign === "\\") at += 1;
      else if (sign === '"') inText = false;
    } else if (sign === '"') inText = true;
    else if (sign === "{") depth += 1;
    else if (sign === "}") {
      depth -= 1;
      if (depth === 0) return body.slice(from, at + 1);
    }
  }
  return null;
}
