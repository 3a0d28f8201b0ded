import * as calls from "../../contract/sessions.ts";
import { type App, route } from "../../http/route.ts";
import { only } from "../../http/session.ts";
import { confirmPassword, endOwnSession, endOwnSessions, ownSessions } from "./own-sessions.ts";
import { forgetCookie } from "./session.ts";

const done = { success: true as const };

/** One's own sessions, in both consoles. */
export function mountSessions(app: App): void {
  for (const confirm of [calls.confirmAdminPassword, calls.confirmPlatformPassword])
    route(app, confirm, async ({ ctx, caller, body }) => {
      await confirmPassword(ctx, only(caller, "provider", "platform"), body.currentPassword);
      return done;
    });
  for (const list of [calls.listAdminSessions, calls.listPlatformSessions])
    route(app, list, async ({ ctx, caller }) => ownSessions(ctx, only(caller, "provider", "platform")));
  for (const end of [calls.endAdminSession, calls.endPlatformSession])
    route(app, end, async ({ ctx, caller, params }) => {
      await endOwnSession(ctx, only(caller, "provider", "platform"), params.id);
      return done;
    });
  for (const end of [calls.endAdminSessions, calls.endPlatformSessions])
    route(app, end, async ({ ctx, caller, headers }) => {
      const who = only(caller, "provider", "platform");
      await endOwnSessions(ctx, who);
      headers.append("set-cookie", forgetCookie(who.kind));
      return done;
    });
}
