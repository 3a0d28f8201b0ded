import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get as httpGet } from "node:http";
import { get as httpsGet } from "node:https";
import { join } from "node:path";
import { bridgeRelease, type Release, SignedRelease } from "#contract/bridge-release";
import { lookupLoopback } from "../loopback.ts";
import { parseJson } from "../parse-json.ts";
import { failurePath, installedRelease, mayWrite } from "./installed.ts";
import { acceptRelease, UpdateRefused } from "./release.ts";

const largestFile = 8_000_000;

/**
 * Replaces the installed version by the server's, if it is signed by a key that the installed one knows. The signed installer does it:
 * where the new one does not become healthy, the one before comes back. @returns what to tell; undefined where the installer told it
 * @throws UpdateRefused
 */
export async function update(server: string, folder: string): Promise<string | undefined> {
  const installed = installedRelease(folder);
  if (!installed)
    throw new UpdateRefused(
      `Nobody signed the version here, so this machine knows no key. Update it by: curl -fsS ${server}/bridge/install | sudo sh`,
    );
  if (!mayWrite(folder)) throw new UpdateRefused("This needs root: sudo mlango-bridge update");
  const failure = failurePath(folder);
  rmSync(failure, { force: true });
  try {
    return await replace(server, folder, installed);
  } catch (error) {
    // The bridge that goes on reads it, and tells the server.
    writeFileSync(failure, `${error instanceof Error ? error.message : String(error)}\n`, { mode: 0o644 });
    throw error;
  }
}

async function replace(
  server: string,
  folder: string,
  installed: SignedRelease,
): Promise<string | undefined> {
  const answer = SignedRelease.safeParse(parseJson((await fetched(server, bridgeRelease.path)).toString()));
  if (!answer.success) throw new UpdateRefused(`${server} offers no signed version. Nothing was changed.`);
  const release = acceptRelease(answer.data, installed);
  if (answer.data.text === installed.text) return `Version ${release.version} is the newest there is.`;
  const work = mkdtempSync(join(folder, ".update-"));
  try {
    await keep(server, release.bundle, join(work, "mlango-bridge.mjs"));
    await keep(server, release.installer, join(work, "install.sh"));
    writeFileSync(join(work, "release.json"), JSON.stringify(answer.data));
    await install(server, release, work);
    return undefined;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function keep(server: string, { address, sha256 }: Release["bundle"], path: string): Promise<void> {
  const bytes = await fetched(server, address);
  if (createHash("sha256").update(bytes).digest("hex") !== sha256)
    throw new UpdateRefused(
      `${address} is not what was signed: it came damaged, or somebody changed it. Nothing was changed here.`,
    );
  writeFileSync(path, bytes);
}

/** The installer reads its settings from the environment, and the files from the folder. */
async function install(server: string, release: Release, work: string): Promise<void> {
  const settings = { origin: server, version: release.version, sum: release.bundle.sha256, files: work };
  const shell = spawn("/bin/sh", [join(work, "install.sh")], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "inherit", "pipe"],
  });
  let said = "";
  shell.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    said = (said + chunk).slice(-1_000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    shell.once("error", reject);
    shell.once("close", resolve);
  });
  if (code !== 0) throw new UpdateRefused(said.trim() || "The update did not succeed.");
}

/** Not `fetch`: it cannot be told how to resolve names. */
function fetched(server: string, path: string): Promise<Buffer> {
  const url = new URL(path, server);
  return new Promise((resolve, reject) => {
    const failed = (why: string) => reject(new UpdateRefused(`${url.href} cannot be fetched (${why}).`));
    const call = (url.protocol === "http:" ? httpGet : httpsGet)(
      url.href,
      { lookup: lookupLoopback, timeout: 60_000 },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > largestFile) call.destroy(new Error("it is too large"));
          else chunks.push(chunk);
        });
        response.on("error", ({ message }) => failed(message));
        response.on("end", () =>
          response.statusCode === 200
            ? resolve(Buffer.concat(chunks))
            : failed(`answer ${response.statusCode}`),
        );
      },
    );
    call.on("timeout", () => call.destroy(new Error("no answer within a minute")));
    call.on("error", ({ message }) => failed(message));
  });
}
