import type { RouterAssignment } from "#contract/bridge";
import type { Journal } from "../journal.ts";
import { type Router, type RouterAddress, RouterFault } from "../router.ts";

/** Asks a router which box it is; one that once kept silent about it is not asked again: it would end the connection. */
export class RouterHardware {
  #isAsked = true;

  /** RouterOS licenses each box by an id (`software-id`; `system-id` on a CHR). Undefined where it may not be read. */
  async read(router: Router): Promise<string | undefined> {
    if (!this.#isAsked) return undefined;
    try {
      const [row] = await router.print("/system/license", {}, ["software-id", "system-id"]);
      return row?.["software-id"] || row?.["system-id"] || undefined;
    } catch (error) {
      if (!(error instanceof RouterFault)) throw error;
      if (error.kind === "trap") return undefined;
      if (error.kind === "timeout") this.#isAsked = false;
      throw error;
    }
  }
}

/** 8729 is RouterOS's port for TLS. Its certificate is self-signed: the one of the first visit is kept, and no other taken. */
export function addressOf(
  { host, port, username, password, routerId }: RouterAssignment,
  journal: Journal,
): RouterAddress {
  const { fingerprint } = journal.routers.seen(routerId);
  const tls = fingerprint === undefined ? {} : { pinnedFingerprint: fingerprint };
  return { host, port, username, password, tls: port === 8729 ? tls : (false as const) };
}
