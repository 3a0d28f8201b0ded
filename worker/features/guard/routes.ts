import * as calls from "../../contract/leaks.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf } from "../audit/index.ts";
import { allowLeaks, endLeak, nameLeakAgain } from "./decide-leak.ts";
import { readGuard } from "./guard-answer.ts";
import { look } from "./look.ts";

export function mountGuard(app: App): void {
  route(app, calls.readGuard, ({ ctx, caller }) => readGuard(ctx, providerOf(caller).providerId));

  route(app, calls.lookNow, async ({ ctx, caller }) => {
    const { providerId } = providerOf(caller);
    await look(ctx, providerId);
    return readGuard(ctx, providerId);
  });

  route(app, calls.allowLeaks, async ({ ctx, caller, body }) => {
    const { ids, note = "" } = body;
    const by = caller.kind === "provider" ? caller.session.name : "";
    const { providerId } = providerOf(caller);
    return {
      success: true as const,
      message: await allowLeaks(ctx, providerId, { ids, note, by }, actorOf(caller)),
    };
  });

  route(app, calls.nameLeakAgain, async ({ ctx, caller, params }) => {
    const { providerId } = providerOf(caller);
    return {
      success: true as const,
      message: await nameLeakAgain(ctx, providerId, params.id, actorOf(caller)),
    };
  });

  route(app, calls.endLeak, async ({ ctx, caller, params }) => {
    const { providerId } = providerOf(caller);
    return { success: true as const, message: await endLeak(ctx, providerId, params.id, actorOf(caller)) };
  });
}
