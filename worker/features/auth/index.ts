import type { Context } from "../../context.ts";
import { deleteEndedSessions } from "./store.ts";

export { createAdmin } from "./create-admin.ts";
export {
  adminName,
  checkCredentials,
  type FirstAdmin,
  firstAdmin,
  firstAdminStatement,
  isUsernameTaken,
  newPasswordStatements,
  signOutStatement,
} from "./provider-admins.ts";

/** For the minute cron: what no browser can use any more is not kept. */
export async function sweepSessions(ctx: Context): Promise<void> {
  await ctx.platform.run(deleteEndedSessions(ctx));
}
