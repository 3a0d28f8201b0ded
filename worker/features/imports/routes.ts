import {
  beginImport as beginCall,
  checkImport,
  importRows as importRowsCall,
  listImports,
  undoImport as undoCall,
} from "../../contract/imports.ts";
import { sql } from "../../db/sql.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import { beginImport } from "./begin-import.ts";
import { bringIn } from "./bring-in.ts";
import { judgeRows } from "./judge-rows.ts";
import { importAnswer, importRows } from "./store.ts";
import { undoImport } from "./undo-import.ts";

const shown = 20;

export function mountImports(app: App): void {
  route(app, checkImport, async ({ ctx, caller, body }) => {
    const { verdicts } = await judgeRows(ctx, providerOf(caller).providerId, null, body);
    return { verdicts };
  });

  route(app, listImports, async ({ ctx, caller }) => {
    const db = ctx.tenant(providerOf(caller).providerId);
    const rows = await db.all(importRows(sql`ORDER BY created_at DESC, id LIMIT ${shown}`));
    return rows.map(importAnswer);
  });

  route(app, beginCall, async ({ ctx, caller, body }) => {
    const { providerId, session } = providerOf(caller);
    const { begun, isNew } = await beginImport(ctx, providerId, { ...body, madeBy: session.username });
    if (isNew)
      await record(ctx, {
        ...actorOf(caller),
        action: "import.begin",
        subject: begun.id,
        detail: { name: begun.fileName, rows: begun.rows },
      });
    return begun;
  });

  route(app, importRowsCall, async ({ ctx, caller, params, body }) => ({
    verdicts: await bringIn(ctx, providerOf(caller).providerId, params.id, body),
  }));

  route(app, undoCall, async ({ ctx, caller, params }) => {
    const { name, undone, leftAlone } = await undoImport(ctx, providerOf(caller).providerId, params.id);
    await record(ctx, {
      ...actorOf(caller),
      action: "import.undo",
      subject: params.id,
      detail: { name, undone, leftAlone },
    });
    return { success: true as const, undone, leftAlone };
  });
}
