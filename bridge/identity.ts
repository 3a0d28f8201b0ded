import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const Stored = z.object({
  bridgeId: z.string().min(1),
  name: z.string(),
  server: z.url(),
  /** PKCS #8, PEM. */
  privateKey: z.string(),
});

export type Identity = { bridgeId: string; name: string; server: string; privateKey: KeyObject };

export function newKey(): KeyObject {
  return generateKeyPairSync("ed25519").privateKey;
}

/** Raw 32 bytes, base64. */
export function publicKeyOf(privateKey: KeyObject): string {
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  return Buffer.from(x, "base64url").toString("base64");
}

/** base64. */
export function signText(privateKey: KeyObject, text: string): string {
  return sign(null, Buffer.from(text), privateKey).toString("base64");
}

/** Undefined where no bridge was enrolled. Throws for a file that cannot be understood. */
export function readIdentity(folder: string): Identity | undefined {
  const text = readIfThere(join(folder, "identity.json"));
  if (text === undefined) return undefined;
  const { privateKey, ...rest } = Stored.parse(JSON.parse(text));
  return { ...rest, privateKey: createPrivateKey(privateKey) };
}

export function writeIdentity(folder: string, { privateKey, ...rest }: Identity): void {
  const text = JSON.stringify(
    { ...rest, privateKey: pem(privateKey) } satisfies z.infer<typeof Stored>,
    null,
    2,
  );
  writeSecret(folder, "identity.json", `${text}\n`);
}

/** The key of an enrolment that has not been answered: the same again, in case only the answer was lost. */
export function pendingKey(folder: string): KeyObject {
  const kept = readIfThere(join(folder, "enrolling.pem"));
  if (kept !== undefined) return createPrivateKey(kept);
  const key = newKey();
  writeSecret(folder, "enrolling.pem", pem(key));
  return key;
}

const pem = (key: KeyObject) => String(key.export({ type: "pkcs8", format: "pem" }));

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** On disk and readable for this user alone before it has its name. */
function writeSecret(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const file = openSync(`${path}.new`, "w", 0o600);
  chmodSync(`${path}.new`, 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
}
