import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { say, type Text } from "../../contract/texts.ts";
import { leastPassword } from "../../contract/values/code-strength.ts";
import { isCommonPassword } from "./common-passwords.ts";

// scrypt runs natively in workerd; OWASP's password storage sheet accepts N=2^14, r=8 from p=4 on. More memory does
// not fit beside the rest of an isolate, and PBKDF2 is capped in production. In an object, so that tests about
// something else need not pay for it.
export const passwordCost: Cost = { ln: 14, r: 8, p: 5 };
const saltBytes = 16;
const hashBytes = 32;
const mostCharacters = 1_000;

/** Length, and none of those that are tried first: composition rules do harm. */
export function passwordFault(password: string): Text | undefined {
  const characters = [...password].length;
  if (characters < leastPassword) return say("password_short", { least: leastPassword });
  if (characters > mostCharacters) return say("password_long", { most: mostCharacters });
  if (password.trim() === "") return say("password_blank");
  if (isCommonPassword(password)) return say("password_common");
  return undefined;
}

/** @returns PHC string `$scrypt$ln=14,r=8,p=5$salt$hash`, base64 without padding */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  return phc(salt, await derive(password, salt, passwordCost, hashBytes));
}

function phc(salt: Buffer, hash: Buffer): string {
  const { ln, r, p } = passwordCost;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Constant in time for one set of parameters; the parameters are those of the stored hash, so that they can be raised. */
export async function verifyPassword(password: string, hashed: string): Promise<boolean> {
  const stored = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(
    hashed,
  );
  if (!stored) throw new Error("a stored password hash has an unknown form");
  const [ln, r, p] = [Number(stored[1]), Number(stored[2]), Number(stored[3])];
  const expected = Buffer.from(stored[5] ?? "", "base64");
  const given = await derive(password, Buffer.from(stored[4] ?? "", "base64"), { ln, r, p }, expected.length);
  return timingSafeEqual(given, expected);
}

/** What is verified when nobody has this username: the work, and so the time, is the same. Matches no password. */
export const nobodysHash = () => phc(Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));

type Cost = { ln: number; r: number; p: number };

function derive(password: string, salt: Buffer, { ln, r, p }: Cost, length: number): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    // One password, however the keyboard composes its letters.
    scrypt(password.normalize("NFKC"), salt, length, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
