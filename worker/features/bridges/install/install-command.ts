import { signedRelease } from "virtual:client-scripts";
import type * as z from "zod";
import { version } from "../../../../package.json";
import type { BridgeProgram } from "../../../contract/bridges.ts";
import { isNewer } from "../../../contract/values/newer-version.ts";
import type { SiteNow } from "../../entitlements/index.ts";

/** For a shell of any Linux machine: installs the service, enrols and starts it; the script remembers the server. */
export function installCommand(origin: string, code: string): string {
  return `curl -fsS ${origin}/bridge/install | sudo sh -s -- ${code}`;
}

/** The same for a Debian machine that becomes a host of the platform: with the ends of routers' tunnels. @param number of the host */
export function hostCommand(origin: string, code: string, number: string): string {
  return `${installCommand(origin, code)} --host ${number}`;
}

/** An installed bridge takes what is signed by a key that it knows; where nothing is signed the server's own script updates it. */
const updateCommand = (origin: string) =>
  signedRelease ? "sudo mlango-bridge update" : `curl -fsS ${origin}/bridge/install | sudo sh`;

/** What runs at a bridge, and how a newer version comes there; enrolled it stays. */
export function bridgeProgram(origin: string, site: SiteNow | null): z.infer<typeof BridgeProgram> {
  const running = site?.version ?? null;
  const isOld = running !== null && isNewer(version, running);
  const { by = null, isUpdating = false, failure = null } = site?.update ?? {};
  return {
    version: running,
    isOld,
    updateCommand: isOld && by !== "image" ? updateCommand(origin) : null,
    updatedBy: by,
    isUpdating,
    updateFailure: failure,
  };
}
