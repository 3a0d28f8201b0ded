import type { AccessKind } from "#contract/bridge-requests";
import { say, type Text } from "#contract/texts";
import { readUserComment } from "../marks.ts";
import type { Router, RouterRow } from "../router.ts";
import { printFlag } from "../router-values.ts";
import { removeSessions } from "./end.ts";
import {
  bindingName,
  bindingPath,
  connectionPath,
  cut,
  hostPath,
  isOwnPass,
  type SiteAccess,
  secretPath,
} from "./read-access.ts";
import { activePath, userPath } from "./read-device.ts";

export type AccessToEnd = { what: AccessKind; id: string; name: string };
type Said = { ok: boolean; message: Text };

const refused = (key: "access_gone" | "access_is_paid" | "access_is_own"): Said => ({
  ok: false,
  message: say(key),
});

/**
 * Ends one way in, as a person asked. The row must still be what was shown; what a purchase pays for and the provider's own devices are
 * left alone. @throws RouterFault
 */
export async function endAccess(router: Router, site: SiteAccess, asked: AccessToEnd): Promise<Said> {
  const refusal = await ways[asked.what](router, site, asked);
  return refusal ? refused(refusal) : { ok: true, message: say("access_ended", { name: asked.name }) };
}

type Refusal = Parameters<typeof refused>[0];
type Way = (router: Router, site: SiteAccess, asked: AccessToEnd) => Promise<Refusal | null>;

const ways: Record<AccessKind, Way> = { binding, user, secret, session, connection };

async function rowOf(
  router: Router,
  path: string,
  { id, name }: AccessToEnd,
  fields: readonly string[],
  nameOf: (row: RouterRow) => string | undefined,
): Promise<RouterRow | undefined> {
  const rows = await router.print(path, { ".id": id }, [".id", ...fields]);
  return rows.find((row) => row[".id"] === id && cut(nameOf(row)) === name);
}

async function binding(router: Router, site: SiteAccess, asked: AccessToEnd): Promise<Refusal | null> {
  const fields = ["mac-address", "address", "comment", "type"];
  const row = await rowOf(router, bindingPath, asked, fields, bindingName);
  if (!row) return "access_gone";
  const mac = row["mac-address"] ?? "";
  // Without the pass of its own address the bridge would cut itself off. It may have another comment than ours.
  const isTowardsUs = site.ownAddress !== "" && row.address === site.ownAddress;
  if (isTowardsUs || isOwnPass(row, site)) return "access_is_own";
  await router.remove(bindingPath, asked.id);
  // A host keeps what it was let through or kept out by until it is found anew, with its next packet.
  const query: Record<string, string> = mac ? { "mac-address": mac } : { address: row.address ?? "" };
  if (row.type !== "blocked") query.bypassed = "true";
  for (const host of await router.print(hostPath, query, [".id"]))
    if (host[".id"]) await router.remove(hostPath, host[".id"]);
  return null;
}

async function user(router: Router, _site: SiteAccess, asked: AccessToEnd): Promise<Refusal | null> {
  const row = await rowOf(router, userPath, asked, ["name", "comment"], ({ name }) => name);
  if (!row) return "access_gone";
  if (readUserComment(row.comment)) return "access_is_paid";
  await router.set(userPath, asked.id, { disabled: printFlag(true) });
  await removeSessions(router, row.name ?? "");
  return null;
}

async function secret(router: Router, _site: SiteAccess, asked: AccessToEnd): Promise<Refusal | null> {
  const row = await rowOf(router, secretPath, asked, ["name"], ({ name }) => name);
  if (!row) return "access_gone";
  await router.set(secretPath, asked.id, { disabled: printFlag(true) });
  for (const dialled of await router.print(connectionPath, { name: row.name ?? "" }, [".id"]))
    if (dialled[".id"]) await router.remove(connectionPath, dialled[".id"]);
  return null;
}

async function session(router: Router, site: SiteAccess, asked: AccessToEnd): Promise<Refusal | null> {
  const row = await rowOf(router, activePath, asked, ["user", "mac-address"], (one) => one["mac-address"]);
  if (!row) return "access_gone";
  const name = row.user ?? "";
  const users = await router.print(userPath, { name }, [".id", "comment"]);
  const own = users.flatMap((one) => {
    const mark = readUserComment(one.comment);
    return mark && one[".id"] ? [{ id: one[".id"], entitlementId: mark.entitlementId }] : [];
  });
  if (own.some(({ entitlementId }) => site.isServed(entitlementId, asked.name))) {
    // A purchase is for one device: of two that use its address one may go, and neither the user nor the other.
    const beside = await router.print(activePath, { "mac-address": asked.name }, [".id"]);
    if (beside.length < 2) return "access_is_paid";
    await router.remove(activePath, asked.id);
    return null;
  }
  // A user of ours that outlived its purchase would bring the session back.
  for (const { id } of own) await router.set(userPath, id, { disabled: printFlag(true) });
  if (own.length > 0 || users.length === 0) await removeSessions(router, name);
  else await router.remove(activePath, asked.id);
  return null;
}

async function connection(router: Router, _site: SiteAccess, asked: AccessToEnd): Promise<Refusal | null> {
  const row = await rowOf(router, connectionPath, asked, ["name"], ({ name }) => name);
  if (!row) return "access_gone";
  await router.remove(connectionPath, asked.id);
  return null;
}
