import * as figures from "../../contract/platform-figures.ts";
import { type App, route } from "../../http/route.ts";
import { rankedProviders, totalOf } from "./platform-ranking.ts";
import { providerRevenue, routerRevenue, routersRevenue } from "./platform-revenue.ts";
import { platformStats } from "./platform-stats.ts";

/** The operator's figures. */
export function mountPlatformFigures(app: App): void {
  route(app, figures.platformStats, ({ ctx }) => platformStats(ctx));

  route(app, figures.platformRevenue, ({ ctx, query }) => totalOf(ctx, query));

  route(app, figures.revenueOfProviders, async ({ ctx, query, headers }) => {
    const { rows, total } = await rankedProviders(ctx, query);
    headers.set("x-total-count", String(total));
    return rows;
  });

  route(app, figures.providerRevenue, ({ ctx, params }) => providerRevenue(ctx, params.id));

  route(app, figures.routersRevenue, ({ ctx, query }) => {
    const ids = (query.ids ?? "").split(",").filter((id) => id !== "");
    return routersRevenue(ctx, [...new Set(ids)]);
  });

  route(app, figures.routerRevenue, ({ ctx, params }) => routerRevenue(ctx, params.id));
}
