import { say } from "../../contract/texts.ts";
import * as contract from "../../contract/trials.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, changesOf, record } from "../audit/index.ts";
import { saveTrial, trialNow } from "./save-trial.ts";

export function mountTrials(app: App): void {
  route(app, contract.readTrial, ({ ctx, caller }) => trialNow(ctx, providerOf(caller).providerId));

  route(app, contract.saveTrial, async ({ ctx, caller, body }) => {
    const { providerId } = providerOf(caller);
    const before = await saveTrial(ctx, providerId, body);
    const detail = { ...changesOf(before, body), minutes: body.minutes };
    const action = body.isOn ? "trial.save" : "trial.end";
    await record(ctx, { ...actorOf(caller), action, subject: providerId, detail });
    return { success: true as const, message: say("trial_saved"), trial: await trialNow(ctx, providerId) };
  });
}
