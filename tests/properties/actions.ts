import type { InitiatePayment } from "#contract/payments";
import {
  handleCallbacks,
  type QueuedCallback,
  sweepApps,
  sweepPayments,
} from "#worker/features/payments/index";
import { initiatePayment } from "#worker/features/payments/initiate-payment";
import { sweepSwitches } from "#worker/features/switch/index";
import { postCallback, postFalseCallback, postForgedCallback } from "./callbacks.ts";
import { cover } from "./coverage.ts";
import type { Action } from "./history.ts";
import { centralTill } from "./observation.ts";
import { changeSwitch, editGateway } from "./operator-actions.ts";
import type { Scenario } from "./scenario.ts";

export async function perform(scenario: Scenario, action: Action): Promise<void> {
  switch (action.do) {
    case "buy":
      return buy(scenario, action);
    case "answer": {
      const [outcome, more] =
        action.outcome === "2028" ? (["code", { resultCode: 2_028 }] as const) : ([action.outcome] as const);
      const fits = { "late-paid": "failed", "late-failed": "paid" }[action.outcome as string] ?? "open";
      const prompts = (await scenario.gateway.daraja.prompts()).filter(({ state }) =>
        fits === "failed" ? state !== "open" && state !== "paid" : state === fits,
      );
      const prompt = prompts[action.which % Math.max(1, prompts.length)];
      if (!prompt || !(await scenario.gateway.daraja.answer(prompt.id, outcome, more)).ok) return;
      cover(action.outcome);
      // A second payment of the same amount within two minutes is refused (result 17).
      const { state } =
        (await scenario.gateway.daraja.prompts()).find(({ id }) => id === prompt.id) ?? prompt;
      if (action.outcome === "paid" && state === "paid") scenario.undisputedPaid.add(prompt.id);
      else scenario.undisputedPaid.delete(prompt.id);
      return;
    }
    case "deliver": {
      const posted =
        scenario.gateway.callbacks[action.which % Math.max(1, scenario.gateway.callbacks.length)];
      for (let copy = 0; posted && copy < action.copies; copy += 1) postCallback(scenario, posted);
      return;
    }
    case "lose":
      scenario.gateway.callbacks.splice(action.which % Math.max(1, scenario.gateway.callbacks.length), 1);
      return;
    case "queue":
      return deliverQueued(scenario, action.which, action.again);
    case "forged-callback":
      return postForgedCallback(scenario, action);
    case "false-callback":
      return postFalseCallback(scenario, action);
    case "account":
      return scenario.gateway.setReceivable(centralTill, action.isGood);
    case "gateway": {
      const { query, answer, tokens } = action;
      if (tokens === "revoke-next") {
        scenario.gateway.tokenReasons += 1;
        cover("token revoked");
      }
      await scenario.gateway.daraja.set({ query, answer, tokens });
      return;
    }
    case "kill": {
      const names = ["PAYMENT", "PAYMENT_INDEX", "SWITCH", "GATEWAY", "PUSHES", "LIMIT"].flatMap((binding) =>
        scenario.runtime.names(binding),
      );
      const name = names[action.which % Math.max(1, names.length)];
      if (!name) return;
      if (name.startsWith("GATEWAY")) scenario.gateway.tokenReasons += 1;
      scenario.runtime.killLater(name, action.after);
      return;
    }
    case "pass":
      // What is on the way arrives within moments, or never: no network keeps a request for minutes.
      while (scenario.gateway.inFlight > 0) await scenario.runtime.runTurns(1);
      return scenario.pass(action.ms);
    case "sweep":
      scenario.inBackground(sweepPayments(scenario.ctx, scenario.seeded.demo.id));
      scenario.inBackground(sweepSwitches(scenario.ctx));
      scenario.inBackground(sweepApps(scenario.ctx));
      // An app that failed is tried by a token of its own, twice before it is stopped.
      scenario.gateway.tokenReasons += 2;
      return;
    case "look": {
      const id = await paymentOf(scenario, action.who);
      if (id) scenario.inBackground(scenario.runtime.call(`PAYMENT ${id}`, "ask", []));
      return;
    }
    case "edit":
      return editGateway(scenario);
    case "switch":
      return changeSwitch(scenario, action.act);
    default:
      return action satisfies never;
  }
}

/** Property 8: the same wish, several times at once, is one push. */
function buy(scenario: Scenario, { who, plan, times }: Extract<Action, { do: "buy" }>): void {
  const { demo } = scenario.seeded;
  const input: InitiatePayment = {
    phoneNumber: scenario.phoneOf(who),
    planId: demo.plans[plan]?.id ?? "",
    macAddress: scenario.macOf(who),
    routerId: demo.routers[0]?.id ?? "",
  };
  const ask = {
    url: new URL("http://demo.hotspot.localhost/"),
    tenant: {
      onMain: false,
      isMainHost: false,
      provider: { id: demo.id, subdomain: "demo", status: "active" as const, suspendedFor: null },
      router: null,
    },
    input,
    buyerHash: null,
    language: null,
    network: `the network of ${scenario.phoneOf(who)}`,
    idempotencyKey: null,
  };
  const answers = Array.from({ length: times }, () => initiatePayment(scenario.ctx, ask));
  for (const answer of answers) scenario.inBackground(answer);
  void Promise.allSettled(answers).then((settled) => {
    const ids = settled.flatMap((one) => (one.status === "fulfilled" ? one.value.transactionId : []));
    const pushed = [...new Set(ids)].filter(
      (id) =>
        scenario.gateway.pushed.has(id) && scenario.stored.payment(`PAYMENT ${id}`)?.status !== "failed",
    );
    // What was paid before the next one was pushed is a purchase of its own.
    const atOnce = pushed.filter((id) => !pushed.some((next) => scenario.gateway.pushed.get(next)?.has(id)));
    if (atOnce.length > 1) scenario.violated(8, `${times} identical requests are ${atOnce.length} pushes`);
    if (times > 1 && pushed.length === 1) cover("identical requests");
  });
}

async function paymentOf(scenario: Scenario, who: number): Promise<string | undefined> {
  const prompt = await scenario.promptOf(who);
  return prompt && String(prompt.callBackUrl).split("/").at(-2);
}

export function deliverQueued(scenario: Scenario, which: number, again: boolean): void {
  if (scenario.runtime.queue.length === 0) return;
  const at = which % scenario.runtime.queue.length;
  const body = scenario.runtime.queue[at] as QueuedCallback;
  if (!again) scenario.runtime.queue.splice(at, 1);
  const message = {
    body,
    attempts: 1,
    ack: () => undefined,
    retry: () => {
      scenario.runtime.queue.push(body);
    },
  };
  scenario.inBackground(handleCallbacks({ messages: [message] }, scenario.runtime.env));
}
