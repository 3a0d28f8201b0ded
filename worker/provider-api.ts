import type { PlacedPage } from "./db/carried-rows.ts";
import type { RunAnswer } from "./db/executor.ts";
import type { RestoreEnd } from "./db/provider-restore.ts";
import type { Query } from "./db/sql.ts";
import type { LoadBegin, RowsOfTable } from "./db/whole-rows.ts";
import type { BackedUp } from "./features/backups/index.ts";
import type { PaymentState, PaymentWritten } from "./features/payments/index.ts";
import type { LimitCalls } from "./features/rate-limits/index.ts";
import type { HomeAnswer, HomeAsk } from "./pages/portal-home.ts";

declare module "./env.ts" {
  interface Bindings {
    PROVIDER: DurableObjectNamespace<ProviderApi>;
  }
  interface AtProvider {
    calls: ProviderCalls;
  }
}

/** `version`: of the object that answered. `fault`: why its database does not open; absent where it does, or there is no such provider. */
export type OpenedAnswer = { version: string; fault?: string };

export interface ProviderApi extends Rpc.DurableObjectBranded, ProviderCalls {
  fetch(request: Request): Promise<Response>;
  home(ask: HomeAsk): Promise<HomeAnswer | null>;
}

/** What ProviderObject answers, also to what runs inside of it; documented at the class. */
export interface ProviderCalls extends LimitCalls {
  run(queries: readonly Query[]): Promise<RunAnswer>;
  restore(at: number, begunAt: number): Promise<{ fault: string }>;
  endRestore(begunAt: number): Promise<RestoreEnd>;
  keep(page: PlacedPage): Promise<void>;
  kept(after: string): Promise<PlacedPage[]>;
  forgetKept(): Promise<void>;
  backUp(night: string): Promise<BackedUp>;
  beginLoad(night: string, replaces: boolean): Promise<LoadBegin>;
  loadRows(pages: readonly RowsOfTable[]): Promise<void>;
  endLoad(settle: readonly Query[]): Promise<void>;
  erase(): Promise<void>;
  size(): Promise<number>;
  open(): Promise<OpenedAnswer>;
  readSnapshot(queries: readonly Query[]): Promise<RunAnswer>;
  refreshSnapshot(): Promise<void>;
  wake(): Promise<void>;
  paymentChanged(state: PaymentState, isNew: boolean): Promise<PaymentWritten>;
  deliver(entitlementId: string): Promise<void>;
}
