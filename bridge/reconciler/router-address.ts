import type { RouterAssignment } from "#contract/bridge";
import type { Journal } from "../journal.ts";
import type { RouterAddress } from "../router.ts";

/** 8729 is RouterOS's port for TLS. Its certificate is self-signed: the one of the first visit is kept, and no other taken. */
export function addressOf(
  { host, port, username, password, routerId }: RouterAssignment,
  journal: Journal,
): RouterAddress {
  const { fingerprint } = journal.routers.seen(routerId);
  const tls = fingerprint === undefined ? {} : { pinnedFingerprint: fingerprint };
  return { host, port, username, password, tls: port === 8729 ? tls : (false as const) };
}
