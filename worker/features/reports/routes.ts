import {
  customerReport,
  noteReport,
  recentReports,
  revenueReport,
  usageReport,
} from "../../contract/reports.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import { dayRange } from "../sales/index.ts";
import * as customers from "./customer-report.ts";
import { mountPlatformFigures } from "./platform-routes.ts";
import * as recent from "./recent-reports.ts";
import * as revenue from "./revenue-report.ts";
import * as usage from "./usage-report.ts";

export function mountReports(app: App): void {
  mountPlatformFigures(app);

  route(app, revenueReport, ({ ctx, caller, query }) =>
    revenue.revenueReport(ctx, providerOf(caller).providerId, dayRange(query.from, query.to)),
  );

  route(app, usageReport, ({ ctx, caller, query }) =>
    usage.usageReport(ctx, providerOf(caller).providerId, dayRange(query.from, query.to)),
  );

  route(app, customerReport, ({ ctx, caller, query }) =>
    customers.customerReport(ctx, providerOf(caller).providerId, dayRange(query.from, query.to)),
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
