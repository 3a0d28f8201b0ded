import { rootSecretIds, rootSecretMarker } from "../../worker/env.ts";
import type { Place } from "../place.ts";
import { Refused } from "../refused.ts";
import { askDatabase } from "./storage.ts";

/**
 * Secrets of the worker cannot be read; its database names the root secret by which it seals. An older copy of the settings'
 * file would replace that one, and nothing that was sealed since could be opened any more. @throws Refused
 */
export async function checkRootSecret(place: Place): Promise<void> {
  const { settings, forgottenRoot } = place;
  const ids = rootSecretIds(settings.values);
  // Without one in the file none is sent.
  if (ids.length === 0) return;
  const deployed = await deployedRoot(place);
  if (deployed === null || ids.includes(deployed) || deployed === forgottenRoot) return;
  throw new Refused(
    `The platform seals with the root secret ${deployed}, and ${settings.shownPath} has ${ids[0]}: it is older, or of another deployment. ` +
      "Nothing that is sealed could be opened any more: gateways' credentials, routers' passwords, second factors. " +
      `Put the newer file back. To replace the secret, put the deployed one into ROOT_SECRET_PREVIOUS. If ${deployed} is lost for good, say so: --forget-root-secret ${deployed}`,
  );
}

/** Written by the worker within a minute of its first version, or of another secret. */
async function deployedRoot(place: Place): Promise<string | null> {
  if ((await askDatabase(place, "SELECT 1 FROM sqlite_master WHERE name = 'sweep_progress'")).length === 0)
    return null;
  const [row] = await askDatabase(
    place,
    `SELECT json_extract(value, '$.version') AS version FROM sweep_progress WHERE name = '${rootSecretMarker}'`,
  );
  return typeof row?.version === "string" ? row.version : null;
}
