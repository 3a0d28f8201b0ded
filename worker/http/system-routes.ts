import { version } from "../../package.json";
import type { Context } from "../context.ts";
import { endpoints } from "../contract/index.ts";
import * as system from "../contract/system.ts";
import { log } from "../log.ts";
import { type OpenApiDocument, openApiDocument } from "./openapi.ts";
import { type App, route } from "./route.ts";

export function mountSystem(app: App): void {
  route(app, system.health, async ({ ctx }) => {
    const database = await databaseAnswers(ctx);
    // A monitor looks at the status alone, a person at the body.
    return Response.json({ ok: database, database, version }, { status: database ? 200 : 503 });
  });

  const documents = new Map<string, OpenApiDocument>();
  route(app, system.openapi, async ({ ctx }) => {
    const origin = ctx.settings.MAIN_ORIGIN;
    const document = documents.get(origin) ?? openApiDocument(endpoints, { version, origin });
    documents.set(origin, document);
    return document;
  });
}

async function databaseAnswers(ctx: Context): Promise<boolean> {
  try {
    return (await ctx.env.DB.prepare("SELECT 1 AS one").first<number>("one")) === 1;
  } catch (cause) {
    log("error", "the database does not answer", cause);
    return false;
  }
}
