import { version } from "../../package.json";
import type { Context } from "../context.ts";
import { endpoints } from "../contract/index.ts";
import * as system from "../contract/system.ts";
import { platformBooks } from "../contract/values/platform-books.ts";
import { watchLimits } from "../contract/values/watches.ts";
import { sql } from "../db/sql.ts";
import { type App, route } from "../http/route.ts";
import { log } from "../log.ts";
import { TtlCache } from "../ttl-cache.ts";
import { type OpenApiDocument, openApiDocument } from "./api-docs/openapi.ts";
import { apiPage, policy } from "./api-docs/page.ts";
import { refusalPage } from "./refusal.ts";

export function mountSystem(app: App): void {
  route(app, system.health, async ({ ctx }) => {
    const [{ database, minute }, objects] = await Promise.all([lastMinute(ctx), doObjectsOpen(ctx)]);
    const ok = database && objects && (minute === null || minute <= watchLimits.minute);
    // A monitor looks at the status alone, a person at the body.
    return Response.json({ ok, database, objects, minute, version }, { status: ok ? 200 : 503 });
  });

  const documents = new Map<string, OpenApiDocument>();
  route(app, system.openapi, async ({ ctx }) => {
    const origin = ctx.settings.MAIN_ORIGIN;
    const document = documents.get(origin) ?? openApiDocument(endpoints, { version, origin });
    documents.set(origin, document);
    return document;
  });

  // Examples are of the host on which they are read; a few hosts' pages are kept.
  const pages = new Map<string, string>();
  const mostPages = 20;
  route(
    app,
    system.apiDocs,
    async ({ url: { origin } }) => {
      const page = pages.get(origin) ?? apiPage(endpoints, { version, origin });
      if (pages.size >= mostPages) pages.clear();
      pages.set(origin, page);
      return new Response(page, {
        headers: {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": policy,
          "cache-control": "private, max-age=600",
        },
      });
    },
    { refuse: refusalPage },
  );
}

const opened = new TtlCache<boolean>(5_000);

/** Asks the platform's own object, which has the same tables as each provider's. */
function doObjectsOpen(ctx: Context): Promise<boolean> {
  return opened.get("books", ctx.now(), async () => {
    try {
      await ctx.tenant(platformBooks).first(sql`SELECT 1 FROM plans LIMIT 1`);
      return true;
    } catch (cause) {
      log("error", "objects do not answer", cause, { provider: platformBooks });
      return false;
    }
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
