import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./site/processes.ts";

/** The site's tests run what is deployed: client and worker, built by Vite, and the bridge signed by a key that is thrown away. */
export default function setup(): void {
  const folder = mkdtempSync(join(tmpdir(), "signing-"));
  const key = join(folder, "key.pem");
  writeFileSync(key, generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }));
  const built = spawnSync(
    process.execPath,
    [join(root, "node_modules", "vite", "bin", "vite.js"), "build", "--logLevel", "warn"],
    {
      cwd: root,
      stdio: "inherit",
      // Under a test runner NODE_ENV says test, and React would be built for development.
      env: { ...process.env, NODE_ENV: "production", BRIDGE_SIGNING_KEY: key },
    },
  );
  rmSync(folder, { recursive: true });
  if (built.status !== 0) throw new Error("the build failed");
}
