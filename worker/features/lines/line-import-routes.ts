import * as contract from "../../contract/line-imports.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import { bringLinesIn } from "./bring-lines-in.ts";
import { judgeLineRows } from "./judge-line-rows.ts";
import { beginImport, listImports } from "./line-import-store.ts";
import { namedProvider } from "./named-provider.ts";
import { undoLineImport } from "./undo-line-import.ts";

export function mountLineImports(app: App): void {
  route(app, contract.checkLineImport, async ({ ctx, caller, body: { routerId, rows } }) => {
    const asked = { importId: null, routerId, rows };
    const { verdicts } = await judgeLineRows(ctx, providerOf(caller).providerId, asked);
    return { verdicts };
  });

  route(app, contract.listLineImports, ({ ctx, caller }) => listImports(ctx, providerOf(caller).providerId));

  route(app, contract.beginLineImport, async ({ ctx, caller, body }) => {
    const { providerId, session } = providerOf(caller);
    const { begun, isNew } = await beginImport(ctx, providerId, { ...body, madeBy: session.username });
    const { id, fileName: name, rows, router } = begun;
    if (isNew)
      await record(ctx, {
        ...actorOf(caller),
        action: "line_import.begin",
        subject: id,
        detail: { name, rows, router: router.name },
      });
    return begun;
  });

  route(app, contract.importLineRows, async ({ ctx, caller, params: { id }, body: { rows } }) => ({
    verdicts: await bringLinesIn(ctx, providerOf(caller).providerId, id, rows),
  }));

  route(app, contract.undoLineImport, async ({ ctx, caller, params: { id } }) => {
    const provider = await namedProvider(ctx, providerOf(caller).providerId);
    const { name, undone, leftAlone, left } = await undoLineImport(ctx, provider, id);
    if (undone > 0)
      await record(ctx, {
        ...actorOf(caller),
        action: "line_import.undo",
        subject: id,
        detail: { name, count: undone },
      });
    return { success: true as const, undone, leftAlone, left };
  });
}
