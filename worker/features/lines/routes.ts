import * as contract from "../../contract/lines.ts";
import { say } from "../../contract/texts.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import { claimIdempotencyKey } from "../rate-limits/index.ts";
import { mountAccounts } from "./account-routes.ts";
import { addLine } from "./add-line.ts";
import { mountAdoption } from "./adoption-routes.ts";
import { mountDevices } from "./device-routes.ts";
import { mountLineLife } from "./life-routes.ts";
import { lineFigures } from "./line-figures.ts";
import { mountLineImports } from "./line-import-routes.ts";
import { listLines } from "./list-lines.ts";
import { namedProvider } from "./named-provider.ts";
import { addPackage, archivePackage, listPackages, savePackage } from "./packages.ts";

const success = true as const;

export function mountLines(app: App): void {
  mountAccounts(app);
  mountLineLife(app);
  mountAdoption(app);
  mountLineImports(app);
  mountDevices(app);

  route(app, contract.listPackages, ({ ctx, caller }) => listPackages(ctx, providerOf(caller).providerId));

  route(app, contract.addPackage, async ({ ctx, caller, body, idempotencyKey }) => {
    const { providerId } = providerOf(caller);
    const claim = await claimIdempotencyKey(ctx, { providerId }, idempotencyKey, body, crypto.randomUUID());
    const { added, isNew } = await addPackage(ctx, providerId, claim.result, body);
    const { id, name } = added;
    if (isNew)
      await record(ctx, { ...actorOf(caller), action: "package.create", subject: id, detail: { name } });
    return { success, message: say("package_saved", { name }), package: added };
  });

  route(app, contract.savePackage, async ({ ctx, caller, params: { id }, body }) => {
    const { providerId } = providerOf(caller);
    const { saved, count } = await savePackage(ctx, providerId, id, body);
    const { name } = saved;
    await record(ctx, { ...actorOf(caller), action: "package.update", subject: id, detail: { name } });
    const message =
      count > 0 ? say("package_changed_for", { name, count }) : say("package_changed", { name });
    return { success, message, package: saved };
  });

  route(app, contract.archivePackage, async ({ ctx, caller, params: { id } }) => {
    const name = await archivePackage(ctx, providerOf(caller).providerId, id);
    await record(ctx, { ...actorOf(caller), action: "package.archive", subject: id, detail: { name } });
    return { success, message: say("package_archived", { name }) };
  });

  route(app, contract.listLines, async ({ ctx, caller, query, headers }) => {
    const provider = await namedProvider(ctx, providerOf(caller).providerId);
    const { rows, total } = await listLines(ctx, provider, { ...query, page: query.page ?? 1 });
    headers.set("x-total-count", String(total));
    return rows;
  });

  route(app, contract.lineFigures, ({ ctx, caller }) => lineFigures(ctx, providerOf(caller).providerId));

  route(app, contract.addLine, async ({ ctx, caller, body, idempotencyKey }) => {
    const { providerId, session } = providerOf(caller);
    const claim = await claimIdempotencyKey(ctx, { providerId }, idempotencyKey, body, crypto.randomUUID());
    const provider = await namedProvider(ctx, providerId);
    const asker = { isOwner: session.role === "owner", name: session.name || session.username };
    const { line, isNew, closes } = await addLine(ctx, provider, claim.result, body, asker);
    const { name } = line.customer;
    const { device, id } = line;
    if (isNew)
      await record(ctx, { ...actorOf(caller), action: "line.create", subject: id, detail: { name } });
    if (isNew && closes && device) {
      const detail = { network: device.network, router: closes.routerName };
      await record(ctx, { ...actorOf(caller), action: "line.network_close", subject: body.routerId, detail });
    }
    return { success, message: say("line_saved", { name }), line };
  });
}
