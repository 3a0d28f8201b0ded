import type { Answered } from "../../db/executor.ts";
import type { Query } from "../../db/sql.ts";

declare module "../../env.ts" {
  interface Bindings {
    PROVIDER: DurableObjectNamespace<ProviderApi>;
  }
}

/** `fault`: why nothing of it was done. */
export type RunAnswer = Answered[] | { fault: string };

/** What ProviderObject answers; documented at the class. */
export interface ProviderApi extends Rpc.DurableObjectBranded {
  run(queries: Query[]): Promise<RunAnswer>;
}
