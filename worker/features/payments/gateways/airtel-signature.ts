import { createHmac, timingSafeEqual } from "node:crypto";
import { readStrictJson } from "./strict-json.ts";

/**
 * `hash` = base64(HMAC-SHA256(private key, payload)); samples sign `{"transaction":{…}}` or only the inner object, so
 * both are tried, over the bytes that came and the compact form. @returns the transaction of a right signature;
 * undefined where none is
 */
export function signedTransaction(body: string, key: string): unknown {
  const parsed = readStrictJson(body);
  if (typeof parsed !== "object" || parsed === null || !("transaction" in parsed)) return undefined;
  if (!("hash" in parsed) || typeof parsed.hash !== "string" || parsed.hash === "") return undefined;
  const given = Buffer.from(parsed.hash, "base64");
  const isSigned = (payload: string) => {
    const expected = createHmac("sha256", key).update(payload).digest();
    return expected.length === given.length && timingSafeEqual(expected, given);
  };
  const texts = [rawTransaction(body), JSON.stringify(parsed.transaction)];
  const signed = texts.find(
    (text) => text !== null && (isSigned(`{"transaction":${text}}`) || isSigned(text)),
  );
  return signed ? readStrictJson(signed) : undefined;
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
