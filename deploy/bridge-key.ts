import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./settings.ts";

const own = join(root, ".deploy", "bridge-signing.pem");
const last = join(root, ".deploy", "bridge-release.json");

/**
 * By which key the build signs the bridge. One is made for the first version; later it may lie where no other machine reaches it,
 * and is asked for when the bridge changed.
 */
export function bridgeSigning(): NodeJS.ProcessEnv {
  const key = process.env.BRIDGE_SIGNING_KEY || own;
  if (!existsSync(key) && !existsSync(last)) {
    const { privateKey } = generateKeyPairSync("ed25519");
    mkdirSync(dirname(key), { recursive: true, mode: 0o700 });
    writeFileSync(key, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
    console.log(
      `Made ${relative(process.cwd(), key)}, which signs the bridge: sites take no version without it. Keep two copies of it away from this machine.`,
    );
  }
  return { BRIDGE_SIGNING_KEY: key, BRIDGE_LAST_RELEASE: last };
}
