import * as contract from "../../contract/owner-news.ts";
import { say } from "../../contract/texts.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, changesOf, record } from "../audit/index.ts";
import { newsNow, saveNews } from "./settings.ts";

export function mountOwnerNews(app: App): void {
  route(app, contract.getOwnerNews, ({ ctx, caller }) => newsNow(ctx, providerOf(caller).providerId));

  route(app, contract.saveOwnerNews, async ({ ctx, caller, body }) => {
    const { providerId } = providerOf(caller);
    const before = await newsNow(ctx, providerId);
    await saveNews(ctx, providerId, body);
    const detail = changesOf(before, body);
    await record(ctx, { ...actorOf(caller), action: "owner_news.settings", subject: providerId, detail });
    return {
      success: true as const,
      message: say("owner_news_saved"),
      settings: await newsNow(ctx, providerId),
    };
  });
}
