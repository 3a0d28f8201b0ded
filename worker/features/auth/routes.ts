import * as auth from "../../contract/auth.ts";
import { createHandoff as createHandoffCall, enterByHandoff as enterCall } from "../../contract/handoff.ts";
import { getProfile, updateProfile } from "../../contract/profile.ts";
import { refuse } from "../../errors.ts";
import { networkOf } from "../../http/network.ts";
import { type App, type Call, route } from "../../http/route.ts";
import { cookies, only, readCookie } from "../../http/session.ts";
import { mountAdmins } from "./admin-routes.ts";
import { enterByHandoff } from "./enter-by-handoff.ts";
import { createHandoff } from "./handoff.ts";
import { knownBrowser } from "./known-browser.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import * as profile from "./profile.ts";
import { mountSecondFactor } from "./second-factor-routes.ts";
import { forgetCookie } from "./session.ts";
import { mountSessions } from "./session-routes.ts";

export function mountAuth(app: App): void {
  mountSecondFactor(app);
  mountSessions(app);
  mountAdmins(app);
  route(app, auth.adminLogIn, async (call) => {
    const admin = await enter(call, "provider");
    return { ...admin, providerId: admin.providerId ?? "", actingAs: null };
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
      held: {
        provider: readCookie(request, cookies.provider),
        platform: readCookie(request, cookies.platform),
      },
    });
    headers.append("set-cookie", setCookie);
    return admin;
  });
  route(app, getProfile, async ({ caller, params }) =>
    profile.ownProfile(only(caller, "provider"), params.id),
  );
  route(app, updateProfile, async ({ ctx, caller, params, body }) =>
    profile.updateProfile(ctx, only(caller, "provider"), { id: params.id, input: body }),
  );
  route(app, auth.platformLogIn, async (call) => {
    if (!call.tenant.isMainHost) throw refuse("not_found", "nothing_here");
    const { providerId: _none, ...admin } = await enter(call, "platform");
    return admin;
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
    code: "code" in body ? body.code : undefined,
    tenant,
    host: url.host,
    network: networkOf(request),
    userAgent: request.headers.get("user-agent"),
    browserOf: (adminId) => knownBrowser(ctx, request, { audience, adminId }),
    heldToken: readCookie(request, cookies[audience]),
  });
  for (const cookie of setCookies) headers.append("set-cookie", cookie);
  const { id, username, name, email, role, providerId } = admin;
  return { id, username, name, email, role, providerId };
}

async function leave(
  { ctx, caller, headers }: Call<typeof auth.adminLogOut | typeof auth.platformLogOut>,
  audience: "provider" | "platform",
): Promise<{ success: true }> {
  await logOut(ctx, only(caller, audience));
  headers.append("set-cookie", forgetCookie(audience));
  return { success: true };
}
