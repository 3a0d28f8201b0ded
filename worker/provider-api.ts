import type { PlacedPage } from "./db/carried-rows.ts";
import type { RunAnswer } from "./db/executor.ts";
import type { RestoreEnd } from "./db/provider-restore.ts";
import type { Query } from "./db/sql.ts";

declare module "./env.ts" {
  interface Bindings {
    PROVIDER: DurableObjectNamespace<ProviderApi>;
  }
}

/** What ProviderObject answers; documented at the class. */
export interface ProviderApi extends Rpc.DurableObjectBranded {
  run(queries: Query[]): Promise<RunAnswer>;
  restore(at: number, begunAt: number): Promise<{ fault: string }>;
  endRestore(begunAt: number): Promise<RestoreEnd>;
  keep(page: PlacedPage): Promise<void>;
  kept(after: string): Promise<PlacedPage[]>;
  forgetKept(): Promise<void>;
  erase(): Promise<void>;
  readSnapshot(queries: Query[]): Promise<RunAnswer>;
  refreshSnapshot(): Promise<void>;
  fetch(request: Request): Promise<Response>;
  wake(): Promise<void>;
}
