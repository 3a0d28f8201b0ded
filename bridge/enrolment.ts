import { rmSync } from "node:fs";
import { request as httpRequest, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { join } from "node:path";
import * as z from "zod";
import { enrolBridge } from "#contract/bridges";
import { type Identity, pendingKey, publicKeyOf, readIdentity, writeIdentity } from "./identity.ts";
import { lookupLoopback } from "./loopback.ts";
import { parseJson } from "./parse-json.ts";

/** Enrolment did not happen; the message is for the person at the keyboard. */
export class EnrolmentFailed extends Error {
  override readonly name = "EnrolmentFailed";
}

const Refusal = z.object({ message: z.string() });

/** Exchanges the console's code for an identity, kept in the folder; `replace` gives up the one there. @throws EnrolmentFailed */
export async function enrol(
  code: string,
  options: { folder: string; server: string; replace?: boolean },
): Promise<Identity> {
  const { folder, server } = options;
  const known = readIdentity(folder);
  if (known && !options.replace) {
    const hint = "Use --replace to enrol it anew.";
    throw new EnrolmentFailed(
      `This bridge is enrolled already, as "${known.name}" at ${known.server}. ${hint}`,
    );
  }
  const privateKey = pendingKey(folder);
  const body = JSON.stringify({ code: code.trim(), publicKey: publicKeyOf(privateKey) });
  const answer = await post(new URL(enrolBridge.path, server), body);
  if (answer.status < 200 || answer.status > 299) {
    const refusal = Refusal.safeParse(parseJson(answer.text));
    const why = refusal.success ? refusal.data.message : `it answered ${answer.status}`;
    throw new EnrolmentFailed(`${server} did not enrol this bridge: ${why}`);
  }
  const given = enrolBridge.answer.safeParse(parseJson(answer.text));
  if (!given.success) throw new EnrolmentFailed(`${server} answered something that is no enrolment.`);
  if (known)
    for (const rest of ["", "-wal", "-shm"]) rmSync(join(folder, `journal.sqlite${rest}`), { force: true });
  const identity: Identity = { ...given.data, server, privateKey };
  writeIdentity(folder, identity);
  rmSync(join(folder, "enrolling.pem"), { force: true });
  return identity;
}

/** Not `fetch`: it cannot be told how to resolve names. */
function post(url: URL, body: string): Promise<{ status: number; text: string }> {
  const options: RequestOptions = {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
    lookup: lookupLoopback,
    timeout: 20_000,
  };
  return new Promise((resolve, reject) => {
    const call = (url.protocol === "http:" ? httpRequest : httpsRequest)(url.href, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", failed);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    const failed = (error: Error) =>
      reject(new EnrolmentFailed(`${url.origin} cannot be reached (${error.message}).`, { cause: error }));
    call.on("timeout", () => call.destroy(new Error("no answer within 20 s")));
    call.on("error", failed);
    call.end(body);
  });
}
