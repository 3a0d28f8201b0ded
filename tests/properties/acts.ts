import type { InitiatePayment } from "#contract/payments";
import {
  type CallbackMessage,
  sweepApps,
  sweepPayments,
  takeCallbacks,
} from "#worker/features/payments/index";
import { initiatePayment } from "#worker/features/payments/initiate-payment";
import { sweepSwitches } from "#worker/features/switch/index";
import { meets } from "./broken.ts";
import { forges } from "./forge.ts";
import type { Act } from "./history.ts";
import { lies } from "./lie.ts";
import { editsGateway, operates } from "./operator-acts.ts";
import { posts } from "./post.ts";
import { centralTill } from "./seen.ts";
import type { Stage } from "./stage.ts";

export async function does(stage: Stage, act: Act): Promise<void> {
  switch (act.do) {
    case "buy":
      return buys(stage, act);
    case "answer": {
      const [outcome, more] =
        act.outcome === "2028" ? (["code", { resultCode: 2_028 }] as const) : ([act.outcome] as const);
      const fits = { "late-paid": "failed", "late-failed": "paid" }[act.outcome as string] ?? "open";
      const prompts = (await stage.gateway.daraja.prompts()).filter(({ state }) =>
        fits === "failed" ? state !== "open" && state !== "paid" : state === fits,
      );
      const prompt = prompts[act.which % Math.max(1, prompts.length)];
      if (!prompt || !(await stage.gateway.daraja.answer(prompt.id, outcome, more)).ok) return;
      meets(act.outcome);
      // Who enters the PIN twice for one amount within two minutes is refused (result 17): that is not paid.
      const { state } = (await stage.gateway.daraja.prompts()).find(({ id }) => id === prompt.id) ?? prompt;
      if (act.outcome === "paid" && state === "paid") stage.plainlyPaid.add(prompt.id);
      else stage.plainlyPaid.delete(prompt.id);
      return;
    }
    case "deliver": {
      const posted = stage.gateway.callbacks[act.which % Math.max(1, stage.gateway.callbacks.length)];
      for (let copy = 0; posted && copy < act.copies; copy += 1) posts(stage, posted);
      return;
    }
    case "lose":
      stage.gateway.callbacks.splice(act.which % Math.max(1, stage.gateway.callbacks.length), 1);
      return;
    case "queue":
      return queueHandsOver(stage, act.which, act.again);
    case "forge":
      return forges(stage, act);
    case "lie":
      return lies(stage, act);
    case "account":
      return stage.gateway.letsReceive(centralTill, act.isGood);
    case "gateway": {
      const { query, answer, tokens } = act;
      if (tokens === "revoke-next") {
        stage.gateway.tokenReasons += 1;
        meets("token revoked");
      }
      await stage.gateway.daraja.set({ query, answer, tokens });
      return;
    }
    case "kill": {
      const names = ["PAYMENT", "SWITCH", "GATEWAY", "LIMIT"].flatMap((binding) => stage.room.names(binding));
      const name = names[act.which % Math.max(1, names.length)];
      if (!name) return;
      if (name.startsWith("GATEWAY")) stage.gateway.tokenReasons += 1;
      stage.room.killLater(name, act.after);
      return;
    }
    case "pass":
      // What is on the way arrives within moments, or never: no network keeps a request for minutes.
      while (stage.gateway.onTheWay > 0) await stage.room.some(1);
      return stage.pass(act.ms);
    case "sweep":
      stage.lets(sweepPayments(stage.ctx));
      stage.lets(sweepSwitches(stage.ctx));
      stage.lets(sweepApps(stage.ctx));
      // An app that failed is tried by a token of its own, twice before it is stopped.
      stage.gateway.tokenReasons += 2;
      return;
    case "look": {
      const id = await paymentOf(stage, act.who);
      if (id) stage.lets(stage.room.call(`PAYMENT ${id}`, "ask", []));
      return;
    }
    case "edit":
      return editsGateway(stage);
    case "switch":
      return operates(stage, act.act);
    default:
      return act satisfies never;
  }
}

/** Property 8: the same wish, several times at once, is one push. */
function buys(stage: Stage, { who, plan, times }: Extract<Act, { do: "buy" }>): void {
  const { demo } = stage.seeded;
  const input: InitiatePayment = {
    phoneNumber: stage.phoneOf(who),
    planId: demo.plans[plan]?.id ?? "",
    macAddress: stage.macOf(who),
    routerId: demo.routers[0]?.id ?? "",
  };
  const ask = {
    url: new URL("http://demo.hotspot.localhost/"),
    tenant: {
      onMain: false,
      isMainHost: false,
      provider: { id: demo.id, subdomain: "demo", status: "active" as const },
      router: null,
    },
    input,
    buyerHash: null,
    network: `the network of ${stage.phoneOf(who)}`,
    idempotencyKey: null,
  };
  const answers = Array.from({ length: times }, () => initiatePayment(stage.ctx, ask));
  for (const answer of answers) stage.lets(answer);
  void Promise.allSettled(answers).then((settled) => {
    const ids = settled.flatMap((one) => (one.status === "fulfilled" ? one.value.transactionId : []));
    const pushed = [...new Set(ids)].filter(
      (id) => stage.gateway.pushed.has(id) && stage.readings.payment(`PAYMENT ${id}`)?.status !== "failed",
    );
    // What was paid before the next one was pushed is a purchase of its own.
    const atOnce = pushed.filter((id) => !pushed.some((next) => stage.gateway.pushed.get(next)?.has(id)));
    if (atOnce.length > 1) stage.broken(8, `${times} identical requests are ${atOnce.length} pushes`);
    if (times > 1 && pushed.length === 1) meets("identical requests");
  });
}

async function paymentOf(stage: Stage, who: number): Promise<string | undefined> {
  const prompt = await stage.promptOf(who);
  return prompt && String(prompt.callBackUrl).split("/").at(-2);
}

export function queueHandsOver(stage: Stage, which: number, again: boolean): void {
  if (stage.room.queue.length === 0) return;
  const at = which % stage.room.queue.length;
  const body = stage.room.queue[at] as CallbackMessage;
  if (!again) stage.room.queue.splice(at, 1);
  const message = {
    body,
    attempts: 1,
    ack: () => undefined,
    retry: () => {
      stage.room.queue.push(body);
    },
  };
  stage.lets(takeCallbacks({ messages: [message] }, stage.room.env));
}
