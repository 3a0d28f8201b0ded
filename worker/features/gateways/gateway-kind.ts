import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { GatewayConfiguration } from "../../contract/gateways.ts";
import type { Text } from "../../contract/texts.ts";
import type { GatewayForm, OwnSecrets } from "./gateway-form.ts";
import type { Gateway } from "./store.ts";

/** What a kind of gateway says of itself, apart from its wire (`payments/gateways`). One file each; the list is `gateway-kinds.ts`. */
export type GatewayKind = {
  /** Credentials of a provider's own, complete. */
  readonly secrets: z.ZodType;
  /** A push names no payee: the money goes to the wallet behind the credentials, by the platform's app to the platform's. */
  readonly paysOwnWallet: boolean;
  /** What a form says, as it is stored: own credentials, or null where the platform's app collects. @throws AppError invalid */
  read(ctx: Context, form: GatewayForm, service: string | null): OwnSecrets | null;
  /** Why nothing can be collected for this account. @param secrets own ones, complete; null = the platform's app collects */
  faultOf(ctx: Context, gateway: Gateway, secrets: unknown): Text | null;
  /** What its own portal must know of us. @param secrets own ones as far as they are set */
  portalNeeds(ctx: Context, gateway: Gateway, secrets: Secrets): GatewayConfiguration["portalNeeds"];
};

type Secrets = Record<string, string | undefined>;
type Environment = "sandbox" | "production";

/** An app of the platform's own. @property wallet whom its pushes pay that name no payee; null = they name one, or it is not set */
export type PlatformApp = { environment: Environment; wallet: string | null };
