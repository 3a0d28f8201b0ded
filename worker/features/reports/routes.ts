import type { Context } from "../../context.ts";
import * as figures from "../../contract/platform-figures.ts";
import {
  customerReport,
  noteReport,
  type ReportKind,
  recentReports,
  revenueReport,
  usageReport,
} from "../../contract/reports.ts";
import { type App, route } from "../../http/route.ts";
import { type Caller, providerOf } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import { type DayRange, dayRange } from "../transactions/index.ts";
import * as customers from "./customer-report.ts";
import { keptReport } from "./kept-report.ts";
import { rankedProviders, totalOf } from "./platform-ranking.ts";
import { providerRevenue, routerRevenue, routersRevenue } from "./platform-revenue.ts";
import { platformStats } from "./platform-stats.ts";
import * as recent from "./recent-reports.ts";
import * as revenue from "./revenue-report.ts";
import * as usage from "./usage-report.ts";

export function mountReports(app: App): void {
  mountPlatformFigures(app);

  route(app, revenueReport, ({ ctx, caller, query }) =>
    made(ctx, caller, "revenue", query, revenue.revenueReport),
  );
  route(app, usageReport, ({ ctx, caller, query }) => made(ctx, caller, "usage", query, usage.usageReport));
  route(app, customerReport, ({ ctx, caller, query }) =>
    made(ctx, caller, "customers", query, customers.customerReport),
  );

  route(app, recentReports, ({ ctx, caller }) => recent.recentReports(ctx, providerOf(caller).providerId));

  route(app, noteReport, async ({ ctx, caller, body }) => {
    const { providerId, adminId } = providerOf(caller);
    const name = caller.kind === "provider" ? caller.session.name : "";
    const range = dayRange(body.from, body.to);
    const { kind } = body;
    const report = await recent.noteReport(ctx, providerId, { kind, range, by: { id: adminId, name } });
    await record(ctx, {
      ...actorOf(caller),
      action: "report.make",
      subject: report.id,
      detail: { kind, from: body.from, to: body.to },
    });
    return report;
  });
}

function made(
  ctx: Context,
  caller: Caller,
  kind: ReportKind,
  { from, to }: { from: string; to: string },
  make: (ctx: Context, providerId: string, range: DayRange) => Promise<object>,
): Promise<Response> {
  const { providerId } = providerOf(caller);
  const range = dayRange(from, to);
  return keptReport(ctx, { providerId, kind, range }, () => make(ctx, providerId, range));
}

function mountPlatformFigures(app: App): void {
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
