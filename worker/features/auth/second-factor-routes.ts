import * as calls from "../../contract/second-factor.ts";
import { type App, route } from "../../http/route.ts";
import { only } from "../../http/session.ts";
import { operatorRules } from "./operator-rules.ts";
import { changeOwnPassword } from "./own-password.ts";
import * as factor from "./second-factor.ts";

/** The super admin's own account. */
export function mountSecondFactor(app: App): void {
  route(app, calls.platformPassword, async ({ ctx, caller, body }) => {
    await changeOwnPassword(ctx, only(caller, "platform"), body);
    return { success: true as const };
  });
  route(app, calls.getSecondFactor, async ({ ctx, caller }) => ({
    ...(await factor.secondFactorOf(ctx, only(caller, "platform"))),
    isRequired: (await operatorRules(ctx)).secondFactorRequired,
  }));
  route(app, calls.beginSecondFactor, async ({ ctx, caller, body }) =>
    factor.beginSecondFactor(ctx, only(caller, "platform"), body.currentPassword),
  );
  route(app, calls.confirmSecondFactor, async ({ ctx, caller, body }) =>
    factor.confirmSecondFactor(ctx, only(caller, "platform"), body.code),
  );
  route(app, calls.endSecondFactor, async ({ ctx, caller, body: { currentPassword, code } }) => {
    await factor.endSecondFactor(ctx, only(caller, "platform"), { currentPassword, code });
    return { success: true as const };
  });
}
