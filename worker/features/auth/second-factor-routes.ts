import * as calls from "../../contract/second-factor.ts";
import { refuse } from "../../errors.ts";
import { type App, route } from "../../http/route.ts";
import type { Caller } from "../../http/session.ts";
import { operatorRules } from "./operator-rules.ts";
import { changeOwnPassword } from "./own-password.ts";
import * as factor from "./second-factor.ts";

/** The super admin's own account. */
export function mountSecondFactor(app: App): void {
  route(app, calls.platformPassword, async ({ ctx, caller, body }) => {
    await changeOwnPassword(ctx, operatorOf(caller), body);
    return { success: true as const };
  });
  route(app, calls.getSecondFactor, async ({ ctx, caller }) => ({
    ...(await factor.secondFactorOf(ctx, operatorOf(caller))),
    isRequired: (await operatorRules(ctx)).secondFactorRequired,
  }));
  route(app, calls.beginSecondFactor, async ({ ctx, caller, body }) =>
    factor.beginSecondFactor(ctx, operatorOf(caller), body.currentPassword),
  );
  route(app, calls.confirmSecondFactor, async ({ ctx, caller, body }) =>
    factor.confirmSecondFactor(ctx, operatorOf(caller), body.code),
  );
  route(app, calls.endSecondFactor, async ({ ctx, caller, body: { currentPassword, code } }) => {
    await factor.endSecondFactor(ctx, operatorOf(caller), { currentPassword, code });
    return { success: true as const };
  });
}

function operatorOf(caller: Caller): Extract<Caller, { kind: "platform" }> {
  if (caller.kind !== "platform") throw refuse("not_signed_in", "sign_in_first");
  return caller;
}
