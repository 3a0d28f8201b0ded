import { spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./site/processes.ts";

/** The site's tests run what is deployed: client and worker, built by Vite, and the bridge signed by a key that is thrown away. */
export async function buildSite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "signing-"));
  const key = join(folder, "key.pem");
  writeFileSync(key, generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }));
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const build = spawn(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: root,
    stdio: "inherit",
    // Under a test runner NODE_ENV says test, and React would be built for development.
    env: { ...process.env, NODE_ENV: "production", BRIDGE_SIGNING_KEY: key },
  });
  const [code] = await once(build, "exit");
  rmSync(folder, { recursive: true });
  if (code !== 0) throw new Error("the build failed");
}

/** Once for all projects of one run that need it. */
export default async function setup(): Promise<void> {
  if (!process.env.SITE_IS_BUILT) await buildSite();
}
