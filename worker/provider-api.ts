import type { RunAnswer } from "./db/executor.ts";
import type { Query } from "./db/sql.ts";

declare module "./env.ts" {
  interface Bindings {
    PROVIDER: DurableObjectNamespace<ProviderApi>;
  }
}

/** What ProviderObject answers; documented at the class. */
export interface ProviderApi extends Rpc.DurableObjectBranded {
  run(queries: Query[]): Promise<RunAnswer>;
  erase(): Promise<void>;
  fetch(request: Request): Promise<Response>;
  wake(): Promise<void>;
}
