import { env } from "cloudflare:workers";

/** The audit refuses to forget: a test that begins with an empty one lifts that rule for a moment. */
export async function clearAudit(): Promise<void> {
  const rule = await env.DB.prepare(
    "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = 'audit_refuses_delete'",
  ).first<string>("sql");
  if (!rule) throw new Error("the audit may be deleted from");
  await env.DB.batch(
    ["DROP TRIGGER audit_refuses_delete", "DELETE FROM audit", rule].map((sql) => env.DB.prepare(sql)),
  );
}
