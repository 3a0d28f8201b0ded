import { env } from "cloudflare:workers";
import { addGateway } from "#worker/features/gateways/store";
import { testContext } from "../../support/worker-context.ts";

/** Airtel Money of a provider's own, for all who test it: its money goes to the wallet behind the credentials. */
export const ownAirtel = { type: "airtel_money", accountNumber: "4455" } as const;

/**
 * From now on the provider collects so at all routers, and by no other gateway of the type.
 * @param secrets null = the platform's own app asks for the money
 */
export async function collectBy(
  providerId: string,
  gateway: { type: "mpesa" | "airtel_money"; accountNumber: string },
  secrets: Record<string, string> | null,
): Promise<void> {
  const ctx = testContext();
  await env.DB.prepare("UPDATE gateways SET is_active = 0 WHERE type = ?1 AND provider_id = ?2")
    .bind(gateway.type, providerId)
    .run();
  await ctx.platform.run(
    addGateway(
      ctx,
      {
        id: crypto.randomUUID(),
        providerId,
        routerId: null,
        isActive: true,
        environment: "sandbox",
        ...gateway,
        useAutoApi: secrets === null,
        createdAt: ctx.now(),
      },
      secrets,
    ),
  );
}
