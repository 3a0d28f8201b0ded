import type { Context } from "../../context.ts";
import { deleteEndedSessions } from "./store.ts";

export { adminNameStatement, deliverAdmins, isFree, isUsernameTaken } from "./admin-names.ts";
export { countSignUp, countSignUpCode, countSubdomainCheck } from "./log-in-limits.ts";
export { hashPassword } from "./password.ts";
export {
  checkCredentials,
  firstAdminName,
  firstAdminStatement,
  setPassword,
  signOutAdmins,
} from "./provider-admins.ts";
export { type FirstAdmin, firstAdmin } from "./provider-store.ts";
export { giveWayStatements, squatterOf } from "./squatted-names.ts";
export { operatorName } from "./store.ts";
export { usernameKeyOf } from "./username.ts";

/** For the minute cron: what no browser can use any more is not kept. */
export async function sweepSessions(ctx: Context): Promise<void> {
  await ctx.platform.run(deleteEndedSessions(ctx));
}
