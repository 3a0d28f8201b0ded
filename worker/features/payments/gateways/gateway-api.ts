/** One app at one gateway. `consumerKey` and `consumerSecret` are named differently by each gateway. */
export type GatewayClient = { base: string; consumerKey: string; consumerSecret: string } & (
  | { kind: "daraja" | "airtel_money" | "kcb" | "coop" }
  | { kind: "equity"; merchantCode: string }
);

export type TokenAnswer = { token: string } | { fault: string };

declare module "../../../env.ts" {
  interface Bindings {
    GATEWAY: DurableObjectNamespace<GatewayApi>;
  }
}

/** What GatewayObject answers; documented at the class. */
export interface GatewayApi extends Rpc.DurableObjectBranded {
  token(client: GatewayClient, stale: string | null): Promise<TokenAnswer>;
  renew(client: GatewayClient): Promise<TokenAnswer>;
  keepAlive(client: GatewayClient): Promise<TokenAnswer | null>;
  permitPush(paymentId: string, providerId: string): Promise<void>;
  pushesSince(at: number): Promise<{ paymentId: string; providerId: string; at: number }[]>;
}
