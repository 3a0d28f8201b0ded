import * as calls from "../../contract/sessions.ts";
import { refuse } from "../../errors.ts";
import { type App, route } from "../../http/route.ts";
import type { Caller } from "../../http/session.ts";
import { confirmPassword, endOwnSession, endOwnSessions, ownSessions } from "./own-sessions.ts";
import { forgetCookie } from "./session.ts";

const done = { success: true as const };

/** One's own sessions, in both consoles. */
export function mountSessions(app: App): void {
  for (const confirm of [calls.confirmAdminPassword, calls.confirmPlatformPassword])
    route(app, confirm, async ({ ctx, caller, body }) => {
      await confirmPassword(ctx, signedIn(caller), body.currentPassword);
      return done;
    });
  for (const list of [calls.listAdminSessions, calls.listPlatformSessions])
    route(app, list, async ({ ctx, caller }) => ownSessions(ctx, signedIn(caller)));
  for (const end of [calls.endAdminSession, calls.endPlatformSession])
    route(app, end, async ({ ctx, caller, params }) => {
      await endOwnSession(ctx, signedIn(caller), params.id);
      return done;
    });
  for (const end of [calls.endAdminSessions, calls.endPlatformSessions])
    route(app, end, async ({ ctx, caller, headers }) => {
      const who = signedIn(caller);
      await endOwnSessions(ctx, who);
      headers.append("set-cookie", forgetCookie(who.kind));
      return done;
    });
}

function signedIn(caller: Caller): Extract<Caller, { kind: "provider" | "platform" }> {
  if (caller.kind !== "provider" && caller.kind !== "platform")
    throw refuse("not_signed_in", "sign_in_first");
  return caller;
}
