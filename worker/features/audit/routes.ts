import * as audit from "../../contract/audit.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, record } from "./index.ts";
import { listAudit } from "./list-audit.ts";
import { listActivity } from "./own-activity.ts";

export function mountAudit(app: App): void {
  route(app, audit.listAudit, async ({ ctx, query, headers }) => {
    const { lines, total } = await listAudit(ctx, query);
    headers.set("x-total-count", String(total));
    return lines;
  });
  route(app, audit.listActivity, async ({ ctx, caller, query, headers }) => {
    const { lines, total } = await listActivity(ctx, providerOf(caller).providerId, query);
    headers.set("x-total-count", String(total));
    return lines;
  });
  for (const note of [audit.noteExport, audit.notePlatformExport])
    route(app, note, async ({ ctx, caller, body: { what, rows } }) => {
      await record(ctx, { ...actorOf(caller), action: `export.${what}`, detail: { rows } });
      return { success: true as const };
    });
}
