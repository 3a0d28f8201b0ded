import * as calls from "../../contract/admins.ts";
import { type App, route } from "../../http/route.ts";
import { only } from "../../http/session.ts";
import { disableAdmin, enableAdmin, listAdmins } from "./admins.ts";
import { operatorRules, saveOperatorRules } from "./operator-rules.ts";

/** What an operator does with those who may sign in. */
export function mountAdmins(app: App): void {
  route(app, calls.listAdmins, async ({ ctx, caller, query }) =>
    listAdmins(ctx, only(caller, "platform"), query.providerId ?? null),
  );
  route(app, calls.disableAdmin, async ({ ctx, caller, params }) =>
    disableAdmin(ctx, only(caller, "platform"), params.id),
  );
  route(app, calls.enableAdmin, async ({ ctx, caller, params }) =>
    enableAdmin(ctx, only(caller, "platform"), params.id),
  );
  route(app, calls.getOperatorRules, async ({ ctx }) => operatorRules(ctx));
  route(app, calls.saveOperatorRules, async ({ ctx, caller, body }) =>
    saveOperatorRules(ctx, only(caller, "platform"), body),
  );
}
