import * as calls from "../../contract/admins.ts";
import { refuse } from "../../errors.ts";
import { type App, route } from "../../http/route.ts";
import type { Caller } from "../../http/session.ts";
import { disableAdmin, enableAdmin, listAdmins } from "./admins.ts";
import { operatorRules, saveOperatorRules } from "./operator-rules.ts";

/** What an operator does with those who may sign in. */
export function mountAdmins(app: App): void {
  route(app, calls.listAdmins, async ({ ctx, caller, query }) =>
    listAdmins(ctx, operatorOf(caller), query.providerId ?? null),
  );
  route(app, calls.disableAdmin, async ({ ctx, caller, params }) =>
    disableAdmin(ctx, operatorOf(caller), params.id),
  );
  route(app, calls.enableAdmin, async ({ ctx, caller, params }) =>
    enableAdmin(ctx, operatorOf(caller), params.id),
  );
  route(app, calls.getOperatorRules, async ({ ctx }) => operatorRules(ctx));
  route(app, calls.saveOperatorRules, async ({ ctx, caller, body }) =>
    saveOperatorRules(ctx, operatorOf(caller), body),
  );
}

function operatorOf(caller: Caller): Extract<Caller, { kind: "platform" }> {
  if (caller.kind !== "platform") throw refuse("not_signed_in", "sign_in_first");
  return caller;
}
