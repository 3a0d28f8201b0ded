import { addGateway } from "#worker/features/gateways/store";
import { operateSwitch } from "#worker/features/switch/operate-switch";
import { createSwitch } from "#worker/features/switch/save-switch";
import { demoTill } from "../seed/two-providers.ts";
import { forgetCaches } from "../support/forget-caches.ts";
import { cover } from "./coverage.ts";
import { runUntil } from "./fixture.ts";
import { otherTill } from "./gateway.ts";
import type { Action } from "./history.ts";
import { centralTill } from "./observation.ts";
import type { Scenario } from "./scenario.ts";

const actor = { actor: "platform", actorId: "1", providerId: null } as const;

/** The switch of a history. @returns its id */
export async function newSwitch(scenario: Scenario, targetCents: number): Promise<string> {
  const made = createSwitch(
    scenario.ctx,
    {
      name: "Any",
      accountType: "mobile_money",
      centralPaymentGatewayId: "mpesa",
      centralAccountNumber: centralTill,
      targetAmount: targetCents / 100,
    },
    actor,
  );
  const { id } = await runUntil(scenario.runtime, made);
  // As a test payment that was completed leaves it.
  scenario.stored.rows(
    `UPDATE switches SET tried_at = created_at, tried_payee = 'MLANGO LTD', updated_at = updated_at + 1,
      tried_route = account_type || ' ' || central_payment_gateway_id || ' ' || central_account_number WHERE id = ?1`,
    id,
  );
  return id;
}

/** The provider's till becomes another one, or the first again. */
export async function editGateway(scenario: Scenario): Promise<void> {
  const { demo } = scenario.seeded;
  const [{ account } = { account: demoTill }] = scenario.stored.rows<{ account: string }>(
    "SELECT account_number AS account FROM gateways WHERE provider_id = ?1 AND archived_at IS NULL",
    demo.id,
  );
  scenario.stored.rows("UPDATE gateways SET is_active = 0, archived_at = 1 WHERE provider_id = ?1", demo.id);
  const gateway = {
    id: crypto.randomUUID(),
    providerId: demo.id,
    routerId: null,
    type: "mpesa" as const,
    isActive: true,
    environment: "sandbox" as const,
    useAutoApi: true,
    createdAt: Date.now(),
    accountNumber: account === demoTill ? otherTill : demoTill,
  };
  scenario.inBackground(scenario.ctx.platform.run(addGateway(scenario.ctx, gateway, null)));
  await scenario.settle();
  forgetCaches();
}

/** Property 5: once a stop is acknowledged nothing more is admitted. */
export async function changeSwitch(
  scenario: Scenario,
  type: Extract<Action, { do: "switch" }>["act"],
): Promise<void> {
  const act = type === "stopped" ? { type, reason: "why" } : { type };
  if (type === "activated") scenario.admittedAtStop = null;
  const operated = operateSwitch(scenario.ctx, scenario.stored.switchId, act, actor);
  scenario.inBackground(operated);
  const isDone = await runUntil(
    scenario.runtime,
    operated.then(
      () => true,
      () => false,
    ),
  );
  if (isDone && type !== "activated") {
    scenario.admittedAtStop = scenario.stored.holdings().length;
    cover("stopped");
  }
}
