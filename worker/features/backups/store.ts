import { AwsClient } from "aws4fetch";
import type { Settings } from "../../env.ts";
import { askedFor } from "../../sleep.ts";
import { sha256Of } from "./sealed-file.ts";

// Any store that speaks S3. Files are put under names of their own and never changed: the platform's key needs no other right.

/** Where backups go, and to whom they are sealed. */
export type Store = {
  publicKey: string;
  /** @throws where it was not taken */
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
};

type Place = { url: string; region: string; keyId: string; secret: string };

const answerMs = 120_000;

/** Null where the platform has none. */
export function storeOf(settings: Settings, fetcher: typeof fetch): Store | null {
  const { BACKUP_URL: url, BACKUP_KEY_ID: keyId, BACKUP_SECRET: secret } = settings;
  const { BACKUP_REGION: region, BACKUP_PUBLIC_KEY: publicKey } = settings;
  if (!url || !keyId || !secret || !publicKey) return null;
  const place = { url, region, keyId, secret };
  return {
    publicKey,
    async put(key, bytes) {
      const answer = await ask(place, fetcher, key, { method: "PUT", body: bytes });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the store answers ${answer.status} to ${key}`);
    },
  };
}

/** What the store has there. @throws where it has nothing */
export async function readFile(
  place: Place,
  key: string,
  fetcher: typeof fetch,
): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await ask(place, fetcher, key, { method: "GET" });
  if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
  await answer.body?.cancel();
  throw new Error(`the store answers ${answer.status} to ${key}`);
}

async function ask(
  { url, region, keyId, secret }: Place,
  fetcher: typeof fetch,
  key: string,
  init: { method: string; body?: Uint8Array<ArrayBuffer> },
): Promise<Response> {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: "s3", region });
  // The body's digest is signed, too: what arrives is what was sent.
  const headers = new Headers();
  if (init.body) headers.set("x-amz-content-sha256", await sha256Of(init.body));
  const signed = await client.sign(`${url.replace(/\/$/, "")}/${key}`, { ...init, headers });
  return askedFor(answerMs, (signal) => fetcher(signed, { signal }));
}
