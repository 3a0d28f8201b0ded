import * as tokenCalls from "../../contract/api-tokens.ts";
import * as forgotten from "../../contract/forgotten-password.ts";
import * as people from "../../contract/people.ts";
import { say } from "../../contract/texts.ts";
import { endWaysIn as endWaysInCall, listWaysIn } from "../../contract/ways-in.ts";
import { refuse } from "../../errors.ts";
import { heldSession } from "../../http/cookies.ts";
import { networkOf } from "../../http/network.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import type { Tenant } from "../../http/tenant.ts";
import { log } from "../../log.ts";
import { freeMinutes, giverOf } from "../rate-limits/index.ts";
import * as tokens from "./api-tokens.ts";
import * as passwords from "./forgotten-password.ts";
import { acceptPersonInvitation, readPersonInvitation } from "./join-people.ts";
import * as acts from "./people.ts";
import { peopleRules, savePeopleRules } from "./people-rules.ts";
import { invitePerson, openPersonInvitations, withdrawPersonInvitation } from "./person-invitations.ts";
import { endWaysIn, endWaysInAfterReset, waysIn } from "./ways-in.ts";

const done = { success: true as const };

export function mountPeople(app: App): void {
  mountInvitations(app);
  mountForgottenPassword(app);
  mountApiTokens(app);
  route(app, people.listPeople, ({ ctx, caller }) => acts.listPeople(ctx, providerOf(caller)));
  route(app, people.changePersonRole, ({ ctx, caller, params: { id }, body: { role } }) =>
    acts.changePersonRole(ctx, providerOf(caller), { id, role }),
  );
  route(app, people.ownFreeMinutes, ({ ctx, caller }) => freeMinutes(ctx, giverOf(providerOf(caller))));
  route(app, people.setFreeMinutes, ({ ctx, caller, params: { id }, body: { minutes } }) =>
    acts.setFreeMinutes(ctx, providerOf(caller), { id, minutes }),
  );
  route(app, people.disablePerson, ({ ctx, caller, params }) =>
    acts.disablePerson(ctx, providerOf(caller), params.id),
  );
  route(app, people.enablePerson, ({ ctx, caller, params }) =>
    acts.enablePerson(ctx, providerOf(caller), params.id),
  );
  route(app, people.endPersonSessions, async ({ ctx, caller, params }) => {
    await acts.endPersonSessions(ctx, providerOf(caller), params.id);
    return done;
  });
  route(app, people.endPersonSecondFactor, ({ ctx, caller, params }) =>
    acts.endPersonSecondFactor(ctx, providerOf(caller), params.id),
  );
  route(app, people.getPeopleRules, ({ ctx, caller }) => peopleRules(ctx, providerOf(caller).providerId));
  route(app, people.savePeopleRules, ({ ctx, caller, body }) =>
    savePeopleRules(ctx, providerOf(caller), body),
  );
  route(app, people.removePerson, async ({ ctx, caller, params }) => {
    await acts.removePerson(ctx, providerOf(caller), params.id);
    return done;
  });
}

function mountApiTokens(app: App): void {
  route(app, tokenCalls.listApiTokens, ({ ctx, caller }) =>
    tokens.listApiTokens(ctx, providerOf(caller).providerId),
  );
  route(app, tokenCalls.makeApiToken, ({ ctx, caller, body }) =>
    tokens.makeApiToken(ctx, providerOf(caller), body),
  );
  route(app, tokenCalls.revokeApiToken, async ({ ctx, caller, params }) => {
    await tokens.revokeApiToken(ctx, providerOf(caller), params.id);
    return done;
  });
}

function mountForgottenPassword(app: App): void {
  const link = ({ tenant, request }: { tenant: Tenant; request: Request }) => ({
    providerId: atOwnHost(tenant),
    network: networkOf(request),
  });
  route(app, forgotten.askPasswordReset, async ({ ctx, tenant, body, request, waitUntil }) => {
    const { username } = body;
    const network = networkOf(request);
    const mail = await passwords.askPasswordReset(ctx, { tenant, username, network });
    waitUntil(mail().catch((cause: unknown) => log("error", "link not mailed", cause)));
    return { ...done, message: say("reset_asked") };
  });
  route(app, forgotten.resetPassword, async ({ ctx, body, ...from }) => {
    const waysIn = await passwords.resetPassword(ctx, { ...body, ...link(from) });
    return { ...done, message: say("password_is_new"), waysIn };
  });
  route(app, forgotten.endWaysInAfterReset, async ({ ctx, body, ...from }) => ({
    ...done,
    message: await endWaysInAfterReset(ctx, { ...body, ...link(from) }),
  }));
  route(app, listWaysIn, ({ ctx, caller }) => waysIn(ctx, providerOf(caller)));
  route(app, endWaysInCall, async ({ ctx, caller }) => ({
    ...done,
    message: await endWaysIn(ctx, providerOf(caller)),
  }));
  route(app, forgotten.askEmailConfirmation, async ({ ctx, caller }) => {
    await passwords.askEmailConfirmation(ctx, providerOf(caller));
    return { ...done, message: say("confirmation_mailed") };
  });
  route(app, forgotten.confirmEmail, async ({ ctx, body, ...from }) => {
    await passwords.confirmEmail(ctx, { ...body, ...link(from) });
    return { ...done, message: say("email_confirmed") };
  });
}

function mountInvitations(app: App): void {
  route(app, people.listPersonInvitations, ({ ctx, caller }) =>
    openPersonInvitations(ctx, providerOf(caller).providerId),
  );
  route(app, people.invitePerson, ({ ctx, caller, body }) => invitePerson(ctx, providerOf(caller), body));
  route(app, people.withdrawPersonInvitation, async ({ ctx, caller, params }) => {
    await withdrawPersonInvitation(ctx, providerOf(caller), params.id);
    return done;
  });
  route(app, people.personInvitation, async ({ ctx, tenant, body, request }) => {
    const link = { ...body, providerId: atOwnHost(tenant), network: networkOf(request) };
    const { name, role, invitedBy, expiresAt } = await readPersonInvitation(ctx, link);
    return { name, role, invitedBy, expiresAt };
  });
  route(app, people.acceptPersonInvitation, async ({ ctx, tenant, body, url, request, headers }) => {
    const { admin, setCookie } = await acceptPersonInvitation(ctx, {
      ...body,
      providerId: atOwnHost(tenant),
      network: networkOf(request),
      host: url.host,
      userAgent: request.headers.get("user-agent"),
      held: heldSession(request),
    });
    headers.append("set-cookie", setCookie);
    return admin;
  });
}

/** A link is of a provider's own host. @throws AppError not_found elsewhere */
function atOwnHost({ onMain, provider }: Tenant): string {
  if (onMain || !provider) throw refuse("not_found", "nothing_here");
  return provider.id;
}
