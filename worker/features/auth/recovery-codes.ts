import {
  formatRecoveryCode,
  parseRecoveryCode,
  recoveryCodeFrom,
} from "../../contract/values/recovery-code.ts";
import { type Keys, randomHex } from "../../keys.ts";

const howMany = 10;

/** Ten codes of 60 bits: the texts to show once, and what is kept of them. */
export function newRecoveryCodes(keys: Keys, adminId: string): { shown: string[]; hashes: string[] } {
  const codes = Array.from({ length: howMany }, () => recoveryCodeFrom(randomHex(64).slice(0, 15)));
  return {
    shown: codes.map(formatRecoveryCode),
    hashes: codes.map((code) => hashOf(keys, adminId, code)),
  };
}

/** What is left once this code was used, or undefined when it is none of them. */
export function withoutCode(
  keys: Keys,
  adminId: string,
  typed: string,
  hashes: readonly string[],
): string[] | undefined {
  const code = parseRecoveryCode(typed);
  if (!code) return undefined;
  const hash = hashOf(keys, adminId, code);
  return hashes.includes(hash) ? hashes.filter((other) => other !== hash) : undefined;
}

/** Keyed, so that a copy of the database alone cannot be searched for them. */
function hashOf(keys: Keys, adminId: string, code: string): string {
  return keys.tag("admin-recovery", `second factor of ${adminId}: ${code}`);
}
