import type { Context } from "../../context.ts";
import type { Caller } from "../../http/session.ts";
import { actorOf, recordStatement } from "../audit/index.ts";
import { revokeWithActing } from "./store.ts";

/** Ends this one session, and what a super admin opened from it; the same person's other browsers stay signed in. */
export async function logOut(
  ctx: Context,
  caller: Extract<Caller, { kind: "provider" | "platform" }>,
): Promise<void> {
  await ctx.platform.batch([
    revokeWithActing(ctx, { adminId: caller.adminId, tokenHash: caller.session.tokenHash }),
    recordStatement(ctx, {
      ...actorOf(caller),
      action: "admin.log_out",
      subject: caller.adminId,
      detail: { host: caller.session.host },
    }),
  ]);
}
