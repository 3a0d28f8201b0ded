import { env } from "cloudflare:workers";

/** The provider has the router and its log-in from now on, or none has it: by the database alone, without the acts that go with it. */
export async function giveRouter(routerId: string | undefined, providerId: string | null): Promise<void> {
  await env.DB.prepare("UPDATE routers SET provider_id = ?1, log_in_shared_with = ?1 WHERE id = ?2")
    .bind(providerId, routerId)
    .run();
}
