import { signedRelease } from "virtual:client-scripts";
import { version } from "../../../../package.json";
import { isNewer } from "../../../contract/values/newer-version.ts";

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

/** A bridge's version, and the line that updates it where this server has a newer one; enrolled it stays. */
export function bridgeProgram(
  origin: string,
  running: string | null,
): { version: string | null; updateCommand: string | null } {
  const isOld = running !== null && isNewer(version, running);
  return { version: running, updateCommand: isOld ? updateCommand(origin) : null };
}
