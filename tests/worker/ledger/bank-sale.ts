import { env } from "cloudflare:workers";
import { addGateway } from "#worker/features/gateways/store";
import { BankSimulator } from "../../simulators/bank/bank-simulator.ts";
import { memoryStore } from "../../simulators/store.ts";
import { testContext } from "../../support/worker-context.ts";
import type { MoneyWorld } from "./money-world.ts";

const own = { apiKey: "bank-key", apiSecret: "bank-secret" };
const host = "uat.buni.kcbgroup.com";

/** A sale by KCB's prompt to the demo provider, which has no other gateway for as long as it takes. */
export async function bankSale({ world }: MoneyWorld): Promise<void> {
  const ctx = testContext();
  const { demo } = world.seeded;
  const bank = new BankSimulator({
    ...world.outside,
    clock: Date,
    store: memoryStore(),
    apps: [{ bank: "kcb", ...own, till: "7654321" }],
  });
  bank.start();
  world.others.set(host, (request) => bank.fetch(request));
  const { results: others } = await env.DB.prepare(
    "SELECT id FROM gateways WHERE provider_id = ?1 AND is_active = 1",
  )
    .bind(demo.id)
    .all<{ id: string }>();
  const active = (isActive: number) =>
    env.DB.prepare("UPDATE gateways SET is_active = ?1 WHERE id IN (SELECT value FROM json_each(?2))")
      .bind(isActive, JSON.stringify(others.map(({ id }) => id)))
      .run();
  await active(0);
  const id = crypto.randomUUID();
  const gateway = {
    id,
    providerId: demo.id,
    routerId: null,
    service: "kcb",
    accountNumber: "1450160649886",
    type: "bank" as const,
    isActive: true as const,
    environment: "sandbox" as const,
    useAutoApi: false as const,
    createdAt: ctx.now(),
  };
  await ctx.platform.run(addGateway(ctx, gateway, { ...own, merchantId: "7654321" }));
  try {
    const buyer = world.buyer("demo");
    await buyer.start();
    const control = async (path: string, init?: RequestInit) =>
      bank.fetch(new Request(`https://bank.test/control/bank${path}`, init));
    const [prompt] = (await (await control("/prompts")).json()) as { id: string }[];
    // A switch that runs has sent it to its own account instead.
    if (!prompt) return await buyer.answer("paid");
    const headers = { "content-type": "application/json" };
    await control(`/prompts/${prompt.id}`, { method: "POST", headers, body: '{"outcome":"paid"}' });
    await world.advance(0);
  } finally {
    await env.DB.prepare("UPDATE gateways SET is_active = 0 WHERE id = ?1").bind(id).run();
    await active(1);
    await bank.stop();
    world.others.delete(host);
  }
}
