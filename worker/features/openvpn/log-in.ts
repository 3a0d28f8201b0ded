import { createHash, randomBytes, randomInt } from "node:crypto";

// What a router logs in to the OpenVPN server with, beside its certificate.

/** No letter or digit that is mistaken for another. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const word = (length: number) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

/** RouterOS takes at most 27 characters. Says which router it is, and is unique by its end. */
export function newUsername(routerName: string): string {
  const spoken = routerName
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 16)
    .replace(/^-+|-+$/g, "");
  return `${spoken || "router"}-${word(10)}`;
}

/** 28 letters and digits (138 bits): nothing in it means anything to RouterOS or a shell. */
export function newPassword(): string {
  return word(28);
}

/** `salt:hash`, SHA-256 in hex: a shell script can check it, and that many random bits are not guessed. */
export function hashVpnPassword(password: string): string {
  const salt = randomBytes(16).toString("hex");
  return `${salt}:${createHash("sha256").update(`${salt}${password}`).digest("hex")}`;
}
