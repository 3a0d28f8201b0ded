import type { Context } from "../../context.ts";
import * as admins from "../../contract/admins.ts";
import * as auth from "../../contract/auth.ts";
import { createHandoff as createHandoffCall, enterByHandoff as enterCall } from "../../contract/handoff.ts";
import * as invitations from "../../contract/invitations.ts";
import { getProfile, updateProfile } from "../../contract/profile.ts";
import * as factors from "../../contract/second-factor.ts";
import * as sessions from "../../contract/sessions.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { cookies, heldSession, readCookie } from "../../http/cookies.ts";
import { networkOf } from "../../http/network.ts";
import { type App, type Call, route } from "../../http/route.ts";
import { type Caller, only } from "../../http/session.ts";
import { sha256 } from "../../keys.ts";
import { actorOf, record, recordStatement } from "../audit/index.ts";
import { acceptInvitation, readInvitation } from "./accept-invitation.ts";
import { disableAdmin, enableAdmin, endAdminsSecondFactor, listAdmins } from "./admins.ts";
import { enterByHandoff } from "./enter-by-handoff.ts";
import { createHandoff } from "./handoff.ts";
import { createInvitation, openInvitations, withdrawInvitation } from "./invitations.ts";
import { knownBrowser } from "./known-browser.ts";
import { logIn } from "./log-in.ts";
import { operatorRules, saveOperatorRules } from "./operator-rules.ts";
import { endSessionsOfOperator, sessionsOfOperator } from "./operator-sessions.ts";
import { changeOwnPassword, operatorOf } from "./own-password.ts";
import { confirmPassword, endOwnSession, endOwnSessions, ownSessions } from "./own-sessions.ts";
import { mountPeople } from "./people-routes.ts";
import * as profile from "./profile.ts";
import { revokeSessions } from "./provider-store.ts";
import * as factor from "./second-factor.ts";
import { forgetCookie } from "./session.ts";
import { revokeWithActing, type SignInFound } from "./store.ts";

export function mountAuth(app: App): void {
  mountSecondFactor(app);
  mountSessions(app);
  mountAdmins(app);
  mountInvitations(app);
  mountPeople(app);
  route(app, auth.adminLogIn, async (call) => {
    const admin = await enter(call, "provider");
    const { providerId, role } = admin;
    if (providerId === null) throw new Error("a super admin at a provider's log-in");
    return { ...named(admin), role, providerId, actingAs: null };
  });
  route(app, auth.adminLogOut, async (call) => leave(call, "provider"));
  route(app, auth.adminSession, async ({ caller }) => {
    const { session, adminId: id, providerId } = only(caller, "provider");
    return {
      id,
      username: session.username,
      name: session.name,
      email: session.email,
      role: session.role,
      providerId,
      actingAs: session.actingName,
    };
  });
  route(app, createHandoffCall, async ({ ctx, caller, params }) => {
    const { address, expiresAt } = await createHandoff(ctx, only(caller, "platform"), params.id);
    return { address, expiresAt: new Date(expiresAt).toISOString() };
  });
  route(app, enterCall, async ({ ctx, body, url, request, headers }) => {
    const { admin, setCookie } = await enterByHandoff(ctx, {
      code: body.code,
      host: url.host,
      network: networkOf(request),
      userAgent: request.headers.get("user-agent"),
      held: heldBy(request),
    });
    headers.append("set-cookie", setCookie);
    return admin;
  });
  route(app, getProfile, async ({ ctx, caller, params }) =>
    profile.ownProfile(ctx, only(caller, "provider"), params.id),
  );
  route(app, updateProfile, async ({ ctx, caller, params, body }) =>
    profile.updateProfile(ctx, only(caller, "provider"), { id: params.id, input: body }),
  );
  route(app, auth.platformLogIn, async (call) => {
    if (!call.tenant.isMainHost) throw refuse("not_found", "nothing_here");
    const admin = await enter(call, "platform");
    return { ...named(admin), role: admin.role };
  });
  route(app, auth.platformLogOut, async (call) => leave(call, "platform"));
  route(app, auth.platformSession, async ({ caller }) => {
    const { session, adminId: id } = only(caller, "platform");
    return { id, username: session.username, name: session.name, email: session.email, role: session.role };
  });
}

async function enter(
  { ctx, body, tenant, url, request, headers }: Call<typeof auth.adminLogIn | typeof auth.platformLogIn>,
  audience: "provider" | "platform",
) {
  const { admin, setCookies } = await logIn(ctx, {
    audience,
    username: body.username,
    password: body.password,
    code: body.code,
    tenant,
    host: url.host,
    network: networkOf(request),
    userAgent: request.headers.get("user-agent"),
    browserOf: (adminId) => knownBrowser(ctx, request, { audience, adminId }),
    held: heldBy(request),
  });
  for (const cookie of setCookies) headers.append("set-cookie", cookie);
  return admin;
}

const named = ({ id, username, name, email }: SignInFound) => ({ id, username, name, email });

function heldBy(request: Request) {
  const token = readCookie(request, cookies.platform);
  return { provider: heldSession(request), platform: token ? sha256(token) : undefined };
}

async function leave(
  { ctx, caller, headers }: Call<typeof auth.adminLogOut | typeof auth.platformLogOut>,
  audience: "provider" | "platform",
): Promise<{ success: true }> {
  await logOut(ctx, only(caller, audience));
  headers.append("set-cookie", forgetCookie(audience));
  return { success: true };
}

function mountAdmins(app: App): void {
  route(app, admins.listAdmins, async ({ ctx, caller, query }) =>
    listAdmins(ctx, only(caller, "platform"), query.providerId ?? null),
  );
  route(app, admins.disableAdmin, async ({ ctx, caller, params }) =>
    disableAdmin(ctx, only(caller, "platform"), params.id),
  );
  route(app, admins.enableAdmin, async ({ ctx, caller, params }) =>
    enableAdmin(ctx, only(caller, "platform"), params.id),
  );
  route(app, admins.endAdminsSecondFactor, async ({ ctx, caller, params }) =>
    endAdminsSecondFactor(ctx, only(caller, "platform"), params.id),
  );
  route(app, admins.getOperatorRules, async ({ ctx }) => operatorRules(ctx));
  route(app, admins.saveOperatorRules, async ({ ctx, caller, body }) =>
    saveOperatorRules(ctx, only(caller, "platform"), body),
  );
}

function mountInvitations(app: App): void {
  route(app, invitations.listInvitations, async ({ ctx }) => openInvitations(ctx));
  route(app, invitations.createInvitation, async ({ ctx, caller, body }) =>
    createInvitation(ctx, only(caller, "platform"), body),
  );
  route(app, invitations.withdrawInvitation, async ({ ctx, caller, params }) => {
    await withdrawInvitation(ctx, only(caller, "platform"), params.id);
    return done;
  });
  route(app, invitations.platformInvitation, async ({ ctx, tenant, body, request }) => {
    if (!tenant.isMainHost) throw refuse("not_found", "nothing_here");
    const network = networkOf(request);
    const { name, invitedBy, expiresAt } = await readInvitation(ctx, { ...body, network });
    return { name, invitedBy, expiresAt };
  });
  route(app, invitations.acceptPlatformInvitation, async ({ ctx, tenant, body, url, request, headers }) => {
    if (!tenant.isMainHost) throw refuse("not_found", "nothing_here");
    const { admin, setCookie } = await acceptInvitation(ctx, {
      ...body,
      network: networkOf(request),
      host: url.host,
      userAgent: request.headers.get("user-agent"),
      held: heldBy(request).platform,
    });
    headers.append("set-cookie", setCookie);
    return admin;
  });
}

function mountSecondFactor(app: App): void {
  route(app, factors.platformPassword, async ({ ctx, caller, body }) => {
    await changeOwnPassword(ctx, only(caller, "platform"), body);
    return { success: true as const };
  });
  for (const get of [factors.getSecondFactor, factors.getAdminSecondFactor])
    route(app, get, async ({ ctx, caller }) =>
      factor.secondFactorOf(ctx, only(caller, "provider", "platform")),
    );
  for (const begin of [factors.beginSecondFactor, factors.beginAdminSecondFactor])
    route(app, begin, async ({ ctx, caller, body }) =>
      factor.beginSecondFactor(ctx, only(caller, "provider", "platform"), body.currentPassword),
    );
  for (const confirm of [factors.confirmSecondFactor, factors.confirmAdminSecondFactor])
    route(app, confirm, async ({ ctx, caller, body }) =>
      factor.confirmSecondFactor(ctx, only(caller, "provider", "platform"), body.code),
    );
  for (const renew of [factors.renewRecoveryCodes, factors.renewAdminRecoveryCodes])
    route(app, renew, async ({ ctx, caller, body: { currentPassword, code } }) =>
      factor.renewRecoveryCodes(ctx, only(caller, "provider", "platform"), { currentPassword, code }),
    );
  for (const end of [factors.endSecondFactor, factors.endAdminSecondFactor])
    route(app, end, async ({ ctx, caller, body: { currentPassword, code } }) => {
      await factor.endSecondFactor(ctx, only(caller, "provider", "platform"), { currentPassword, code });
      return done;
    });
}

const done = { success: true as const };

function mountSessions(app: App): void {
  for (const confirm of [sessions.confirmAdminPassword, sessions.confirmPlatformPassword])
    route(app, confirm, async ({ ctx, caller, body }) => {
      await confirmPassword(ctx, only(caller, "provider", "platform"), body.currentPassword);
      return done;
    });
  for (const list of [sessions.listAdminSessions, sessions.listPlatformSessions])
    route(app, list, async ({ ctx, caller }) => ownSessions(ctx, only(caller, "provider", "platform")));
  for (const end of [sessions.endAdminSession, sessions.endPlatformSession])
    route(app, end, async ({ ctx, caller, params }) => {
      await endOwnSession(ctx, only(caller, "provider", "platform"), params.id);
      return done;
    });
  for (const end of [sessions.endAdminSessions, sessions.endPlatformSessions])
    route(app, end, async ({ ctx, caller, headers }) => {
      const who = only(caller, "provider", "platform");
      await endOwnSessions(ctx, who);
      headers.append("set-cookie", forgetCookie(who.kind));
      return done;
    });
  route(app, sessions.listSessionsOfOperator, async ({ ctx, caller, params }) =>
    sessionsOfOperator(ctx, only(caller, "platform"), params.id),
  );
  route(app, sessions.endSessionOfOperator, async ({ ctx, caller, params: { id, sessionId } }) => {
    await endSessionsOfOperator(ctx, only(caller, "platform"), { id, sessionId });
    return done;
  });
  route(app, sessions.endSessionsOfOperator, async ({ ctx, caller, params: { id } }) => {
    await endSessionsOfOperator(ctx, only(caller, "platform"), { id, sessionId: null });
    return done;
  });
}

/** Ends this one session, and what a super admin opened from it; the same person's other browsers stay signed in. */
async function logOut(
  ctx: Context,
  caller: Extract<Caller, { kind: "provider" | "platform" }>,
): Promise<void> {
  const { tokenHash, host } = caller.session;
  const isActing = caller.kind === "provider" && operatorOf(caller) !== null;
  const line = {
    ...actorOf(caller),
    action: isActing ? "handoff.leave" : "admin.log_out",
    subject: caller.adminId,
    detail: { host },
  } as const;
  if (caller.kind === "provider" && !isActing) {
    await ctx.tenant(caller.providerId).run(revokeSessions(ctx, sql`token_hash = ${tokenHash}`));
    await record(ctx, line);
  } else await ctx.platform.batch([revokeWithActing(ctx, tokenHash), recordStatement(ctx, line)]);
}
