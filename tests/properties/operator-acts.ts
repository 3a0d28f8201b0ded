import { addGateway } from "#worker/features/gateways/index";
import { operateSwitch } from "#worker/features/switch/operate-switch";
import { createSwitch } from "#worker/features/switch/save-switch";
import { demoTill } from "../seed/two-providers.ts";
import { forgetEverything } from "../support/kept-by-worker.ts";
import { meets } from "./broken.ts";
import { otherTill } from "./gateway-side.ts";
import { until } from "./ground.ts";
import type { Act } from "./history.ts";
import { centralTill } from "./seen.ts";
import type { Stage } from "./stage.ts";

const actor = { actor: "platform", actorId: "1", providerId: null } as const;

/** The switch of a history. @returns its id */
export async function newSwitch(stage: Stage, targetCents: number): Promise<string> {
  const made = createSwitch(
    stage.ctx,
    {
      ...{ name: "Any", accountType: "mobile_money", centralPaymentGatewayId: "mpesa" },
      ...{ centralAccountNumber: centralTill, targetAmount: targetCents / 100 },
    },
    actor,
  );
  const { id } = await until(stage.room, made);
  // As a trial that was paid and named leaves it.
  stage.readings.rows(
    `UPDATE switches SET tried_at = created_at, tried_payee = 'MLANGO LTD', updated_at = updated_at + 1,
      tried_route = account_type || ' ' || central_payment_gateway_id || ' ' || central_account_number WHERE id = ?1`,
    id,
  );
  return id;
}

/** The provider's till becomes another one, or the first again. */
export async function editsGateway(stage: Stage): Promise<void> {
  const { demo } = stage.seeded;
  const [{ account } = { account: demoTill }] = stage.readings.rows<{ account: string }>(
    "SELECT account_number AS account FROM gateways WHERE provider_id = ?1 AND archived_at IS NULL",
    demo.id,
  );
  stage.readings.rows("UPDATE gateways SET is_active = 0, archived_at = 1 WHERE provider_id = ?1", demo.id);
  const gateway = {
    ...{ id: crypto.randomUUID(), providerId: demo.id, routerId: null, type: "mpesa" as const },
    ...{ isActive: true, environment: "sandbox" as const, useAutoApi: true, createdAt: Date.now() },
    accountNumber: account === demoTill ? otherTill : demoTill,
  };
  stage.lets(stage.ctx.platform.run(addGateway(stage.ctx, gateway, null)));
  await stage.quiet();
  forgetEverything();
}

/** Property 5: once a stop is acknowledged nothing more is admitted. */
export async function operates(stage: Stage, type: Extract<Act, { do: "switch" }>["act"]): Promise<void> {
  const act = type === "stopped" ? { type, reason: "why" } : { type };
  if (type === "activated") stage.admittedAtStop = null;
  const operated = operateSwitch(stage.ctx, stage.readings.switchId, act, actor);
  stage.lets(operated);
  const isDone = await until(
    stage.room,
    operated.then(
      () => true,
      () => false,
    ),
  );
  if (isDone && type !== "activated") {
    stage.admittedAtStop = stage.readings.holdings().length;
    meets("stopped");
  }
}
