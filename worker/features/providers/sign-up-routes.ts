import * as contract from "../../contract/sign-up.ts";
import * as decisions from "../../contract/sign-up-decisions.ts";
import { refuse } from "../../errors.ts";
import { networkOf } from "../../http/network.ts";
import { type App, route } from "../../http/route.ts";
import type { Tenant } from "../../http/tenant.ts";
import { actorOf } from "../audit/index.ts";
import { beginSignUp, checkSubdomain, proveSignUp } from "./sign-up.ts";
import * as decision from "./sign-up-decision.ts";

const done = { success: true as const };

/** @throws AppError not_found elsewhere than on the main host */
function onMainHost({ tenant, request }: { tenant: Tenant; request: Request }) {
  if (!tenant.isMainHost) throw refuse("not_found", "nothing_here");
  return { network: networkOf(request) };
}

export function mountSignUp(app: App): void {
  route(app, contract.signUpSubdomain, async ({ ctx, query, ...from }) =>
    checkSubdomain(ctx, { typed: query.name, ...onMainHost(from) }),
  );
  route(app, contract.signUp, async ({ ctx, body, ...from }) =>
    beginSignUp(ctx, { ...body, ...onMainHost(from) }),
  );
  route(app, contract.confirmSignUp, async ({ ctx, body, ...from }) =>
    proveSignUp(ctx, { ...body, ...onMainHost(from) }),
  );
  route(app, decisions.listSignUps, async ({ ctx }) => ({
    ...(await decision.waitingSignUps(ctx)),
    approvesItself: await decision.approvesItself(ctx),
  }));
  route(app, decisions.approveSignUp, async ({ ctx, caller, params: { id } }) => ({
    ...done,
    providerId: id,
    message: await decision.approve(ctx, id, actorOf(caller)),
  }));
  route(app, decisions.refuseSignUp, async ({ ctx, caller, params: { id }, body: { reason } }) => ({
    ...done,
    message: await decision.refuseSignUp(ctx, { id, reason }, actorOf(caller)),
  }));
  route(app, decisions.saveSignUpRules, async ({ ctx, caller, body: { approvesItself } }) => {
    await decision.saveApprovesItself(ctx, approvesItself, actorOf(caller));
    return { approvesItself };
  });
}
