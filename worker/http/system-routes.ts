import { version } from "../../package.json";
import type { Context } from "../context.ts";
import { endpoints } from "../contract/index.ts";
import * as system from "../contract/system.ts";
import { watchLimits } from "../contract/values/watches.ts";
import { log } from "../log.ts";
import { type OpenApiDocument, openApiDocument } from "./openapi.ts";
import { type App, route } from "./route.ts";

export function mountSystem(app: App): void {
  route(app, system.health, async ({ ctx }) => {
    const { database, minute } = await lastMinute(ctx);
    const ok = database && (minute === null || minute <= watchLimits.minute);
    // A monitor looks at the status alone, a person at the body.
    return Response.json({ ok, database, minute, version }, { status: ok ? 200 : 503 });
  });

  const documents = new Map<string, OpenApiDocument>();
  route(app, system.openapi, async ({ ctx }) => {
    const origin = ctx.settings.MAIN_ORIGIN;
    const document = documents.get(origin) ?? openApiDocument(endpoints, { version, origin });
    documents.set(origin, document);
    return document;
  });
}

/** A cron that stands still can tell nobody: whoever watches from outside reads it here. */
async function lastMinute(ctx: Context): Promise<{ database: boolean; minute: number | null }> {
  try {
    const seenAt = await ctx.env.DB.prepare("SELECT max(seen_at) AS at FROM watches").first<number | null>(
      "at",
    );
    return { database: true, minute: seenAt === null ? null : Math.round((ctx.now() - seenAt) / 1_000) };
  } catch (cause) {
    log("error", "the database does not answer", cause);
    return { database: false, minute: null };
  }
}
