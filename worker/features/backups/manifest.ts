import type { Keys } from "../../keys.ts";
import { bytesOf } from "./sealed-file.ts";

/** One file of a night. `at`: the moment of which its rows are, UTC ms. */
export type FileEntry = {
  key: string;
  /** Whose it is; empty = the platform's own rows. */
  providerId: string;
  sha256: string;
  bytes: number;
  rows: number;
  at: number;
};

/** What a night put into the store, signed by the root secret. */
export type Manifest = {
  backup: 1;
  night: string;
  beganAt: number;
  endedAt: number;
  /** Of the product. */
  version: string;
  /** The last migration of D1 and of a provider's database: it is loaded by a version that has the same. */
  schema: { platform: string; provider: number };
  /** Ids, no part of the secrets: nothing of the backup is worth anything without both. */
  rootSecret: string;
  nameSecret: string;
  files: FileEntry[];
  /** Providers whose object did not answer: they are not in it. */
  missing: string[];
};

/** A file of payments' objects, by its day; `objects`: how many. */
export type PaymentsFile = Pick<FileEntry, "key" | "sha256" | "bytes"> & { day: string; objects: number };

/** First line of a provider's file. */
export type ProviderHead = {
  backup: "provider";
  providerId: string;
  at: number;
  schema: number;
  rows: number;
  payments: PaymentsFile[];
};

export const manifestKey = (night: string): string => `${night}/manifest.json`;
export const providerKey = (night: string, providerId: string): string => `${night}/provider/${providerId}`;
export const platformKey = (night: string, piece: number): string =>
  `${night}/platform/${String(piece).padStart(4, "0")}`;
/** Payments' objects of one day of a provider, as they were in that night; later nights name it while nothing of the day changed. */
export const paymentsKey = (providerId: string, day: string, night: string): string =>
  `payments/${providerId}/${day}/${night}`;

export const nameSecretId = (keys: Pick<Keys, "tag">): string => keys.tag("backup", "name secret", 32);

export function signed(keys: Pick<Keys, "proof">, manifest: Manifest): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(manifest);
  return bytesOf(`${keys.proof("backup", text)}\n${text}\n`);
}

/** @throws where the platform's root secret did not sign it, or it is of another night */
export function readManifest(
  keys: Pick<Keys, "isProof">,
  night: string,
  file: Uint8Array<ArrayBuffer>,
): Manifest {
  const [proof = "", text = ""] = new TextDecoder().decode(file).split("\n");
  if (!keys.isProof("backup", text, proof))
    throw new Error(
      `The list of ${night} was not signed by this platform's root secret: it is forged, broken, or of another platform.`,
    );
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.night !== night) throw new Error(`The list under ${night} is of ${manifest.night}.`);
  return manifest;
}
