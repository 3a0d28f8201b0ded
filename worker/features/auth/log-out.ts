import type { Context } from "../../context.ts";
import type { Caller } from "../../http/session.ts";
import { actorOf, recordStatement } from "../audit/index.ts";
import { revokeSession } from "./store.ts";

/** Ends this one session; the same person's other browsers stay signed in. */
export async function logOut(
  ctx: Context,
  caller: Extract<Caller, { kind: "provider" | "platform" }>,
): Promise<void> {
  await ctx.platform.batch([
    revokeSession(ctx, caller.session.tokenHash),
    recordStatement(ctx, {
      ...actorOf(caller),
      action: "admin.log_out",
      subject: caller.adminId,
      detail: { host: caller.session.host },
    }),
  ]);
}
