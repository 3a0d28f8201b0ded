import { env } from "cloudflare:workers";
import { sessionsChanged } from "#worker/http/session";
import { tenantDatabase, tenantDatabases } from "./tenant-rows.ts";

/** What follows SET, for every session that there is: super admins' and those of all providers' admins. */
export async function changeSessions(set: string, ...values: (string | number)[]): Promise<void> {
  await env.DB.prepare(`UPDATE operator_sessions SET ${set}`)
    .bind(...values)
    .run();
  for (const database of await tenantDatabases())
    await database
      .prepare(`UPDATE sessions SET ${set}`)
      .bind(...values)
      .run();
  sessionsChanged();
}

/** Disables a provider's admin, or enables it again (null), past everything that would end its sessions. */
export async function disableAdminRow(providerId: string, at: number | null): Promise<void> {
  await tenantDatabase(providerId).prepare("UPDATE admins SET disabled_at = ?1").bind(at).run();
}
