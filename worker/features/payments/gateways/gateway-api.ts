import type { FaultReport } from "../../../contract/values/gateway-faults.ts";

/** How a gateway is asked for a token, the app's key and secret in it. */
export type TokenRequest = {
  path: string;
  init: { method: "GET" | "POST"; headers: Record<string, string>; body?: string };
};

/** One app at one gateway. `consumerKey` is named differently by each gateway. */
export type GatewayClient = { base: string; consumerKey: string; token: TokenRequest };

/** @property until UTC ms: it is used until then, and the gateway ends it later */
export type ReadyToken = { token: string; until: number };
export type TokenAnswer = ReadyToken | FaultReport;

declare module "../../../env.ts" {
  interface Bindings {
    GATEWAY: DurableObjectNamespace<GatewayApi>;
    PUSHES: DurableObjectNamespace<PushListApi>;
  }
}

/** A push that is about to go out. */
export type PermittedPush = { paymentId: string; providerId: string };
export type ListedPush = PermittedPush & { at: number };

/** So many pushes are read at once. */
export const pushesOfPage = 1_000;

/** What GatewayObject answers; documented at the class. */
export interface GatewayApi extends Rpc.DurableObjectBranded {
  token(client: GatewayClient, stale: string | null): Promise<TokenAnswer>;
  renew(client: GatewayClient): Promise<TokenAnswer>;
  keepAlive(client: GatewayClient): Promise<TokenAnswer | null>;
}

/** What PushListObject answers; documented at the class. */
export interface PushListApi extends Rpc.DurableObjectBranded {
  permit(push: PermittedPush, at: number): Promise<void>;
  pushesSince(at: number, after: string): Promise<ListedPush[]>;
}
