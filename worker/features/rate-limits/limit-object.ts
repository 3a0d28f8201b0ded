import { DurableObject } from "cloudflare:workers";
import { type LimitAct, type LimitCalls, Limits } from "./limits.ts";

declare module "../../env.ts" {
  interface Bindings {
    LIMIT: DurableObjectNamespace<LimitObject>;
  }
}

/** One operator, or a shard of networks, phones and accounts; each provider's object has limits of its own. Named through `limitFor` alone. */
export class LimitObject extends DurableObject<object> implements LimitCalls {
  private readonly limits = new Limits(this.ctx.storage);

  async limit(act: LimitAct, given: readonly unknown[]): Promise<unknown> {
    return this.limits.answer(act, given);
  }
}
