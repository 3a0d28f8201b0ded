import * as contract from "../../contract/backups.ts";
import { refuse } from "../../errors.ts";
import { type App, route } from "../../http/route.ts";
import { requireDeploymentToken } from "../watches/index.ts";
import { loadStep } from "./load-backup.ts";

export function mountBackups(app: App): void {
  route(app, contract.loadBackup, async ({ ctx, tenant, request, body }) => {
    if (!tenant.isMainHost) throw refuse("not_found", "nothing_here");
    await requireDeploymentToken(ctx, request);
    return loadStep(ctx, body);
  });
}
