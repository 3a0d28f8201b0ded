import { listPaid, paymentsOfPhone } from "../../contract/refunds.ts";
import {
  listCash,
  listTransactions,
  paymentStats,
  providerStats,
  recentTransactions,
  retryActivation,
  revenueByDay,
  routerStats,
} from "../../contract/transactions.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import * as figures from "./figures.ts";
import { listCash as cashBook } from "./list-cash.ts";
import * as paidLines from "./paid-lines.ts";
import * as retry from "./retry-activation.ts";
import * as transactions from "./transactions.ts";

const recentOnes = 20;

export function mountTransactions(app: App): void {
  route(app, listPaid, async ({ ctx, query, headers }) => {
    const { lines, total } = await paidLines.listPaidLines(ctx, query);
    headers.set("x-total-count", String(total));
    return lines;
  });

  route(app, paymentsOfPhone, ({ ctx, query }) => paidLines.linesOfPhone(ctx, query));

  route(app, providerStats, ({ ctx, caller }) => figures.providerStats(ctx, providerOf(caller).providerId));

  route(app, routerStats, ({ ctx, caller, params }) =>
    figures.routerStats(ctx, providerOf(caller).providerId, params.id),
  );

  route(app, paymentStats, ({ ctx, caller }) => figures.paymentStats(ctx, providerOf(caller).providerId));

  route(app, revenueByDay, ({ ctx, caller, query }) =>
    figures.revenueByDay(ctx, providerOf(caller).providerId, query),
  );

  route(app, recentTransactions, ({ ctx, caller }) =>
    transactions.newestTransactions(ctx, providerOf(caller).providerId, recentOnes),
  );

  route(app, listTransactions, async ({ ctx, caller, query, headers }) => {
    const { providerId, session } = providerOf(caller);
    const asked = session.role === "cashier" ? transactions.ofCashier(query, ctx.now()) : query;
    const page = await transactions.listTransactions(ctx, { providerId, reader: session.role }, asked);
    headers.set("x-total-count", String(page.total));
    return page.transactions;
  });

  route(app, listCash, ({ ctx, caller, query }) => {
    const { providerId, session } = providerOf(caller);
    return cashBook(ctx, { providerId, reader: session.role }, query);
  });

  route(app, retryActivation, async ({ ctx, caller, params }) => {
    const { providerId, session } = providerOf(caller);
    const retried = await retry.retryActivation(ctx, { providerId, id: params.id, reader: session.role });
    const { status, activation } = retried.transaction;
    await record(ctx, {
      ...actorOf(caller),
      action: "transaction.retry",
      subject: params.id,
      detail: { success: retried.success, status, activation },
    });
    return retried;
  });
}
