import type { FaultReport } from "../../../contract/values/gateway-faults.ts";

/** One app at one gateway. `consumerKey` and `consumerSecret` are named differently by each gateway. */
export type GatewayClient = { base: string; consumerKey: string; consumerSecret: string } & (
  | { kind: "daraja" | "airtel_money" | "kcb" | "coop" }
  | { kind: "equity"; merchantCode: string }
);

export type TokenAnswer = { token: string } | FaultReport;

declare module "../../../env.ts" {
  interface Bindings {
    GATEWAY: DurableObjectNamespace<GatewayApi>;
  }
}

/** A push that is about to go out. */
export type PermittedPush = { paymentId: string; providerId: string };

/** So many pushes are read at once. */
export const pushesOfPage = 1_000;

/** What GatewayObject answers; documented at the class. */
export interface GatewayApi extends Rpc.DurableObjectBranded {
  token(client: GatewayClient, stale: string | null, push: PermittedPush | null): Promise<TokenAnswer>;
  renew(client: GatewayClient): Promise<TokenAnswer>;
  keepAlive(client: GatewayClient): Promise<TokenAnswer | null>;
  pushesSince(at: number, after?: string): Promise<(PermittedPush & { at: number })[]>;
}
