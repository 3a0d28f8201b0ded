import { applyD1Migrations, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

import { loadBackup } from "#contract/backups";
import { platformBooks } from "#contract/values/platform-books";
import type { Settings } from "#worker/env";
import { sweepBackups } from "#worker/features/backups/index";
import { askAgain, type Source, type Target } from "#worker/features/backups/read-backup";
import { sha256 } from "#worker/keys";
import { S3Simulator } from "../../simulators/s3/s3-simulator.ts";
import { forgetCaches } from "../../support/forget-caches.ts";
import { emptyUsedObjects } from "../../support/used-objects.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { rowsEmptied } from "../../support/written-rows.ts";

// A platform with a store for its backups, and an account that is lost.

export const storeHost = "store.test";
const worker = { id: "writer", secret: "secret of the writer" };

/** @param url below which the files are put, and by whose key */
export async function backupWorld(
  store = new S3Simulator({ bucket: "backups", region: "auto", keys: [{ ...worker, may: ["PUT"] }] }),
) {
  const oaep = {
    name: "RSA-OAEP",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: "SHA-256",
  };
  const pair = (await crypto.subtle.generateKey(oaep, true, ["encrypt", "decrypt"])) as CryptoKeyPair;
  const exported = async (form: "spki" | "pkcs8", key: CryptoKey) =>
    new Uint8Array((await crypto.subtle.exportKey(form, key)) as ArrayBuffer);
  const privateKey = await exported("pkcs8", pair.privateKey);
  const set = {
    BACKUP_URL: `https://${storeHost}/backups`,
    BACKUP_REGION: "auto",
    BACKUP_KEY_ID: worker.id,
    BACKUP_SECRET: worker.secret,
    BACKUP_PUBLIC_KEY: Buffer.from(await exported("spki", pair.publicKey)).toString("base64"),
  };
  /** The runtime reads them once, for the entry and for objects. */
  async function setUp(providerIds: readonly string[]): Promise<void> {
    Object.assign(testContext().settings, set);
    for (const id of [platformBooks, ...providerIds])
      await runInDurableObject(env.PROVIDER.getByName(id), (object) => {
        Object.assign((object as unknown as { context: { settings: Settings } }).context.settings, set);
      });
  }
  const token = "ab".repeat(32);
  const source = (night: string): Source => ({
    night,
    privateKey,
    keys: testContext().keys,
    async read(key) {
      const file = store.files.get(key);
      if (!file) throw new Error(`the store has no ${key}`);
      return file;
    },
  });
  const target: Target = {
    // As the command does it (deploy/backup.ts): a busy machine leaves a step of many providers without an answer.
    ask: (step) =>
      askAgain(step, async () => {
        const answer = await call(
          loadBackup,
          { body: step },
          { host: hostOf(), origin: null, headers: { authorization: `Bearer ${token}` } },
        );
        return answer.ok ? answer.answer : `${answer.status} ${answer.text}`;
      }),
    say: () => {},
  };
  return {
    store,
    setUp,
    source,
    target,
    /** This night's, as the cron takes it. @returns its name */
    async backUp(): Promise<string> {
      await env.DB.prepare("DELETE FROM sweep_progress WHERE name = 'backup'").run();
      const { results } = await env.DB.prepare("SELECT id FROM providers").all<{ id: string }>();
      for (let minute = 0; minute < 60; minute += 1) {
        // An object that was unloaded meanwhile reads its settings anew.
        await setUp(results.map(({ id }) => id));
        await sweepBackups(testContext());
        const row = await env.DB.prepare(
          "SELECT value FROM sweep_progress WHERE name = 'backup'",
        ).first<string>("value");
        const { night, step } = JSON.parse(row ?? "{}") as { night: string; step: string };
        if (step === "done") return night;
      }
      throw new Error("the backup does not end");
    },
    /** Nothing is left of it: a new one of the same secrets, deployed and empty. */
    async loseTheAccount(): Promise<void> {
      await emptyUsedObjects();
      rowsEmptied();
      await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
      forgetCaches();
      await this.allow();
    },
    /** As the command does that loads. */
    async allow(): Promise<void> {
      await env.DB.prepare(
        "INSERT OR REPLACE INTO sweep_progress (name, value, updated_at) VALUES ('deployment-token', ?1, 0)",
      )
        .bind(JSON.stringify({ sha256: sha256(token), until: Number.MAX_SAFE_INTEGER }))
        .run();
    },
    withStore: (others: Map<string, (request: Request) => Promise<Response>>) =>
      others.set(storeHost, (request) => store.fetch(request)),
  };
}
export type BackupWorld = Awaited<ReturnType<typeof backupWorld>>;
