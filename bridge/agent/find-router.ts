import type { FromBridge } from "#contract/bridge";
import type { BridgeRequest } from "#contract/bridge-requests";
import { say, type Text } from "#contract/texts";
import { test } from "../commands/test.ts";
import { textOf } from "../reconciler/contact.ts";
import { type openRouter, RouterFault } from "../router.ts";

type Said = Omit<Extract<FromBridge, { type: "answer" }>, "type" | "id">;
type FindRequest = Extract<BridgeRequest, { kind: "find_router" }>;

/** A router in a network of this machine answers at once; the whole search is over before the worker's patience is. */
const connectTimeoutMs = 2_500;
const mostHosts = 3;

/** By a password that one router alone has. @param near those of its addresses that are in networks of this machine. Never rejects */
export async function findRouter(
  open: typeof openRouter,
  { hosts, port, username, passwords }: FindRequest,
  near: readonly string[],
): Promise<Said> {
  let message: Text = say("router_in_no_network", { hosts: hosts.slice(0, 5).join(", ") });
  for (const host of near.slice(0, mostHosts)) {
    for (const [password, text] of passwords.entries()) {
      const tls = port === 8729 ? {} : (false as const);
      const router = open({ host, port, username, password: text, tls }, { connectTimeoutMs });
      try {
        await test(router);
        return { ok: true, message: say("router_found_at", { host }), result: { host, password } };
      } catch (error) {
        if (!(error instanceof RouterFault)) throw error;
        message = say("router_not_found_at", { host, why: textOf(error) });
        if (error.kind !== "refused-login") break;
      } finally {
        await router.close();
      }
    }
  }
  return { ok: false, message };
}
