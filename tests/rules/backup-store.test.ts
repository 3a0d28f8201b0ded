import { createDecipheriv, generateKeyPairSync, privateDecrypt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openFile, sealFile } from "#worker/features/backups/sealed-file";
import { readFile, storeOf } from "#worker/features/backups/store";
import { S3Simulator } from "../simulators/s3/s3-simulator.ts";

// What a backup's file is made of, opened by other code than ours, and what a store takes.

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const spki = publicKey.export({ type: "spki", format: "der" }).toString("base64");
const pkcs8 = new Uint8Array(privateKey.export({ type: "pkcs8", format: "der" }));
const bytesOf = (text: string) => new Uint8Array(gzipSync(text));
const name = "2026-11-29/provider/a";

test("a file opens by Node's own cryptography, as docs/reference/backup.md says", async () => {
  const file = Buffer.from(await sealFile(spki, name, bytesOf("one\ntwo\n")));
  const head = file.subarray(0, file.indexOf(10) + 1);
  const [form, wrapped = ""] = head.toString().trim().split(" ");
  expect(form).toBe("mlango-backup-1");
  const key = privateDecrypt({ key: privateKey, oaepHash: "sha256" }, Buffer.from(wrapped, "base64"));
  const rest = file.subarray(head.length);
  const cipher = createDecipheriv("aes-256-gcm", key, rest.subarray(0, 12));
  cipher.setAAD(Buffer.concat([head, Buffer.from(name)]));
  cipher.setAuthTag(rest.subarray(-16));
  const plain = Buffer.concat([cipher.update(rest.subarray(12, -16)), cipher.final()]);
  expect(gunzipSync(plain).toString()).toBe("one\ntwo\n");
});

test("one that is broken, cut off, of another name or sealed to another key is refused", async () => {
  const file = await sealFile(spki, name, bytesOf("one\n"));
  expect(gunzipSync(await openFile(pkcs8, name, file)).toString()).toBe("one\n");
  for (let place = 0; place < file.length; place += 7) {
    const broken = file.slice();
    broken[place] = (broken[place] ?? 0) ^ 1;
    await expect(openFile(pkcs8, name, broken), `byte ${place}`).rejects.toThrow(name);
  }
  await expect(openFile(pkcs8, name, file.slice(0, -1))).rejects.toThrow("is broken");
  await expect(openFile(pkcs8, "2026-11-29/provider/b", file)).rejects.toThrow("is broken, or another file");
  const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const others = new Uint8Array(other.export({ type: "pkcs8", format: "der" }));
  await expect(openFile(others, name, file)).rejects.toThrow("sealed to another key");
});

test("the simulated store knows Amazon's own example of a signature", async () => {
  // "Authenticating Requests: Using the Authorization Header", GET Object.
  const store = new S3Simulator({
    bucket: "test.txt",
    region: "us-east-1",
    keys: [{ id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", may: ["GET"] }],
    now: () => Date.UTC(2013, 4, 24),
  });
  const ask = (signature: string) =>
    store.fetch(
      new Request("https://examplebucket.s3.amazonaws.com/test.txt", {
        headers: {
          authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=${signature}`,
          range: "bytes=0-9",
          "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
          "x-amz-date": "20130524T000000Z",
        },
      }),
    );
  expect((await ask("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")).status).toBe(404);
  expect((await ask("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb42")).status).toBe(403);
});

test("files go over a socket as they are, and by the right key alone", async () => {
  const keys = [
    { id: "writer", secret: "w", may: ["PUT"] },
    { id: "reader", secret: "r", may: ["GET"] },
  ] as const;
  const store = new S3Simulator({ bucket: "backups", region: "eu-1", keys });
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const url = `http://${request.headers.host}${request.url}`;
    const headers = new Headers(request.headers as Record<string, string>);
    const body = request.method === "PUT" ? Buffer.concat(parts) : null;
    const answer = await store.fetch(new Request(url, { method: request.method ?? "GET", headers, body }));
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/backups`;
    const put = (over: object) => {
      const set = { BACKUP_URL: url, BACKUP_REGION: "eu-1", BACKUP_KEY_ID: "writer", BACKUP_SECRET: "w" };
      const settings = { ...set, BACKUP_PUBLIC_KEY: spki, ...over } as Parameters<typeof storeOf>[0];
      return storeOf(settings, fetch)?.put(name, bytesOf("one"));
    };
    const place = { url, region: "eu-1", keyId: "reader", secret: "r" };
    await put({});
    expect(await readFile(place, name, fetch)).toEqual(bytesOf("one"));
    await expect(put({ BACKUP_SECRET: "wrong" })).rejects.toThrow("403");
    await expect(put({ BACKUP_KEY_ID: "reader", BACKUP_SECRET: "r" })).rejects.toThrow("403");
    await expect(put({ BACKUP_REGION: "us-1" })).rejects.toThrow("403");
    await expect(readFile({ ...place, keyId: "writer", secret: "w" }, name, fetch)).rejects.toThrow("403");
    await expect(readFile(place, "nothing", fetch)).rejects.toThrow("404");
    expect(store.refused).toEqual([
      "SignatureDoesNotMatch",
      "AccessDenied",
      "AuthorizationHeaderMalformed",
      "AccessDenied",
    ]);
  } finally {
    server.close();
  }
});
